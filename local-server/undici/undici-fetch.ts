// Outgoing HTTP with bounds on everything that can hang. Loaded at the first call: a server that only waits needs none.
import type { LookupFunction } from 'node:net'
import type * as Undici from 'undici'
import { markNeverConnected } from '../../core/engine/http-calls/never-connected.ts'
import { NO_PROXIES, type Proxies } from '../proxies.ts'

/** Shorter than any limit of a whole call: what could not even connect is then known to have done nothing. */
const CONNECT_TIMEOUT = 5_000
/** Longer than any single call may take (core/engine/platform sets those limits), so that this is only the last net. */
const ANSWER_TIMEOUT = 90_000
/** One for each account that is worked on at a time, and some for other requests. They are opened when they are needed. */
const CONNECTIONS_PER_HOST = 544
/** Kept open for the next call of the same publication. */
const KEEP_ALIVE = 10_000

export interface Outgoing {
  readonly fetch: typeof globalThis.fetch
  /** The same for an address that has to arrive as it is written. */
  fetchExactly(url: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

export interface Way {
  /** Without them, everything is reached directly. */
  readonly proxies?: Proxies
  /** Finds names instead of the system's. */
  readonly lookup?: LookupFunction
}

export function createOutgoing(way: Way = {}): Outgoing {
  let loaded: Promise<{ undici: typeof Undici; agent: Undici.Dispatcher }> | undefined
  const load = () =>
    (loaded ??= import('undici').then((undici) => ({ undici, agent: newAgent(undici, way) })))
  const send = async (input: string | URL | Request, init: RequestInit | undefined, path: string | null) => {
    const { undici, agent } = await load()
    // The package's own types and the global ones describe the same web standard.
    const { fetch } = undici as unknown as { fetch(input: unknown, init: unknown): Promise<Response> }
    return fetch(input, { ...init, dispatcher: path === null ? agent : asking(agent, path) })
  }
  return {
    fetch: (input, init) => send(input, init, null),
    fetchExactly: (url, init) => send(url, init, exactPath(url)),
    close: async () => (await loaded)?.agent.destroy(),
  }
}

/** Sends this path instead of the one in the request. */
function asking(agent: Undici.Dispatcher, path: string): Undici.Dispatcher {
  return agent.compose((dispatch) => (options, handler) => dispatch({ ...options, path }, handler))
}

function newAgent(
  { EnvHttpProxyAgent, Pool, buildConnector }: typeof Undici,
  { proxies = NO_PROXIES, lookup }: Way,
): Undici.Dispatcher {
  const limits = {
    headersTimeout: ANSWER_TIMEOUT,
    bodyTimeout: ANSWER_TIMEOUT,
    connections: CONNECTIONS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE,
  }
  return new EnvHttpProxyAgent({
    ...limits,
    // Empty, not left out: it would read the environment itself.
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https ?? '',
    noProxy: proxies.except,
    // Through a tunnel alone a connection is one to the host that `lookup` is asked about.
    proxyTunnel: lookup !== undefined,
    connect: buildConnector({ timeout: CONNECT_TIMEOUT, ...(lookup && { lookup }) }),
    connectTimeout: CONNECT_TIMEOUT,
    clientFactory: (proxy, options) => new Pool(proxy, { ...options, headersTimeout: CONNECT_TIMEOUT }),
    // Each connection comes from here, those of tunnels and of requests that a proxy passes on, too.
    factory: (origin, options) =>
      new Pool(origin, {
        ...limits,
        ...(options as Undici.Pool.Options),
        connect: connecting(connectOf(options), lookup),
      }),
  })
}

type Connect = Undici.buildConnector.connector

const connectOf = (options: object) => (options as { connect: Connect }).connect

/** Whatever fails here fails before the first byte of a request, which its code alone would not say. */
function connecting(connect: Connect, lookup: LookupFunction | undefined): Connect {
  const connectMarked: Connect = (options, callback) =>
    connect(options, (error, socket) =>
      error === null ? callback(null, socket) : callback(markNeverConnected(asRefused(error)), null),
    )
  if (lookup === undefined) return connectMarked
  return (options, callback) =>
    lookup(options.hostname, { all: true }, (error) =>
      // In a network that has only a proxy, names are known to that alone.
      error && error.syscall !== 'getaddrinfo'
        ? callback(markNeverConnected(error), null)
        : connectMarked(options, callback),
    )
}

/** undici has the refusal of a proxy look like a request that the caller has broken off, of which `fetch` keeps no cause. */
function asRefused(error: Error & { code?: string }): Error {
  if (error.code !== 'UND_ERR_ABORTED') return error
  return Object.assign(new Error('the proxy refuses the tunnel'), { code: 'ERR_PROXY_TUNNEL' })
}

/**
 * The part of an address behind the host, as it was written. The web standard's parser rewrites some of it: `'` in a query
 * becomes `%27`, `/a/../b` becomes `/b`, and a signature over the address does not survive that. Null when the parser would
 * change nothing, or when what was written cannot be sent as it is.
 */
export function exactPath(text: string): string | null {
  const url = URL.parse(text)
  const written = /^https?:\/\/[^/?#\\]+([^#]*)/i.exec(text)?.[1]
  if (!url || written === undefined || written === url.pathname + url.search) return null
  const path = written.startsWith('/') ? written : `/${written}`
  // Visible ASCII: nothing that could end the line of a request, and no backslash, which may mean a slash.
  return /^[!-[\]-~]+$/.test(path) ? path : null
}
