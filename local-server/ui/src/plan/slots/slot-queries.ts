// The weekly times at which accounts post, and which of them are free.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SlotPlanBody, SlotsBody } from '../../../../../core/api/slots.ts'
import { startOfDay, addDays, type Day } from '../../../../../core/scheduling/calendar-days.ts'
import { slotsBetween } from '../../../../../core/scheduling/slots/slot-times.ts'
import { wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import type { Instant } from '../../../../../core/time.ts'
import { api, parseResponse } from '../../api-client.ts'
import { groups, keyedQuery, keys } from '../../query-keys.ts'
import { useChange } from '../../shared/use-change.ts'
import type { PlannedTile } from '../planned-tiles.ts'

export interface FreeSlot {
  readonly accountId: string
  readonly at: Instant
  /** By the clocks of the calendar. */
  readonly wall: string
}

export type FreeSlots = ReadonlyMap<Day, readonly FreeSlot[]>

export const slotsQuery = (accountId: string) =>
  keyedQuery(keys.slots(accountId), {
    queryFn: () => parseResponse(api.accounts[':id'].slots.$get({ param: { id: accountId } })),
  })

export const useSaveSlots = (accountId: string) =>
  useChange(
    (json: SlotPlanBody) => parseResponse(api.accounts[':id'].slots.$put({ param: { id: accountId }, json })),
    groups.posts,
  )

interface Wanted {
  readonly accountIds: readonly string[]
  readonly days: readonly Day[]
  readonly tiles: readonly PlannedTile[]
  readonly zone: string
  readonly now: Instant
}

/** The slots of these days for which no post waits. */
export function useFreeSlots({ accountIds, days, tiles, zone, now }: Wanted): FreeSlots {
  const plans = useSlotPlans(accountIds)
  const [first, last] = [days[0], days.at(-1)]
  // Of the same minute they are the same.
  const minute = Math.floor(now / 60_000) * 60_000
  return useMemo(() => {
    if (first === undefined || last === undefined) return new Map()
    return Map.groupBy(freeSlots(plans, { first, last, tiles, zone, now: minute }), ({ wall }) =>
      wall.slice(0, 10),
    )
  }, [plans, first, last, tiles, zone, minute])
}

/** Those that were read, in the order of the accounts. */
export function useSlotPlans(accountIds: readonly string[]): readonly SlotsBody[] {
  return useQueries({ queries: accountIds.map(slotsQuery), combine: known })
}

const known = (results: readonly { readonly data: SlotsBody | undefined }[]) =>
  results.flatMap(({ data }) => data ?? [])

interface Stretch extends Pick<Wanted, 'tiles' | 'zone' | 'now'> {
  readonly first: Day
  readonly last: Day
}

/** In the order of their times. */
export function freeSlots(
  plans: readonly SlotsBody[],
  { first, last, tiles, zone, now }: Stretch,
): FreeSlot[] {
  const taken = new Set(tiles.map(({ post, at }) => `${post.platformAccountId} ${at}`))
  const from = Math.max(now, startOfDay(first, zone))
  const until = startOfDay(addDays(last, 1), zone)
  const free = plans.flatMap(({ accountId, ...plan }) =>
    slotsBetween(planOf(plan), from, until)
      .filter((at) => !taken.has(`${accountId} ${at}`))
      .map((at) => ({ accountId, at, wall: wallTimeOf(at, zone) })),
  )
  return free.toSorted((a, b) => a.at - b.at)
}

function planOf({ timezone, weekly, exceptions }: Omit<SlotsBody, 'accountId'>) {
  const { monday = [], tuesday = [], wednesday = [], thursday = [] } = weekly
  const { friday = [], saturday = [], sunday = [] } = weekly
  return {
    timezone,
    weekly: { monday, tuesday, wednesday, thursday, friday, saturday, sunday },
    exceptions,
  }
}
