// Outgoing HTTP with bounds on everything that can hang. Loaded at the first call: a server that only waits needs none.
import type { LookupFunction } from 'node:net'
import type * as Undici from 'undici'

const CONNECT_TIMEOUT = 10_000
/** Longer than any single call may take (core/platform sets those limits), so that this is only the last net. */
const ANSWER_TIMEOUT = 90_000
const CONNECTIONS_PER_HOST = 8
/** Kept open for the next call of the same publication. */
const KEEP_ALIVE = 10_000

export interface Outgoing {
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/** With a `lookup`, names are found by it instead of the system's. */
export function createOutgoing(lookup?: LookupFunction): Outgoing {
  let loaded: Promise<{ undici: typeof Undici; agent: Undici.Agent }> | undefined
  const load = () =>
    (loaded ??= import('undici').then((undici) => ({ undici, agent: newAgent(undici, lookup) })))
  const outgoing = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { undici, agent } = await load()
    // The package's own types and the global ones describe the same web standard.
    const { fetch } = undici as unknown as { fetch(input: unknown, init: unknown): Promise<Response> }
    return fetch(input, { ...init, dispatcher: agent })
  }
  return {
    fetch: outgoing,
    close: async () => (await loaded)?.agent.destroy(),
  }
}

function newAgent({ Agent }: typeof Undici, lookup: LookupFunction | undefined): Undici.Agent {
  return new Agent({
    connect: { timeout: CONNECT_TIMEOUT, ...(lookup && { lookup }) },
    headersTimeout: ANSWER_TIMEOUT,
    bodyTimeout: ANSWER_TIMEOUT,
    connections: CONNECTIONS_PER_HOST,
    keepAliveTimeout: KEEP_ALIVE,
  })
}
