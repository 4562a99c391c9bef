// Settles a post when something that it needs cannot be read: itself, a file, its job, its publication. To be called inside a
// transaction. Posts that may be live already are left to reconciliation.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Warning } from '../../../core/rules/notices/warnings.ts'
import { mayHaveBeenSent, progressOf, toCancelled } from '../../../core/engine/publishing/end-publication.ts'
import {
  MAYBE_LIVE,
  UNREADABLE_POST,
  payloadOf,
  publicationOfRow,
  readPublication,
} from '../../../core/engine/publishing/stored.ts'
import { TO_GO_OUT } from '../../../core/rules/publication/post-words.ts'
import type { Instant } from '../../../core/time.ts'
import { isLatestOf, prepareFilesOf, prepareLatestPublication } from '../posts/claim-query.ts'
import type { Db } from '../open-database.ts'
import { preparedOnce } from '../prepare-rows.ts'
import { markOfWaiting } from '../posts/job-marks.ts'
import { nextVersion, prepareCompletionMark, prepareWrites } from '../posts/publication-writes.ts'
import { jobs, posts, publications } from '../schema/schema.ts'
import { preparePostRead } from '../posts/sqlite-post-store.ts'

export interface LostPosts {
  /**
   * Fails the post with its jobs, unless it has ended, is a draft, is the Worker's, or may be live already: in doubt where an
   * earlier run may have published it.
   */
  fail(postId: string, now: Instant): void
  /** Fails the posts that wait here and have no job any more. */
  failJobless(now: Instant): void
  /** Cancels a job when nothing shows any more whether to run it, unless it may have sent a publish. */
  cancelJob(rowid: number, now: Instant): void
  /** Rewrites a publication that was repaired: from its state, or without one from what its row and its post say. */
  rebuild(publication: number, withoutState: boolean, now: Instant): void
  /** It is no longer known how far the hand-over of the post has come: the Worker may publish it. */
  leaveAtWorker(postId: string, now: Instant): void
  /** Its last publication has a readable state, and still makes no sense. */
  giveUp(postId: string, now: Instant): void
}

export const prepareLostPosts = preparedOnce((db: Db): LostPosts => {
  const read = preparePostRead(db)
  const latest = prepareLatestPublication(db)
  const filesOf = prepareFilesOf(db)
  const writes = prepareWrites(db)
  const end = prepareEnd(db)
  const warn = (id: string, warnings: Warning[]) =>
    void db.update(posts).set({ warnings }).where(eq(posts.id, id)).run()
  const rebuild = (rowid: number, withoutState: boolean, now: Instant) => {
    const row = db.select().from(publications).where(eq(ROWID, rowid)).get()
    if (!row) return
    const readable = withoutState ? null : readPublication(row.state)
    if (readable) return writes.writeRow(readable)
    const post = read(row.postId)
    const payload = post && payloadOf(post, filesOf(post))
    const publication = publicationOfRow(row, post, payload, now)
    if (publication.warnings.length > 0)
      warn(row.postId, [...(post?.warnings ?? []), ...publication.warnings])
    if (publication.step === 'done' || row.step === 'failed') writes.writeRow(publication)
    else if (post && post.handover !== null) writes.writeForeign(publication)
    else writes.write(publication)
  }
  const fail = (postId: string, now: Instant) => {
    const post = read(postId)
    if (!post || post.handover !== null || !WAITING.has(post.status)) return
    const last = latest(postId)
    if (mayHaveBeenSent(last)) return
    if (last && progressOf(last) === 'unsent') writes.writeRow(toCancelled(last, UNREADABLE_POST, now))
    const since = markOfWaiting(db, postId) ?? last?.sought?.since ?? null
    end(postId, since !== null && since <= now ? PERHAPS : SURELY, now)
  }
  const jobless = db.$client
    .prepare<[], string>(
      `select id from posts where handover is null and status in ('SCHEDULED', 'QUEUED', 'PROCESSING') and not exists (
        select 1 from jobs where post_id = posts.id and status in ('PENDING', 'PROCESSING'))`,
    )
    .pluck()
  return {
    fail,
    failJobless(now) {
      for (const id of jobless.all()) fail(id, now)
    },
    cancelJob(rowid, now) {
      const itself = and(eq(ROWID, rowid), isNotNull(jobs.postId), OPEN)
      const job = db.select({ postId: jobs.postId }).from(jobs).where(itself).get()
      if (!job || progressOf(latest(job.postId ?? '')) === 'sent') return
      db.update(jobs).set({ status: 'CANCELLED', updatedAt: now, completedAt: now }).where(itself).run()
    },
    rebuild,
    giveUp(postId, now) {
      const last = db.select({ rowid: ROWID }).from(publications).where(isLatestOf(postId)).get()
      if (last) rebuild(last.rowid, true, now)
      fail(postId, now)
    },
    leaveAtWorker(postId, now) {
      const post = read(postId)
      if (post?.handover && WAITING.has(post.status)) end(postId, PERHAPS, now)
    },
  }
})

type Ending = typeof SURELY | typeof PERHAPS

function prepareEnd(db: Db): (postId: string, ending: Ending, now: Instant) => void {
  const nextCompletion = prepareCompletionMark(db)
  return (postId, [failure, publishOutcome], now) => {
    const { code, detail, recovery } = failure
    const reason = { errorCode: code, errorDetail: detail, recovery, publishOutcome }
    const ended = { status: 'FAILED', igContainerId: null, nextAttemptAt: null } as const
    db.update(posts)
      .set({
        ...reason,
        ...ended,
        completedAt: nextCompletion(now),
        updatedAt: nextVersion(now),
      })
      .where(eq(posts.id, postId))
      .run()
    db.update(jobs)
      .set({ status: 'FAILED', lastError: detail.code, updatedAt: now, completedAt: now })
      .where(and(eq(jobs.postId, postId), OPEN))
      .run()
  }
}

const ROWID = sql<number>`rowid`
const OPEN = inArray(jobs.status, ['PENDING', 'PROCESSING'])
const SURELY = [UNREADABLE_POST, 'confirmed'] as const
const PERHAPS = [MAYBE_LIVE, 'unconfirmed'] as const
const WAITING: ReadonlySet<string> = new Set(TO_GO_OUT)
