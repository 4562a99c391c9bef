// Builds the view that the address asks for from the server's data: days, tiles in their places, and what the filter hides.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, startOfDay, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { wallTimeOf } from '../../../../core/scheduling/wall-time.ts'
import { DAY } from '../../../../core/time.ts'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { useDayHints } from './hints/day-hints.ts'
import { daysShown } from './period.ts'
import type { PlanAddress } from './plan-address.ts'
import { calendarQuery } from './plan-queries.ts'
import { tileMatcherOf, placeTile, type PlannedTile } from './planned-tiles.ts'

export function usePlan(address: PlanAddress, now: number) {
  const { view } = address
  const { zone } = useCalendarTimes()
  const wallNow = wallTimeOf(now, zone)
  const today = wallNow.slice(0, 10)
  const day = address.day ?? today
  const days = useMemo(() => daysShown(view, day), [view, day])
  // One day more at each end: a pile-up may reach over it.
  const from = startOfDay(days[0] ?? day, zone) - DAY
  const until = startOfDay(addDays(days.at(-1) ?? day, 1), zone) + DAY
  const calendar = useQuery(calendarQuery(from, until))
  const posts = calendar.data?.posts
  const tiles = useMemo(() => (posts ?? []).map((post) => placeTile(post, zone)), [posts, zone])
  const { inView, shown } = useMemo(() => {
    const visible = new Set(days)
    const here = tiles.filter((tile) => visible.has(tile.day))
    return { inView: here, shown: here.filter(tileMatcherOf(address)) }
  }, [tiles, days, address])
  const tilesOf = useMemo(() => groupByDay(shown), [shown])
  const hints = useDayHints({ tiles, days, zone, now })
  return {
    days,
    day,
    today,
    hourNow: Number(wallNow.slice(11, 13)),
    calendar,
    tiles: shown,
    tilesOf,
    hidden: inView.length - shown.length,
    hints,
  }
}

function groupByDay(tiles: readonly PlannedTile[]): ReadonlyMap<Day, readonly PlannedTile[]> {
  // The server sorts by time, and a change that is shown before it is stored does not.
  return Map.groupBy(
    tiles.toSorted((a, b) => a.at - b.at),
    ({ day }) => day,
  )
}
