// Settings that cannot be meant stop the start, in two lines; `config.test.ts` has all of them.
import { describe, expect, it } from 'vitest'
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

  it('limits what it says it limits', async () => {
    const server = await startServer({ env: { RATE_LIMIT_RPM: '2', RATE_LIMIT_RPH: '5' } })
    const key = await server.newKey()
    const answers = [await server.api('/posts', { key }), await server.api('/posts', { key })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await server.api('/posts', { key })).status).toBe(429)
  })
})
