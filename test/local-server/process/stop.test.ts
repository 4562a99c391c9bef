// How the server ends: drained, in time, with nothing lost, whatever is going on.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountId, postOf, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { fairly, SOON } from '../../process-harness/fair-time.ts'
import { openSocket } from '../../process-harness/raw-http.ts'
import { startSandbox } from '../../process-harness/sandbox-process.ts'
import { launch, newDataDir, startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const WHOLE_STOP_MS = 10_000

/** An upload that has begun and sends no more. */
async function uploadThatStalls(server: ServerProcess) {
  const socket = await openSocket(server.port)
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
  const head = [
    'POST /api/v1/media/upload HTTP/1.1',
    `host: 127.0.0.1:${server.port}`,
    `cookie: ${await server.signIn()}`,
    `origin: ${server.origin}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 5000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'x'.repeat(100_000)}`)
  await expect.poll(() => readdirSync(join(server.dataDir, 'staging')), SOON).toHaveLength(1)
  return socket
}

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s says so and exits 0', async (signal) => {
    const server = await startServer()
    await server.api('/posts')
    const askedAt = performance.now()
    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(performance.now() - askedAt).toBeLessThan(fairly(2_000))
    expect(server.stdout()).toMatch(/\n {2}Stopped\. Nothing is waiting to be sent\.\n$/)
    expect(existsSync(join(server.dataDir, 'running.json'))).toBe(false)
  })

  it('asked for twice ends once', async () => {
    const server = await startServer()
    void server.stop('SIGINT')
    expect(await server.stop('SIGINT')).toMatchObject({ code: 0, signal: null })
    expect(server.stdout().match(/Stopped/g)).toHaveLength(1)
  })

  it.each(['create', 'publish'] as const)(
    'ends in time while an upload stalls and the platform is silent about a %s, and nothing goes out twice',
    async (call) => {
      const sandbox = await startSandbox()
      const server = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
      const media = await uploaded(server)
      await sandbox.fault({ on: call, mode: 'silence', effect: 'after' })
      const id = await publish(server, {
        accountId: await accountId(server),
        mediaFileId: media.id,
        caption: `a ${call} without an answer`,
      })
      const reached = call === 'create' ? 'PROCESSING' : 'PUBLISHING'
      await expect.poll(async () => (await postOf(server, id)).status, SOON).toBe(reached)
      const socket = await uploadThatStalls(server)
      const askedAt = performance.now()
      expect(await server.stop()).toMatchObject({ code: 0, signal: null, stderr: '' })
      expect(performance.now() - askedAt).toBeLessThan(WHOLE_STOP_MS)
      expect(server.stdout()).toMatch(/Stopped\./)
      socket.destroy()
      const next = await server.again()
      expect(readdirSync(join(server.dataDir, 'staging'))).toEqual([])
      expect(await terminalPost(next, id, 25_000)).toMatchObject({ status: 'PUBLISHED' })
      expect(await sandbox.live()).toHaveLength(1)
    },
    60_000,
  )

  it('in the middle of a start ends it, and the next start works', async () => {
    for (const line of [/Database ready/, /Sandbox ready/, /Image uploaded/]) {
      const dataDir = newDataDir()
      const program = launch({ dataDir, demo: true })
      await program.printed(line)
      program.signal('SIGTERM')
      const { code, signal, milliseconds } = await program.ended
      expect([0, 'SIGTERM']).toContain(code ?? signal)
      expect(milliseconds).toBeLessThan(WHOLE_STOP_MS)
      const next = await startServer({ dataDir, demo: true })
      expect((await next.request('/api/v1/health')).status).toBe(200)
      await next.stop()
    }
  })

  it('is followed at once by a start that waits for it', async () => {
    const server = await startServer()
    const socket = await uploadThatStalls(server)
    const stopping = server.stop()
    const next = await server.again()
    expect(await stopping).toMatchObject({ code: 0 })
    expect((await next.request('/api/v1/health')).status).toBe(200)
    socket.destroy()
  })
})
