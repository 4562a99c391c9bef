// `localhost` has two addresses. If we leave one open, another user's program can listen there and receive what is meant for us.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { connect, createServer, Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AppEnv } from '../../core/http/context.ts'
import { readJsonBody } from '../../core/http/read-json-body.ts'
import { MEGABYTE } from '../../core/rules/fit/limits.ts'
import { HOUR } from '../../core/time.ts'
import { bindFailure, listen, type Listening } from '../../local-server/listen.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
/** Whether the computer that runs the test knows both. */
const ADDRESSES = HAS_IPV6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']

type Answer = (request: Request) => Response | Promise<Response>

/** More than a socket's buffers hold. */
const LARGE = 12 * MEGABYTE

async function listening(port: number, answer: Answer = () => new Response('ours')): Promise<Listening> {
  const found = await listen(answer, {
    port,
    proxyOrigin: null,
    newRequestId: () => 'request',
  })
  open.push(() => found.close(0))
  return found
}

async function stranger(host: string, port = 0): Promise<number> {
  const server: Server = createServer().listen({ host, port, exclusive: true })
  await once(server, 'listening')
  open.push(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('the loopback addresses', () => {
  it('are both ours, under the same port', async () => {
    const { port, hasIPv6 } = await listening(0)
    expect(hasIPv6).toBe(HAS_IPV6)
    for (const name of ['127.0.0.1', 'localhost', ...(hasIPv6 ? ['[::1]'] : [])]) {
      expect(await (await fetch(`http://${name}:${port}/`)).text()).toBe('ours')
    }
    for (const address of ADDRESSES) await expect(stranger(address, port)).rejects.toThrow(/EADDRINUSE/)
  })

  it.each(ADDRESSES)('refuse the start in one sentence when another program has %s', async (address) => {
    const port = await stranger(address)
    await expect(listening(port)).rejects.toMatchObject({
      message: `Port ${port} is in use by another program.`,
      whatToDo: `Start with another one: npm start -- --port ${port + 1}`,
    })
    // Nothing is left behind that would answer on the other address.
    for (const other of ADDRESSES.filter((one) => one !== address)) await stranger(other, port)
  })

  it('are let go of at the end', async () => {
    const { port, close } = await listening(0)
    await close(0)
    for (const address of ADDRESSES) await stranger(address, port)
  })
})

describe('a request that is refused while it is still being sent', () => {
  it.each([
    ['with its length', `Content-Length: ${LARGE}\r\n\r\n${'x'.repeat(LARGE)}`],
    [
      'in chunks',
      `Transfer-Encoding: chunked\r\n\r\n${LARGE.toString(16)}\r\n${'x'.repeat(LARGE)}\r\n0\r\n\r\n`,
    ],
  ])('leaves its connection to the next one, sent %s', async (_how, refused) => {
    const app = new Hono<AppEnv>()
      .use(readJsonBody)
      .onError((_, c) => c.text('refused', 400))
      .get('/', (c) => c.text('answered'))
      .post('/', (c) => c.text('taken'))
    const { port } = await listening(0, (request) => app.fetch(request))
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    open.push(async () => socket.destroy())

    socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${refused}`)
    socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)

    let received = ''
    for await (const part of socket) {
      received += String(part)
      if (received.includes('answered')) break
    }
    expect(received).toMatch(/refused[^]*answered/)
  })
})

it('refuses in the usual words what cannot be read as a request', async () => {
  const { port } = await listening(0)
  const answer = await fetch(`http://127.0.0.1:${port}/?text=${'a'.repeat(70_000)}`)

  expect(answer.status).toBe(400)
  expect(answer.headers.get('x-request-id')).toBe('request')
  expect(await answer.json()).toEqual({
    error: 'This request is not HTTP/1.1, or its address and headers are larger than 64 kB together.',
    code: 'VALIDATION_ERROR',
    status: 400,
  })
})

it('answers a browser that sends the cookies of other programs of this computer along', async () => {
  const { port } = await listening(0)
  const cookies = Array.from({ length: 12 }, (_, index) => `other${index}=${'a'.repeat(4_000)}`).join('; ')
  const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookies}\r\nConnection: close\r\n\r\n`
  expect(await exchange(port, head)).toMatch(/^HTTP\/1.1 200 [^]*ours/)
})

it('refuses a backslash in an address in the usual words, too', async () => {
  const { port } = await listening(0)
  const answer = await exchange(port, `GET /api\\v1?to=\\ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1.1 400 [^]*x-request-id: request\r\n[^]*backslash[^]*"VALIDATION_ERROR"/i)
})

it('answers a request whatever else its sender expects', async () => {
  const { port } = await listening(0)
  const head = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: the-best\r\nConnection: close\r\n\r\n`
  expect(await exchange(port, head)).toMatch(/^HTTP\/1.1 200 [^]*ours/)
})

/** What the server sends until it ends the connection. */
async function exchange(port: number, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  open.push(async () => socket.destroy())
  socket.write(head)
  return (await socket.toArray()).join('')
}

it('waits an hour for a request, as for a video that a phone sends over a slow line, and says so when it was too slow', async () => {
  const { port } = await listening(0, async (request) => new Response(await request.text()))
  const arrived = new Promise<{ server: HttpServer; socket: Socket }>((resolve) =>
    subscribe('http.server.request.start', function first(message) {
      unsubscribe('http.server.request.start', first)
      resolve(message as { server: HttpServer; socket: Socket })
    }),
  )
  const slow = connect(port, '127.0.0.1').setEncoding('utf8')
  open.push(async () => slow.destroy())
  slow.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\n\r\nhalf`)
  const { server, socket } = await arrived
  expect(server.requestTimeout).toBe(HOUR)

  server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  const [answer] = (await once(slow, 'data')) as [string]
  expect(answer).toMatch(/^HTTP\/1.1 400 [^]*took too long to arrive/)
})

it.each([
  [4100, 4101],
  // Browsers refuse 4190.
  [4189, 4191],
  [65_535, 65_534],
])('names another port than %i, which can be used, where another program has that one', (port, other) => {
  const refused = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
  expect(bindFailure(refused, port)).toMatchObject({
    whatToDo: `Start with another one: npm start -- --port ${other}`,
  })
})

it.each([
  [80, 4100],
  // As Windows answers for a port that it keeps for itself.
  [4100, 5100],
  [65_000, 4100],
])('names another port than %i where that one is not for this user', (port, other) => {
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(bindFailure(refused, port)).toMatchObject({
    whatToDo: `Start with another one: npm start -- --port ${other}`,
  })
})

it('says what helps where no more files may be open', async () => {
  const refused = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    const error = Object.assign(new Error('listen EMFILE'), { code: 'EMFILE', syscall: 'listen' })
    queueMicrotask(() => this.emit('error', error))
    return this
  })
  await expect(listening(0)).rejects.toMatchObject({
    name: 'StartFailure',
    whatToDo: expect.stringContaining('ulimit -n'),
  })
  refused.mockRestore()
})

describe('a server that listens', () => {
  it('says when it has answered for the first time', async () => {
    const { port, answered } = await listening(0)
    const isAnswered = vi.fn()
    void answered.then(isAnswered)
    await new Promise(setImmediate)
    expect(isAnswered).not.toHaveBeenCalled()
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    await answered
  })
})
