// Updates of a stored post, with its job and its last publication.
import { eq } from 'drizzle-orm'
import type { PostUpdate, PostDecision } from '../../../core/ports/posts/publication-ledger.ts'
import type { Instant } from '../../../core/time.ts'
import type { ClaimQuery } from './claim-query.ts'
import type { Db, Tx } from '../open-database.ts'
import type { RowInserts } from './post-inserts.ts'
import { cancelJobs, openJobOf } from './post-removals.ts'
import type { PublicationWrites } from './publication-writes.ts'
import { jobs, postMedia, posts } from '../schema/schema.ts'
import { prepareSlotClaims } from './sqlite-slot-store.ts'
import { preparePostRead } from './sqlite-post-store.ts'

/** Updates as `PostCommands.update` does, in a transaction; but throws when a file of the next version is gone. */
export type UpdatePost = (tx: Tx, postId: string, decide: PostDecision) => boolean

interface UpdateParts {
  readonly claimQuery: ClaimQuery
  readonly writes: PublicationWrites
  readonly inserts: RowInserts
}

export function preparePostUpdate(db: Db, { claimQuery, writes, inserts }: UpdateParts): UpdatePost {
  const read = preparePostRead(db)
  const mayTakeSlot = prepareSlotClaims(db)
  return (tx, postId, decide) => {
    const post = read(postId)
    // Read for those decisions that ask for it: a draft can be edited although its last publication cannot be read.
    const stored = post && {
      post,
      get last() {
        return claimQuery.latestPublication(postId)
      },
    }
    const update = stored && decide(stored)
    if (!update || !mayTakeSlot(update.post, update.slots)) return false
    const { mediaFileIds, ...columns } = update.post
    tx.update(posts).set(columns).where(eq(posts.id, postId)).run()
    if (mediaFileIds.join() !== stored.post.mediaFileIds.join()) {
      tx.delete(postMedia).where(eq(postMedia.postId, postId)).run()
      inserts.linkFiles(postId, mediaFileIds)
    }
    if (update.ended) writes.writeRow(update.ended)
    if (update.job?.kind === 'new') inserts.insertPublishJob(update.job.job)
    else if (update.job) changeOpenJob(tx, postId, update.job, columns.updatedAt)
    return true
  }
}

function changeOpenJob(
  tx: Tx,
  postId: string,
  change: Exclude<PostUpdate['job'], { kind: 'new' } | null | undefined>,
  now: Instant,
): void {
  if (change.kind === 'cancel') return cancelJobs(tx, postId, now)
  const moved = { ...change.times, status: 'PENDING', lastError: null, updatedAt: now } as const
  tx.update(jobs).set(moved).where(openJobOf(postId)).run()
}
