// Changes of a scheduled post before its time: another version of it, or none.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { progressOf, toSuperseded } from '../../../core/posts/end-publication.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { PostCommands } from '../../../core/ports/posts/publication-ledger.ts'
import type { ClaimQuery } from './claim-query.ts'
import type { Db, Tx } from '../open-database.ts'
import type { PublicationWrites } from './publication-writes.ts'
import { jobs, posts } from '../schema/schema.ts'
import { prepareSlotClaims } from './sqlite-slot-store.ts'
import { writeTransaction } from '../write-transaction.ts'

export function createScheduleChanges(
  db: Db,
  claimQuery: ClaimQuery,
  writes: PublicationWrites,
): Pick<PostCommands, 'reschedule' | 'unschedule'> {
  /** Replaces the post. What was prepared for the old version is never published: the step under way cannot commit any more. */
  const replacePost = (tx: Tx, before: PostRecord, after: PostRecord, statuses: PostRecord['status'][]) => {
    const last = claimQuery.latestPublication(before.id)
    const progress = progressOf(last)
    if (progress === 'sent') return false
    const asBefore = and(
      eq(posts.id, before.id),
      eq(posts.updatedAt, before.updatedAt),
      inArray(posts.status, statuses),
      isNull(posts.handover),
    )
    const { mediaFileIds: _sameFiles, ...changes } = after
    if (tx.update(posts).set(changes).where(asBefore).run().changes === 0) return false
    if (last && progress === 'unsent') writes.writeRow(toSuperseded(last, after.updatedAt))
    return true
  }
  const mayTakeSlot = prepareSlotClaims(db)
  const openJobOf = (postId: string) =>
    and(eq(jobs.postId, postId), inArray(jobs.status, ['PENDING', 'PROCESSING']))
  return {
    async reschedule(before, after, times, slots) {
      return writeTransaction(db, (tx) => {
        if (!mayTakeSlot(after, slots)) return false
        if (!replacePost(tx, before, after, ['SCHEDULED'])) return false
        const moved = { ...times, status: 'PENDING', lastError: null, updatedAt: after.updatedAt } as const
        tx.update(jobs).set(moved).where(openJobOf(before.id)).run()
        return true
      })
    },
    async unschedule(before, after) {
      return writeTransaction(db, (tx) => {
        if (!replacePost(tx, before, after, ['SCHEDULED', 'QUEUED', 'PROCESSING'])) return false
        const at = after.updatedAt
        const cancelled = { status: 'CANCELLED', updatedAt: at, completedAt: at } as const
        tx.update(jobs).set(cancelled).where(openJobOf(before.id)).run()
        return true
      })
    },
  }
}
