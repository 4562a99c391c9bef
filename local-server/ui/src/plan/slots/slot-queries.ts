// The weekly times at which accounts post, and which of them are free.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SavedSlotsBody, SlotPlanBody, SlotsBody } from '../../../../../core/api/schedule/slots.ts'
import { addDays, type Day, startOfDay, WEEKDAYS } from '../../../../../core/rules/times/calendar-days.ts'
import { slotsBetween } from '../../../../../core/rules/times/slot-times.ts'
import { clashTest } from '../../../../../core/rules/times/spacing.ts'
import { wallTimeOf } from '../../../../../core/rules/times/wall-time.ts'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import type { SlotPlan } from '../../../../../core/ports/posts/slot-store.ts'
import { type Instant } from '../../../../../core/time.ts'
import { api, pageApi, parseResponse } from '../../api-client.ts'
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

/** The times that a new post of the account keeps its distance from. */
export const accountTimesQuery = (accountId: string) =>
  keyedQuery(keys.accountTimes(accountId), {
    queryFn: () => parseResponse(pageApi.planner.accounts[':id'].times.$get({ param: { id: accountId } })),
  })

/** `known`: as they were when their change began. */
export const useSaveSlots = (known: SlotsBody) =>
  useChange((json: SlotPlanBody) => saveShownSlots(known, json), groups.posts)

/** Another tab has saved the slots meanwhile, which would be lost without a word. */
export class SlotsChanged extends Error {}

/** What is stored by now is as known, or as wished, by a request whose answer was lost; else nothing is saved. */
export async function saveShownSlots(known: SlotsBody, json: SlotPlanBody): Promise<SavedSlotsBody> {
  const param = { id: known.accountId }
  const stored = wordsOf(await parseResponse(api.accounts[':id'].slots.$get({ param })))
  if (stored !== wordsOf(known) && stored !== wordsOf(json)) throw new SlotsChanged()
  return parseResponse(api.accounts[':id'].slots.$put({ param, json }))
}

const wordsOf = ({ timezone, weekly, exceptions }: SlotPlanBody) =>
  JSON.stringify([timezone, WEEKDAYS.map((day) => weekly[day]?.toSorted() ?? []), exceptions ?? []])

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
  // They stay the same within a minute.
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

/** Others of its account keep their distance from it. */
export const keepsTime = ({ status }: Pick<PlannedPostBody, 'status'>) => status !== 'FAILED'

/** In the order of their times. */
export function freeSlots(
  plans: readonly SlotsBody[],
  { first, last, tiles, zone, now }: Stretch,
): FreeSlot[] {
  const kept = Map.groupBy(
    tiles.filter(({ post }) => keepsTime(post)),
    ({ post }) => post.platformAccountId,
  )
  const from = Math.max(now, startOfDay(first, zone))
  const until = startOfDay(addDays(last, 1), zone)
  const free = plans.flatMap(({ accountId, ...plan }) => {
    const clashes = clashTest((kept.get(accountId) ?? []).map(({ at }) => at))
    return slotsBetween(slotPlanOf(plan), from, until)
      .filter((at) => !clashes(at))
      .map((at) => ({ accountId, at, wall: wallTimeOf(at, zone) }))
  })
  return free.toSorted((a, b) => a.at - b.at)
}

export function slotPlanOf({
  timezone,
  weekly,
  exceptions,
}: Pick<SlotsBody, 'timezone' | 'weekly' | 'exceptions'>): SlotPlan {
  const { monday = [], tuesday = [], wednesday = [], thursday = [] } = weekly
  const { friday = [], saturday = [], sunday = [] } = weekly
  return {
    timezone,
    weekly: { monday, tuesday, wednesday, thursday, friday, saturday, sunday },
    exceptions,
  }
}
