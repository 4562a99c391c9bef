// What a turn at an account needs and learns, and whether it may go on asking.
import type { CallBudget } from '../../engine/access/call-budget.ts'
import type { FiguresReader } from '../../engine/platform/insights/read-figures.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { InsightAccount, InsightProgress, InsightStore } from '../../ports/insights/insight-store.ts'
import type { Log } from '../../ports/log.ts'
import type { PlatformAccess } from '../../ports/platform/platform.ts'
import type { QueueHold } from '../../ports/posts/queue-hold.ts'
import type { SlotStore } from '../../ports/posts/slot-store.ts'
import { canReadInsights } from '../../rules/accounts/permissions.ts'
import type { InsightReason } from '../../rules/insights/insight-words.ts'
import { AFTER_POST, BEFORE_POST, dayOfInstant, FIRST_DAYS } from '../../rules/insights/looks.ts'
import { ageOf, MINUTE, type Duration, type Instant } from '../../time.ts'
import type { PlatformClock } from './platform-clock.ts'

/** What reading the figures of an account takes. */
export interface InsightReading {
  readonly insights: InsightStore
  readonly accounts: AccountStore
  readonly slots: SlotStore
  readonly figures: FiguresReader
  readonly platformClock: PlatformClock
  readonly calls: CallBudget
  readonly clock: Clock
  readonly hold: QueueHold
  readonly log: Log
  accessTo(accountId: string): Promise<PlatformAccess>
}

export const AFTER_TROUBLE: Duration = 15 * MINUTE
/** The part of the call limit, in percent, beyond which calls are left to posts. */
const ENOUGH_USED = 50

interface Told {
  readonly at: Instant | null
  readonly usage: number
  readonly asked?: readonly string[]
}

export type Turn = Awaited<ReturnType<typeof beginTurn>>

export async function beginTurn(reading: InsightReading, account: AccountRecord, stored: InsightAccount) {
  const { calls, clock, platformClock } = reading
  let record = stored
  let [looks, rows] = [0, 0]
  const posts = await reading.slots.listWaiting(account.id, clock.now() - AFTER_POST)
  const isPostNear = () =>
    posts.some(({ at }) => at >= clock.now() - AFTER_POST && at <= clock.now() + BEFORE_POST)
  const note = (change: Partial<InsightProgress>) => {
    record = { ...record, progress: { ...record.progress, ...change } }
  }
  const { access, trouble } = await openTurn(reading, account, record.progress)
  let isStopped = access === null
  const stop = (reason: InsightReason) => {
    isStopped = true
    note({ trouble: { reason, at: platformClock.now() } })
  }
  if (trouble) stop(trouble)
  return {
    reading,
    access,
    accountId: account.id,
    /** The media that were looked at. */
    seen: new Set<string>(),
    note,
    stop,
    progress: () => record.progress,
    record: () => record,
    isChanged: () => record !== stored,
    counts: () => ({ looks, rows }),
    isStopped: () => isStopped,
    /** Takes over what an answer tells beside its figures. Returns its time. */
    learn({ at, usage, asked }: Told): Instant {
      if (at !== null) platformClock.learn(at)
      // A list without figures is allowed to accounts that do not allow these.
      const isAllowed = asked?.length !== 0 || record.progress.trouble?.reason !== 'no-permission'
      if (usage >= ENOUGH_USED) stop('not-answered')
      else if (record.progress.trouble && isAllowed) note({ trouble: null })
      return at ?? platformClock.now()
    },
    /** Trouble that lasted until after the time of a look is why it was missed; else nobody was there to look. */
    whyMissed(at: Instant): InsightReason {
      const trouble = record.progress.trouble ?? stored.progress.trouble
      return trouble && trouble.at >= at ? trouble.reason : 'missed'
    },
    count(added: number) {
      looks += 1
      rows += added
    },
    /** Counts. `isLast`: of a story that ends before the post is out, or room comes. */
    mayCall: (isLast: boolean) => () => !isStopped && (isLast || !isPostNear()) && calls.takeForLook(isLast),
  }
}

/** Without access nothing is asked; `trouble` when that is news. */
async function openTurn(
  { accessTo, clock, platformClock }: InsightReading,
  { id, loginMethod, grantedScopes, pausedUntil }: AccountRecord,
  { trouble }: InsightProgress,
): Promise<{ readonly access: PlatformAccess | null; readonly trouble: InsightReason | null }> {
  if (!canReadInsights(loginMethod, grantedScopes)) return { access: null, trouble: 'no-permission' }
  const isResting = trouble !== null && ageOf(trouble.at, platformClock.now()) < AFTER_TROUBLE
  if (isResting || (pausedUntil ?? 0) > clock.now()) return { access: null, trouble: null }
  const access = await accessTo(id).catch(() => null)
  return { access, trouble: access === null ? 'no-permission' : null }
}

/** The record of an account whose figures may be read, or were read before; null for one that never allowed it. */
export async function recordToRead(
  reading: InsightReading,
  account: AccountRecord,
): Promise<InsightAccount | null> {
  const isWanted = canReadInsights(account.loginMethod, account.grantedScopes)
  return isWanted || (await reading.insights.account(account.id)) ? requireRecord(reading, account) : null
}

export async function requireRecord(
  reading: InsightReading,
  { id, igUserId, username }: AccountRecord,
): Promise<InsightAccount> {
  const { insights, platformClock } = reading
  const found = await insights.account(id)
  if (found)
    return found.igUserId === igUserId && found.username === username
      ? found
      : { ...found, igUserId, username }
  const before = await findKept(reading, { igUserId, username })
  if (before) {
    await insights.adopt(before.accountId, id)
    return { ...before, accountId: id, igUserId, username }
  }
  const since = dayOfInstant(platformClock.now()) - FIRST_DAYS
  const fresh = newRecord({ accountId: id, igUserId, username }, since)
  await insights.putAccount(fresh)
  return fresh
}

/** What was kept of the same account when it was disconnected: another login gives it another id, but the name stays. */
async function findKept(
  { insights, accounts }: InsightReading,
  { igUserId, username }: Pick<InsightAccount, 'igUserId' | 'username'>,
): Promise<InsightAccount | undefined> {
  const connected = new Set((await accounts.list()).map(({ id }) => id))
  const kept = (await insights.accounts()).filter(({ accountId }) => !connected.has(accountId))
  return kept.find((one) => one.igUserId === igUserId) ?? kept.find((one) => one.username === username)
}

function newRecord(
  of: Pick<InsightAccount, 'accountId' | 'igUserId' | 'username'>,
  since: number,
): InsightAccount {
  const lists = { postsListedAt: null, storiesListedAt: null, olderPosts: null }
  const progress = { since, asked: {}, ...lists, trouble: null }
  return { ...of, metric: 'reach', bestTimesForNextSlot: false, progress }
}
