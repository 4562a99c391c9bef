// Requests that can be repeated. What one makes is recorded by the store that makes it, in its transaction.
import { and, asc, eq, lt } from 'drizzle-orm'
import type { KeyedRequest, RequestResult, RequestStore } from '../../../core/ports/request-store.ts'
import type { Db, Tx } from '../open-database.ts'
import { keyedRequests } from '../schema/script-schema.ts'

export function createSqliteRequestStore(db: Db): RequestStore {
  return {
    async find(caller, key, since) {
      const named = and(eq(keyedRequests.caller, caller), eq(keyedRequests.key, key))
      const rows = db.select().from(keyedRequests).where(named).orderBy(asc(keyedRequests.part)).all()
      const [first] = rows
      if (!first) return null
      if (first.at <= since) {
        db.delete(keyedRequests).where(named).run()
        return null
      }
      const made = rows.flatMap(({ part, made: id, jobId }): [number, RequestResult][] =>
        id === null ? [] : [[part, { id, jobId }]],
      )
      const [answer] = rows.flatMap(({ part, status, body }) =>
        part <= 0 && status !== null && body !== null ? [{ status, body }] : [],
      )
      const isLost = first.part < 0
      return {
        fingerprint: first.fingerprint,
        made: new Map(made),
        answer: answer ?? (isLost ? 'lost' : null),
      }
    },
    async keepAnswer(request, answer) {
      db.insert(keyedRequests)
        .values({ ...rowOf(request), ...answer })
        .onConflictDoUpdate({
          target: [keyedRequests.caller, keyedRequests.key, keyedRequests.part],
          set: answer,
        })
        .run()
    },
    async removeBefore(then) {
      db.delete(keyedRequests).where(lt(keyedRequests.at, then)).run()
    },
  }
}

/** To be called in the transaction that makes it. */
export function recordMade(tx: Tx | Db, request: KeyedRequest | undefined, made: RequestResult): void {
  if (!request) return
  const { id, jobId } = made
  tx.insert(keyedRequests)
    .values({ ...rowOf(request), made: id, jobId })
    .run()
}

/** Forgets a request that has made nothing after all. */
export function forgetMade(tx: Tx, { caller, key, part }: KeyedRequest): void {
  const one = and(eq(keyedRequests.caller, caller), eq(keyedRequests.key, key), eq(keyedRequests.part, part))
  tx.delete(keyedRequests).where(one).run()
}

function rowOf({ caller, key, part, fingerprint, at }: KeyedRequest) {
  return { caller, key, part, fingerprint, at }
}
