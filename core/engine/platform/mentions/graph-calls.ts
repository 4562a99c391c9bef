// Calls to a Graph host, one at a time and never faster than the platform accepts. After the first reply that says
// stop, no other call is made.
import type * as z from 'zod'
import type { Stop } from '../../../ports/reposts/mention-source.ts'
import type { PlatformAccess } from '../../../ports/platform/platform.ts'
import { SECOND, type Duration } from '../../../time.ts'
import { graphRequest, type FormFields } from '../graph/graph-request.ts'
import { GRAPH_VERSION } from '../graph/graph-version.ts'
import { stopOfRefusal, stopOfSilence, stopOfUsage } from './graph-signals.ts'

/**
 * Conversations may be read twice a second for each account. Waited before each call, including the first: another
 * run may have just ended.
 */
const GAP: Duration = 0.55 * SECOND

/**
 * missing  The object or a field of it does not exist, or not for us: code 100.
 * ended    No call is made any more; the reason is in `stop`, or null when no call may be made now.
 */
export type CallResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'missing'; readonly stop: Stop }
  | Ended

export interface Ended {
  readonly kind: 'ended'
  readonly stop: Stop | null
}

export interface CallSpec<T> {
  readonly path: string
  readonly fields: FormFields
  readonly answer: z.ZodType<T>
}

export interface Calls {
  ask<T>(asked: CallSpec<T>): Promise<CallResult<T>>
  /** Await before any other call; null: continue. */
  turn(): Promise<Ended | null>
  /** No call is made after this. */
  end(stop: Stop): Ended
  /** Why no further call is made; null while calls may be made. */
  ended(): Ended | null
}

export interface CallOptions {
  readonly fetch: typeof fetch
  readonly url: string
  readonly access: PlatformAccess
  mayCall(): Promise<boolean>
  pause(time: Duration): Promise<void>
}

export function createCalls(options: CallOptions): Calls {
  const { access, url, mayCall, pause } = options
  let end: Ended | null = null
  const endWith = (stop: Stop | null) => (end = { kind: 'ended', stop })

  async function turn(): Promise<Ended | null> {
    if (end) return end
    await pause(GAP)
    return (await mayCall()) ? null : endWith(null)
  }

  async function ask<T>({ path, fields, answer }: CallSpec<T>): Promise<CallResult<T>> {
    const ended = await turn()
    if (ended) return ended
    const reply = await graphRequest({
      fetch: options.fetch,
      method: 'GET',
      url: `${url}/${GRAPH_VERSION}/${path}`,
      token: access.page?.token ?? access.token,
      fields,
      answer,
    })
    const { facts } = reply
    if (reply.kind === 'unknown') return endWith(stopOfSilence(reply.reason, facts))
    const tired = stopOfUsage(facts.usage)
    if (reply.kind === 'ok') {
      if (tired) endWith(tired)
      return { kind: 'ok', value: reply.value }
    }
    const stop = stopOfRefusal(reply.refusal, facts)
    if (reply.refusal.code !== 100 || tired) return endWith(tired ?? stop)
    return { kind: 'missing', stop }
  }

  return { ask, turn, end: endWith, ended: () => end }
}
