import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { startSandboxServer, type SandboxServer } from '../../../local-server/sandbox/sandbox-server.ts'
import { answerOf, clip, jpeg } from './kitchen.ts'

const folders: string[] = []
const running: SandboxServer[] = []

async function start(
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-server-')),
  port = 0,
): Promise<SandboxServer> {
  folders.push(dataDir)
  const server = await startSandboxServer({ port, dataDir })
  running.push(server)
  return server
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Serves one picture on loopback for as long as `use` runs. */
async function withPictureHost<T>(use: (url: string) => Promise<T>): Promise<T> {
  const host = createServer((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'image/jpeg' }).end(jpeg(1080, 1080))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()))
  const address = host.address()
  try {
    return await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/picture.jpg`)
  } finally {
    host.closeAllConnections()
    host.close()
  }
}

/** The same video with a box behind it that players skip. */
function padded(video: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(video.length + size)
  bytes.set(video)
  new DataView(bytes.buffer).setUint32(video.length, size)
  bytes.set(new TextEncoder().encode('free'), video.length + 4)
  return bytes
}

function post(origin: string, path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${origin}/sandbox/graph.instagram.com/v25.0${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` },
    body: new URLSearchParams(fields),
  })
}

describe('the standalone sandbox', () => {
  it('publishes a picture that it fetched over the network, and still has it after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-server-'))
    const first = await start(dataDir)
    const { id } = await withPictureHost(async (url) => {
      const container = await answerOf<{ id: string }>(
        await post(first.origin, '/me/media', { image_url: url }),
      )
      return answerOf<{ id: string }>(
        await post(first.origin, '/me/media_publish', { creation_id: container.id }),
      )
    })
    await first.stop()
    const second = await start(dataDir)
    const picture = await fetch(`${second.origin}/sandbox/media/${id}.jpg`)
    expect((await picture.arrayBuffer()).byteLength).toBe(jpeg(1080, 1080).length)
  })

  it('shows its feed in the letters of the page', async () => {
    const { origin } = await start()
    const styles = await (await fetch(`${origin}/sandbox/feed.css`)).text()
    const [, address = ''] = /url\(([^)]+)\)/.exec(styles) ?? []
    const letters = await fetch(new URL(address, origin))
    expect([letters.status, letters.headers.get('content-type')]).toEqual([200, 'font/woff2'])
  })

  it('takes the bytes of a video that is larger than any other call may be', async () => {
    const { origin } = await start()
    const fields = { media_type: 'REELS', upload_type: 'resumable' }
    const { id, uri } = await answerOf<{ id: string; uri: string }>(await post(origin, '/me/media', fields))
    const video = padded(clip('minute.mp4'), 3 * 2 ** 20)
    const sent = await fetch(uri, {
      method: 'POST',
      headers: {
        authorization: `OAuth ${SANDBOX_ACCESS_TOKEN}`,
        offset: '0',
        file_size: String(video.length),
      },
      body: video,
    })
    expect(await answerOf(sent)).toMatchObject({ success: true })
    const media = await answerOf<{ id: string }>(await post(origin, '/me/media_publish', { creation_id: id }))
    const part = await fetch(`${origin}/sandbox/media/${media.id}.mp4`, { headers: { range: 'bytes=-9' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 9])
    const tooLarge = await post(origin, '/me/media', { caption: 'x'.repeat(2 ** 20) })
    expect(tooLarge.status).toBe(413)
  })

  it('cuts the connection where a fault asks for it', async () => {
    const { origin } = await start()
    const body = JSON.stringify({ on: 'publish', mode: 'drop' })
    await fetch(`${origin}/sandbox/faults`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    await expect(post(origin, '/me/media_publish', { creation_id: '1' })).rejects.toThrow('fetch failed')
  })

  it('stops although a caller is kept in silence', async () => {
    const server = await start()
    const body = JSON.stringify({ on: 'publish', mode: 'silence' })
    await fetch(`${server.origin}/sandbox/faults`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const silent = post(server.origin, '/me/media_publish', { creation_id: '1' }).catch(() => 'cut')
    await expect
      .poll(async () => (await fetch(`${server.origin}/sandbox/faults`)).json())
      .toEqual({ pending: [] })
    await server.stop()
    expect(await silent).toBe('cut')
  })

  it('answers its own names only', async () => {
    const { origin } = await start()
    expect((await fetch(`${origin}/sandbox`)).status).toBe(200)
    expect((await fetch(`${origin.replace('127.0.0.1', 'localhost')}/sandbox`)).status).toBe(200)
    const { status } = await new Promise<{ status: number | undefined }>((resolve, reject) => {
      const { port } = new URL(origin)
      void import('node:http').then(({ get }) =>
        get(
          { host: '127.0.0.1', port, path: '/sandbox', headers: { host: `evil.example:${port}` } },
          (incoming) => {
            incoming.resume()
            resolve({ status: incoming.statusCode })
          },
        ).on('error', reject),
      )
    })
    expect(status).toBe(400)
  })

  it.each([
    ['EACCES', 'Start with another one: npm run sandbox -- --port 4100'],
    ['EMFILE', expect.stringContaining('ulimit -n')],
  ])('says what to do when the system refuses the port: %s', async (code, whatToDo) => {
    const refused = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      queueMicrotask(() => this.emit('error', Object.assign(new Error(code), { code, syscall: 'listen' })))
      return this
    })
    onTestFinished(() => refused.mockRestore())
    await expect(start(undefined, 80)).rejects.toMatchObject({ name: 'StartFailure', whatToDo })
  })

  it('says what to do when its port or its folder is taken', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-server-'))
    const { origin } = await start(dataDir)
    const port = Number(new URL(origin).port)
    await expect(start(undefined, port)).rejects.toMatchObject({
      message: `Port ${port} is in use by another program.`,
      whatToDo: `Start with another one: npm run sandbox -- --port ${port + 1}`,
    })
    await expect(start(dataDir)).rejects.toMatchObject({
      message: expect.stringContaining('another sandbox is using it'),
      whatToDo: 'Stop that one, or name another folder.',
    })
  })

  it('says what to do when its file cannot be used', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-server-'))
    writeFileSync(join(dataDir, 'sandbox.db'), 'no database')
    await expect(start(dataDir)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringContaining('not a database'),
      whatToDo: expect.stringContaining('Move it away'),
    })
  })
})
