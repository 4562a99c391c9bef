// Builds the view that the address asks for from the server's data: days, tiles in their places, and what the filter hides.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, daysFrom, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { accountsQuery } from '../shared/queries.ts'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useDayHints } from './views/day-hints.ts'
import {
  BLOCK_DAYS,
  daysShown,
  firstDayOf,
  knownOf,
  spanOf,
  useRollingWeeks,
  type Block,
  type BlockSpan,
  type CalendarView,
} from './period.ts'
import { NO_FILTER, type PlanAddress } from './plan-address.ts'
import { useCalendar, useComingPosts, type ComingByDay } from './plan-queries.ts'
import { useFreeSlots } from './slots/slot-queries.ts'
import { tileMatcherOf, placeTile, type PlannedTile } from './planned-tiles.ts'

const NOBODY: readonly string[] = []
const NO_SERIES: ComingByDay = new Map()

export function usePlan(view: CalendarView, address: PlanAddress, now: number) {
  const { zone } = useCalendarTimes()
  const wallNow = wallTimeOf(now, zone)
  const today = wallNow.slice(0, 10)
  const day = address.day ?? today
  const rolling = useRollingWeeks(day)
  const period = useMemo(() => (view === 'weeks' ? null : daysShown(view, day)), [view, day])
  // One day more at each end: a pile-up may reach over it.
  const span = period ? spanOf(addDays(period[0] ?? day, -1), addDays(period.at(-1) ?? day, 1)) : rolling.span
  const calendar = useCalendar(span, zone)
  // Days that were not read would look as if nothing were planned on them.
  const inSight = knownOf(calendar.problems, span, [period?.[0] ?? day, period?.at(-1) ?? day])
  // Further weeks appear with their posts, so that nothing moves once they are there.
  const { first, last } = period ? span : arrived(span, calendar.answers, spanOf(day, day).first)
  const days = useMemo(
    () => period ?? daysFrom(firstDayOf(first), (last - first + 1) * BLOCK_DAYS),
    [period, first, last],
  )
  const tiles = useMemo(() => {
    // A post that was moved is in two blocks until both were read again.
    const posts = new Map(
      calendar.answers.flatMap((answer) => answer?.posts ?? []).map((post) => [post.id, post]),
    )
    return [...posts.values()].map((post) => placeTile(post, zone))
  }, [calendar.answers, zone])
  const ofAccount = useMemo(
    () => tiles.filter(tileMatcherOf({ ...NO_FILTER, accounts: address.accounts })),
    [tiles, address.accounts],
  )
  const { inView, shown } = useMemo(() => {
    const visible = new Set(days)
    const here = ofAccount.filter((tile) => visible.has(tile.day))
    return { inView: here, shown: here.filter(tileMatcherOf(address)) }
  }, [ofAccount, days, address])
  const tilesOf = useMemo(() => groupByDay(shown), [shown])
  const accounts = useQuery(accountsQuery).data
  const accountIds = useMemo(
    () =>
      (accounts ?? [])
        .map(({ id }) => id)
        .filter((id) => address.accounts.length === 0 || address.accounts.includes(id)),
    [accounts, address],
  )
  // Somebody who filters by status or kind is searching, not planning.
  const isPlanning = address.statuses.length + address.types.length === 0
  const slotsOf = useFreeSlots({ accountIds: isPlanning ? accountIds : NOBODY, days, tiles, zone, now })
  const comingOf = useComingPosts({ accountIds, zone, now })
  const hints = useDayHints({ tiles: ofAccount, days, comingOf, zone, now })
  return {
    days,
    day,
    today,
    wallNow,
    calendar,
    problem: inSight.find((one) => one !== null) ?? null,
    extend: rolling.extend,
    tiles: shown,
    /** Those of other accounts, and those that the filter hides, too. */
    every: tiles,
    tilesOf,
    slotsOf,
    comingOf: isPlanning ? comingOf : NO_SERIES,
    hidden: inView.length - shown.length,
    hints,
  }
}

/** The blocks around this one that were read. */
function arrived({ first, last }: BlockSpan, answers: readonly unknown[], around: Block): BlockSpan {
  const isThere = (block: Block) => answers[block - first] !== undefined
  let [from, until] = [around, around]
  while (from > first && isThere(from - 1)) from -= 1
  while (until < last && isThere(until + 1)) until += 1
  return { first: from, last: until }
}

function groupByDay(tiles: readonly PlannedTile[]): ReadonlyMap<Day, readonly PlannedTile[]> {
  // The server sorts by time, and a change that is shown before it is stored does not.
  return Map.groupBy(
    tiles.toSorted((a, b) => a.at - b.at),
    ({ day }) => day,
  )
}
