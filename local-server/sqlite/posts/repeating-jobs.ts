// Recurring jobs, in the table of all jobs. `wake_at` is 0 while a claim holds the job, and not 0 when it was given
// another time meanwhile.
import { and, asc, eq, isNotNull, lte, min, ne, or, sql } from 'drizzle-orm'
import type { RepeatingJob, RepeatingJobs } from '../../../core/ports/repeating-jobs.ts'
import type { Random } from '../../../core/ports/random.ts'
import { writeTransaction, type Db } from '../open-database.ts'
import { prepareRepeatingCounts } from './queue-counts.ts'
import { jobs } from '../schema/schema.ts'

/** It comes back after any number of failures. */
const NEVER_GIVEN_UP = 1_000_000
const HELD = 0

export function createSqliteRepeatingJobs(db: Db, random: Random): RepeatingJobs {
  return { ...createJobCommands(db, random), ...createJobClaims(db), counts: prepareRepeatingCounts(db) }
}

const PENDING = and(isNotNull(jobs.repeatKey), eq(jobs.status, 'PENDING'))

function createJobCommands(db: Db, random: Random): Pick<RepeatingJobs, 'upsert' | 'get' | 'cancel'> {
  return {
    async upsert({ type, repeatKey, repeatIntervalMs, runAt }, now) {
      const times = { repeatIntervalMs, runAt, wakeAt: runAt, updatedAt: now }
      const id = random.uuid()
      const fresh = {
        id,
        status: 'PENDING',
        attempts: 0,
        maxAttempts: NEVER_GIVEN_UP,
        createdAt: now,
      } as const
      const status = sql`iif(${jobs.status} = 'PROCESSING', 'PROCESSING', 'PENDING')`
      const attempts = sql`iif(${jobs.status} = 'CANCELLED', 0, ${jobs.attempts})`
      db.insert(jobs)
        .values({ ...fresh, ...times, type, repeatKey })
        .onConflictDoUpdate({
          target: jobs.repeatKey,
          set: { ...times, type, status, attempts, completedAt: null },
        })
        .run()
    },
    async get(repeatKey) {
      const row = db.select().from(jobs).where(eq(jobs.repeatKey, repeatKey)).get()
      return row ? repeatingJobOf(row) : null
    },
    async cancel(repeatKey, now) {
      const cancelled = { status: 'CANCELLED', updatedAt: now, completedAt: now } as const
      db.update(jobs)
        .set(cancelled)
        .where(and(eq(jobs.repeatKey, repeatKey), or(ne(jobs.status, 'PROCESSING'), eq(jobs.wakeAt, HELD))))
        .run()
    },
  }
}

function createJobClaims(db: Db): Pick<RepeatingJobs, 'claim' | 'finish' | 'nextDue'> {
  return {
    async claim(now) {
      return writeTransaction(db, (tx) => {
        const tooFar = sql`${jobs.runAt} > ${now} + 2 * ${jobs.repeatIntervalMs}`
        const due = and(PENDING, or(lte(jobs.runAt, now), tooFar))
        const row = tx.select().from(jobs).where(due).orderBy(asc(jobs.runAt)).limit(1).get()
        if (!row) return null
        const held = { status: 'PROCESSING', wakeAt: HELD, updatedAt: now } as const
        tx.update(jobs).set(held).where(eq(jobs.id, row.id)).run()
        return repeatingJobOf({ ...row, ...held })
      })
    },
    async finish(id, { runAt, error, now }) {
      const time = sql`iif(${jobs.wakeAt} = ${HELD}, ${runAt}, ${jobs.runAt})`
      db.update(jobs)
        .set({
          status: 'PENDING',
          runAt: time,
          wakeAt: time,
          attempts: error === null ? 0 : sql`${jobs.attempts} + 1`,
          lastError: error,
          updatedAt: now,
        })
        .where(and(eq(jobs.id, id), eq(jobs.status, 'PROCESSING')))
        .run()
    },
    async nextDue() {
      return (
        db
          .select({ at: min(jobs.runAt) })
          .from(jobs)
          .where(PENDING)
          .get()?.at ?? null
      )
    },
  }
}

function repeatingJobOf(row: typeof jobs.$inferSelect): RepeatingJob {
  const { id, type, status, runAt, attempts, lastError } = row
  if (type !== 'STORY_REPOST_CHECK' || status === 'COMPLETED' || status === 'FAILED')
    throw new Error(`job ${id} does not come back`)
  return {
    id,
    type,
    repeatKey: row.repeatKey ?? '',
    repeatIntervalMs: row.repeatIntervalMs ?? 0,
    runAt,
    status,
    attempts,
    lastError,
  }
}
