// The one way a hand-over and its post change together: in a transaction, and only from the version that is stored.
import { and, eq, ne } from 'drizzle-orm'
import { objectsUntil } from '../../../core/cloud/delegation/update-handover.ts'
import { progressOf, toSuperseded } from '../../../core/posts/end-publication.ts'
import type { Handover } from '../../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { prepareArchive } from '../posts/archive.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { prepareCompletionMark } from '../posts/completion-mark.ts'
import { prepareClaimQuery } from '../posts/claim-query.ts'
import type { Db, Tx } from '../open-database.ts'
import type { PublicationWrites } from '../posts/publication-writes.ts'
import { posts } from '../schema/schema.ts'
import { expireObjects } from './sqlite-bucket-objects.ts'
import { preparePostRead } from '../posts/sqlite-post-store.ts'
import { writeTransaction } from '../write-transaction.ts'

export type HandoverMoves = ReturnType<typeof prepareHandoverMoves>

export function prepareHandoverMoves(db: Db, writes: PublicationWrites) {
  const archived = prepareArchive(db)
  const nextCompletion = prepareCompletionMark(db)
  const claimQuery = prepareClaimQuery(db)
  const read = preparePostRead(db)
  /** Drops what was prepared and not sent: another runner would publish an old version of the post. */
  const letGo = (tx: Tx, handover: Handover) => {
    const { id, postId, files, updatedAt } = handover
    const last = claimQuery.latestPublication(postId)
    if (last?.jobId === id && progressOf(last) === 'unsent') writes.writeRow(toSuperseded(last, updatedAt))
    for (const file of files) expireObjects(tx, [file.key], objectsUntil(handover, file))
  }
  return {
    archived,
    latest: claimQuery.latestPublication,
    read,
    /** One move: `work` is done only when `next` continues what is stored. */
    step(next: Handover, work: (tx: Tx) => unknown): boolean {
      return writeTransaction(db, (tx) => {
        const before = and(eq(handovers.id, next.id), eq(handovers.version, next.version - 1))
        const going = and(before, ne(handovers.phase, 'ended'))
        if (tx.update(handovers).set(rowOf(next)).where(going).run().changes === 0) return false
        work(tx)
        if (next.phase === 'ended') letGo(tx, next)
        return true
      })
    },
    /** False when the post lies in the archive. */
    writePost(tx: Tx, next: Handover, post: PostRecord): boolean {
      const { id, mediaFileIds: _asLinked, ...fields } = post
      const isEnded = post.status === 'FAILED' || post.status === 'PUBLISHED'
      const completedAt =
        isEnded && post.completedAt === null ? nextCompletion(next.updatedAt) : post.completedAt
      const changed = { ...fields, completedAt }
      if (tx.update(posts).set(changed).where(eq(posts.id, id)).run().changes > 0) return true
      const { handover, cloudJobId, bucketMediaKey } = post
      archived.change(id, { handover, cloudJobId, bucketMediaKey })
      return false
    },
    archive(tx: Tx, next: Handover, at: number): void {
      const post = read(next.postId)
      const handover = next.phase === 'ended' ? null : 'cloud'
      if (!post) return archived.change(next.postId, { handover })
      archived.add({
        post: { ...post, handover },
        deletedAt: at,
        deletedFrom: 'LOCAL',
        permalink: post.igPermalink,
      })
      tx.delete(posts).where(eq(posts.id, next.postId)).run()
    },
  }
}

export function rowOf(handover: Handover): typeof handovers.$inferInsert {
  const { id, postId, accountId, phase, nextAt, version } = handover
  return { id, postId, accountId, phase, nextAt, version, record: handover }
}
