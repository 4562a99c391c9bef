// Every block of the guide: executed as it is written, on one server, with only the address, the folders and the ids of others; or with
// the sentence of the test that executes it, or the reason why nothing here can.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { HELP_PAGES } from '../../core/rules/notices/help-pages.ts'
import { DAY, toIso } from '../../core/time.ts'
import { readConfig } from '../../local-server/config.ts'
import { findOnPath } from '../../local-server/media/video/ffmpeg.ts'
import { guideDir, repositoryRoot } from '../../local-server/paths.ts'
import { accountId, postOf, smallPicture, terminalPost, uploaded } from '../process-harness/client.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'

interface Block {
  readonly name: string
  readonly code: string
}

const USUAL = 'http://127.0.0.1:4100'
const BLOCKS: readonly Block[] = HELP_PAGES.flatMap((page) => {
  const markdown = readFileSync(join(guideDir, `${page}.md`), 'utf8')
  return [...markdown.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, code = '']) => ({
    name: `${page}: ${code.split('\n')[0]}`,
    code,
  }))
})

const SYSTEM_PATH = process.env['PATH'] ?? ''
const hasTools = ['bash', 'curl', 'jq'].every((program) => findOnPath(program, SYSTEM_PATH) !== null)

let server: ServerProcess
let folder: string
let account: string
let variables: Record<string, string>
beforeAll(async () => {
  server = await startServer()
  folder = newFolder()
  account = await accountId(server)
  const nightpost = join(folder, 'nightpost')
  const program = join(repositoryRoot, 'local-server/dist/cli/nightpost.js')
  writeFileSync(
    nightpost,
    `#!/bin/sh\nNIGHTPOST_DATA_DIR='${server.dataDir}' exec '${process.execPath}' '${program}' "$@"\n`,
  )
  chmodSync(nightpost, 0o700)
  writeFileSync(join(folder, '.curlrc'), 'silent\nfail-with-body\n')
  variables = {
    HOME: folder,
    CURL_HOME: folder,
    PATH: `${folder}:${SYSTEM_PATH}`,
    BASE: `${server.origin}/api/v1`,
    KEY: await server.newKey(),
  }
})

const inBash = async (script: string, more: Record<string, string> = {}) =>
  (await promisify(execFile)('bash', ['-ec', script], { cwd: folder, env: { ...variables, ...more } })).stdout

async function scheduled(): Promise<string> {
  const { id: mediaFileId } = await uploaded(server)
  const post = { accountId: account, mediaType: 'IMAGE', mediaFileId, caption: mediaFileId }
  const answer = await server.api('/schedule', { json: { ...post, scheduledFor: toIso(Date.now() + DAY) } })
  return ((await answer.json()) as { postId: string }).postId
}

/** Writes an id in the place of each “…”. */
async function withIds(code: string): Promise<string> {
  let filled = code.replaceAll('"accountId":"…"', `"accountId":"${account}"`)
  while (filled.includes('"mediaFileId":"…"'))
    filled = filled.replace('"mediaFileId":"…"', `"mediaFileId":"${(await uploaded(server)).id}"`)
  return filled
}

/** A line that starts the server with a variable: the variable is one that it takes. */
function startsWithItsVariables(code: string): void {
  const [, name = '', value = ''] = /^(?:export )?(NIGHTPOST_\w+)=(\S+)/m.exec(code) ?? []
  expect(name).not.toBe('')
  readConfig([], { HOME: folder, [name]: value.replace('$HOME', folder) })
}

type Run = (code: string) => Promise<void> | void

/** By what only that block has in it. */
const RUNS: readonly (readonly [marker: string, run: Run])[] = [
  [
    'createNightpost',
    async (code) => {
      const file = join(folder, 'sample.mjs')
      const client = pathToFileURL(join(repositoryRoot, 'local-server/client/client.mjs')).href
      const here = code
        .replace('nightpost/client', client)
        .replace('process.env.NIGHTPOST_KEY', `'${variables['KEY']}', origin: '${server.origin}'`)
      writeFileSync(file, `${here}\nexport { data, error }\n`)
      const answer = (await import(pathToFileURL(file).href)) as { data?: unknown; error?: unknown }
      expect(answer).toMatchObject({ data: { posts: [] }, error: undefined })
    },
  ],
  [
    'file,caption,at,zone',
    async (code) => {
      for (const name of ['soup.jpg', 'one.jpg', 'two.jpg'])
        writeFileSync(join(folder, name), await smallPicture())
      const slots = { timezone: 'UTC', weekly: { monday: ['09:00'] } }
      expect((await server.api(`/accounts/${account}/slots`, { method: 'PUT', json: slots })).status).toBe(
        200,
      )
      writeFileSync(join(folder, 'week.csv'), code)
      const rows = JSON.parse(await inBash('nightpost schedule import week.csv --json')) as unknown
      expect(JSON.stringify(rows).match(/"postId":"[\w-]+"/g)).toHaveLength(2)
    },
  ],
  [
    'Idempotency-Key: monday-1',
    async (code) => {
      const script = await withIds(code)
      const answers = [await inBash(script), await inBash(script)].map((text) => JSON.parse(text) as object)
      expect(answers[1]).toEqual(answers[0])
      const { postId } = answers[0] as { postId: string }
      expect((await terminalPost(server, postId)).status).toBe('PUBLISHED')
    },
  ],
  [
    '$BASE/events',
    async (code) => {
      const listening = spawn('bash', ['-ec', `exec ${code}`], { cwd: folder, env: variables })
      const heard = new Promise<string>((resolve) => {
        let text = ''
        listening.stdout.on('data', (chunk) => {
          text += String(chunk)
          if (text.includes('event: ')) resolve(text)
        })
      })
      await scheduled()
      expect(await heard).toContain('event: ')
      listening.kill()
    },
  ],
  ['NIGHTPOST_ON_EVENT=', startsWithItsVariables],
  ['NIGHTPOST_AGENT_FOLDERS=$HOME', startsWithItsVariables],
  [
    'With the lid closed',
    async (code) => {
      const { postId } = JSON.parse(await inBash(await withIds(code))) as { postId: string }
      expect((await postOf(server, postId)).status).toBe('SCHEDULED')
    },
  ],
]

/** Executed by another test: its file, and its sentence. */
const ELSEWHERE: readonly (readonly [marker: string, file: string, sentence: string])[] = [
  [
    'ask() {',
    'test/together/recipes.test.ts',
    'the session in the shell publishes once, however often it is repeated',
  ],
  ['0 9 * * *', 'test/together/recipes.test.ts', 'the line for cron publishes the picture of the day'],
  [
    'ntfy.sh',
    'test/local-server/loops/event-hook.test.ts',
    'the recipe of the guide tells a phone of what needs attention, and of nothing else',
  ],
  [
    '--print-config',
    'test/local-server/process/agent-config.test.ts',
    '%s starts this Nightpost, with the key and the folders',
  ],
  [
    'npm run sandbox',
    'test/together/close-the-lid.test.ts',
    'a post goes out with the lid closed, edits and cancels hold, and the desktop learns what happened',
  ],
  [
    'npm run worker',
    'test/together/close-the-lid.test.ts',
    'a post goes out with the lid closed, edits and cancels hold, and the desktop learns what happened',
  ],
  [
    'export NIGHTPOST_SANDBOX_URL=',
    'test/together/close-the-lid.test.ts',
    'a post goes out with the lid closed, edits and cancels hold, and the desktop learns what happened',
  ],
]

const CANNOT: readonly (readonly [marker: string, because: string])[] = [
  ['tailscale serve', 'It needs a tailnet; behind-caddy.long.test.ts has a server behind another proxy.'],
]

const MARKERS = [...RUNS, ...ELSEWHERE, ...CANNOT].map(([marker]) => marker)

describe('the guide', () => {
  it('has no block that is not known here, and none is known that it does not have', () => {
    const known = BLOCKS.map(({ name, code }) => [
      name,
      MARKERS.filter((marker) => code.includes(marker)).length,
    ])
    expect(known.filter(([, count]) => count !== 1)).toEqual([])
    expect(MARKERS.filter((marker) => !BLOCKS.some(({ code }) => code.includes(marker)))).toEqual([])
  })

  it('is short', () => {
    const words = HELP_PAGES.map(
      (page) => readFileSync(join(guideDir, `${page}.md`), 'utf8').split(/\s+/).length,
    )
    expect(Math.max(...words)).toBeLessThan(1_500)
    expect(words.reduce((sum, count) => sum + count)).toBeLessThan(5_400)
  })

  it.each(ELSEWHERE)('“%s” is executed in %s', (_marker, file, sentence) => {
    expect(readFileSync(join(repositoryRoot, file), 'utf8')).toContain(`'${sentence}'`)
  })

  it.runIf(hasTools).each(RUNS)('“%s” does what is said', async (marker, run) => {
    const { code = '' } = BLOCKS.find((block) => block.code.includes(marker)) ?? {}
    await run(code.replaceAll(USUAL, server.origin))
  })
})
