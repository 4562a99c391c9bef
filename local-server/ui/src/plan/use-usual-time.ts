// The time of day of a post for which only a day was chosen: a free slot of its account, else the hour at which it posts most.
import { useCallback } from 'react'
import type { Day } from '../../../../core/scheduling/calendar-days.ts'
import type { PlannedTile } from './planned-tiles.ts'
import type { FreeSlots } from './slots/slot-queries.ts'

const WITHOUT_ANY = 10
const LAST = '23:45'

/** `now`: by the clocks of the calendar. Of today, at least the next full hour. */
export function useUsualTime(tiles: readonly PlannedTile[], slots: FreeSlots, now: string) {
  return useCallback(
    (day: Day, accountId: string | null): string => {
      const isMeant = (slot: { accountId: string }) => accountId === null || slot.accountId === accountId
      const slot = slots.get(day)?.find(isMeant)
      if (slot) return slot.wall.slice(11)
      const usual = clockOf(usualHour(tiles, accountId))
      if (`${day}T${usual}` > now || !now.startsWith(day)) return usual
      const next = Number(now.slice(11, 13)) + 1
      return next > 23 ? LAST : clockOf(next)
    },
    [tiles, slots, now],
  )
}

function usualHour(tiles: readonly PlannedTile[], accountId: string | null): number {
  const counts = new Map<number, number>()
  for (const { post, hour } of tiles) {
    const isMeant = accountId === null || post.platformAccountId === accountId
    // What was published at once says nothing of when its account posts, and midnight is nobody's choice.
    if (isMeant && post.isScheduled && hour !== 0) counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other)
  return first?.[0] ?? WITHOUT_ANY
}

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`
