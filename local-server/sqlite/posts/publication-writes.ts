// The statements that move a post, its job and its publication together. Prepared once: five commits make a post, and
// building their queries each time would cost more than the commits.
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Moved, PauseOver, StepLog } from '../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../core/rules/publication/publication.ts'
import { reflectionOf, type Reflection } from '../../../core/engine/publishing/reflect.ts'
import { storePublication } from '../../../core/engine/publishing/stored.ts'
import { readingName } from '../../../core/rules/times/limit-room.ts'
import type { Instant } from '../../../core/time.ts'
import { writeSetting } from '../settings/sqlite-settings-store.ts'
import { prepareArchive } from './archive.ts'
import type { Db } from '../open-database.ts'
import { preparedOnce, prepareInsert, written } from '../prepare-rows.ts'
import { accounts, attemptSteps, jobs, marks, posts, publications } from '../schema/schema.ts'

export interface PublicationWrites {
  /** To be called inside a transaction. */
  write(publication: Publication): Moved
  /** Changes the publication and nothing else: a caller that ends it from outside moves post and job itself. */
  writeRow(publication: Publication): void
  /**
   * Records a publication of the Worker as the post's last one, unless it is known in this version or a later one, and moves
   * the post as it says. It has no job here and is never taken up here. `learnedAt`: the post has ended for whoever reads here only then.
   */
  writeForeign(publication: Publication, learnedAt?: Instant): void
  /** The stored version, or undefined when there is none. */
  versionOf(publicationId: string): number | undefined
}

export const prepareWrites = preparedOnce((db: Db): PublicationWrites => {
  const version = db
    .select({ version: publications.version })
    .from(publications)
    .where(eq(publications.id, value('id')))
    .prepare()
  const insert = db.insert(publications).values(ADDED).prepare()
  const update = db
    .update(publications)
    .set(CHANGED)
    .where(eq(publications.id, value('id')))
    .prepare()
  const remove = db
    .delete(publications)
    .where(eq(publications.id, value('id')))
    .prepare()
  const moveJob = prepareJobMove(db)
  const movePost = preparePostMove(db)
  return {
    versionOf: (id) => version.get({ id })?.version,
    writeRow: (publication) => void update.run(rowOf(publication, reflectionOf(publication))),
    writeForeign(publication, learnedAt) {
      const known = version.get({ id: publication.id })?.version
      if (known !== undefined && known >= publication.version) return
      const reflection = reflectionOf(publication)
      const row = { ...rowOf(publication, reflection), followUpAt: null, held: 0 }
      // The last one is the one that was inserted last.
      if (known !== undefined) remove.run({ id: publication.id })
      insert.run(row)
      movePost(publication, reflection, learnedAt)
    },
    write(publication) {
      const reflection = reflectionOf(publication)
      const row = rowOf(publication, reflection)
      if (publication.version === 1) insert.run(row)
      else if (update.run(row).changes === 0) insert.run(row)
      moveJob(publication, reflection)
      return movePost(publication, reflection)
    },
  }
})

const value = (name: string) => sql.placeholder(name)

const CHANGED = {
  jobId: written('jobId'),
  version: written('version'),
  step: written('step'),
  followUpAt: written('followUpAt'),
  held: written('held'),
  unsettled: written('unsettled'),
  state: written('state'),
}

const ADDED = {
  ...CHANGED,
  id: written('id'),
  postId: written('postId'),
  accountId: written('accountId'),
  createdAt: written('createdAt'),
}

function rowOf(publication: Publication, { followUpAt }: Reflection): Record<string, string | number | null> {
  const { id, postId, jobId, accountId, version, step, createdAt, intent, mediaId, nextAt } = publication
  const finished = step === 'done' || step === 'failed'
  return {
    id,
    postId,
    jobId,
    accountId,
    createdAt,
    version,
    step,
    followUpAt,
    held: Number(!finished && nextAt === null),
    unsettled: Number(intent !== null && mediaId === null && step !== 'failed'),
    state: storePublication(publication),
  }
}

function prepareJobMove(db: Db): (publication: Publication, reflection: Reflection) => void {
  const move = db
    .update(jobs)
    .set({
      status: written('status'),
      wakeAt: sql`coalesce(${value('wakeAt')}, ${jobs.wakeAt})`,
      runAt: sql`coalesce(${value('runAt')}, ${jobs.runAt})`,
      attempts: sql`${jobs.attempts} + ${value('attempt')}`,
      lastError: written('lastError'),
      updatedAt: written('now'),
      completedAt: written('completedAt'),
    })
    .where(eq(jobs.id, value('id')))
    .prepare()
  return ({ jobId, version, updatedAt, publishAt }, { job }) => {
    const ended = job.status === 'COMPLETED' || job.status === 'FAILED'
    const { status, wakeAt, lastError } = job
    const attempt = version === 1 ? 1 : 0
    // The row does not count: a clock that was ahead may have stored a later time.
    const runAt = wakeAt === null ? null : Math.max(publishAt ?? 0, wakeAt)
    move.run({
      id: jobId,
      status,
      wakeAt,
      runAt,
      lastError,
      attempt,
      now: updatedAt,
      completedAt: ended ? updatedAt : null,
    })
  }
}

/** As `nextVersionAt`, of the row that is changed. */
export function nextVersion(now: unknown): SQL {
  return sql`max(${posts.updatedAt} + 1, ${now})`
}

function preparePostMove(
  db: Db,
): (publication: Publication, reflection: Reflection, endedAt?: Instant) => Moved {
  const names = [
    'status',
    'igContainerId',
    'igMediaId',
    'igPermalink',
    'publishedAt',
    'errorCode',
    'errorDetail',
    'recovery',
    'publishOutcome',
    'nextAttemptAt',
    'lastAttemptAt',
    'partnerPostId',
    'partnerPermalink',
    'completedAt',
  ] as const
  const changes = Object.fromEntries(names.map((name) => [name, written(name)]))
  const warnings = sql`iif(${value('keepsWarnings')}, ${posts.warnings}, ${value('warnings')})`
  const move = db
    .update(posts)
    .set({ ...changes, warnings, updatedAt: nextVersion(value('updatedAt')) })
    .where(eq(posts.id, value('id')))
    .prepare()
  const alreadyCompleted = db
    .select({ completedAt: posts.completedAt })
    .from(posts)
    .where(and(eq(posts.id, value('id')), eq(posts.status, value('status'))))
    .prepare()
  const nextCompletion = prepareCompletionMark(db)
  const archive = prepareArchive(db)
  return ({ postId, updatedAt }, { post, keepsWarnings }, endedAt = updatedAt) => {
    const ended = post.status === 'PUBLISHED' || post.status === 'FAILED'
    // When the post entered PUBLISHED or FAILED.
    const completionTime = (): Instant =>
      alreadyCompleted.get({ id: postId, status: post.status })?.completedAt ?? nextCompletion(endedAt)
    const moved = move.run({
      ...post,
      warnings: post.warnings && JSON.stringify(post.warnings),
      errorDetail: post.errorDetail && JSON.stringify(post.errorDetail),
      keepsWarnings: Number(keepsWarnings),
      id: postId,
      updatedAt,
      completedAt: ended ? completionTime() : null,
    })
    // Deleted after its publish intent: the archive shows what becomes of it, and no row comes back.
    if (moved.changes > 0) return 'kept'
    archive.change(postId, { ...post, updatedAt })
    return 'archived'
  }
}

/**
 * The next completion time: `now`, or later when one was given for it already. Only ever rises, even if the clock is put back, and even
 * if the posts with the latest ones are retried or deleted. In the transaction that completes the post.
 */
export function prepareCompletionMark(db: Db): (now: Instant) => Instant {
  const now = sql.placeholder('now')
  const raise = db
    .insert(marks)
    .values({ name: 'completion', value: sql`${now}` })
    .onConflictDoUpdate({ target: marks.name, set: { value: sql`max(${marks.value} + 1, excluded.value)` } })
    .returning({ value: marks.value })
    .prepare()
  return (at) => raise.get({ now: at }).value
}

/** Far more than a post that goes well needs; a day of reconciliation stays below it, too. */
const MOST_STEPS = 400
const PRUNE_EVERY = 50

type WriteLog = (publication: Publication, log: StepLog) => void

/** The log of a step, written in the same transaction as its publication. */
export function prepareStepLog(db: Db): { readonly writeSteps: WriteLog; readonly writeLearned: WriteLog } {
  const insert = prepareInsert(db, attemptSteps)
  const prune = db
    .delete(attemptSteps)
    .where(
      sql`post_id = ${value('postId')} and seq not in
        (select seq from attempt_steps where post_id = ${value('postId')} order by seq desc limit ${MOST_STEPS})`,
    )
    .prepare()
  return {
    writeSteps({ postId, version }, { steps }) {
      for (const step of steps) insert({ postId, entry: step })
      if (version % PRUNE_EVERY === 0) prune.run({ postId })
    },
    writeLearned({ accountId, updatedAt }, { pauseAccountUntil, endedPause, limit }) {
      if (endedPause !== null) endPause(db, accountId, { until: endedPause, now: updatedAt, left: null })
      if (pauseAccountUntil !== null) extendPause(db, accountId, pauseAccountUntil)
      if (limit) writeSetting(db, readingName(accountId), JSON.stringify(limit))
    },
  }
}

/** A longer pause stays. */
export function extendPause(db: Db, accountId: string, until: Instant): void {
  const pausedUntil = sql`max(coalesce(${accounts.pausedUntil}, 0), ${until})`
  db.update(accounts).set({ pausedUntil }).where(eq(accounts.id, accountId)).run()
}

/** A longer pause that began meanwhile stays. What was put off until then gets its own time again. */
export function endPause(db: Db, accountId: string, { until, now, left }: PauseOver): void {
  const paused = and(eq(accounts.id, accountId), eq(accounts.pausedUntil, until))
  if (db.update(accounts).set({ pausedUntil: left }).where(paused).run().changes === 0) return
  const putOff = and(sql`status = 'PENDING'`, eq(jobs.accountId, accountId), eq(jobs.wakeAt, until))
  const waiting = db.select({ id: jobs.postId }).from(jobs).where(putOff)
  const untilThen = and(inArray(posts.id, waiting), eq(posts.nextAttemptAt, until))
  db.update(posts).set({ nextAttemptAt: null }).where(untilThen).run()
  const runAt = sql`iif(${jobs.runAt} = ${until}, ${ownTimeOf(now)}, ${jobs.runAt})`
  db.update(jobs).set({ runAt, wakeAt: now, updatedAt: now }).where(putOff).run()
  const ofLive = and(eq(publications.accountId, accountId), eq(publications.followUpAt, until))
  db.update(publications).set({ followUpAt: now }).where(ofLive).run()
}

/** When the post of a job is to go live, also after the job was put off. */
export function ownTimeOf(now: Instant): SQL {
  const scheduledFor = sql`(select scheduled_for from posts where posts.id = ${jobs.postId} and is_scheduled = 1)`
  return sql`coalesce(${scheduledFor}, min(${jobs.createdAt}, ${now}))`
}
