// What a turn at an account needs and learns, and whether it may go on asking.
import type { CallBudget } from '../../engine/access/call-budget.ts'
import type {
  FiguresReader,
  FiguresHeard,
  MayCall,
  FiguresStopped,
} from '../../engine/platform/insights/read-figures.ts'
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

export type Turn = Awaited<ReturnType<typeof beginTurn>>

export async function beginTurn(reading: InsightReading, account: AccountRecord, stored: InsightAccount) {
  const { calls, clock, insights, platformClock, slots } = reading
  let { progress } = stored
  const posts = await slots.listWaiting(account.id, clock.now() - AFTER_POST)
  const isPostNear = () =>
    posts.some(({ at }) => at >= clock.now() - AFTER_POST && at <= clock.now() + BEFORE_POST)
  const note = (change: Partial<InsightProgress>) => {
    progress = { ...progress, ...change }
  }
  const { loginMethod: login } = account
  // The list says which media is which: another login gives all of them other ids.
  if (progress.login !== undefined && progress.login !== login)
    note({ postsListedAt: null, olderPosts: null })
  if (progress.login !== login) note({ login })
  const { access, trouble } = await openTurn(reading, account, progress)
  let isStopped = access === null
  const stop = (reason: InsightReason) => {
    isStopped = true
    const at = platformClock.now()
    const before = progress.trouble
    const since = before?.reason === reason ? (before.since ?? before.at) : at
    note({ trouble: { reason, at, since } })
  }
  if (trouble) stop(trouble)
  /** Takes over what an answer tells beside its figures. Returns its time. */
  const learn = ({ at, usage, asked }: FiguresHeard): Instant => {
    if (at !== null) platformClock.learn(at)
    // A list without figures is allowed to accounts that do not allow these.
    const isAllowed = asked.length > 0 || progress.trouble?.reason !== 'no-permission'
    if (usage >= ENOUGH_USED) stop('not-answered')
    else if (progress.trouble && isAllowed) note({ trouble: null })
    return at ?? platformClock.now()
  }
  return {
    reading,
    accountId: account.id,
    /** The media that were looked at. */
    seen: new Set<string>(),
    counts: { looks: 0, rows: 0 },
    note,
    progress: () => progress,
    isStopped: () => isStopped,
    /** Trouble that lasted until after the time of a look is why it was missed; else nobody was there to look. */
    whyMissed(at: Instant): InsightReason {
      const lasting = progress.trouble ?? stored.progress.trouble
      return lasting && lasting.at >= at ? lasting.reason : 'missed'
    },
    /** Null when nothing may be asked or was answered. `isLast`: of a story that ends before the post is out, or room comes. */
    async ask<T extends FiguresHeard>(
      read: (access: PlatformAccess, mayCall: MayCall) => Promise<T | FiguresStopped>,
      isLast = false,
    ): Promise<(T & { readonly at: Instant }) | null> {
      if (access === null || isStopped) return null
      const mayCall = () => !isStopped && (isLast || !isPostNear()) && calls.takeForLook(isLast)
      const answer = await read(access, mayCall)
      if (answer.kind === 'read') return { ...answer, at: learn(answer) }
      if (answer.reason) stop(answer.reason)
      return null
    },
    /** How far this turn has come, with the account’s own figures. */
    async save(rows: Parameters<InsightStore['recordOwn']>[1] = []) {
      return insights.recordOwn({ ...stored, progress }, rows)
    },
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
  { id, igUserId, username, loginMethod }: AccountRecord,
): Promise<InsightAccount> {
  const { insights, platformClock } = reading
  const named = { accountId: id, igUserId, username }
  const found = await insights.account(id)
  if (found) return { ...found, ...named }
  const kept = await findKept(reading, { ...named, loginMethod })
  if (kept) {
    await insights.adopt(kept.accountId, id)
    return { ...kept, ...named }
  }
  const since = dayOfInstant(platformClock.now()) - FIRST_DAYS
  const lists = { postsListedAt: null, storiesListedAt: null, olderPosts: null }
  const progress = { since, asked: {}, ...lists, trouble: null }
  const fresh = { ...named, metric: 'reach', bestTimesForNextSlot: false, progress }
  await insights.putAccount(fresh)
  return fresh
}

/**
 * What was kept of the same account when it was disconnected: another login gives it another id, but the name stays. Another id of the
 * same login is that of another account, which has taken over the name.
 */
async function findKept(
  { insights, accounts }: InsightReading,
  { igUserId, username, loginMethod }: Pick<AccountRecord, 'igUserId' | 'username' | 'loginMethod'>,
): Promise<InsightAccount | undefined> {
  const connected = new Set((await accounts.list()).map(({ id }) => id))
  const kept = (await insights.accounts()).filter(({ accountId }) => !connected.has(accountId))
  const isNamesake = (one: InsightAccount) => one.username === username && one.progress.login !== loginMethod
  return kept.find((one) => one.igUserId === igUserId) ?? kept.find(isNamesake)
}
