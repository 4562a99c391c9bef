// The server behind a real reverse proxy with a certificate authority of its own, as a phone would reach it.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Agent, fetch, type RequestInit } from 'undici'
import { findChromium } from '../../../local-server/launch/commands/chromium.mjs'
import { launchBrowser, openPage } from '../../e2e/browser.ts'
import { isSignedIn } from '../../e2e/visit.ts'
import { PATIENCE } from '../../patience.ts'
import { accountId, publish, uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { redeem, launchToken, startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { streamVideo } from '../../process-harness/streamed-upload.ts'
import { freePort } from '../../process-harness/free-port.ts'

const HAS_CADDY = spawnSync('caddy', ['version']).status === 0
/** Chromium takes authorities from the database of NSS, which that program writes. */
const LACKS_FOR_BROWSER = !findChromium() || spawnSync('certutil', ['-H']).error !== undefined
// Of names below ts.net Caddy asks Tailscale for the certificate.
const NAME = 'night.example.net'
const MEBIBYTE = 2 ** 20

/** Every name leads to this computer. */
const lookup: NonNullable<NonNullable<Parameters<typeof streamVideo>[0]['tls']>['lookup']> = (
  _name,
  options,
  found,
) => (options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4))

let server: ServerProcess
let origin: string
let ca: string
let caFile: string
let agent: Agent
const ends: (() => unknown)[] = []

beforeAll(async () => {
  if (!HAS_CADDY) return
  const port = await freePort()
  origin = `https://${NAME}:${port}`
  server = await startServer({ withFile: true, env: { NIGHTPOST_ORIGIN: origin, MAX_FILE_SIZE_MB: '500' } })
  ca = await startCaddy(port, server.port)
  agent = new Agent({ connect: { ca, lookup } })
  ends.push(() => agent.close())
})
afterAll(() => Promise.all(ends.map((end) => end())))

const ask = (path: string, init: RequestInit = {}, at = origin) =>
  fetch(at + path, { dispatcher: agent, ...init })
const linkFor = (name: string) => new RegExp(`${name} +(\\S+)/#t=(\\S+)`).exec(server.stdout())
async function signIn(): Promise<string> {
  const t = await launchToken(server.origin, server.dataDir)
  const response = await ask('/api/auth/session', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ t }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

describe.runIf(HAS_CADDY)('behind Caddy', () => {
  it('the page is there, and the printed link signs a phone in over https', async () => {
    expect(await (await ask('/plan')).text()).toContain('<!doctype html>')
    const [, at, t] = linkFor('Phone') ?? []
    expect(at).toBe(origin)
    const headers = { origin, 'content-type': 'application/json' }
    const response = await ask('/api/auth/session', { method: 'POST', headers, body: JSON.stringify({ t }) })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=.*; Secure/)
  })

  it('a key and the files obey the same rules', async () => {
    expect((await ask('/api/v1/posts')).status).toBe(401)
    expect((await ask('/uploads/media/a.jpg')).status).toBe(401)
    const authorization = `Bearer ${await server.newKey()}`
    expect((await ask('/api/v1/posts', { headers: { authorization } })).status).toBe(200)
    expect((await ask('/uploads/media/a.jpg', { headers: { authorization } })).status).toBe(404)
    expect((await ask('/sandbox')).status).toBe(404)
    expect((await fetch(`${server.origin}/sandbox`)).status).toBe(200)
  })

  it('pages of other origins and other names stay outside', async () => {
    const cookie = await signIn()
    const create = (from: string) =>
      ask('/api/v1/settings/api-keys', {
        method: 'POST',
        headers: { cookie, origin: from, 'content-type': 'application/json' },
        body: '{"name":"stolen"}',
      })
    expect((await create(`https://${NAME}`)).status).toBe(401)
    expect((await create('https://evil.example')).status).toBe(401)
    expect((await create(origin)).status).toBe(201)
    const other = origin.replace(NAME, 'other.example.net')
    expect((await ask('/api/v1/health', {}, other)).status).toBe(400)
  })

  it('takes a video of 400 MB', async () => {
    const upload = { server: { origin }, cookie: await signIn(), bytes: 400 * MEBIBYTE, tls: { ca, lookup } }
    expect(await streamVideo(upload)).toMatchObject({ status: 201 })
  })

  it('tells of what changes, as it happens', async () => {
    const authorization = `Bearer ${await server.newKey()}`
    const stop = new AbortController()
    const response = await ask('/api/v1/events', { headers: { authorization }, signal: stop.signal })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const { id } = await uploaded(server)
    let heard = ''
    for await (const chunk of response.body ?? []) {
      heard += Buffer.from(chunk as Uint8Array).toString()
      if (heard.includes(id)) break
    }
    expect(heard).toMatch(/^event: media\.created$/m)
    stop.abort()
  })

  it.skipIf(LACKS_FOR_BROWSER)('the page works in a browser that trusts its authority', async () => {
    const home = newFolder()
    trust(home, caFile)
    const browser = await launchBrowser({ home, flags: [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`] })
    onTestFinished(() => browser.close())
    const { page, complaints } = await openPage(browser)
    await page.goto(`${origin}/#t=${await launchToken(server.origin, server.dataDir)}`)
    await isSignedIn(page)
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({ name: 'session', secure: true, httpOnly: true })
    await page.goto(`${origin}/posts`)
    // It hears of what happens elsewhere without being asked to look.
    const account = await accountId(server)
    await publish(server, {
      accountId: account,
      mediaFileId: (await uploaded(server)).id,
      caption: 'Through the door',
    })
    await page.getByText('Through the door').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('loopback stays as it was', async () => {
    const [, at] = linkFor('Open') ?? []
    expect(at).toBe(server.origin)
    const response = await redeem(server.origin, await launchToken(server.origin, server.dataDir))
    expect(response.headers.getSetCookie()[0]).not.toContain('Secure')
  })
})

describe.runIf(!HAS_CADDY)('a reverse proxy', () => {
  it('is tried where Caddy is installed', ({ skip }) => skip('caddy is not on PATH'))
})

/** Returns the certificate of its authority. Any name is taken, so that wrong ones reach us as well. */
async function startCaddy(port: number, to: number): Promise<string> {
  const dir = newFolder()
  const globals = `admin off\n skip_install_trust\n local_certs\n auto_https disable_redirects\n storage file_system ${dir}`
  const sites = `https://${NAME}:${port}, https://other.example.net:${port}`
  writeFileSync(
    join(dir, 'Caddyfile'),
    `{\n ${globals}\n}\n${sites} {\n bind 127.0.0.1\n reverse_proxy 127.0.0.1:${to}\n}\n`,
  )
  const caddy = spawn('caddy', ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], HOME: dir },
    stdio: 'ignore',
  })
  ends.push(() => caddy.kill('SIGKILL') && once(caddy, 'exit'))
  caFile = join(dir, 'pki/authorities/local/root.crt')
  const ca = await vi.waitFor(() => readFileSync(caFile, 'utf8'), { timeout: PATIENCE })
  const probe = new Agent({ connect: { ca, lookup } })
  await vi.waitFor(() => fetch(`https://${NAME}:${port}/`, { dispatcher: probe }), { timeout: PATIENCE })
  await probe.close()
  return ca
}

/** As the user of that home has done it. */
function trust(home: string, certificate: string): void {
  const database = join(home, '.pki/nssdb')
  mkdirSync(database, { recursive: true })
  const certutil = (...args: string[]) => execFileSync('certutil', ['-d', `sql:${database}`, ...args])
  certutil('-N', '--empty-password')
  certutil('-A', '-n', 'caddy', '-t', 'C,,', '-i', certificate)
}
