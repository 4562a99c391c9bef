import { and, eq } from 'drizzle-orm'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { SlotStore, SlotsVersion, WaitingPost } from '../../../core/ports/posts/slot-store.ts'
import type { Instant } from '../../../core/time.ts'
import { writeUnlessGone } from '../linked-writes.ts'
import type { Db, Tx } from '../open-database.ts'
import { slotPlans } from '../schema/planning-schema.ts'

export function createSqliteSlotStore(db: Db): SlotStore {
  const waiting = prepareWaitingPosts(db)
  return {
    async get(accountId) {
      const { version, plan } = slotPlans
      const ofAccount = eq(slotPlans.accountId, accountId)
      return db.select({ version, plan }).from(slotPlans).where(ofAccount).get() ?? null
    },
    async listWaiting(accountId, from) {
      return waiting(accountId, from, Number.MAX_SAFE_INTEGER)
    },
    async replace({ accountId, version, plan, from }, mayReplace) {
      return writeUnlessGone(db, (tx) => {
        if (!mayReplace(waiting(accountId, from, Number.MAX_SAFE_INTEGER))) return false
        return writePlan(tx, { accountId, version: version + 1, plan })
      })
    },
  }
}

/** False when what is stored is not the version before. */
function writePlan(tx: Tx, row: typeof slotPlans.$inferInsert): boolean {
  if (row.version === 1) return tx.insert(slotPlans).values(row).onConflictDoNothing().run().changes > 0
  const before = and(eq(slotPlans.accountId, row.accountId), eq(slotPlans.version, row.version - 1))
  return tx.update(slotPlans).set(row).where(before).run().changes > 0
}

/**
 * Posts by the index of what is still to go out, whose condition it repeats word for word, and the times that the Worker was
 * asked to move posts to, by the last request or one before it: until it has answered, the post is recorded at its old one.
 */
function prepareWaitingPosts(db: Db) {
  const statement = db.$client.prepare<{ accountId: string; from: Instant; until: Instant }, WaitingPost>(`
    select id as postId, scheduled_for as at from posts
    where is_scheduled = 1 and ifnull(completed_at, 0) = 0
      and platform_account_id = @accountId and scheduled_for >= @from and scheduled_for < @until
    union
    select postId, at from (
      select post_id as postId, json_extract(record, '$.asked.after.scheduledFor') as at from handovers
      where state <> 'ended' and account_id = @accountId
      union
      select post_id, earlier.value from handovers, json_each(record, '$.asked.earlierTimes') as earlier
      where state <> 'ended' and account_id = @accountId
    ) where at >= @from and at < @until
    order by at, postId`)
  return (accountId: string, from: Instant, until: Instant) => statement.all({ accountId, from, until })
}

/**
 * True when a post may take its time as a slot: the plan is still of that version, and no other post waits
 * for the time. Without a version it takes none, and always may. To be called in the transaction that records the post.
 */
export function prepareSlotClaims(db: Db): (post: PostRecord, version: SlotsVersion | undefined) => boolean {
  const current = db.$client.prepare<[string], SlotsVersion>(
    'select version from slot_plans where account_id = ?',
  )
  const versionOf = current.pluck()
  const waiting = prepareWaitingPosts(db)
  return ({ id, platformAccountId, scheduledFor }, version) => {
    if (version === undefined) return true
    if (scheduledFor === null || versionOf.get(platformAccountId) !== version) return false
    return waiting(platformAccountId, scheduledFor, scheduledFor + 1).every(({ postId }) => postId === id)
  }
}
