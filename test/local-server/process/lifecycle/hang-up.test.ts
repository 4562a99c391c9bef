// A client may go at any moment. That is no error of ours, and must not look like one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { uploaded } from '../../../process-harness/client.ts'
import { openSocket } from '../../../process-harness/raw-http.ts'
import { startServer } from '../../../process-harness/server-process.ts'

describe('a client that hangs up', () => {
  it('leaves no error in the log, wherever it was', async () => {
    const server = await startServer()
    const cookie = await server.signIn()
    const file = await uploaded(server)
    const head = (line: string, more = '') =>
      `${line} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: ${server.origin}\r\nCookie: ${cookie}\r\n${more}\r\n`
    const multipart = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n'
    const json = 'Content-Type: application/json\r\nContent-Length: 1000\r\n'
    const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
    const part =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    const beginnings = [
      head('POST /api/v1/posts/publish', json),
      head('POST /api/v1/posts/publish', json) + '{"caption": "half',
      head('POST /api/auth/session', json) + '{"t":',
      head('POST /api/v1/posts/publish', chunked) + '20\r\n{"caption": "half',
      head('POST /api/v1/media/upload', multipart),
      head('POST /api/v1/media/upload', multipart) + part + 'x'.repeat(5_000),
      head('POST /sandbox/graph.instagram.com/v26.0/1/media', json) + '{',
      head(`GET /uploads/${file.storagePath}`),
      head('GET /api/v1/posts'),
      'GET / HT',
    ]
    for (const text of beginnings) {
      for (const leave of ['destroy', 'resetAndDestroy'] as const) {
        const socket = await openSocket(server.port)
        await new Promise((resolve) => socket.write(text, resolve))
        // Once a later request is answered, the earlier ones have been handled.
        await server.request('/api/v1/health')
        socket[leave]()
      }
    }
    // Behind all of them.
    expect((await server.api('/posts')).status).toBe(200)
    const { stderr } = await server.stop()
    expect(stderr).toBe('')
    const log = join(server.dataDir, 'logs', 'nightpost.log')
    const lines = existsSync(log) ? readFileSync(log, 'utf8') : ''
    expect(lines).not.toMatch(/"level":"(ERROR|FATAL|WARN)/)
  })
})
