// What is known of the publishing limits of accounts, as the ledger reads and writes it in its transactions.
import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { parseJsonAs } from '../../../core/parse-json-as.ts'
import type { AccountRecord } from '../../../core/ports/account-store.ts'
import type { PostLedger } from '../../../core/ports/posts/publication-ledger.ts'
import {
  isNearLimit,
  readingName,
  recentSince,
  toReading,
  type AccountLimit,
} from '../../../core/rules/times/limit-room.ts'
import type { Instant } from '../../../core/time.ts'
import type { Db } from '../open-database.ts'
import { jobs, posts, publications } from '../schema/schema.ts'
import { preparePublishTimes } from './media-ownership.ts'

interface KnownOfLimit {
  readonly reading: string | null
  readonly choice: AccountRecord['whenLimitIsFull'] | null
}

const Anything = z.unknown()

/** Asked for three times with each publication. */
export function prepareAccountLimits(db: Db) {
  const statement = db.$client.prepare<{ name: string; accountId: string }, KnownOfLimit>(`
    select (select value from settings where name = @name) as reading,
      (select when_limit_is_full from accounts where id = @accountId) as choice`)
  const publishTimes = preparePublishTimes(db)
  const read = (accountId: string): AccountLimit => {
    const found = statement.get({ name: readingName(accountId), accountId })
    return { reading: toReading(parseJsonAs(Anything, found?.reading)), waits: found?.choice === 'wait' }
  }
  const ours = (accountId: string, now: Instant) =>
    publishTimes(recentSince(now), accountId).map(({ at }) => at)
  return {
    read,
    isNear(accountId: string, now: Instant): boolean {
      const { reading: known } = read(accountId)
      return known !== null && isNearLimit(ours(accountId, now), known, now)
    },
  }
}

export function createLimitQueries(db: Db): Pick<PostLedger, 'limitOf' | 'listAhead'> {
  const limits = prepareAccountLimits(db)
  // Of two with the same time, the one that was accepted first goes first.
  const place = sql`(iif(${posts.isScheduled}, ${posts.scheduledFor}, ${jobs.createdAt}), jobs.rowid)`
  return {
    limitOf: async (accountId) => limits.read(accountId),
    async listAhead(jobId) {
      const itself = db.select({ accountId: jobs.accountId }).from(jobs).where(eq(jobs.id, jobId)).get()
      const its = sql`(select iif(p.is_scheduled, p.scheduled_for, j.created_at), j.rowid
        from jobs j join posts p on p.id = j.post_id where j.id = ${jobId})`
      const open = sql`${jobs.status} in ('PENDING', 'PROCESSING') and ${jobs.type} = 'PUBLISH'`
      const waits = sql<number>`exists (select 1 from ${publications} where ${publications.jobId} = ${jobs.id}
        and ${publications.step} = 'claimed' and json_extract(${publications.state}, '$.roomAt') is not null)`
      const rows = db
        .select({ waits })
        .from(jobs)
        .innerJoin(posts, eq(posts.id, jobs.postId))
        .where(sql`${jobs.accountId} = ${itself?.accountId ?? ''} and ${open} and ${place} < ${its}`)
        .all()
      return rows.map((row) => row.waits === 1)
    },
  }
}
