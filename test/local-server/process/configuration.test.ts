// Settings that cannot be meant stop the start, in two lines that name the setting.
import { describe, expect, it } from 'vitest'
import { runServer, startServer } from '../../process-harness/server-process.ts'

describe('a setting that cannot be used', () => {
  it.each([
    ['RATE_LIMIT_RPM', '0'],
    ['RATE_LIMIT_RPM', 'abc'],
    ['RATE_LIMIT_RPM', '-1'],
    ['RATE_LIMIT_RPH', '1e3'],
    ['RATE_LIMIT_RPH', '1000001'],
    ['RATE_LIMIT_RPH', '10.5'],
    ['MAX_FILE_SIZE_MB', ''],
    ['MAX_FILE_SIZE_MB', ' 100'],
    ['MAX_FILE_SIZE_MB', '0x10'],
    ['MEDIA_PUBLIC_BASE_URL', 'http://example.com'],
    ['MEDIA_PUBLIC_BASE_URL', 'http://127.0.0.1.example.com'],
    ['NIGHTPOST_SANDBOX_URL', 'http://192.168.0.1:4200'],
    ['PLATFORM_GRAPH_URL', 'http://graph.example.com'],
    ['PLATFORM_GRAPH_URL', 'not an address'],
    ['PLATFORM_API_URL', 'http://api.example.com'],
    ['PLATFORM_AUTH_URL', 'ftp://127.0.0.1/'],
    ['PARTNER_AUTH_URL', 'http://www.example.com'],
    ['PLATFORM_APP_ID', 'my app'],
    ['PARTNER_APP_ID', ''],
    ['PLATFORM_APP_SECRET', 'short'],
    ['PARTNER_APP_SECRET', 'with spaces in the middle of it'],
  ])('%s=%s is named', async (name, value) => {
    const ended = await runServer({ env: { [name]: value } })
    expect(ended).toMatchObject({ code: 1, signal: null, stdout: '' })
    const [happened, remedy, ...more] = ended.stderr.trimEnd().split('\n')
    expect(happened).toContain(name)
    expect(remedy).toMatch(/^Set it to .*, or leave it out\.$/)
    expect(more).toEqual([])
  })

  it.each(['99999', '-1', '4100.5', '6000', ''])(
    'the port %j is refused as a variable and as a flag',
    async (port) => {
      for (const options of [
        { port: null, env: { PORT: port } },
        { port: null, args: [`--port=${port}`] },
      ]) {
        const { code, stderr } = await runServer(options)
        expect(code).toBe(1)
        expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('PORT'), expect.any(String)])
      }
    },
  )
})

describe('a setting', () => {
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
