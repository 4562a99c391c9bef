// The platform takes only so many posts of an account within 24 hours, whichever app sends them. Only this file decides when there
// is room for one more, from what the platform last said and what we have published since: for publishing, for the
// forecast, for the warnings of a plan and for the page.
import type { AccountRecord } from '../../ports/account-store.ts'
import type { PublishingQuota } from '../../ports/platform/platform.ts'
import type { PlacedPost, PlannerStore } from '../../ports/posts/planner-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'

/** The smallest number of posts that the platform has documented for any 24 hours. */
export const SMALLEST_LIMIT = 25
export const LIMIT_WINDOW: Duration = DAY
/** Room for posts that others publish between our reads. */
const MARGIN = 5
/** Bounds what a wrong answer could ask for. */
const MOST_PLACES = 1_000

/** The platform's own count of an account's posts of the last 24 hours. */
export interface LimitReading extends PublishingQuota {
  readonly readAt: Instant
  /** The platform's own time of it, which also dates our posts, where this clock is behind. */
  readonly countedTo?: Instant | undefined
}

/** `platformTime`: of the reply. */
export function datedReading(
  quota: PublishingQuota,
  platformTime: Instant | null,
  readAt: Instant,
): LimitReading {
  const isBehind = platformTime !== null && platformTime > readAt
  return { ...quota, readAt, ...(isBehind && { countedTo: platformTime }) }
}

export interface AccountLimit {
  /** Null when the platform was never asked. */
  readonly reading: LimitReading | null
  /** The account's choice: its posts wait while the limit is full. */
  readonly waits: boolean
}

/** The name of the setting that keeps an account's reading. */
export const readingName = (accountId: string) => `publishingLimit:${accountId}`

/** Null for what is not a reading. */
export function toReading(stored: unknown): LimitReading | null {
  const { used, allowed = null, readAt, countedTo } = (stored ?? {}) as Partial<LimitReading>
  const isReading = Number.isFinite(used) && Number.isFinite(readAt) && Number.isFinite(allowed ?? 0)
  const dated = Number.isFinite(countedTo) && { countedTo }
  return isReading ? ({ used, allowed, readAt, ...dated } as LimitReading) : null
}

/** From when on our own publishes matter: a reading may have counted them. */
export const recentSince = (now: Instant): Instant => now - 2 * LIMIT_WINDOW + 1

/**
 * The places that are taken, each by when its post went out. Of those of other apps only the latest possible time is known:
 * when they were counted. `ours` are the app's own publishes since `recentSince`.
 */
export function placesTaken(ours: readonly Instant[], reading: LimitReading | null, now: Instant): Instant[] {
  const own = ours.filter((at) => at > now - LIMIT_WINDOW)
  if (reading === null || reading.readAt > now || reading.readAt <= now - LIMIT_WINDOW) return own
  const { used, readAt, countedTo = readAt } = reading
  const counted = ours.filter((at) => at <= countedTo && at > readAt - LIMIT_WINDOW).length
  const length = Math.min(Math.max(0, used - counted), MOST_PLACES)
  return [...own, ...Array.from({ length }, () => readAt)]
}

/** When there is room for one more post, at `at` or later. A post exactly as old as the window has just made room. */
export function roomAt(taken: readonly Instant[], allowed: number, at: Instant): Instant {
  const filledAt = taken.toSorted((a, b) => a - b).at(-Math.max(allowed, 1))
  return filledAt === undefined ? at : Math.max(at, filledAt + LIMIT_WINDOW)
}

/** True when another post could be one too many. */
export function isNearLimit(ours: readonly Instant[], reading: LimitReading | null, now: Instant): boolean {
  return placesTaken(ours, reading, now).length >= (reading?.allowed ?? SMALLEST_LIMIT) - MARGIN
}

/** What a plan has to fit into. */
export interface PlannedLimit extends AccountLimit {
  /** Our publishes since `recentSince`. */
  readonly ours: readonly Instant[]
}

/** By account, what its plan has to fit into. Costs no call. */
export async function readPlannedLimits(
  {
    settings,
    planner,
  }: { readonly settings: SettingsStore; readonly planner: Pick<PlannerStore, 'publishTimes'> },
  accounts: readonly Pick<AccountRecord, 'id' | 'whenLimitIsFull'>[],
  now: Instant,
): Promise<ReadonlyMap<string, PlannedLimit>> {
  // For several accounts, those of all are read: hundreds of names take longer than the posts of a day.
  const only = accounts.length === 1 ? accounts[0]?.id : undefined
  const published = await planner.publishTimes(recentSince(now), only)
  const byAccount = Map.groupBy(published, ({ accountId }) => accountId)
  const readings = await settings.getMany(accounts.map(({ id }) => readingName(id)))
  const limits = accounts.map(({ id, whenLimitIsFull }) => {
    const ours = (byAccount.get(id) ?? []).map(({ at }) => at)
    const reading = toReading(readings.get(readingName(id)))
    return [id, { reading, waits: whenLimitIsFull === 'wait', ours }] as const
  })
  return new Map(limits)
}

/**
 * The posts of one account that are to go out and find no room at their time, each with when there is room. One that waits
 * takes that place, and no other goes out before it; one that fails takes none.
 */
export function postsWithoutRoom(
  planned: readonly Pick<PlacedPost, 'id' | 'at'>[],
  { reading, waits, ours }: PlannedLimit,
  now: Instant,
): Map<string, Instant> {
  const allowed = reading?.allowed ?? SMALLEST_LIMIT
  const late = new Map<string, Instant>()
  let taken = placesTaken(ours, reading, now)
  for (const { id, at } of planned.toSorted((a, b) => a.at - b.at)) {
    const due = Math.max(at, now)
    const room = roomAt(taken, allowed, due)
    if (room > due) late.set(id, room)
    if (room > due && !waits) continue
    taken = [...taken, room].toSorted((a, b) => a - b).slice(-allowed)
  }
  return late
}
