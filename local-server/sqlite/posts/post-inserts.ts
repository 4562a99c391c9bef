// Posts as requests add and change them: accepted posts, drafts, and what becomes of them.
import type { JobRecord } from '../../../core/ports/posts/job-record.ts'
import { and, eq } from 'drizzle-orm'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type {
  AcceptedPost,
  PostCommands,
  PostUpdate,
  PostDecision,
} from '../../../core/ports/posts/publication-ledger.ts'
import { insertHandover } from '../cloud/handover-rows.ts'
import { writeUnlessGone, writeWithFiles } from '../linked-writes.ts'
import type { Db, Tx } from '../open-database.ts'
import { recordRow } from '../requests/sqlite-imported-rows.ts'
import { recordMade } from '../requests/sqlite-request-store.ts'
import { prepareInsert } from '../prepare-rows.ts'
import { jobs, postMedia, posts } from '../schema/schema.ts'
import type { ClaimQuery } from './claim-query.ts'
import { keepTraits, markDraft, markOfWaiting, moveMark } from './job-marks.ts'
import type { PublicationWrites } from './publication-writes.ts'
import { changeSeries } from './series-rows.ts'
import { prepareSlotClaims } from './sqlite-slot-store.ts'
import { cancelJobs, openJobOf } from './post-removals.ts'
import { preparePostRead } from './sqlite-post-store.ts'

type PostInserts = Pick<PostCommands, 'accept' | 'acceptAll' | 'saveDraft' | 'update'>

export function createPostInserts(db: Db, claimQuery: ClaimQuery, writes: PublicationWrites): PostInserts {
  const inserts = prepareRowInserts(db)
  const accept = prepareAcceptance(db, inserts)
  const updatePost = preparePostUpdate(db, { claimQuery, writes, inserts })
  return {
    async accept(post, job, recorded) {
      return writeWithFiles(db, (tx) => accept(tx, { post, job, recorded }))
    },
    async acceptAll(accepted) {
      return undoable(db, (tx) => accepted.every((one) => accept(tx, one)))
    },
    async saveDraft(post, recorded) {
      writeWithFiles(db, (tx) => {
        inserts.insertPost(post)
        recordMade(tx, recorded?.request, { id: post.id, jobId: null })
      })
    },
    async update(postId, decide) {
      return writeUnlessGone(db, (tx) => updatePost(tx, postId, decide))
    },
  }
}

/** Accepts a post as `PostCommands.accept` does, in a transaction. */
export function prepareAcceptance(db: Db, inserts: RowInserts) {
  const mayTakeSlot = prepareSlotClaims(db)
  return (tx: Tx, { post, job, handover, recorded }: AcceptedPost): boolean => {
    if (!mayTakeSlot(post, recorded?.slots)) return false
    inserts.insertPost(post)
    if (job) inserts.insertPublishJob(job)
    else if (handover) insertHandover(tx, handover)
    recordMade(tx, recorded?.request, { id: post.id, jobId: (job ?? handover)?.id ?? null })
    recordRow(tx, recorded?.row, post.id)
    return true
  }
}

const UNDO = Symbol('undo')

/** A transaction that is rolled back when the work returns false. */
export function undoable(db: Db, work: (tx: Tx) => boolean): boolean {
  try {
    return writeWithFiles(db, (tx) => {
      if (work(tx)) return true
      throw UNDO
    })
  } catch (error) {
    if (error === UNDO) return false
    throw error
  }
}

/** False when what is stored is not this version of the draft. The links to its files stay. */
export function updateDraft(tx: Tx, before: PostRecord, after: PostRecord): boolean {
  const { mediaFileIds: _asLinked, ...changes } = after
  const asBefore = and(
    eq(posts.id, before.id),
    eq(posts.status, 'DRAFT'),
    eq(posts.updatedAt, before.updatedAt),
  )
  return tx.update(posts).set(changes).where(asBefore).run().changes > 0
}

export type RowInserts = ReturnType<typeof prepareRowInserts>

/** Inserts posts, their links to files, and their jobs. To be called inside a transaction. */
export function prepareRowInserts(db: Db) {
  const insertPostRow = prepareInsert(db, posts)
  const insertLink = prepareInsert(db, postMedia)
  const insertJob = prepareInsert(db, jobs)
  const linkFiles = (postId: string, mediaFileIds: PostRecord['mediaFileIds']) => {
    for (const [position, mediaId] of mediaFileIds.entries()) insertLink({ postId, position, mediaId })
  }
  const insertPost = ({ mediaFileIds, ...post }: PostRecord) => {
    insertPostRow(post)
    linkFiles(post.id, mediaFileIds)
  }
  const insertPublishJob = (job: JobRecord) => insertJob({ ...job, updatedAt: job.createdAt })
  return { insertPost, insertPublishJob, linkFiles }
}

// Updates of a stored post, with its job and its last publication.

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
      get soughtSince() {
        return markOfWaiting(tx, postId)
      },
    }
    const update = stored && decide(stored)
    if (!update || !mayTakeSlot(update.post, update.slots)) return false
    if (update.series && !changeSeries(tx, update.series.known, update.series.next)) return false
    const { mediaFileIds, ...columns } = update.post
    tx.update(posts).set(columns).where(eq(posts.id, postId)).run()
    if (mediaFileIds.join() !== stored.post.mediaFileIds.join()) {
      tx.delete(postMedia).where(eq(postMedia.postId, postId)).run()
      inserts.linkFiles(postId, mediaFileIds)
    }
    if (update.ended) writes.writeRow(update.ended)
    if (update.job?.kind === 'new') {
      inserts.insertPublishJob(update.job.job)
      moveMark(tx, update.job.job)
      if (stored.post.status === 'DRAFT') markDraft(tx, update.job.job.id, stored.post)
    } else if (update.job) {
      keepTraits(tx, stored.post)
      changeOpenJob(tx, update.post, update.job)
    }
    const jobId = update.job?.kind === 'new' ? update.job.job.id : null
    recordMade(tx, update.request, { id: postId, jobId })
    return true
  }
}

function changeOpenJob(
  tx: Tx,
  { id: postId, platformAccountId: accountId, updatedAt }: PostRecord,
  change: Exclude<PostUpdate['job'], { kind: 'new' } | null | undefined>,
): void {
  if (change.kind === 'cancel') return cancelJobs(tx, postId, updatedAt, change.soughtSince)
  const moved = { ...change.times, accountId, status: 'PENDING', lastError: null, updatedAt } as const
  tx.update(jobs).set(moved).where(openJobOf(postId)).run()
}
