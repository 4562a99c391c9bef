// What arrives on the socket and is no request of a well-behaved client.
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSocket, rawAnswer, rawAnswers } from '../../../process-harness/raw-http.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

let server: ServerProcess
beforeAll(async () => {
  server = await startServer()
})

const host = () => `Host: 127.0.0.1:${server.port}\r\n`
const healthy = async () => (await server.request('/api/v1/health')).status

describe('the socket', () => {
  it('is open on the two addresses of localhost and nowhere else', async () => {
    const ofThisComputer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address, scopeid }) => (scopeid ? `${address}%${scopeid}` : address))
    for (const address of new Set(['127.0.0.1', ...ofThisComputer, '127.0.0.2', '::ffff:127.0.0.2'])) {
      const socket = connect(server.port, address)
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      expect([address, isOpen]).toEqual([address, address === '127.0.0.1' || address === '::1'])
    }
  })

  it.each([
    [
      'a WebSocket',
      'websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n',
    ],
    ['HTTP/2', 'h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__\r\n'],
    ['anything', 'x', ''],
  ])('never becomes %s', async (_name, protocol, more) => {
    for (const path of ['/', '/api/v1/health', '/api/v1/posts', '/sandbox']) {
      const head = `GET ${path} HTTP/1.1\r\n${host()}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n`
      expect((await rawAnswer(server.port, head)).status).not.toBe(101)
    }
    const preface = await rawAnswer(server.port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    expect(preface.status).toBe(400)
    expect(await healthy()).toBe(200)
  })

  it.each([
    ['no HTTP at all', () => 'hello\r\n\r\n'],
    ['a TLS greeting', () => Buffer.from('16030100a5010000a1030300', 'hex')],
    ['zero bytes', () => Buffer.alloc(64)],
    ['an unknown version', () => `GET / HTTP/9.9\r\n${host()}\r\n`],
    ['a method that nobody has', () => `FLY / HTTP/1.1\r\n${host()}\r\n`],
    ['a header without a colon', () => `GET / HTTP/1.1\r\n${host()}broken\r\n\r\n`],
    ['a header name with a space', () => `GET / HTTP/1.1\r\n${host()}a b: c\r\n\r\n`],
    ['a zero byte in a header', () => `GET / HTTP/1.1\r\n${host()}a: \0\r\n\r\n`],
    ['a broken length', () => `POST /api/v1/posts/publish HTTP/1.1\r\n${host()}Content-Length: -1\r\n\r\n`],
    ['two lengths', () => `POST / HTTP/1.1\r\n${host()}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      () => `POST / HTTP/1.1\r\n${host()}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a broken chunk before any answer',
      () =>
        `POST /api/auth/session HTTP/1.1\r\n${host()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ],
    ['64 KB of headers', () => `GET / HTTP/1.1\r\n${host()}${'a: b\r\n'.repeat(11_000)}\r\n`],
    ['a tunnel', () => `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host()}\r\n`],
    ['a star as target', () => `OPTIONS * HTTP/1.1\r\n${host()}\r\n`],
  ])('answers %s with a refusal or silence, and lives', async (_name, text) => {
    const outcome = await rawAnswer(server.port, text()).then(
      ({ status, body }) => ({ status, length: body.length }),
      (error: Error) => error.message,
    )
    if (typeof outcome === 'string') expect(outcome).toBe('the connection was closed after 0 answers')
    else expect(outcome).toEqual({ status: 400, length: expect.any(Number) })
    expect(await healthy()).toBe(200)
  })

  it('answers two requests that come in one packet, in their order', async () => {
    const first = `GET /api/v1/nowhere HTTP/1.1\r\n${host()}\r\n`
    const second = `GET /api/v1/health HTTP/1.1\r\n${host()}\r\n`
    const answers = await rawAnswers(server.port, first + second, 2)
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
    expect(answers[1]?.body).toContain('healthy')
  })

  it('treats each request of a connection separately', async () => {
    const good = `GET /api/v1/health HTTP/1.1\r\n${host()}\r\n`
    const evil = 'GET /api/v1/health HTTP/1.1\r\nHost: evil.example\r\n\r\n'
    const answers = await rawAnswers(server.port, good + evil, 2)
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
  })

  it('lives with a hundred clients that send a byte and wait, or go away', async () => {
    const slow = await Promise.all(Array.from({ length: 100 }, () => openSocket(server.port)))
    const head = `POST /api/auth/session HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
    slow.forEach((socket, i) => socket.write(i % 2 === 0 ? 'G' : head))
    for (let i = 0; i < 20; i += 1) expect(await healthy()).toBe(200)
    slow.forEach((socket, i) => (i % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()))
    expect(await healthy()).toBe(200)
  })

  it('lives with clients that leave in the middle of an answer', async () => {
    for (let i = 0; i < 30; i += 1) {
      const socket = await openSocket(server.port)
      socket.write(`GET / HTTP/1.1\r\n${host()}\r\n`.repeat(20))
      if (i % 2 === 0) await once(socket, 'data')
      socket.resetAndDestroy()
    }
    expect(await healthy()).toBe(200)
    expect(server.stderr()).toBe('')
  })
})
