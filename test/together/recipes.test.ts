// The recipes of local-server/guide/scripts.md, executed as they are written there: only the port, the program and the folders are others.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { findOnPath } from '../../local-server/media/video/ffmpeg.ts'
import { repositoryRoot } from '../../local-server/paths.ts'
import { DAY, toIso } from '../../core/time.ts'
import { accountId, smallPicture, terminalPost, uploaded } from '../process-harness/client.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'

const guide = readFileSync(join(repositoryRoot, 'local-server/guide/scripts.md'), 'utf8')
const USUAL = 'http://127.0.0.1:4100'
const PATH = process.env['PATH'] ?? ''
const bundle = join(repositoryRoot, 'local-server/dist/cli/nightpost.js')
const hasTools = ['bash', 'curl', 'jq'].every((program) => findOnPath(program, PATH) !== null)

let server: ServerProcess
let folder: string
let nightpost: string
beforeAll(async () => {
  server = await startServer()
  folder = newFolder()
  nightpost = join(folder, 'nightpost')
  writeFileSync(
    nightpost,
    `#!/bin/sh\nNIGHTPOST_DATA_DIR='${server.dataDir}' exec '${process.execPath}' '${bundle}' "$@"\n`,
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
  // As npm installs it: a link to a script that asks for Node in the PATH.
  const [program, script] = [join(folder, 'for-cron'), join(folder, 'for-cron.mjs')]
  const dataDir = JSON.stringify(server.dataDir)
  const lines = [
    '#!/usr/bin/env node',
    `process.env.NIGHTPOST_DATA_DIR = ${dataDir}`,
    `await import(${JSON.stringify(bundle)})`,
  ]
  writeFileSync(script, lines.join('\n'), { mode: 0o700 })
  symlinkSync(script, program)
  const command = line
    .replace('/usr/local/bin/node ', `${process.execPath} `)
    .replace('/usr/local/bin/nightpost', program)
    .replaceAll(String.raw`\%`, '%')
  expect(await inShell('/bin/sh', `TZ=UTC; export TZ; ${command}`, '/usr/bin:/bin')).toMatch(
    /^Published: http/,
  )
})

describe('the workflow for n8n', () => {
  it('publishes the oldest draft that is ready, one each time, and does nothing on a day without one', async () => {
    const { fullKey } = (await (
      await server.api('/settings/api-keys', { json: { name: 'n8n' } })
    ).json()) as { fullKey: string }
    const account = await accountId(server)
    const { id: mediaFileId } = await uploaded(server)
    const drafted = async (caption: string, content: object = { mediaFileId }) => {
      const json = { accountId: account, mediaType: 'IMAGE', caption, ...content }
      return ((await (await server.api('/posts/draft', { json })).json()) as { id: string }).id
    }
    expect(await play(fullKey)).toEqual({ last: 'Each draft', items: [] })
    await drafted('Without a picture', {})
    expect(await play(fullKey)).toEqual({ last: 'Only ready ones', items: [] })
    const [older, newer] = [await drafted('The older'), await drafted('The newer')]
    for (const postId of [older, newer]) {
      expect(await play(fullKey)).toMatchObject({ last: 'Publish it', items: [{ json: { postId } }] })
      expect(await terminalPost(server, postId)).toMatchObject({ status: 'PUBLISHED' })
    }
    expect(await play(fullKey)).toEqual({ last: 'Only ready ones', items: [] })
  })
})

interface WorkflowNode {
  readonly name: string
  readonly type: string
  readonly parameters: {
    readonly method?: string
    readonly url?: string
    readonly queryParameters?: { readonly parameters: readonly NameAndValue[] }
    readonly headerParameters?: { readonly parameters: readonly NameAndValue[] }
    readonly jsonBody?: string
    readonly fieldToSplitOut?: string
    readonly maxItems?: number
    readonly conditions?: { readonly conditions: readonly { readonly leftValue: string }[] }
  }
}

interface NameAndValue {
  readonly name: string
  readonly value: string
}

interface Workflow {
  readonly nodes: readonly WorkflowNode[]
  readonly connections: Readonly<Record<string, { readonly main: { readonly node: string }[][] }>>
}

/** As n8n passes them on: each knows of which item of an earlier node it was made. */
interface Item {
  readonly json: Record<string, unknown>
  readonly node: string
  readonly madeOf: Item | null
}

const recipe = join(repositoryRoot, 'local-server/recipes/n8n-oldest-draft.json')
const workflow = JSON.parse(readFileSync(recipe, 'utf8')) as Workflow

/** As n8n does: each node gets the items of the one before it, and none runs without an item. */
async function play(key: string) {
  let name = 'Every morning'
  let items: Item[] = [{ json: {}, node: name, madeOf: null }]
  for (;;) {
    const next = workflow.connections[name]?.main[0]?.[0]?.node
    const node = workflow.nodes.find((each) => each.name === next)
    if (node === undefined || items.length === 0) return { last: name, items }
    items = await run(node, items, key)
    name = node.name
  }
}

async function run({ name, type, parameters }: WorkflowNode, items: Item[], key: string): Promise<Item[]> {
  const made = (madeOf: Item, json: unknown) => ({ json: json as Item['json'], node: name, madeOf })
  switch (type) {
    case 'n8n-nodes-base.httpRequest': {
      const answers: Item[] = []
      for (const item of items) answers.push(made(item, await request(parameters, item, key)))
      return answers
    }
    case 'n8n-nodes-base.splitOut':
      return items.flatMap((item) =>
        (item.json[parameters.fieldToSplitOut ?? ''] as unknown[]).map((part) => made(item, part)),
      )
    case 'n8n-nodes-base.filter':
      return items.filter((item) =>
        parameters.conditions?.conditions.every(({ leftValue }) => filled(leftValue, item) === 'true'),
      )
    case 'n8n-nodes-base.limit':
      return items.slice(0, parameters.maxItems)
    default:
      throw new Error(`no node of the type ${type} is played here`)
  }
}

async function request(
  { method = 'GET', url = '', queryParameters, headerParameters, jsonBody }: WorkflowNode['parameters'],
  item: Item,
  key: string,
): Promise<unknown> {
  const target = new URL(filled(url, item).replace(USUAL, server.origin))
  for (const { name, value } of queryParameters?.parameters ?? []) target.searchParams.set(name, value)
  const headers = new Headers({ authorization: `Bearer ${key}` })
  for (const { name, value } of headerParameters?.parameters ?? []) headers.set(name, filled(value, item))
  if (jsonBody !== undefined) headers.set('content-type', 'application/json')
  const body = jsonBody === undefined ? {} : { body: filled(jsonBody, item) }
  const response = await fetch(target, { method, headers, ...body })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

/** A value that begins with = is an expression; ours read this item, or the one of a node that it was made of. */
function filled(value: string, item: Item): string {
  if (!value.startsWith('=')) return value
  return value
    .slice(1)
    .replaceAll(
      /\{\{ (?:\$\('([^']+)'\)\.item|\$)\.?json\.(\w+) \}\}/g,
      (_all, node: string | undefined, field: string) =>
        String((node === undefined ? item : madeBy(node, item)).json[field]),
    )
}

function madeBy(node: string, item: Item): Item {
  if (item.node === node) return item
  if (item.madeOf === null) throw new Error(`nothing here was made by ${node}`)
  return madeBy(node, item.madeOf)
}
