import { and, eq, ne, sql } from 'drizzle-orm'
import {
  markedAtHold,
  mayBeLiveFrom,
  recalledAfterHold,
} from '../../../core/features/cloud/delegation/handovers.ts'
import type { Handover } from '../../../core/ports/cloud/handover-store.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db, Tx } from '../open-database.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { posts } from '../schema/schema.ts'
import { keepObjects } from './sqlite-bucket-objects.ts'

export function rowOf(handover: Handover): typeof handovers.$inferInsert {
  const { id, postId, accountId, ownership, isEnded, nextAt, version } = handover
  const state = isEnded ? 'ended' : ownership.state
  return { id, postId, accountId, state, nextAt, version, record: handover }
}

export function insertHandover(tx: Tx, handover: Handover): void {
  tx.insert(handovers).values(rowOf(handover)).run()
  const keys = handover.files.map(({ key }) => key)
  keepObjects(tx, keys, handover.createdAt)
}

export const readHandover = (db: Db) => (id: string) =>
  db.select({ record: handovers.record }).from(handovers).where(eq(handovers.id, id)).get()?.record ?? null

/** The hand-over by which a post belongs, or is to belong, to the Worker. */
export function readOpenOf(db: Db): (postId: string) => Handover | null {
  const notTakenOver = sql`json_extract(record, '$.asked.to') is not 'taken-over'`
  return (postId) => {
    const of = and(eq(handovers.postId, postId), ne(handovers.state, 'ended'), notTakenOver)
    return db.select({ record: handovers.record }).from(handovers).where(of).get()?.record ?? null
  }
}

/** In the transaction that records a hold: another run may have carried on what this one finds. */
export function markHeld(tx: Tx, now: Instant): void {
  for (const record of listOpen(tx)) mark(tx, record, now)
}

/** To be read when a hold begins or continues, for `recallReleased`. */
export function listOnTheirWay(db: Db): ReadonlySet<string> {
  const rows = db.select({ id: handovers.id }).from(handovers).where(eq(handovers.state, 'local')).all()
  return new Set(rows.map(({ id }) => id))
}

/**
 * In the transaction that releases a hold. Those on their way that are not in `found` were made by this run, and continue. What
 * the Worker has is marked again, even if it said so during the hold: a run elsewhere may have continued until the user confirmed.
 */
export function recallReleased(tx: Tx, found: ReadonlySet<string>, now: Instant): void {
  for (const record of listOpen(tx)) {
    if (record.ownership.state !== 'local') mark(tx, record, now)
    else if (found.has(record.id)) {
      replace(tx, recalledAfterHold(record, now))
      const onItsWay = and(eq(posts.id, record.postId), eq(posts.handover, 'uploading'))
      tx.update(posts).set({ handover: 'pending' }).where(onItsWay).run()
    }
  }
}

function listOpen(tx: Tx): Handover[] {
  const rows = tx.select().from(handovers).where(ne(handovers.state, 'ended')).all()
  return rows.map(({ record }) => record)
}

function mark(tx: Tx, handover: Handover, now: Instant): void {
  // A post that the Worker did not confirm in time is sought from its own time on, which is too late here.
  if ((handover.soughtSince ?? Infinity) > mayBeLiveFrom(handover)) replace(tx, markedAtHold(handover, now))
}

function replace(tx: Tx, next: Handover): void {
  tx.update(handovers).set(rowOf(next)).where(eq(handovers.id, next.id)).run()
}
