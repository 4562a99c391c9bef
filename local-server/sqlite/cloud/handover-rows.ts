import { and, eq, ne } from 'drizzle-orm'
import { markedAtHold, recalledAfterHold } from '../../../core/cloud/delegation/handovers.ts'
import type { Handover } from '../../../core/ports/cloud/handover-store.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db, Tx } from '../open-database.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { posts } from '../schema/schema.ts'
import { noteObject } from './sqlite-bucket-objects.ts'

export function rowOf(handover: Handover): typeof handovers.$inferInsert {
  const { id, postId, accountId, ownership, isEnded, nextAt, version } = handover
  const state = isEnded ? 'ended' : ownership.state
  return { id, postId, accountId, state, nextAt, version, record: handover }
}

export function insertHandover(tx: Tx, handover: Handover): void {
  tx.insert(handovers).values(rowOf(handover)).run()
  for (const { key } of handover.files) noteObject(tx, key, handover.createdAt)
}

/** In the transaction that records a hold: another run may have carried on what this one finds. */
export function markHeld(tx: Tx, now: Instant): void {
  for (const { record } of tx.select().from(handovers).where(ne(handovers.state, 'ended')).all()) {
    if (record.soughtSince !== undefined) continue
    const next = markedAtHold(record, now)
    tx.update(handovers).set(rowOf(next)).where(eq(handovers.id, record.id)).run()
  }
}

/** To be read when a hold begins or goes on, for `recallReleased`. */
export function listOnTheirWay(db: Db): ReadonlySet<string> {
  const rows = db.select({ id: handovers.id }).from(handovers).where(eq(handovers.state, 'local')).all()
  return new Set(rows.map(({ id }) => id))
}

/** In the transaction that releases a hold. Those on their way that this run did not find were made by it, and go on. */
export function recallReleased(tx: Tx, found: ReadonlySet<string>, now: Instant): void {
  for (const { record } of tx.select().from(handovers).where(eq(handovers.state, 'local')).all()) {
    if (!found.has(record.id)) continue
    const next = recalledAfterHold(record, now)
    tx.update(handovers).set(rowOf(next)).where(eq(handovers.id, record.id)).run()
    const onItsWay = and(eq(posts.id, record.postId), eq(posts.handover, 'uploading'))
    tx.update(posts).set({ handover: 'pending' }).where(onItsWay).run()
  }
}
