// The one way a hand-over and its post change together.
import { asc, eq, sql } from 'drizzle-orm'
import { objectsUntil } from '../../../core/features/cloud/delegation/handovers.ts'
import { allFilesOf } from '../../../core/features/cloud/delegation/new-handover.ts'
import {
  progressOf,
  toForgotten,
  toSuperseded,
  toTakenOver,
} from '../../../core/engine/publishing/end-publication.ts'
import type { Handover, HandoverMove } from '../../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { AttemptStep } from '../../../core/ports/posts/job-record.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import type { Instant } from '../../../core/time.ts'
import { prepareArchive } from '../posts/archive.ts'
import { handovers } from '../schema/cloud-schema.ts'
import { listSteps } from '../posts/attempt-steps.ts'
import { prepareClaimQuery } from '../posts/claim-query.ts'
import type { Db, Tx } from '../open-database.ts'
import { forgetMade } from '../requests/sqlite-request-store.ts'
import type { RowInserts } from '../posts/post-inserts.ts'
import { cancelJobs } from '../posts/post-removals.ts'
import { prepareCompletionMark, type PublicationWrites } from '../posts/publication-writes.ts'
import { attemptSteps, media, postMedia, posts } from '../schema/schema.ts'
import { insertHandover, readHandover, rowOf } from './handover-rows.ts'
import { changeSeries } from '../posts/series-rows.ts'
import { expireObjects, keepObjects } from './sqlite-bucket-objects.ts'
import { preparePostRead } from '../posts/sqlite-post-store.ts'

export type HandoverMoves = ReturnType<typeof prepareHandoverMoves>

export interface Writing {
  readonly writes: PublicationWrites
  readonly inserts: RowInserts
}

export function prepareHandoverMoves(db: Db, { writes, inserts }: Writing) {
  const { archived, read, changeHandover, writePost, archive } = preparePostMoves(db, inserts)
  const { latestPublication: latest } = prepareClaimQuery(db)
  const stored = readHandover(db)
  /** Drops what was prepared and not sent: another runner would publish an old version of the post. */
  const dropPrepared = ({ next: handover, post }: HandoverMove) => {
    const { id, postId, updatedAt } = handover
    const last = latest(postId)
    const end = post?.status === 'DRAFT' ? toForgotten : toSuperseded
    if (last?.jobId === id && progressOf(last) === 'unsent') writes.writeRow(end(last, updatedAt))
    // Nobody continues it here or there: what the Worker had sent is looked for by a retry only.
    else if (last?.jobId === id && progressOf(last) === 'sent' && post?.status === 'FAILED')
      writes.writeRow(toTakenOver(last, updatedAt))
  }
  return {
    archived,
    latest,
    read,
    /** `last`: the post's publication before the move. */
    apply(tx: Tx, move: HandoverMove, last: Publication | null): void {
      const { next, post, job, there, perhapsSent } = move
      moveObjects(tx, stored(next.id), move)
      tx.update(handovers).set(rowOf(next)).where(eq(handovers.id, next.id)).run()
      if (move.followedBy) insertHandover(tx, move.followedBy)
      if (perhapsSent) {
        if (last && progressOf(last) !== 'ended') writes.writeRow(toTakenOver(last, next.updatedAt))
        if (!last?.intent) writes.writeForeign(perhapsSent)
      }
      if (there) {
        writes.writeForeign(there.publication, next.updatedAt)
        if (!archived.get(next.postId)) addSteps(db, tx, next.postId, there.attempts)
        changeHandover(tx, next.postId, next.isEnded ? null : 'cloud')
      }
      if (post && writePost(tx, next, post) && job) inserts.insertPublishJob(job)
      if (move.series) changeSeries(tx, move.series.known, move.series.next)
      if (move.forgetsPost) tx.delete(posts).where(eq(posts.id, next.postId)).run()
      if (move.forgetsRequest) forgetMade(tx, move.forgetsRequest)
      if (move.archivedAt !== undefined) archive(tx, next, move.archivedAt)
      if (move.endsJob) {
        if (last && progressOf(last) !== 'ended') writes.writeRow(toSuperseded(last, next.updatedAt))
        cancelJobs(tx, next.postId, next.updatedAt)
      }
      if (next.isEnded) dropPrepared(move)
    },
  }
}

/** What it has no longer expires, what it has from now on stays. */
function moveObjects(tx: Tx, before: Handover | null, { next, followedBy }: HandoverMove): void {
  const had = new Map((before ? allFilesOf(before) : []).map((file) => [file.key, file]))
  const has = new Map(allFilesOf(next).map((file) => [file.key, file]))
  const kept = new Set([
    ...(next.isEnded ? [] : has.keys()),
    ...(followedBy?.files ?? []).map(({ key }) => key),
  ])
  for (const [key, file] of new Map([...had, ...has]))
    if (!kept.has(key)) expireObjects(tx, [key], objectsUntil(next, file))
  keepObjects(
    tx,
    [...has.keys()].filter((key) => kept.has(key) && !had.has(key)),
    next.updatedAt,
  )
}

/** Changes of a post that may lie in the archive. */
function preparePostMoves(db: Db, { linkFiles }: RowInserts) {
  const archived = prepareArchive(db)
  const linkedFiles = db
    .select({ mediaId: postMedia.mediaId })
    .from(postMedia)
    .where(eq(postMedia.postId, sql.placeholder('postId')))
    .orderBy(asc(postMedia.position))
    .prepare()
  const filesHere = db
    .select({ id: media.id })
    .from(media)
    .where(sql`${media.id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare()
  const nextCompletion = prepareCompletionMark(db)
  const read = preparePostRead(db)
  const changeHandover = (tx: Tx, id: string, handover: PostRecord['handover']) => {
    const { changes } = tx.update(posts).set({ handover }).where(eq(posts.id, id)).run()
    if (changes === 0) archived.change(id, { handover })
  }
  /** False when the post lies in the archive. */
  const writePost = (tx: Tx, next: Handover, post: PostRecord): boolean => {
    const { id, mediaFileIds, ...fields } = post
    const isEnded = post.status === 'FAILED' || post.status === 'PUBLISHED'
    const completedAt =
      isEnded && post.completedAt === null ? nextCompletion(next.updatedAt) : post.completedAt
    const changed = { ...fields, completedAt }
    if (tx.update(posts).set(changed).where(eq(posts.id, id)).run().changes > 0) {
      linkThoseHere(tx, id, mediaFileIds)
      return true
    }
    const { handover, cloudJobId, bucketMediaKey } = post
    archived.change(id, { handover, cloudJobId, bucketMediaKey })
    return false
  }
  /** A file that was deleted meanwhile does not come back. */
  const linkThoseHere = (tx: Tx, postId: string, wanted: PostRecord['mediaFileIds']): void => {
    const linked = linkedFiles.all({ postId }).map(({ mediaId }) => mediaId)
    if (linked.join() === wanted.join()) return
    const here = new Set<string | null>(filesHere.all({ ids: JSON.stringify(wanted) }).map(({ id }) => id))
    const next = wanted.map((id) => (here.has(id) ? id : null))
    if (linked.join() === next.join()) return
    tx.delete(postMedia).where(eq(postMedia.postId, postId)).run()
    linkFiles(postId, next)
  }
  const archive = (tx: Tx, next: Handover, at: Instant): void => {
    const post = read(next.postId)
    const handover = next.isEnded ? null : 'cloud'
    if (!post) return archived.change(next.postId, { handover })
    archived.add({
      post: { ...post, handover },
      deletedAt: at,
      deletedFrom: 'LOCAL',
      permalink: post.igPermalink,
    })
    tx.delete(posts).where(eq(posts.id, next.postId)).run()
  }
  return { archived, read, changeHandover, writePost, archive }
}

/** The Worker sends all its steps each time. */
function addSteps(db: Db, tx: Tx, postId: string, steps: readonly AttemptStep[]): void {
  const known = new Set(listSteps(db, postId).map(markOf))
  const added = steps.filter((entry) => !known.has(markOf(entry))).map((entry) => ({ postId, entry }))
  if (added.length > 0) tx.insert(attemptSteps).values(added).run()
}

function markOf({ at, engine, step, call, outcome, next }: AttemptStep): string {
  return JSON.stringify([at, engine, step, call, outcome, next])
}
