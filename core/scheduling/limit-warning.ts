// Says when a plan holds more posts than the platform takes from the account within 24 hours. It is derived when a post is
// shown as accepted, and stands in no row: a plan changes with each of its posts.
import { readAllowed } from '../accounts/publishing-limit.ts'
import type { PostStatus } from '../api/posts.ts'
import { warning, type Warning } from '../notices/warnings.ts'
import type { PlannerStore } from '../ports/posts/planner-store.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import type { SettingsStore } from '../ports/settings-store.ts'
import { LIMIT_WINDOW, SMALLEST_LIMIT } from '../publishing/publishing-limit.ts'
import { pileUpsOf } from './spacing.ts'

export interface LimitWarningDeps {
  readonly planner: PlannerStore
  readonly settings: SettingsStore
}

/** Each takes a place, or has taken one. */
const COUNTED: readonly PostStatus[] = ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED']

type PlannedPost = Pick<PostRecord, 'id' | 'platformAccountId' | 'scheduledFor'>

/** Finds what to say of a post at its time, whether it is stored or not. */
export async function limitWarnings(
  deps: LimitWarningDeps,
  { id, platformAccountId: accountId, scheduledFor }: PlannedPost,
): Promise<Warning[]> {
  if (scheduledFor === null) return []
  const allowed = (await readAllowed(deps.settings, accountId)) ?? SMALLEST_LIMIT
  const near = await deps.planner.between({
    accountIds: [accountId],
    statuses: COUNTED,
    mediaTypes: [],
    from: scheduledFor - LIMIT_WINDOW,
    until: scheduledFor + LIMIT_WINDOW,
    // However many more there are: the sentence says no number beyond what is allowed.
    limit: 4 * allowed,
  })
  const others = near
    .filter((one) => one.post.id !== id)
    .map((one) => ({ id: one.post.id, accountId, at: one.at }))
  const piles = pileUpsOf([...others, { id, accountId, at: scheduledFor }], new Map([[accountId, allowed]]))
  const isOver = piles.some(({ kind, ids }) => kind === 'cap' && ids.includes(id))
  return isOver ? [warning('PLAN_OVER_LIMIT', { allowed: `${allowed}` })] : []
}
