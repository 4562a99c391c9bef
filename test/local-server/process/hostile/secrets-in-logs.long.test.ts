// Nothing that opens a door is ever written where others read: not in logs, not in the database, not in the terminal, not
// in a process list.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PATIENCE } from '../../../patience.ts'
import { accountId, publish, uploaded } from '../../../process-harness/client.ts'
import { filesBelow } from '../../../process-harness/own-folders.ts'
import { everyCommandAndEnvironment, HAS_PROC } from '../../../process-harness/proc-files.ts'
import { rawAnswer } from '../../../process-harness/raw-http.ts'
import { runProgram } from '../../../process-harness/running-program.ts'
import { addFault } from '../../../process-harness/sandbox-process.ts'
import {
  launchToken,
  redeem,
  runServer,
  startServer,
  type ServerProcess,
} from '../../../process-harness/server-process.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../../../local-server/sandbox/demo-account.ts'

let server: ServerProcess
/** What it is → the secret. */
const secrets: Record<string, string> = {}

beforeAll(async () => {
  server = await startServer({ env: { NODE_ENV: 'development' } })
  const file = JSON.parse(readFileSync(join(server.dataDir, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >
  const cookie = await server.signIn()
  const token = await launchToken(server.origin, server.dataDir)
  Object.assign(secrets, {
    'launch token': server.link.slice(server.link.indexOf('#t=') + 3),
    'launch token that was used': token,
    cookie: cookie.slice('session='.length),
    'signature of the cookie': cookie.slice(cookie.lastIndexOf('.') + 1),
    'API key': await server.newKey('canary'),
    'key that is none': `app_live_${'Canary0'.repeat(6)}x`,
    'platform token': SANDBOX_ACCESS_TOKEN,
    'token of a stranger': `IGcanary${'a1B2c3'.repeat(8)}`,
    'secret in an address': 'canaryInAnAddress4711',
    'password of a stranger': 'canaryBasicPassword4711',
    'password of the owner': 'canaryOwnerPassword4711',
    'cookie of a browser': 'canary%3ABrowserCookie%3A4711',
    ...Object.fromEntries(Object.entries(file).map(([name, value]) => [`${name} of secrets.json`, value])),
  })
  await redeem(server.origin, token)
  await useEverything(cookie)
})

/** Each secret in each place where a client or the platform may put it, in requests that work and requests that fail. */
async function useEverything(cookie: string): Promise<void> {
  const { 'API key': key = '', 'key that is none': wrongKey = '' } = secrets
  await server.api('/posts', { key })
  await server.api('/posts', { key: wrongKey })
  for (const authorization of [
    `Bearer ${secrets['token of a stranger']}`,
    `Basic ${secrets['password of a stranger']}`,
    `OAuth ${secrets['token of a stranger']}`,
    `${key}`,
  ]) {
    await server.request('/api/v1/posts', { headers: { authorization } })
    await server.request('/api/v1/nowhere', { headers: { authorization, cookie } })
  }
  const query = `access_token=${secrets['token of a stranger']}&code=${secrets['secret in an address']}&t=${secrets['launch token that was used']}`
  await server.request(`/api/v1/posts?${query}`, {
    headers: { cookie, referer: `${server.origin}/?${query}` },
  })
  await server.request(`/sandbox/graph.instagram.com/v25.0/me?${query}`)
  await server.api('/posts/publish', { json: { accountId: key, caption: wrongKey } })
  await server.api('/settings/api-keys', { json: { name: '' } })
  await redeem(server.origin, secrets['launch token that was used'] ?? '')
  await rawAnswer(server.port, `GET /?${query} HTTP/1.1\r\nHost: evil.example\r\nCookie: ${cookie}\r\n\r\n`)
  await openStoryMentions(cookie)
  await failAPublication()
}

/** The owner's own session: one login and one pasted session, both refused. */
async function openStoryMentions(cookie: string): Promise<void> {
  const account = await accountId(server)
  const headers = { cookie, origin: server.origin, 'content-type': 'application/json' }
  const ask = async (path: string, json: object) => {
    const body = JSON.stringify({ accountId: account, ...json })
    const answer = await server.request(`/api/story-repost/${path}`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ code: 'LOGIN_FAILED' })
  }
  await ask('credentials', { username: 'demo.kitchen', password: secrets['password of the owner'] })
  const cookies = `sessionid=${secrets['cookie of a browser']}; ds_user_id=91000000000012341; csrftoken=canary`
  await ask('session', { cookies, userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
}

/** The platform fails in ways that end up in the log with what was sent to it. */
async function failAPublication(): Promise<void> {
  const [media, account] = [await uploaded(server), await accountId(server)]
  for (const mode of ['html', 'half-json', 'drop', 'token-expired'] as const) {
    await addFault(server.origin, { on: 'create', mode, times: 10 })
  }
  const id = await publish(server, { accountId: account, mediaFileId: media.id, caption: 'fails' })
  const tried = async () =>
    ((await (await server.api(`/posts/${id}/attempts`)).json()) as { attempts: unknown[] }).attempts.length >
    0
  await vi.waitUntil(tried, { timeout: PATIENCE })
}

function secretsIn(text: string): string[] {
  return Object.entries(secrets)
    .filter(([, secret]) => text.includes(secret))
    .map(([name]) => name)
}

describe('a secret', () => {
  it('stands in no file but secrets.json', () => {
    expect(Object.values(secrets).every((secret) => secret.length >= 20)).toBe(true)
    const files = filesBelow(server.dataDir)
    expect(files).toEqual(expect.arrayContaining(['nightpost.db', 'sandbox.db', 'secrets.json']))
    const found = files.flatMap((file) =>
      secretsIn(readFileSync(join(server.dataDir, file), 'latin1')).map((name) => `${file}: ${name}`),
    )
    expect(found.filter((hit) => !/^secrets\.json: \w+ of secrets\.json$/.test(hit))).toEqual([])
  })

  it('is printed once: the launch link, in its line', () => {
    const lines = server.stdout().split('\n')
    expect(lines.filter((line) => secretsIn(line).length > 0)).toEqual([
      expect.stringMatching(/^ {2}Open {3}http/),
    ])
    expect(secretsIn(server.stderr())).toEqual([])
  })

  it('stands in no command line and no environment', async ({ skip }) => {
    if (!HAS_PROC) skip('processes are listed from /proc')
    await uploaded(server)
    expect(everyCommandAndEnvironment().flatMap(secretsIn)).toEqual([])
  })

  it('of the launch is not in the log of a second start, nor of the key program', async () => {
    const second = await runServer({ dataDir: server.dataDir })
    const token = /#t=(\S+)/.exec(second.stdout)?.[1] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const { stdout: key } = await runProgram('cli/key', ['canary', '--data-dir', server.dataDir])
    const files = filesBelow(server.dataDir).map((file) => readFileSync(join(server.dataDir, file), 'latin1'))
    expect(files.filter((text) => text.includes(token) || text.includes(key.trim()))).toEqual([])
    expect(server.stdout()).not.toContain(token)
  })
})

describe('the log', () => {
  it('tells of a failure without what was sent', async () => {
    await server.stop()
    const log = filesBelow(server.dataDir)
      .filter((file) => file.startsWith('logs'))
      .map((file) => readFileSync(join(server.dataDir, file), 'utf8'))
    expect(secretsIn(log.join(''))).toEqual([])
  })
})
