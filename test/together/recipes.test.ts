// The recipes of local-server/guide/scripts.md, executed as they are written there: only the port, the program and the folders are others.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { findOnPath } from '../../local-server/media/video/ffmpeg.ts'
import { repositoryRoot } from '../../local-server/paths.ts'
import workflow from '../../local-server/recipes/n8n-next-slot.json' with { type: 'json' }
import { DAY, toIso } from '../../core/time.ts'
import { accountId, smallPicture, terminalPost, uploaded } from '../process-harness/client.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'

const guide = readFileSync(join(repositoryRoot, 'local-server/guide/scripts.md'), 'utf8')
const USUAL = 'http://127.0.0.1:4100'
const PATH = process.env['PATH'] ?? ''
const hasTools = ['bash', 'curl', 'jq'].every((program) => findOnPath(program, PATH) !== null)

let server: ServerProcess
let folder: string
let nightpost: string
beforeAll(async () => {
  server = await startServer()
  folder = newFolder()
  nightpost = join(folder, 'nightpost')
  const program = join(repositoryRoot, 'local-server/dist/cli/nightpost.js')
  writeFileSync(
    nightpost,
    `#!/bin/sh\nNIGHTPOST_DATA_DIR='${server.dataDir}' exec '${process.execPath}' '${program}' "$@"\n`,
  )
  chmodSync(nightpost, 0o700)
})

const inShell = async (shell: string, script: string, path: string) =>
  (await promisify(execFile)(shell, ['-c', script], { cwd: folder, env: { HOME: folder, PATH: path } }))
    .stdout

it.runIf(hasTools)('the session in the shell publishes once, however often it is repeated', async () => {
  const [, session = ''] = /```sh\n(KEY=\$\(nightpost key[\s\S]*?)```/.exec(guide) ?? []
  writeFileSync(join(folder, 'soup.jpg'), await smallPicture())
  const script = session.replace(USUAL, server.origin)
  const last = script.trim().split('\n').at(-1) ?? ''
  const [first, again, ...others] = (await inShell('bash', `${script}${last}`, `${folder}:${PATH}`))
    .trim()
    .split('\n')
  expect([first, others]).toEqual([again, []])
  expect(await terminalPost(server, first ?? '')).toMatchObject({
    status: 'PUBLISHED',
    caption: 'Soup of the day',
  })
})

it('the line for cron publishes the picture of the day', async () => {
  const [, line = ''] = /```crontab\n(?:\S+ ){5}(.*)\n```/.exec(guide) ?? []
  mkdirSync(join(folder, 'posts'))
  for (const at of [Date.now(), Date.now() + DAY])
    writeFileSync(join(folder, 'posts', `${toIso(at).slice(0, 10)}.jpg`), await smallPicture())
  const command = line.replace('/usr/local/bin/nightpost', nightpost).replaceAll(String.raw`\%`, '%')
  expect(await inShell('/bin/sh', `TZ=UTC; export TZ; ${command}`, '/usr/bin:/bin')).toMatch(
    /^Published: http/,
  )
})

it('the workflow for n8n moves the newest draft into the next free slot', async () => {
  const account = await accountId(server)
  const slots = { timezone: 'UTC', weekly: { monday: ['09:00'] } }
  expect((await server.api(`/accounts/${account}/slots`, { method: 'PUT', json: slots })).status).toBe(200)
  const { id } = await uploaded(server)
  const draft = { accountId: account, mediaType: 'IMAGE', mediaFileId: id, caption: 'By n8n' }
  const made = (await (await server.api('/posts/draft', { json: draft })).json()) as { id: string }
  const key = await server.newKey()
  expect(await play('Every morning', null, key)).toMatchObject({ postId: made.id })
})

type Node = (typeof workflow.nodes)[number]

/** As n8n does: each node gets what the one before it has answered. */
async function play(name: string, json: unknown, key: string): Promise<unknown> {
  const node = workflow.nodes.find((each) => each.name === name)
  if (!node) throw new Error(`there is no node ${name}`)
  const answer = node.type === 'n8n-nodes-base.httpRequest' ? await request(node, json, key) : json
  const connections: Record<string, { main: { node: string }[][] }> = workflow.connections
  const next = connections[name]?.main[0]?.[0]?.node
  return next === undefined ? answer : play(next, answer, key)
}

async function request({ parameters }: Node, json: unknown, key: string): Promise<unknown> {
  const { method = 'GET', url = '', queryParameters, headerParameters, jsonBody } = parameters
  const target = new URL(filled(url, json).replace(USUAL, server.origin))
  for (const { name, value } of queryParameters?.parameters ?? []) target.searchParams.set(name, value)
  const headers = new Headers({ authorization: `Bearer ${key}` })
  for (const { name, value } of headerParameters?.parameters ?? []) headers.set(name, filled(value, json))
  if (jsonBody !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(target, { method, headers, ...(jsonBody !== undefined && { body: jsonBody }) })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

/** A value that begins with = is an expression; ours read what came before. */
function filled(value: string, json: unknown): string {
  if (!value.startsWith('=')) return value
  return value
    .slice(1)
    .replaceAll(/\{\{ \$json\.(\S+) \}\}/g, (_all, path: string) =>
      String(
        path.split(/[.[\]]+/).reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], json),
      ),
    )
}
