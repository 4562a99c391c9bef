// The one answer to "when?": a free slot of the account, else the hour at which it posts most, and never close to another of its
// posts. Pure.
import type { SlotsBody } from '../../../../../core/api/schedule/slots.ts'
import { addDays, type Day } from '../../../../../core/rules/times/calendar-days.ts'
import { clashTest, firstClearTime } from '../../../../../core/rules/times/spacing.ts'
import {
  instantOf,
  wallTimeAt,
  wallTimeOf,
  type WallTime,
} from '../../../../../core/rules/times/wall-time.ts'
import type { Instant } from '../../../../../core/time.ts'
import { type PlannedTile, placeTile } from '../planned-tiles.ts'
import { useCalendar } from '../plan-queries.ts'
import { freeSlots, keepsTime, useSlotPlans } from './slot-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { accountsQuery } from '../../shared/queries.ts'
import { useNow } from '../../shared/use-now.ts'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { weeksAround } from '../period.ts'

export interface PostingTimes {
  /**
   * `2026-11-26T10:00`, for a post of which only the day was chosen. Of today, at least the next full hour, and of tomorrow once today
   * is over.
   */
  on(day: Day, accountId: string | null): string
  /** For a post of which nothing was chosen: the next free slot, else tomorrow. */
  next(accountId: string | null): WallTime
  /** `10:00`, at which the account posts most, whatever is planned for the days to come. */
  usual(accountId: string | null): string
}

interface SlotsAndPosts {
  /** Of all accounts; the first is that of a post for which none was chosen. */
  readonly plans: readonly SlotsBody[]
  /** Posts of these weeks, from which the usual hour is read; without any, it is read from those that wait. */
  readonly around: readonly PlannedTile[]
  /** Posts that take a slot. */
  readonly waiting: readonly PlannedTile[]
  readonly zone: string
  readonly now: Instant
}

const WITHOUT_ANY = 10
const LAST = '23:45'

export function createPostingTimes({ plans, around, waiting, zone, now }: SlotsAndPosts): PostingTimes {
  const wallNow = wallTimeOf(now, zone)
  const today = wallNow.slice(0, 10)
  const planOf = (accountId: string | null) =>
    accountId === null ? plans[0] : plans.find((plan) => plan.accountId === accountId)
  const clashesOf = (accountId: string | null) =>
    clashTest(
      waiting.flatMap(({ post, at }) =>
        post.platformAccountId === accountId && keepsTime(post) ? [at] : [],
      ),
    )
  const usualOf = (accountId: string | null) => {
    const account = planOf(accountId)?.accountId ?? accountId
    return clockOf(usualHour(around, account) ?? usualHour(waiting, account) ?? WITHOUT_ANY)
  }
  const on = (chosen: Day, accountId: string | null): string => {
    const day = chosen < today ? today : chosen
    const plan = planOf(accountId)
    const account = plan?.accountId ?? accountId
    const [slot] = plan ? freeSlots([plan], { first: day, last: day, tiles: waiting, zone, now }) : []
    if (slot) return slot.wall
    const usual = `${day}T${usualOf(accountId)}`
    const first = day !== today || usual > wallNow ? usual : nextHour(day, wallNow)
    const clear = wallTimeOf(firstClearTime(instantOf(first, zone), clashesOf(account)), zone)
    // What is left of the day is over, or full.
    return clear > wallNow && clear.startsWith(day) ? clear : on(addDays(day, 1), accountId)
  }
  return {
    on,
    usual: usualOf,
    next(accountId) {
      const plan = planOf(accountId)
      // The first of these may have passed since it was read.
      const open = plan?.upcoming.filter(({ postId }) => postId === null).map(({ at }) => at) ?? []
      const clashes = clashesOf(plan?.accountId ?? accountId)
      const slot = [plan?.next ?? '', ...open].map(Date.parse).find((at) => at > now && !clashes(at))
      if (slot !== undefined) return wallTimeAt(slot, zone)
      return { wall: on(addDays(today, 1), accountId), timeZone: zone, choice: null }
    },
  }
}

function nextHour(day: Day, wallNow: string): string {
  const next = Number(wallNow.slice(11, 13)) + 1
  return `${day}T${next > 23 ? LAST : clockOf(next)}`
}

function usualHour(tiles: readonly PlannedTile[], accountId: string | null): number | null {
  const counts = new Map<number, number>()
  for (const { post, hour } of tiles) {
    // What was published at once says nothing of when its account posts, and midnight is nobody's choice.
    if (post.platformAccountId === accountId && post.isScheduled && hour !== 0)
      counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other)
  return first?.[0] ?? null
}

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const NONE: readonly PlannedTile[] = []

/** By the clocks of the plan. `shown`: posts beyond the coming weeks that are on the screen. */
export function usePostingTimes(shown: readonly PlannedTile[] = NONE): PostingTimes {
  const { zone } = useCalendarTimes()
  const now = useNow()
  const accounts = useQuery(accountsQuery).data
  const plans = useSlotPlans(useMemo(() => (accounts ?? []).map(({ id }) => id), [accounts]))
  const { answers } = useCalendar(weeksAround(wallTimeOf(now, zone).slice(0, 10)), zone)
  return useMemo(() => {
    const around = answers.flatMap((answer) => answer?.posts ?? []).map((post) => placeTile(post, zone))
    return createPostingTimes({ plans, around, waiting: [...around, ...shown], zone, now })
  }, [answers, plans, shown, zone, now])
}
