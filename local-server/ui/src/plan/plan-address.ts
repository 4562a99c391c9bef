// Keeps the state of the page in its address, so that reload, back and a bookmark find it again.
import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { MEDIA_TYPE_OPTIONS, type MediaType } from './media-types.ts'
import { isDay, type Day } from '../../../../core/scheduling/calendar-days.ts'
import { VIEWS, type View } from './period.ts'

export const STATUS_GROUPS = ['scheduled', 'underWay', 'published', 'failed'] as const
export type StatusGroup = (typeof STATUS_GROUPS)[number]

/** Empty lists mean: any. */
export interface PlanFilter {
  readonly accounts: readonly string[]
  readonly statuses: readonly StatusGroup[]
  readonly types: readonly MediaType[]
}

export interface PlanAddress extends PlanFilter {
  readonly view: View
  /** Any day of the period, or the one at which the weeks begin; null: today. */
  readonly day: Day | null
}

const KEYS = {
  view: 'view',
  day: 'at',
  accounts: 'account',
  statuses: 'status',
  types: 'type',
} as const

/** A change of the filter replaces the entry of the history; going elsewhere in time adds one. */
export function usePlanAddress(): [PlanAddress, (change: Partial<PlanAddress>) => void] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const address = useMemo(() => readAddress(new URLSearchParams(search)), [search])
  const go = useCallback(
    (change: Partial<PlanAddress>) => {
      const query = new URLSearchParams(search)
      writeAddress(query, { ...readAddress(query), ...change })
      navigate(`/plan?${query}`, { replace: change.view === undefined && change.day === undefined })
    },
    [navigate, search],
  )
  return [address, go]
}

function readAddress(query: URLSearchParams): PlanAddress {
  const day = query.get(KEYS.day)
  const view = query.get(KEYS.view)
  return {
    view: VIEWS.find((known) => known === view) ?? 'weeks',
    day: day !== null && isDay(day) ? day : null,
    accounts: query.getAll(KEYS.accounts),
    statuses: STATUS_GROUPS.filter((group) => query.getAll(KEYS.statuses).includes(group)),
    types: MEDIA_TYPE_OPTIONS.filter((type) => query.getAll(KEYS.types).includes(type)),
  }
}

function writeAddress(query: URLSearchParams, { view, day, ...lists }: PlanAddress): void {
  for (const key of Object.values(KEYS)) query.delete(key)
  query.set(KEYS.view, view)
  if (day !== null) query.set(KEYS.day, day)
  for (const name of ['accounts', 'statuses', 'types'] as const) {
    for (const value of lists[name]) query.append(KEYS[name], value)
  }
}
