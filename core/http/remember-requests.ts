// Requests that can be repeated. What one makes is recorded in the transaction that makes it, so a crash at any moment leaves
// both or neither; its answer is kept afterwards, or else made again from that record.
import type { Context, MiddlewareHandler } from 'hono'
import { readIdempotencyKey, REMEMBERED, requireSame } from '../api/idempotency.ts'
import { refusedFor } from '../coded-error.ts'
import type { RequestStore } from '../ports/request-store.ts'
import type { RunningTime } from '../running-time.ts'
import { sha256Hex } from '../sha256.ts'
import type { AppEnv } from './context.ts'

/** Made once for all routes: a key is in use, whichever route its request came in by. */
export function rememberRequests(
  requests: RequestStore,
  running: Pick<RunningTime, 'now'>,
): MiddlewareHandler<AppEnv> {
  const inUse = new Set<string>()
  return async (c, next) => {
    const header = c.req.header('idempotency-key')
    if (header === undefined) return next()
    const [caller, key] = [callerOf(c), readIdempotencyKey(header)]
    const name = `${caller} ${key}`
    if (inUse.has(name)) throw refusedFor('idempotency_key_in_use')
    inUse.add(name)
    try {
      const at = await running.now()
      const known = await requests.find(caller, key, at - REMEMBERED)
      if (known?.answer === 'lost') throw refusedFor('idempotency_outcome_lost')
      const body = await textOf(c)
      const fingerprint = await sha256Hex(`${c.req.method} ${c.req.path}\n${body ?? ''}`)
      if (known && body !== null) {
        requireSame(known, fingerprint)
        if (known.answer) return c.body(known.answer.body, known.answer.status as 200, JSON_TYPE)
      }
      const request = { caller, key, part: 0, fingerprint, at }
      c.set('repeatable', { ...request, known })
      await next()
      if (known?.answer) {
        // An upload: its bytes were the same, although the file may be gone by now.
        if (c.res.ok || c.res.status === 404)
          c.res = c.body(known.answer.body, known.answer.status as 200, JSON_TYPE)
        return
      }
      // A batch of which every post was refused has made nothing, and may be different next time.
      if (!c.res.ok || !(await requests.find(caller, key, at - REMEMBERED))) return
      const answer = { status: c.res.status, body: await c.res.clone().text() }
      // What was done is done, and recorded: the answer can be made again from that.
      await requests.keepAnswer(request, answer).catch(() => {})
    } finally {
      inUse.delete(name)
    }
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** All sessions are those of one user. */
function callerOf({ var: { caller } }: Context<AppEnv>): string {
  return caller.kind === 'key' ? `key ${caller.keyId}` : 'user'
}

/** Null for an upload, which is streamed: its content is compared once it has arrived. */
async function textOf(c: Context<AppEnv>): Promise<string | null> {
  return c.req.path.endsWith('/media/upload') ? null : c.req.text()
}
