// The log of a step, written in the same transaction as its publication.
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { StepLog } from '../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../core/publishing/publication.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { accounts, attemptSteps, jobs, posts } from '../schema/schema.ts'

/** Far more than a post needs that goes well; what looks in the background for a day stays below it too. */
const MOST_STEPS = 400
const PRUNE_EVERY = 50

export type WriteStepLog = (publication: Publication, log: StepLog) => void

export function prepareStepLog(db: Db): WriteStepLog {
  const value = (name: string) => sql.placeholder(name)
  const insert = db
    .insert(attemptSteps)
    .values({ postId: value('postId'), entry: sql`${value('entry')}` })
    .prepare()
  const prune = db
    .delete(attemptSteps)
    .where(
      sql`post_id = ${value('postId')} and seq not in
        (select seq from attempt_steps where post_id = ${value('postId')} order by seq desc limit ${MOST_STEPS})`,
    )
    .prepare()
  const pause = db
    .update(accounts)
    .set({ pausedUntil: sql`max(coalesce(${accounts.pausedUntil}, 0), ${value('until')})` })
    .where(eq(accounts.id, value('id')))
    .prepare()
  return ({ postId, accountId, version, updatedAt }, { steps, pauseAccountUntil, endedPause }) => {
    for (const step of steps) insert.run({ postId, entry: JSON.stringify(step) })
    if (version % PRUNE_EVERY === 0) prune.run({ postId })
    if (endedPause !== null) endPause(db, accountId, endedPause, updatedAt)
    if (pauseAccountUntil !== null) pause.run({ id: accountId, until: pauseAccountUntil })
  }
}

/** A longer pause that began meanwhile stays. What was put off until then gets its own time again. */
function endPause(db: Db, accountId: string, until: Instant, now: Instant): void {
  const paused = and(eq(accounts.id, accountId), eq(accounts.pausedUntil, until))
  if (db.update(accounts).set({ pausedUntil: null }).where(paused).run().changes === 0) return
  const putOff = and(sql`status = 'PENDING'`, eq(jobs.accountId, accountId), eq(jobs.wakeAt, until))
  const waiting = db.select({ id: jobs.postId }).from(jobs).where(putOff)
  const untilThen = and(inArray(posts.id, waiting), eq(posts.nextAttemptAt, until))
  db.update(posts).set({ nextAttemptAt: null }).where(untilThen).run()
  const runAt = sql`iif(${jobs.runAt} = ${until}, ${ownTimeOf(now)}, ${jobs.runAt})`
  db.update(jobs).set({ runAt, wakeAt: now, updatedAt: now }).where(putOff).run()
}

/** When the post of a job is to be seen, whatever has put the job off. */
export function ownTimeOf(now: Instant): SQL {
  const scheduledFor = sql`(select scheduled_for from posts where posts.id = ${jobs.postId} and is_scheduled = 1)`
  return sql`coalesce(${scheduledFor}, min(${jobs.createdAt}, ${now}))`
}
