// Removals from the ledger: deletion into the archive, and the end of everything that waits for a lost account.
import { and, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import {
  toCancelled,
  toConcluded,
  DELETED,
  failureWithAccount,
  progressOf,
  isWaitingAtWorker,
} from '../../../core/engine/publishing/end-publication.ts'
import { PROMISES_OF_WAITING, replaceWarnings } from '../../../core/rules/notices/warnings.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { PostCommands } from '../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareArchive } from './archive.ts'
import type { ClaimQuery } from './claim-query.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { nextVersion, prepareCompletionMark, type PublicationWrites } from './publication-writes.ts'
import { jobs, posts } from '../schema/schema.ts'
import { preparePostRead } from './sqlite-post-store.ts'

type PostRemovals = Pick<PostCommands, 'archive' | 'failWaitingPosts'>

export function createPostRemovals(db: Db, claimQuery: ClaimQuery, writes: PublicationWrites): PostRemovals {
  const archive = prepareArchiving(db, claimQuery, writes)
  const nextCompletion = prepareCompletionMark(db)
  return {
    async archive(postId, leave) {
      return writeTransaction(db, (tx) => archive(tx, postId, leave))
    },
    async failWaitingPosts(accountId, now) {
      return writeTransaction(db, (tx) => {
        const failing = listWaitingFor(tx, accountId).filter(({ id, isScheduled, scheduledFor, ...row }) => {
          const { warnings, ...job } = row
          const previous = claimQuery.latestPublication(id)
          const publishAt = isScheduled ? scheduledFor : null
          const acceptedAt = job.acceptedAt ?? now
          const failure = failureWithAccount({ ...job, acceptedAt, publishAt, previous }, now)
          if (failure === null) return false
          if (previous && progressOf(previous) === 'unsent')
            writes.writeRow(toCancelled(previous, failure, now))
          cancelJobs(tx, id, now)
          const times = { completedAt: nextCompletion(now), updatedAt: nextVersion(now) }
          tx.update(posts)
            .set({ ...lostFor(failure), warnings: replaceWarnings(warnings, PROMISES_OF_WAITING), ...times })
            .where(eq(posts.id, id))
            .run()
          return true
        })
        return failing.length
      })
    },
  }
}

/** Archives as `PostCommands.archive` does, in a transaction. */
export function prepareArchiving(db: Db, claimQuery: ClaimQuery, writes: PublicationWrites) {
  const archive = prepareArchive(db)
  const read = preparePostRead(db)
  return (
    tx: Tx,
    postId: string,
    { at, from, may = () => true }: Parameters<PostCommands['archive']>[1],
  ): PostRecord | null => {
    const post = read(postId)
    if (!post || isWaitingAtWorker(post) || !may(post)) return null
    const last = claimQuery.latestPublication(postId)
    const progress = progressOf(last)
    if (last && progress === 'unsent') writes.writeRow(toCancelled(last, DELETED, at))
    if (progress !== 'sent') cancelJobs(tx, postId, at)
    else if (last && from === 'PLATFORM') writes.writeRow(toConcluded(last, at))
    archive.add({ post, deletedAt: at, deletedFrom: from, permalink: post.igPermalink })
    tx.delete(posts).where(eq(posts.id, postId)).run()
    return post
  }
}

function listWaitingFor(tx: Tx, accountId: string) {
  const { id, isScheduled, scheduledFor, warnings } = posts
  const job = { acceptedAt: min(jobs.createdAt), soughtSince: min(jobs.soughtSince) }
  const isOpen = and(eq(jobs.postId, id), inArray(jobs.status, ['PENDING', 'PROCESSING']))
  const isWaiting = and(
    inArray(posts.status, ['SCHEDULED', 'QUEUED', 'PROCESSING']),
    eq(posts.platformAccountId, accountId),
    // Jobs at the Worker end when the Worker says so.
    isNull(posts.handover),
  )
  const waiting = tx
    .select({ id, isScheduled, scheduledFor, warnings, ...job })
    .from(posts)
    .leftJoin(jobs, isOpen)
  return waiting.where(isWaiting).groupBy(id).all()
}

function lostFor({ code, detail, recovery, unconfirmed }: NonNullable<Publication['failure']>) {
  return {
    status: 'FAILED',
    errorCode: code,
    errorDetail: detail,
    recovery,
    publishOutcome: unconfirmed ? 'unconfirmed' : 'confirmed',
    igContainerId: null,
    nextAttemptAt: null,
  } as const
}

/** `claimed`: the mark that the claim of the job has taken over. */
export function cancelJobs(tx: Tx, postId: string, now: Instant, claimed: Instant | null = null): void {
  const mark = sql`coalesce(${jobs.soughtSince}, ${claimed})`
  // No earlier run has published what was not yet due when it was taken back.
  const soughtSince = sql<number | null>`iif(${mark} < ${now}, ${mark}, null)`
  const cancelled = { status: 'CANCELLED', updatedAt: now, completedAt: now, soughtSince } as const
  tx.update(jobs).set(cancelled).where(openJobOf(postId)).run()
}

export function openJobOf(postId: string) {
  return and(eq(jobs.postId, postId), inArray(jobs.status, ['PENDING', 'PROCESSING']))
}
