// The loopback sockets: both addresses of `localhost`, of which a browser tries the IPv6 one first. If we left one free, another
// user's program could listen there and get what is meant for us. Before anything is routed, a request must be addressed to us.
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SECURE_HEADERS } from '../core/http/secure-headers.ts'
import { HOUR } from '../core/time.ts'
import { hasCode } from './disk/private-folder.ts'
import { helpForStart } from './disk/storage-causes.ts'
import { otherPort } from './http/blocked-ports.ts'
import { isOwnHost, type OwnAddress } from './http/own-host.ts'
import { StartFailure } from './terminal/start-failure.ts'
import { calledAs } from './terminal/called-as.ts'

export interface Listening {
  readonly port: number
  /** True when the IPv6 loopback address exists here; then we listen on it, too. */
  readonly hasIPv6: boolean
  /** Resolves when a request has been answered for the first time. */
  readonly answered: Promise<void>
  /** Accepts nothing new, lets running requests end for `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>
}

export interface ListenOptions {
  /** 0: any free one. */
  readonly port: number
  readonly proxyOrigin: string | null
  newRequestId(): string
}

type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

const ADDRESS = '127.0.0.1'
const ADDRESS_6 = '::1'
/** Any free port must be free on both. */
const TRIES = 20

/** The sockets' own streams: reading an upload from them is faster than through the web stream made from them. */
const nodeStreams = new WeakMap<Request, IncomingMessage>()

export function nodeStreamOf(request: Request): IncomingMessage | undefined {
  return nodeStreams.get(request)
}

/** Throws StartFailure when the port is taken: another port would be a surprise, and the squatter would get our keys. */
export async function listen(
  fetch: Fetch,
  { port, proxyOrigin, newRequestId }: ListenOptions,
): Promise<Listening> {
  let own = { port, hasIPv6: false, proxyOrigin }
  const respond = getRequestListener((request, env) => {
    const bindings = env as HttpBindings
    if (request.method === 'POST') nodeStreams.set(request, bindings.incoming)
    return fetch(request, bindings)
  }, OURS_TO_END)
  // A request without a Host is refused below like every other that is not for us. A phone may need long for a large video.
  const draining = new Set<Socket>()
  const { promise: answered, resolve: noteAnswered } = Promise.withResolvers<void>()
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.once('finish', () => {
      noteAnswered()
      drainRequest(incoming, draining)
    })
    const objection = objectionTo(incoming, own)
    if (objection === null) void respond(incoming, outgoing)
    else refuse(incoming, outgoing, refusal(objection, newRequestId()))
  }
  const newServer = () =>
    createServer(
      { requireHostHeader: false, requestTimeout: HOUR, maxHeaderSize: LARGEST_HEAD * 1024 },
      answer,
    )
      // Node would refuse what the sender expects, in other words than ours. It may be ignored.
      .on('checkExpectation', answer)
      .on('clientError', (error, socket) => refuseUnreadable(socket, error, newRequestId()))
  const { servers, ...bound } = await bindBoth(newServer, port)
  own = { ...bound, proxyOrigin }
  const close = async (graceMs: number) => {
    for (const socket of draining) socket.destroySoon()
    await Promise.all(servers.map((server) => closeServer(server, graceMs)))
  }
  return { ...bound, answered, close }
}

interface Bound {
  readonly servers: readonly Server[]
  readonly port: number
  readonly hasIPv6: boolean
}

async function bindBoth(newServer: () => Server, asked: number, tries = TRIES): Promise<Bound> {
  const [server, server6] = [newServer(), newServer()]
  const port = await bind(server, ADDRESS, asked)
  try {
    await bind(server6, ADDRESS_6, port)
    return { servers: [server, server6], port, hasIPv6: true }
  } catch (error) {
    if (hasCode(error, NO_IPV6)) return { servers: [server], port, hasIPv6: false }
    server.close()
    if (asked !== 0 || tries === 0 || !(error instanceof StartFailure)) throw error
    return bindBoth(newServer, asked, tries - 1)
  }
}

/** The computer knows no such address: then no program can hold it. */
const NO_IPV6: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** The library cuts a sender off after half a second; see `drainRequest`. */
const OURS_TO_END = { autoCleanupIncoming: false }
const DRAIN_MS = 10_000

/**
 * A refusal may be written while its request is still being sent. Closing then would throw away the answer with what was
 * not read: a browser reads an answer only once it has sent everything.
 */
function drainRequest(incoming: IncomingMessage, draining: Set<Socket>): void {
  if (incoming.readableEnded || incoming.destroyed) return
  // A web stream that was made from it and that nobody reads any more would stop it again once it is full.
  incoming.removeAllListeners('data')
  // All of it has come; what nobody reads must not stop the socket.
  if (incoming.complete) return void incoming.resume()
  const { socket } = incoming
  const close = setTimeout(() => socket.destroySoon(), DRAIN_MS)
  close.unref()
  draining.add(socket)
  const end = () => {
    clearTimeout(close)
    draining.delete(socket)
  }
  incoming.once('close', end)
  incoming.once('end', end)
  incoming.resume()
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(bindFailure(error, port)))
    server.listen({ host, port, exclusive: true, ipv6Only: true }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

export function bindFailure(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartFailure(
      `Port ${port} is in use by another program.`,
      `Start with another one: ${calledAs('start', `--port ${otherPort(port)}`)}`,
    )
  }
  if (error.code === 'EACCES') {
    // Windows keeps hundreds of ports in a row for itself, other ones after each start.
    const other = port < 1024 || port > 64_000 ? 4100 : port + 1000
    return new StartFailure(
      `You are not allowed to use port ${port}.`,
      `Start with another one: ${calledAs('start', `--port ${other}`)}`,
    )
  }
  const help = helpForStart(error)
  return help === null ? error : new StartFailure(`Port ${port} cannot be used: ${error.message}.`, help)
}

const WRONG_HOST =
  'This server only answers at 127.0.0.1 and localhost, on its own port, and at the origin that NIGHTPOST_ORIGIN names.'
const BACKSLASH = 'The address has a backslash in its path. Write / instead.'
/** In kB. All programs of this computer share one jar of cookies, and Node's own 16 are often too few for it. */
const LARGEST_HEAD = 64
const UNREADABLE = `This request is not HTTP/1.1, or its address and headers are larger than ${LARGEST_HEAD} kB together.`
const TOO_SLOW = 'The request took too long to arrive. Send it again.'

/** The library would refuse a backslash without a word. */
function objectionTo({ rawHeaders, url = '' }: IncomingMessage, own: OwnAddress): string | null {
  if (!isOwnHost(rawHeaders, url, own)) return WRONG_HOST
  return /^[^?]*\\/.test(url) ? BACKSLASH : null
}

function refuse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers, body }: ReturnType<typeof refusal>,
): void {
  outgoing.writeHead(400, headers)
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

/** Refuses a request that cannot be parsed as HTTP, and so has no route to go to, or one that takes too long. */
function refuseUnreadable(socket: Duplex, { code }: NodeJS.ErrnoException, requestId: string): void {
  if (!socket.writable) return void socket.destroy()
  const { headers, body } = refusal(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? TOO_SLOW : UNREADABLE, requestId)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
}

/** For requests that are refused before they have a route. */
function refusal(error: string, requestId: string) {
  const body = JSON.stringify({ error, code: 'VALIDATION_ERROR', status: 400 })
  const headers = {
    ...SECURE_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
    Connection: 'close',
  }
  return { headers, body }
}

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
