// Posts for planning: a calendar, a search, notes on days, and what waits for each account.
import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SlotStore } from '../../ports/posts/slot-store.ts'
import type {
  PlannedPost,
  PlannerFilter,
  PlannerStore,
  SearchOrder,
} from '../../ports/posts/planner-store.ts'
import type { PostLedger } from '../../ports/posts/publication-ledger.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { plannedPostBody } from '../posts/bodies/planned-post-body.ts'
import { readDelays } from '../posts/show-post.ts'
import { toIso, toIsoOrNull, type Instant } from '../../time.ts'
import { readPlannedLimits } from '../../rules/times/limit-room.ts'
import { createDayNotes } from './day-notes.ts'
import { readClashTimes } from './slots/find-slot.ts'

export interface PlannerDeps {
  readonly planner: PlannerStore
  readonly ledger: Pick<PostLedger, 'listPublishTimes'>
  readonly accounts: AccountStore
  readonly slots: Pick<SlotStore, 'listWaiting'>
  readonly settings: SettingsStore
  readonly clock: Clock
}

interface CalendarQuery extends PlannerFilter {
  readonly from: Instant
  readonly until: Instant
}

interface SearchQuery extends PlannerFilter {
  readonly text: string
  readonly order: SearchOrder
  /** Counts from 1. */
  readonly page: number
  readonly limit: number
}

/** More than anyone can read in one view; `isComplete` is false when there are more. */
const MOST_IN_VIEW = 2_000

export function createPlanner({ planner, ledger, accounts, slots, settings, clock }: PlannerDeps) {
  const show = async (found: readonly PlannedPost[]) => {
    const delayed = await readDelays(accounts, clock)
    const now = clock.now()
    return found.map((one) => plannedPostBody({ ...one, post: delayed(one.post) }, now))
  }
  return {
    ...createDayNotes({ settings }),
    async listBetween(query: CalendarQuery) {
      const found = await planner.between({ ...query, limit: MOST_IN_VIEW + 1 })
      const posts = await show(found.slice(0, MOST_IN_VIEW))
      return { posts, isComplete: found.length <= MOST_IN_VIEW }
    },
    async search({ text, page, limit, ...filter }: SearchQuery) {
      const where = { ...filter, text: text.trim(), limit: limit + 1, offset: (page - 1) * limit }
      const found = await planner.search(where)
      const posts = await show(found.slice(0, limit))
      return { posts, page, limit, hasMore: found.length > limit }
    },
    /** The last outcome, good or bad. */
    async readLastOutcome() {
      const last = await planner.lastCompleted()
      return { post: last && plannedPostBody(last, clock.now()) }
    },
    /** The times that a new post of the account has to keep its distance from. */
    async listTimes(accountId: string) {
      return { times: (await readClashTimes({ slots, ledger }, accountId, clock.now())).map(toIso) }
    },
    async listAccounts() {
      const now = clock.now()
      const found = await planner.outlook(now)
      const limits = await readPlannedLimits({ settings, planner }, await accounts.list(), now)
      const shown = found.map(({ nextAt, ...one }) => {
        return { ...one, nextAt: toIsoOrNull(nextAt), limit: limits.get(one.accountId) ?? null }
      })
      return { accounts: shown }
    },
  }
}

export type Planner = ReturnType<typeof createPlanner>
