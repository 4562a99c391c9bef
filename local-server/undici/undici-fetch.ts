// Outgoing HTTP with bounds on everything that can hang. Loaded at the first call: a server that only waits needs none.
import type { LookupFunction } from 'node:net'
import type * as Undici from 'undici'
import { markNeverConnected } from '../../core/engine/http-calls/never-connected.ts'

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

/** With a `lookup`, names are found by it instead of the system's. */
export function createOutgoing(lookup?: LookupFunction): Outgoing {
  let loaded: Promise<{ undici: typeof Undici; agent: Undici.Agent }> | undefined
  const load = () =>
    (loaded ??= import('undici').then((undici) => ({ undici, agent: newAgent(undici, lookup) })))
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
function asking(agent: Undici.Agent, path: string): Undici.Dispatcher {
  return agent.compose((dispatch) => (options, handler) => dispatch({ ...options, path }, handler))
}

function newAgent(
  { Agent, buildConnector }: typeof Undici,
  lookup: LookupFunction | undefined,
): Undici.Agent {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT, ...(lookup && { lookup }) })
  return new Agent({
    // Whatever fails here fails before the first byte of a request, which its code alone would not say.
    connect: (options, callback) =>
      connect(options, (error, socket) =>
        error === null ? callback(null, socket) : callback(markNeverConnected(error), null),
      ),
    headersTimeout: ANSWER_TIMEOUT,
    bodyTimeout: ANSWER_TIMEOUT,
    connections: CONNECTIONS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE,
  })
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
