// How the server ends: drained, with nothing lost, whatever is going on. (While the platform is silent: stop.long.test.ts.)
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isKnownSound } from '../../../../local-server/sqlite/known-sound.ts'
import { openReadOnly } from '../../../process-harness/database.ts'
import { launch, newDataDir, startServer } from '../../../process-harness/server-process.ts'
import { share } from '../../../faults/share.ts'
import { noted, uploadThatStalls } from '../uploads/stalled-upload.ts'

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s says so and exits 0', async (signal) => {
    const { options, waitedMs } = noted()
    const server = await startServer(options)
    await server.api('/posts')
    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(waitedMs()).toBe(0)
    expect(server.stdout()).toMatch(/\n {2}Stopped\. Nothing is waiting to be sent\.\n$/)
    expect(existsSync(join(server.dataDir, 'running.json'))).toBe(false)
  })

  it('leaves no call by a key unwritten', async () => {
    const server = await startServer()
    await server.api('/posts', { key: await server.newKey('a script') })
    await server.stop()
    using database = openReadOnly(server.dataDir)
    expect(database.rows('SELECT method, route, status FROM key_calls')).toEqual([
      { method: 'GET', route: '/posts', status: 200 },
    ])
  })

  it('has looked for damage, so that the next start need not', async () => {
    const server = await startServer()
    const file = join(server.dataDir, 'nightpost.db')
    expect(isKnownSound(file)).toBe(false)
    await server.stop()
    expect(isKnownSound(file)).toBe(true)
  })

  it('asked for twice ends once', async () => {
    const server = await startServer()
    void server.stop('SIGINT')
    expect(await server.stop('SIGINT')).toMatchObject({ code: 0, signal: null })
    expect(server.stdout().match(/Stopped/g)).toHaveLength(1)
  })

  it('in the middle of a start ends it, and the next start works', async () => {
    for (const line of share([/Database ready/, /Sandbox ready/, /Image uploaded/], 3, 2)) {
      const dataDir = newDataDir()
      const program = launch({ dataDir, demo: true })
      await program.printed(line)
      program.signal('SIGTERM')
      const { code, signal } = await program.ended
      expect([0, 'SIGTERM']).toContain(code ?? signal)
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
