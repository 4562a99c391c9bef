// Marks on jobs that an earlier run may have carried out without this folder knowing, and since when. Call in the
// transaction that makes them necessary.
import { and, asc, eq, inArray, isNotNull, isNull, max, min, sql, type SQL } from 'drizzle-orm'
import { WRONG_BY } from '../../../core/engine/publishing/match.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { MediaTraits } from '../../../core/ports/posts/publication-ledger.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db, Tx } from '../open-database.ts'
import { instance, jobs, posts, publications } from '../schema/schema.ts'

const WAITING = and(eq(jobs.type, 'PUBLISH'), inArray(jobs.status, ['PENDING', 'PROCESSING']))

/** When the job was made; if that is yet to come, one of two clocks was wrong, and it may have been earlier. */
const madeAt = (now: Instant) =>
  sql<number>`iif(${jobs.createdAt} > ${now}, ${now - WRONG_BY}, ${jobs.createdAt})`

/**
 * An earlier run may have published them at their time. What failed for sure is marked with them: that run may have retried it, and its
 * next job is looked for then.
 */
export function markWaiting(tx: Tx, now: Instant): void {
  const scheduledFor = sql`(select scheduled_for from posts where posts.id = ${jobs.postId} and is_scheduled = 1)`
  const soughtSince = sql<number>`iif(ifnull(${scheduledFor}, 0) > ${jobs.createdAt}, ${scheduledFor}, ${madeAt(now)})`
  tx.update(jobs)
    .set({ soughtSince })
    .where(and(WAITING, isNull(jobs.soughtSince)))
    .run()
  const failed = sql`select id from posts where status = 'FAILED' and publish_outcome = 'confirmed'`
  tx.update(jobs)
    .set({ soughtSince: madeAt(now) })
    .where(and(sql`${jobs.postId} in (${failed})`, eq(jobs.status, 'FAILED'), isNull(jobs.soughtSince)))
    .run()
  doubtComments(tx)
}

/** It may have posted those that are surely not posted by this run. */
function doubtComments(tx: Tx): void {
  const { state, followUpAt } = publications
  const at = (field: string) => sql.raw(`'$.firstComment.${field}'`)
  const comment = sql`case when json_valid(${state}) then ${state} ->> ${at('state')} end`
  const doubted = sql`json_set(${state}, ${at('state')}, 'uncertain', ${at('looks')}, 0, ${at('missedAt')}, null)`
  tx.update(publications)
    .set({ state: doubted })
    .where(and(isNotNull(followUpAt), sql`${comment} = 'wanted'`))
    .run()
}

/**
 * The last change of a post that a restored or copied folder remembers: what another run did later, it does not. Kept with the facts
 * about this installation; null without posts.
 */
export function lastRemembered(db: Db): string | null {
  const latest =
    db
      .select({ at: max(posts.updatedAt) })
      .from(posts)
      .get()?.at ?? null
  return latest === null ? null : String(latest)
}

/** A draft from before that may have been sent by the run that the folder does not remember. */
export function markDraft(tx: Tx, jobId: string, { createdAt }: Pick<PostRecord, 'createdAt'>): void {
  const remembered = tx.select().from(instance).where(eq(instance.name, LAST_REMEMBERED)).get()
  const since = Number(remembered?.value ?? Number.NaN)
  if (!(createdAt <= since)) return
  const earlier = sql<number>`min(ifnull(${jobs.soughtSince}, ${since}), ${since})`
  tx.update(jobs).set({ soughtSince: earlier }).where(eq(jobs.id, jobId)).run()
}

export const LAST_REMEMBERED = 'lastRemembered'

/** Before a post is changed or taken back: that run has published what it was when it was marked. */
export function keepTraits(tx: Tx, { id, mediaType, caption }: MediaTraits & Pick<PostRecord, 'id'>): void {
  const isMarked = and(isNotNull(jobs.soughtSince), isNull(jobs.soughtAs))
  tx.update(jobs)
    .set({ soughtAs: { mediaType, caption } })
    .where(and(eq(jobs.postId, id), WAITING, isMarked))
    .run()
}

/** Moves the mark of an ended job to the new one: a post that goes out after all is looked for first. */
export function moveMark(tx: Tx, { id, postId }: { readonly id: string; readonly postId: string }): void {
  const { soughtSince, soughtAs } = jobs
  const mark = tx
    .select({ soughtSince, soughtAs })
    .from(jobs)
    .where(endedMarked(postId))
    .orderBy(asc(soughtSince))
    .get()
  if (!mark) return
  tx.update(jobs).set({ soughtSince: null }).where(endedMarked(postId)).run()
  const unmarked = and(eq(jobs.id, id), isNull(soughtSince))
  tx.update(jobs).set(mark).where(unmarked).run()
}

export function markOfEnded(db: Db | Tx, postId: string): Instant | null {
  return earliestMark(db, endedMarked(postId))
}

export function markOfWaiting(db: Db | Tx, postId: string): Instant | null {
  return earliestMark(db, and(eq(jobs.postId, postId), WAITING))
}

function earliestMark(db: Db | Tx, those: SQL | undefined): Instant | null {
  const earliest = { soughtSince: min(jobs.soughtSince) }
  return db.select(earliest).from(jobs).where(those).get()?.soughtSince ?? null
}

function endedMarked(postId: string) {
  const hasEnded = inArray(jobs.status, ['CANCELLED', 'FAILED'])
  return and(eq(jobs.postId, postId), hasEnded, isNotNull(jobs.soughtSince))
}

export function prepareMarkRead(db: Db): (jobId: string) => boolean {
  const mark = db
    .select({ soughtSince: jobs.soughtSince })
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .prepare()
  return (id) => (mark.get({ id })?.soughtSince ?? null) !== null
}

/** A run that we do not remember may have given them another time. */
export function markReleased(tx: Tx, now: Instant): void {
  const soughtSince = sql<number>`min(ifnull(${jobs.soughtSince}, ${jobs.createdAt}), ${madeAt(now)})`
  tx.update(jobs).set({ soughtSince }).where(WAITING).run()
}
