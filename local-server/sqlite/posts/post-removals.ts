// Removals from the ledger: deletion into the archive, and the end of everything that waits for a lost account.
import { and, eq, inArray, isNull } from 'drizzle-orm'
import {
  toCancelled,
  toConcluded,
  DELETED,
  DISCONNECTED,
  mayBeLive,
  progressOf,
  isWaitingAtWorker,
} from '../../../core/posts/end-publication.ts'
import type { PostCommands } from '../../../core/ports/posts/publication-ledger.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareArchive } from './archive.ts'
import type { ClaimQuery } from './claim-query.ts'
import { writeTransaction, type Db, type Tx } from '../open-database.ts'
import { nextVersion, prepareCompletionMark, type PublicationWrites } from './publication-writes.ts'
import { jobs, posts } from '../schema/schema.ts'
import { preparePostRead } from './sqlite-post-store.ts'

type PostRemovals = Pick<PostCommands, 'archive' | 'failWaitingPosts'>

export function createPostRemovals(db: Db, claimQuery: ClaimQuery, writes: PublicationWrites): PostRemovals {
  const archive = prepareArchive(db)
  const nextCompletion = prepareCompletionMark(db)
  const read = preparePostRead(db)
  return {
    async archive(postId, { at, from, may = () => true }) {
      return writeTransaction(db, (tx) => {
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
      })
    },
    async failWaitingPosts(accountId, now) {
      return writeTransaction(db, (tx) => {
        const waiting = tx.select({ id: posts.id }).from(posts).where(isWaitingFor(accountId)).all()
        const failing = waiting.filter(({ id }) => {
          const last = claimQuery.latestPublication(id)
          if (mayBeLive(last)) return false
          if (last && progressOf(last) === 'unsent') writes.writeRow(toCancelled(last, DISCONNECTED, now))
          return true
        })
        for (const { id } of failing) {
          cancelJobs(tx, id, now)
          const change = { ...LOST, completedAt: nextCompletion(now), updatedAt: nextVersion(now) }
          tx.update(posts).set(change).where(eq(posts.id, id)).run()
        }
        return failing.length
      })
    },
  }
}

function isWaitingFor(accountId: string) {
  return and(
    inArray(posts.status, ['SCHEDULED', 'QUEUED', 'PROCESSING']),
    eq(posts.platformAccountId, accountId),
    // Jobs at the Worker end when the Worker says so.
    isNull(posts.handover),
  )
}

const LOST = {
  status: 'FAILED',
  errorCode: DISCONNECTED.code,
  errorDetail: DISCONNECTED.detail,
  recovery: DISCONNECTED.recovery,
  publishOutcome: 'confirmed',
  igContainerId: null,
  nextAttemptAt: null,
} as const

export function cancelJobs(tx: Tx, postId: string, now: Instant): void {
  const cancelled = { status: 'CANCELLED', updatedAt: now, completedAt: now } as const
  tx.update(jobs).set(cancelled).where(openJobOf(postId)).run()
}

export function openJobOf(postId: string) {
  return and(eq(jobs.postId, postId), inArray(jobs.status, ['PENDING', 'PROCESSING']))
}
