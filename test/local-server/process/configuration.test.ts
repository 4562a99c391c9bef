// Settings that cannot be meant stop the start, in two lines; `config.test.ts` has all of them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { uploaded } from '../../process-harness/client.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runServer, startServer } from '../../process-harness/server-process.ts'

describe('a setting', () => {
  it('that cannot be used is named, with what to do', async () => {
    const ended = await runServer({ env: { RATE_LIMIT_RPM: '0' } })
    expect(ended).toMatchObject({ code: 1, signal: null, stdout: '' })
    expect(ended.stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining('RATE_LIMIT_RPM'),
      expect.stringMatching(/^Set it to .*, or leave it out\.$/),
    ])
  })

  it('given as a flag wins over the variable', async () => {
    const server = await startServer({ port: 0, env: { PORT: '1' } })
    expect(server.port).toBeGreaterThan(1023)
  })

  it('names a command that gets the events, also over a restart', async () => {
    const heard = join(newFolder(), 'heard')
    const append = 'fs.appendFileSync(process.argv[1], fs.readFileSync(0, "utf8"))'
    const command = JSON.stringify([process.execPath, '-e', append, heard])
    const types = () =>
      (existsSync(heard) ? readFileSync(heard, 'utf8').trim().split('\n') : []).map(
        (line) => (JSON.parse(line) as { type: string }).type,
      )
    const server = await startServer({ env: { NIGHTPOST_ON_EVENT: command } })
    await uploaded(server)
    await expect.poll(types).toContain('media.created')
    await server.kill9()
    const told = types().length
    const without = await server.again({ env: {} })
    await uploaded(without)
    await without.stop()
    await without.again({ env: { NIGHTPOST_ON_EVENT: command } })
    await expect.poll(() => types().slice(told)).toContain('media.created')
  })

  it('limits what it says it limits', async () => {
    const server = await startServer({ env: { RATE_LIMIT_RPM: '2', RATE_LIMIT_RPH: '5' } })
    const key = await server.newKey()
    const answers = [await server.api('/posts', { key }), await server.api('/posts', { key })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await server.api('/posts', { key })).status).toBe(429)
  })
})
