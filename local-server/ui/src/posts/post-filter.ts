// Filter of the list, kept in the address, so that reloading, going back and sending the link keep it, too.
import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { MediaType, PostStatus } from '../../../../core/api/posts.ts'

/** The states that people tell apart, and what they stand for. */
export const STATES = {
  drafts: ['DRAFT'],
  scheduled: ['SCHEDULED'],
  'under-way': ['QUEUED', 'PROCESSING', 'PUBLISHING'],
  published: ['PUBLISHED'],
  failed: ['FAILED'],
} as const satisfies Record<string, readonly PostStatus[]>

export type ShownState = keyof typeof STATES

export const MEDIA_TYPES_SHOWN = [
  'IMAGE',
  'CAROUSEL',
  'REELS',
  'STORIES',
] as const satisfies readonly MediaType[]

export interface PostListFilter {
  readonly text: string
  readonly state: ShownState | null
  /** Statuses that the state stands for; empty means any. */
  readonly statuses: readonly PostStatus[]
  readonly accountId: string | null
  readonly mediaType: MediaType | null
  /** The archive instead of the list. */
  readonly isArchive: boolean
}

type Change = Partial<Pick<PostListFilter, 'text' | 'state' | 'accountId' | 'mediaType'>>

export function usePostFilter() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const filter = useMemo(() => readFilter(search), [search])
  const change = useCallback(
    (part: Change) => navigate(addressOf({ ...readFilter(search), ...part }), { replace: true }),
    [navigate, search],
  )
  return { filter, change }
}

export function isEmpty({ text, state, accountId, mediaType }: PostListFilter): boolean {
  return text === '' && state === null && accountId === null && mediaType === null
}

export const ARCHIVE_ADDRESS = '/posts?deleted'

function readFilter(search: string): PostListFilter {
  const query = new URLSearchParams(search)
  const state = known(Object.keys(STATES) as ShownState[], query.get('state'))
  return {
    text: query.get('text') ?? '',
    state,
    statuses: state === null ? [] : STATES[state],
    accountId: query.get('account'),
    mediaType: known(MEDIA_TYPES_SHOWN, query.get('type')),
    isArchive: query.has('deleted'),
  }
}

function addressOf({ text, state, accountId, mediaType }: PostListFilter): string {
  const query = new URLSearchParams()
  if (text !== '') query.set('text', text)
  if (state !== null) query.set('state', state)
  if (accountId !== null) query.set('account', accountId)
  if (mediaType !== null) query.set('type', mediaType)
  const search = query.toString()
  return search === '' ? '/posts' : `/posts?${search}`
}

function known<Value extends string>(values: readonly Value[], given: string | null): Value | null {
  return values.find((value) => value === given) ?? null
}
