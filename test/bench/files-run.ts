// How many files of ours, and functions with a name, run for one picture: from its due job until it is published here, from the
// request until it is handed over to the Worker, and until the Worker's result is in. The server runs in this process from its
// sources, with the engine's own count of calls; sandbox and Worker are processes of their own. Left out are the calls of an
// idle stretch as long, in which a draft is made and read and its file is fetched: the HTTP layer, the loops.
//   node test/bench/files-run.ts [--list]
import Database from 'better-sqlite3'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { Session } from 'node:inspector/promises'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PREPARE_AHEAD } from '../../core/engine/publishing/staging.ts'
import { readConfig } from '../../local-server/config.ts'
import { repositoryRoot } from '../../local-server/paths.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { serve } from '../../local-server/serve.ts'
import type { WorkerDetails } from '../../local-server/worker/worker-server.ts'
import { printTable, verdict } from './parts/measure.ts'

const GOALS = { publication: 60, 'hand-over out': 75, 'hand-over back': 55 }
const PATIENCE_MS = 120_000
/** What still runs after the last thing that can be seen from outside. */
const SETTLED_MS = 1_500

interface Called {
  readonly file: string
  readonly name: string
  readonly offset: number
  readonly count: number
}

const folder = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A built program, when it has printed what it is reached by. */
async function start(program: string, pattern: RegExp): Promise<string> {
  const file = join(repositoryRoot, 'local-server', 'dist', 'cli', `${program}.js`)
  const dataDir = join(folder, program)
  mkdirSync(dataDir)
  const child = spawn(process.execPath, [file, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const [found] = pattern.exec(printed) ?? []
    if (found === undefined) continue
    child.stdout.resume()
    return found
  }
  throw new Error(`${program} ended before it was ready: ${printed}`)
}

const dataDir = join(folder, 'server')

/** Resolves with its address, when it says that it is ready. Nothing it prints is shown. */
async function startServer(variables: Readonly<Record<string, string>>): Promise<string> {
  const flags = ['--port', '0', '--data-dir', dataDir, '--no-open', '--no-demo']
  const { stdout } = process
  const write = stdout.write.bind(stdout)
  const ready = Promise.withResolvers<string>()
  let printed = ''
  stdout.write = (text: string | Uint8Array) => {
    printed += String(text)
    const [, origin] = /Open {3}(\S+)\/#t=/.exec(printed) ?? []
    if (origin !== undefined && printed.includes('Ready in')) ready.resolve(origin)
    return true
  }
  await serve(readConfig(flags, { ...process.env, ...variables }))
  const origin = await ready.promise
  stdout.write = write
  return origin
}

const [sandbox, line] = await Promise.all([
  start('sandbox', /http:\/\/127\.0\.0\.1:\d+/),
  start('worker', /^\{.*\}$/m),
])
const worker = JSON.parse(line) as WorkerDetails
const origin = await startServer({
  NIGHTPOST_SANDBOX_URL: sandbox,
  CLOUD_WORKER_URL: worker.workerUrl,
  CLOUD_WORKER_KEY: worker.workerKey,
  CLOUD_ENCRYPTION_KEY: worker.encryptionKey,
  BUCKET_ENDPOINT: worker.bucket.endpoint,
  BUCKET_NAME: worker.bucket.name,
  BUCKET_ACCESS_KEY_ID: worker.bucket.accessKeyId,
  BUCKET_SECRET_ACCESS_KEY: worker.bucket.secretAccessKey,
  BUCKET_PUBLIC_URL: worker.bucket.publicUrl,
})

/** The program asks the server of this process, which must be free to answer. */
const keyProgram = join(repositoryRoot, 'local-server', 'dist', 'cli', 'key.js')
const { stdout: key } = await promisify(execFile)(process.execPath, [
  keyProgram,
  'bench',
  '--data-dir',
  dataDir,
])
const authorization = `Bearer ${key.trim()}`

async function ask<Body>(request: string, body?: object): Promise<Body> {
  const [method = '', path = ''] = request.split(' ')
  const isForm = body instanceof FormData
  const headers = { authorization, ...(body && !isForm && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body && { body: isForm ? body : JSON.stringify(body) }) }
  const response = await fetch(`${origin}/api/v1${path}`, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${request} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Body
}

async function newPost(caption: string): Promise<object> {
  const { accounts } = await ask<{ accounts: { id: string }[] }>('GET /auth/me')
  const picture = readFileSync(join(repositoryRoot, 'local-server', 'demo', 'sunrise.jpg'))
  const form = new FormData()
  form.set('file', new File([picture], 'sunrise.jpg', { type: 'image/jpeg' }))
  const { id: mediaFileId } = await ask<{ id: string }>('POST /media/upload', form)
  return { accountId: accounts[0]?.id, mediaType: 'IMAGE', mediaFileId, caption }
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${PATIENCE_MS / 1000} s`)
    await pause(200)
  }
}

/** Asked of the sandbox: nothing of it runs in this process. */
async function isLive(caption: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` }
  const live = await (await fetch(`${sandbox}/sandbox/live`, { headers })).json()
  return (live as { caption: string | null }[]).some((media) => media.caption === caption)
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** What has run of ours since it was last asked. */
async function takeCalls(): Promise<Called[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:')) return []
    const file = relative(repositoryRoot, fileURLToPath(url))
    if (!/^(core|local-server)\//.test(file)) return []
    return functions.flatMap(({ functionName: name, ranges: [range] }) =>
      name !== '' && range && range.count > 0
        ? [{ file, name, offset: range.startOffset, count: range.count }]
        : [],
    )
  })
}

const keyOf = ({ file, offset }: Called) => `${file}:${offset}`

async function callsOf(run: () => Promise<unknown>): Promise<{ calls: Called[]; seconds: number }> {
  await pause(SETTLED_MS)
  await takeCalls()
  const startedAt = Date.now()
  await run()
  await pause(SETTLED_MS)
  return { calls: await takeCalls(), seconds: (Date.now() - startedAt) / 1000 }
}

/** Calls beyond those of an idle stretch as long. */
async function ownCalls(run: () => Promise<unknown>): Promise<{ all: Called[]; own: Called[] }> {
  const { calls: all, seconds } = await callsOf(run)
  const draft = await newPost('a draft')
  const idle = await callsOf(async () => {
    const { id } = await ask<{ id: string }>('POST /posts/draft', draft)
    await ask(`GET /posts/${id}`)
    await (await fetch(`${origin}/media/${read('select public_key from media')}`)).arrayBuffer()
    await pause(seconds * 1000)
  })
  const usual = new Map(idle.calls.map((call) => [keyOf(call), call.count]))
  return { all, own: all.filter((call) => call.count > (usual.get(keyOf(call)) ?? 0)) }
}

interface Scheduled {
  readonly postId: string
  readonly isCloud: boolean
}

async function schedule(post: object, { ahead, isCloud }: { ahead: number; isCloud: boolean }) {
  const scheduledFor = new Date(Date.now() + ahead).toISOString()
  const scheduled = await ask<Scheduled>('POST /schedule', { ...post, scheduledFor })
  if (scheduled.isCloud !== isCloud) throw new Error(`isCloud is ${scheduled.isCloud}`)
  return scheduled
}

const handOver = (post: object) => schedule(post, { ahead: 15_000, isCloud: true })

/** One value of the database, by the file: no code of ours runs for it. */
function read(query: string, ...values: string[]): string {
  const database = new Database(join(dataDir, 'nightpost.db'), { readonly: true })
  try {
    return String(database.prepare(query).pluck().get(values))
  } finally {
    database.close()
  }
}

const isPublished = async (postId: string) =>
  read('select status from posts where id = ?', postId) === 'PUBLISHED'

// The first of each also loads what waits for its first use.
const first = await handOver(await newPost('the first of the Worker'))
await until(() => isPublished(first.postId), 'the first hand-over')
await ask('POST /posts/publish', await newPost('the first'))
await until(() => isLive('the first'), 'the first publication')

const post = await newPost('published by the Worker')
let handedOver = first
const out = await ownCalls(async () => {
  handedOver = await handOver(post)
})
const back = await ownCalls(() => until(() => isPublished(handedOver.postId), 'the result'))

// Without the Worker a post is published here. It is prepared when the request is long over.
const [, workerProgram] = children
workerProgram?.kill()
await schedule(await newPost('published here'), { ahead: PREPARE_AHEAD.image + 5_000, isCloud: false })
const publication = await ownCalls(() => until(() => isLive('published here'), 'the publication'))

const filesOf = (calls: readonly Called[]) => [...new Set(calls.map(({ file }) => file))].toSorted()
const journeys = { publication, 'hand-over out': out, 'hand-over back': back }
const rows = Object.entries(journeys).map(([name, { all, own }]) => {
  const [files, goal] = [filesOf(own), GOALS[name as keyof typeof GOALS]]
  return [
    name,
    `${files.length}`,
    `${own.length}`,
    `${filesOf(all).length}`,
    `≤ ${goal} ${verdict(files.length, goal)}`,
  ]
})
console.log(
  'files and named functions that run for one picture, without what an idle server, a draft and a fetch of its file run\n',
)
printTable(['journey', 'files', 'functions', 'files in all', 'goal'], rows)
if (process.argv.includes('--list')) {
  for (const [name, { own }] of Object.entries(journeys)) console.log(`\n${name}\n${filesOf(own).join('\n')}`)
}
process.exit(0)
