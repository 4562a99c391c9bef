// Says when a plan holds more posts than the platform takes from the account within 24 hours. It is derived when a post is
// shown as accepted, and stands in no row: a plan changes with each of its posts.
import { readPlannedLimits } from '../accounts/publishing-limit.ts'
import type { PostStatus } from '../api/posts.ts'
import { warning, type Warning } from '../notices/warnings.ts'
import type { AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { PlannerStore } from '../ports/posts/planner-store.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import { LIMIT_WINDOW, SMALLEST_LIMIT, postsWithoutRoom } from './limit-room.ts'

export interface LimitWarningDeps {
  readonly accounts: Pick<AccountStore, 'get'>
  readonly planner: PlannerStore
  readonly settings: SettingsStore
  readonly clock: Clock
}

/** Each is to take a place. */
export const TO_GO_OUT: readonly PostStatus[] = ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING']
/** More than fits into the days that are looked at. */
const MOST = 2_000

type PlannedPost = Pick<PostRecord, 'id' | 'platformAccountId' | 'scheduledFor'>

/** Finds what to say of a post at its time, whether it is stored or not: it has no room, or it takes that of another one. */
export async function limitWarnings(
  deps: LimitWarningDeps,
  { id, platformAccountId: accountId, scheduledFor: at }: PlannedPost,
): Promise<Warning[]> {
  if (at === null) return []
  const now = deps.clock.now()
  const account = await deps.accounts.get(accountId)
  const limit = account && (await readPlannedLimits(deps, [account], now)).get(accountId)
  if (!limit) return []
  const planned = await deps.planner.places({
    accountIds: [accountId],
    statuses: TO_GO_OUT,
    mediaTypes: [],
    from: at - 3 * LIMIT_WINDOW,
    until: at + LIMIT_WINDOW,
    limit: MOST,
  })
  const others = planned.filter((one) => one.id !== id)
  const before = postsWithoutRoom(others, limit, now)
  const after = postsWithoutRoom([...others, { id, at }], limit, now)
  if ([...after.keys()].every((one) => one !== id && before.has(one))) return []
  return [warning('PLAN_OVER_LIMIT', { allowed: `${limit.reading?.allowed ?? SMALLEST_LIMIT}` })]
}
