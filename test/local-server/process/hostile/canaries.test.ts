// A word of its own for each kind of secret, through every door that takes one, against a platform that repeats all that it is
// told: afterwards each is looked for in everything that was written and in everything that was answered.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish, terminalPost, uploaded } from '../../../process-harness/client.ts'
import { startEchoingPlatform, type EchoingPlatform } from '../../../process-harness/echoing-platform.ts'
import { filesBelow } from '../../../process-harness/own-folders.ts'
import {
  launchToken,
  redeem,
  startServer,
  type ServerProcess,
} from '../../../process-harness/server-process.ts'

const word = (start: string) => `${start}Kanari${crypto.randomUUID().replaceAll('-', '')}x`
const SENT = {
  'pasted platform token': word('IGAA'),
  'pasted partner token': word('EAA'),
  'Page token': word('EAA'),
  'token that is refused': word('IGAA'),
  'secret of the platform app': word('s').slice(0, 40),
  'secret of the partner app': word('t').slice(0, 40),
  'code of the consent page': word('AQB'),
  'text that is no token': word('geheim'),
}
/** Known only once the server has made them. */
const made: Record<string, string> = {}

let platform: EchoingPlatform
let server: ServerProcess
const startedAt = Date.now()
/** Every answer of the server, head and body; where the secret belongs it is taken out. */
const answers: string[] = []
const posts: string[] = []
const statuses: number[] = []
const TABLES = ['settings', 'accounts', 'api_keys', 'sessions', 'posts']
const realFetch = globalThis.fetch

beforeAll(async () => {
  platform = await startEchoingPlatform({ tokenForCode: '', pageToken: SENT['Page token'] })
  const hosts = ['PLATFORM_GRAPH', 'PARTNER_GRAPH', 'PLATFORM_API', 'PLATFORM_AUTH', 'PARTNER_AUTH']
  const urls = Object.fromEntries(hosts.map((name) => [`${name}_URL`, platform.origin]))
  const env = {
    ...urls,
    UPLOAD_URL: platform.origin,
    MEDIA_PUBLIC_BASE_URL: platform.origin,
    NODE_ENV: 'development',
  }
  server = await startServer({ env })
  globalThis.fetch = listening
  await makeSecrets()
  await useSecrets()
})
afterAll(() => {
  globalThis.fetch = realFetch
  platform.close()
})

const listening: typeof fetch = async (input, init) => {
  const answer = await realFetch(input, init)
  const head = [...answer.headers].filter(([name]) => name !== 'set-cookie').join('\n')
  answers.push(`${head}\n\n${await answer.clone().text()}`)
  return answer
}

async function makeSecrets(): Promise<void> {
  const stored = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >
  for (const [name, value] of Object.entries(stored)) made[`${name} of the folder`] = value
  made['launch token of the link'] = server.link.slice(server.link.indexOf('#t=') + 3)
  made['cookie'] = (await server.signIn()).slice('session='.length)
  made['launch token'] = await launchToken(server.origin, server.dataDir)
  made['API key'] = await server.newKey('canary')
  await redeem(server.origin, made['launch token'])
  // The answers that hand out a secret, each to the one who asked for it.
  const handedOut = answers.splice(0).join('')
  expect(handedOut).toContain(made['API key'])
}

async function page(path: string, method: string, json?: object): Promise<Response> {
  const headers = {
    cookie: `session=${made['cookie']}`,
    origin: server.origin,
    'content-type': 'application/json',
  }
  return fetch(server.origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(json && { body: JSON.stringify(json) }),
  })
}

const setUp = () =>
  page('/api/setup', 'PUT', {
    platformAppId: '990000000000001',
    platformAppSecret: SENT['secret of the platform app'],
    partnerAppId: '990000000000002',
    partnerAppSecret: SENT['secret of the partner app'],
  })
const paste = (loginMethod: string, accessToken: string) =>
  page('/api/auth/accounts/token', 'POST', { loginMethod, accessToken })

async function useSecrets(): Promise<void> {
  await setUp()
  expect((await paste('platform', SENT['pasted platform token'])).status).toBe(201)
  expect((await paste('partner', SENT['pasted partner token'])).status).toBe(201)
  await paste('partner', `${SENT['text that is no token']} and more\u0000`)
  for (const method of ['platform', 'partner']) await comeBack(method)
  await publishEverywhere()
  for (const path of ['/posts', '/auth/me', '/settings/api-keys', '/health', '/health/ig-version', '/media'])
    await server.api(path)
  await page('/api/setup', 'GET')
  await sendSecretsAstray()
  await forceInternalErrors()
}

/** From a consent page, with a code that the platform refuses in words that repeat it. */
async function comeBack(method: string): Promise<void> {
  const away = await page(`/api/auth/connect/${method}`, 'GET')
  const state = new URL(away.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const back = new URLSearchParams({ state, code: SENT['code of the consent page'] })
  const home = await page(`/api/auth/callback/${method}?${back}`, 'GET')
  const name = /(?:connected|problem)=([^#&]+)/.exec(home.headers.get('location') ?? '')?.[1] ?? ''
  await page(`/api/auth/outcomes/${name}`, 'GET')
}

/** Each publication is refused in words that repeat its token. */
async function publishEverywhere(): Promise<void> {
  const media = await uploaded(server)
  const { accounts } = (await (await server.api('/auth/me')).json()) as {
    accounts: { id: string; username: string }[]
  }
  for (const { id, username } of accounts.filter((account) => account.username !== 'demo.kitchen')) {
    const post = await publish(server, { accountId: id, mediaFileId: media.id, caption: username })
    posts.push((await terminalPost(server, post)).status)
    await server.api(`/posts/${post}/attempts`)
  }
}

/** With its tables taken away, whatever the server does ends in an error that knows what it was about to store. */
async function forceInternalErrors(): Promise<void> {
  const database = new Database(join(server.dataDir, 'nightpost.db'))
  for (const table of TABLES) {
    database.exec(`ALTER TABLE ${table} RENAME TO taken_${table}`)
    statuses.push((await setUp()).status, (await paste('platform', SENT['pasted platform token'])).status)
    statuses.push((await paste('partner', SENT['pasted partner token'])).status)
    statuses.push((await server.api('/posts', { key: made['API key'] ?? '' })).status)
    statuses.push((await server.api('/settings/api-keys', { json: { name: 'x' } })).status)
    await redeem(server.origin, await launchToken(server.origin, server.dataDir))
    database.exec(`ALTER TABLE taken_${table} RENAME TO ${table}`)
  }
  database.close()
}

/** Sends secrets in requests that have no place for them. */
async function sendSecretsAstray(): Promise<void> {
  const { 'API key': key = '', cookie = '' } = made
  const all = Object.values({ ...SENT, ...made })
  for (const secret of all) {
    await fetch(`${server.origin}/api/v1/posts?access_token=${secret}`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    await fetch(`${server.origin}/api/v1/media/${secret}`, {
      headers: { authorization: `Bearer ${key}`, referer: `http://x/?t=${secret}` },
    })
    await fetch(`${server.origin}/uploads/${secret}`, {
      headers: { cookie: `session=${secret}; session=${cookie}` },
    })
    await server.api('/settings/api-keys', { json: { name: secret.repeat(20) } })
    await server.api('/posts/publish', { json: { accountId: secret, mediaType: secret, caption: 5 } })
  }
}

const hits = (text: string): string[] =>
  Object.entries({ ...SENT, ...made })
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => name)

describe('a secret', () => {
  it('did reach whom it is for', () => {
    const received = platform.received()
    const wanted = Object.entries(SENT).filter(([name]) => !/refused|no token|Page/.test(name))
    expect(wanted.filter(([, secret]) => !received.includes(secret))).toEqual([])
    expect(posts).toEqual(['FAILED', 'FAILED'])
    expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(5)
  })

  it('is in no file but the one for the keys of the folder', async () => {
    await server.stop()
    const files = filesBelow(server.dataDir)
    expect(files).toEqual(expect.arrayContaining(['logs/nightpost.log', 'nightpost.db', 'secrets.json']))
    const found = files.flatMap((file) =>
      hits(readFileSync(join(server.dataDir, file), 'latin1')).map((name) => `${file}: ${name}`),
    )
    expect(found.toSorted()).toEqual(
      ['folderSecret', 'sessionKey', 'tokenKey'].map((name) => `secrets.json: ${name} of the folder`),
    )
  })

  it('is in no file of the temporary folder that is new since', () => {
    const recent = readdirSync(tmpdir(), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(tmpdir(), entry.name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 > startedAt)
    expect(recent.filter((file) => hits(readFileSync(file, 'latin1')).length > 0)).toEqual([])
  })

  it('is in no answer, whatever was asked and however it went', () => {
    expect(answers.length).toBeGreaterThan(60)
    // What a client puts into an address or a name comes back as it is in its own words only.
    expect(
      answers.flatMap((answer) => hits(answer).map((name) => `${name}: ${answer.slice(0, 600)}`)),
    ).toEqual([])
  })

  it('is printed once: the launch link', () => {
    const lines = server.stdout().split('\n')
    expect(lines.filter((line) => hits(line).length > 0)).toEqual([
      expect.stringMatching(/^ {2}Open {3}http/),
    ])
    expect(hits(server.stderr())).toEqual([])
  })
})
