// What the plan shows: of the current account, and by the address the view, the period, and which posts.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import type { MediaType, PostStatus } from '../../../../core/rules/publication/post-words.ts'
import { type Day, isDay } from '../../../../core/rules/times/calendar-days.ts'
import { useCurrentAccount } from '../shared/accounts/default-account.ts'
import { type View, VIEWS } from './period.ts'

/** The states that people distinguish, and what they stand for. */
export const STATUSES_OF = {
  drafts: ['DRAFT'],
  scheduled: ['SCHEDULED'],
  underWay: ['QUEUED', 'PROCESSING', 'PUBLISHING'],
  published: ['PUBLISHED'],
  failed: ['FAILED'],
} as const satisfies Record<string, readonly PostStatus[]>

type StatusGroup = keyof typeof STATUSES_OF
export const STATUS_GROUPS = Object.keys(STATUSES_OF) as StatusGroup[]

/** Empty lists mean: any. */
export interface PlanFilter {
  readonly accounts: readonly string[]
  readonly statuses: readonly StatusGroup[]
  readonly types: readonly MediaType[]
}

/** Filters that only the list has. */
export interface ListFilter extends PlanFilter {
  /** Looked for in captions. */
  readonly text: string
  readonly order: ListOrder
}

/** `due`: what goes out next is the first. */
export const LIST_ORDERS = ['due', 'newest', 'account', 'status'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

export interface PlanAddress extends ListFilter {
  readonly view: View
  /** Any day of the period, or the one at which the weeks begin; null: today. */
  readonly day: Day | null
  /** Deleted posts instead of the list. */
  readonly isArchive: boolean
}

const KEYS = {
  view: 'view',
  day: 'at',
  text: 'text',
  statuses: 'status',
  types: 'type',
  order: 'order',
  archive: 'deleted',
} as const

export const NO_FILTER: Omit<ListFilter, 'order'> = { text: '', accounts: [], statuses: [], types: [] }

export const LIST_ADDRESS = '/plan?view=list'
export const ARCHIVE_ADDRESS = '/plan?view=list&deleted'

/** A change of the filter replaces the entry of the history; going elsewhere in time adds one, and going to where one is none. */
export function usePlanAddress(): [
  PlanAddress,
  (change: Partial<WrittenAddress>, replace?: boolean) => void,
] {
  const [query, setQuery] = useSearchParams()
  const [current] = useCurrentAccount()
  const address = useMemo(
    () => ({ ...readAddress(query), accounts: current === null ? [] : [current] }),
    [query, current],
  )
  const go = useCallback(
    (change: Partial<WrittenAddress>, replace = isSamePlace(change)) =>
      setQuery(
        (now) => withAddress(now, { ...readAddress(now), ...change }),
        // Keeps the entry's state: a sheet over the page before stays one.
        replace ? { replace, state: window.history.state } : { replace },
      ),
    [setQuery],
  )
  return [address, go]
}

/** Only a filter changes, or weeks that were scrolled come back. */
function isSamePlace({ view, day }: Partial<WrittenAddress>): boolean {
  const now = readAddress(new URLSearchParams(window.location.search))
  return (view ?? now.view) === now.view && (day === undefined || day === now.day)
}

/** The same address with the calendar at that day; any other as it is. */
export function calendarAddressAt(address: string, day: Day): string {
  const [path, search] = address.split('?')
  const query = new URLSearchParams(search)
  if (path !== '/plan' || readAddress(query).view === 'list') return address
  query.set(KEYS.day, day)
  return `${path}?${query}`
}

/** Where a bookmark of the list leads that was made while it was a page of its own, with its filter. */
export function listAddressOf(search: string): string {
  const query = new URLSearchParams(search)
  const state = query.get('state')
  query.set(KEYS.view, 'list')
  if (state !== null) query.set(KEYS.statuses, state === 'under-way' ? 'underWay' : state)
  query.delete('state')
  return `/plan?${query}`
}

/** All but what follows from the current account. */
type WrittenAddress = Omit<PlanAddress, 'accounts'>

function readAddress(query: URLSearchParams): WrittenAddress {
  const day = query.get(KEYS.day)
  const view = query.get(KEYS.view)
  return {
    view: VIEWS.find((known) => known === view) ?? 'weeks',
    day: day !== null && isDay(day) ? day : null,
    text: query.get(KEYS.text) ?? '',
    order: LIST_ORDERS.find((order) => order === query.get(KEYS.order)) ?? 'due',
    statuses: STATUS_GROUPS.filter((group) => query.getAll(KEYS.statuses).includes(group)),
    types: MEDIA_TYPE_OPTIONS.filter((type) => query.getAll(KEYS.types).includes(type)),
    isArchive: query.has(KEYS.archive),
  }
}

/** For a calendar, leaves out filters that only the list has. */
function withAddress(
  before: URLSearchParams,
  { view, day, text, order, isArchive, ...lists }: WrittenAddress,
): URLSearchParams {
  const query = new URLSearchParams(before)
  for (const key of Object.values(KEYS)) query.delete(key)
  const isList = view === 'list'
  query.set(KEYS.view, view)
  if (day !== null) query.set(KEYS.day, day)
  if (isList && text !== '') query.set(KEYS.text, text)
  if (isList && order !== 'due') query.set(KEYS.order, order)
  if (isList && isArchive) query.set(KEYS.archive, '')
  for (const name of ['statuses', 'types'] as const) {
    for (const value of lists[name]) if (isList || value !== 'drafts') query.append(KEYS[name], value)
  }
  return query
}

export type { MediaType }

/** The contract’s list lies beside its schemas, which the page does not load. */
const EVERY = { IMAGE: true, REELS: true, STORIES: true, CAROUSEL: true } satisfies Record<MediaType, true>

export const MEDIA_TYPE_OPTIONS = Object.keys(EVERY) as MediaType[]
