import { and, eq } from 'drizzle-orm'
import type { Recurrence } from '../../../core/ports/posts/recurrence-store.ts'
import type { Tx } from '../open-database.ts'
import { recurrences } from '../schema/planning-schema.ts'

/** False when what is stored is not `known`. In a transaction. */
export function changeSeries(tx: Tx, known: Recurrence, next: Recurrence): boolean {
  return tx.update(recurrences).set(next).where(isStillSeries(known)).run().changes > 0
}

export function isStillSeries(known: Recurrence) {
  const { postId, every, comesBackAs, dayOfMonth, timezone, dueAt, plannedFor } = known
  return and(
    eq(recurrences.postId, postId),
    eq(recurrences.every, every),
    eq(recurrences.comesBackAs, comesBackAs),
    eq(recurrences.dayOfMonth, dayOfMonth),
    eq(recurrences.timezone, timezone),
    eq(recurrences.dueAt, dueAt),
    eq(recurrences.plannedFor, plannedFor),
  )
}
