// How long after its time the Worker's publish call reaches the platform: 200 posts within 20 seconds, with their
// containers ready before, and without. The Worker runs in workerd, the sandbox is the platform, each a process of its own.
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTokenVault } from '../../core/engine/access/token-vault.ts'
import { fromBase64Url } from '../../core/base64url.ts'
import {
  cloudTokenOwner,
  BASIC_VERSION,
  type AccountEnvelope,
  type JobEnvelope,
} from '../../core/engine/worker/protocol.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import { repositoryRoot } from '../../local-server/paths.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import {
  SANDBOX_CREATOR_TOKEN,
  SANDBOX_PLATFORM_TOKEN,
} from '../../local-server/sandbox/tokens/known-tokens.ts'
import type { WorkerDetails } from '../../local-server/worker/worker-server.ts'
import { describeMachine, printTable, quantile, verdict } from './parts/measure.ts'

const POSTS = 200
const WITHIN = 20_000
const GOAL = 250
/** Enough to have every container ready before the first is due, on a machine of two cores. */
const AHEAD = 45_000
/** Too little time to have any ready. */
const AT_ONCE = 150
const PATIENCE = 60_000

/** No account may publish more than a hundred a day. */
const ACCOUNTS = [
  { igUserId: '17841460012345678', username: 'demo.kitchen', token: SANDBOX_ACCESS_TOKEN },
  { igUserId: '17841460023456789', username: 'harbour.bakery', token: SANDBOX_PLATFORM_TOKEN },
  { igUserId: '17841460034567890', username: 'noor.draws', token: SANDBOX_CREATOR_TOKEN },
].map((account) => ({ ...account, accountId: random.uuid() }))

interface World {
  readonly sandboxUrl: string
  readonly worker: WorkerDetails
}

const folders: string[] = []
const programs: ChildProcess[] = []

/** Starts a built program and resolves with the first thing that it prints and that matches. */
function start(program: string, pattern: RegExp): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightpost-bench-'))
  folders.push(dataDir)
  const file = join(repositoryRoot, 'local-server', 'dist', 'cli', `${program}.js`)
  const child = spawn(process.execPath, [file, '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(child)
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
      const found = pattern.exec(printed)
      if (found) resolve(found[0])
    })
    child.once('exit', () => reject(new Error(`${program} ended before it was ready`)))
  })
}

async function startWorld(): Promise<World> {
  const [sandboxUrl, line] = await Promise.all([
    start('sandbox', /http:\/\/127\.0\.0\.1:\d+/),
    start('worker', /^\{.*\}$/m),
  ])
  return { sandboxUrl, worker: JSON.parse(line) as WorkerDetails }
}

async function ask({ worker }: World, method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(worker.workerUrl + path, {
    method,
    headers: { authorization: `Bearer ${worker.workerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
}

async function putAccounts(world: World): Promise<void> {
  const vault = await createTokenVault(fromBase64Url(world.worker.encryptionKey), random)
  for (const { accountId, igUserId, username, token } of ACCOUNTS) {
    const envelope: AccountEnvelope = {
      version: BASIC_VERSION,
      accountId,
      igUserId,
      username,
      loginMethod: 'platform',
      sealedToken: await vault.seal(token, cloudTokenOwner(accountId)),
      tokenIssuedAt: null,
      tokenExpiresAt: null,
      pausedUntil: null,
      sandboxUrl: world.sandboxUrl,
    }
    await ask(world, 'PUT', `/accounts/${accountId}`, envelope)
  }
}

async function putPicture({ worker }: World): Promise<string> {
  const { endpoint, name, accessKeyId, secretAccessKey } = worker.bucket
  const credentials = { accessKeyId, secretAccessKey }
  const s3 = new S3Client({ endpoint, forcePathStyle: true, region: 'auto', credentials })
  const key = `media/${Buffer.from(random.bytes(16)).toString('hex')}.jpg`
  const picture = readFileSync(join(repositoryRoot, 'local-server', 'demo', 'sunrise.jpg'))
  await s3.send(new PutObjectCommand({ Bucket: name, Key: key, Body: picture, ContentType: 'image/jpeg' }))
  return key
}

function jobOf(world: World, key: string, post: { caption: string; number: number; publishAt: number }) {
  const account = ACCOUNTS[post.number % ACCOUNTS.length]
  const job: JobEnvelope = {
    version: BASIC_VERSION,
    jobId: random.uuid(),
    revision: 1,
    postId: random.uuid(),
    accountId: account?.accountId ?? '',
    publishAt: post.publishAt,
    payload: {
      mediaType: 'IMAGE',
      caption: post.caption,
      items: [{ mediaFileId: random.uuid(), kind: 'image', publicKey: key, blobKey: key }],
      userTags: [],
      storyMentions: [],
      collaborators: [],
      locationId: null,
      crossPostToPartner: false,
    },
    mediaBaseUrl: world.worker.bucket.publicUrl,
  }
  return job
}

async function liveCaptions({ sandboxUrl }: World): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` }
  const live = (await (await fetch(`${sandboxUrl}/sandbox/live`, { headers })).json()) as LiveMedia[]
  return new Map(live.map(({ caption, publishedAt }) => [caption ?? '', publishedAt]))
}

/** Milliseconds from each post's time to its publish, and how many never appeared. */
async function lateness(schedule: (world: World, key: string) => Promise<Map<string, number>>) {
  const world = await startWorld()
  await putAccounts(world)
  const due = await schedule(world, await putPicture(world))
  const deadline = Math.max(...due.values()) + PATIENCE
  let live = await liveCaptions(world)
  while (live.size < due.size && Date.now() < deadline) {
    await pause(500)
    live = await liveCaptions(world)
  }
  return [...due].flatMap(([caption, at]) => {
    const seen = live.get(caption)
    return seen === undefined ? [] : [seen - at]
  })
}

/** All are handed over at once; their times lie far enough ahead. */
async function staged(world: World, key: string): Promise<Map<string, number>> {
  const first = Date.now() + AHEAD
  const due = new Map<string, number>()
  for (let number = 0; number < POSTS; number += 1) {
    const post = { caption: `staged ${number}`, number, publishAt: first + (number * WITHIN) / POSTS }
    const job = jobOf(world, key, { ...post, publishAt: Math.round(post.publishAt) })
    await ask(world, 'PUT', `/jobs/${job.jobId}`, job)
    due.set(post.caption, job.publishAt)
  }
  return due
}

/** Each is handed over a moment before its time. */
async function notStaged(world: World, key: string): Promise<Map<string, number>> {
  const first = Date.now() + 1_000
  const due = new Map<string, number>()
  for (let number = 0; number < POSTS; number += 1) {
    const publishAt = Math.round(first + (number * WITHIN) / POSTS)
    await pause(Math.max(0, publishAt - AT_ONCE - Date.now()))
    const job = jobOf(world, key, { caption: `at once ${number}`, number, publishAt })
    await ask(world, 'PUT', `/jobs/${job.jobId}`, job)
    due.set(job.payload.caption ?? '', publishAt)
  }
  return due
}

async function row(name: string, schedule: typeof staged, goal: number | null): Promise<string[]> {
  const late = await lateness(schedule)
  for (const program of programs.splice(0)) program.kill('SIGTERM')
  const p99 = quantile(late, 0.99)
  const figures = [quantile(late, 0), quantile(late, 0.5), quantile(late, 0.95), p99, quantile(late, 1)]
  const held = goal === null ? '' : verdict(late.length === POSTS ? p99 : Number.POSITIVE_INFINITY, goal)
  return [name, `${late.length} of ${POSTS}`, ...figures.map((ms) => ms.toFixed(0)), held]
}

process.once('exit', () => {
  for (const program of programs) program.kill('SIGTERM')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

console.log(
  `${describeMachine()}; ${POSTS} pictures of three accounts within ${WITHIN / 1000} s, ms from a post's time to its publish call\n`,
)
const rows = [
  await row('containers ready before', staged, GOAL),
  await row('handed over at its time', notStaged, null),
]
printTable(['case', 'published', 'min', 'p50', 'p95', 'p99', 'max', `goal p99 ≤ ${GOAL}`], rows)
process.exit(0)
