// Queries and mutations of the planner. A new time is shown before it is stored, and taken back when it is refused.
import { useMutation, useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { PlannedPostBody } from '../../../../core/posts/bodies/planned-post-body.ts'
import { startOfDay } from '../../../../core/scheduling/calendar-days.ts'
import { MINUTE, toIso } from '../../../../core/time.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'
import { firstDayOf, type Block, type BlockSpan } from './period.ts'

interface CalendarAnswer {
  readonly posts: PlannedPostBody[]
  readonly isComplete: boolean
}

const MOST_DRAFTS = 50

/** All posts with a time in it; times are milliseconds since 1970. */
function calendarQuery(from: number, until: number) {
  return keyedQuery(keys.calendar(from, until), {
    queryFn: () =>
      parseResponse(pageApi.planner.calendar.$get({ query: { from: toIso(from), until: toIso(until) } })),
  })
}

/** The posts of these blocks, by the clocks of the zone. */
export function useCalendar({ first, last }: BlockSpan, zone: string) {
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const midnightOf = (block: Block) => startOfDay(firstDayOf(block), zone)
  return useQueries({
    queries: blocks.map((block) => calendarQuery(midnightOf(block), midnightOf(block + 1))),
    combine: together,
  })
}

function together(results: UseQueryResult<CalendarAnswer>[]) {
  return {
    answers: results.map(({ data }) => data),
    isPending: results.some(({ isPending }) => isPending),
    isComplete: results.every(({ data }) => data?.isComplete !== false),
    /** Null as soon as anything can be shown. */
    error: results.some(({ data }) => data) ? null : (results.find(({ error }) => error)?.error ?? null),
    refetch: () => results.forEach(({ refetch }) => void refetch()),
  }
}

export const draftsQuery = keyedQuery(keys.drafts, {
  queryFn: () =>
    parseResponse(pageApi.planner.search.$get({ query: { status: 'DRAFT', limit: String(MOST_DRAFTS) } })),
  refetchInterval: MINUTE,
})

export interface NewTime {
  readonly post: PlannedPostBody
  /** Milliseconds since 1970. */
  readonly at: number
  readonly timeZone: string
}

/** Gives a scheduled post another time. */
export function useReschedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ post, at, timeZone }: NewTime) =>
      parseResponse(
        api.schedule[':id'].$put({
          param: { id: post.id },
          json: { scheduledFor: toIso(at), timezone: timeZone },
        }),
      ),
    onMutate: async ({ post, at, timeZone }) => {
      await client.cancelQueries({ queryKey: groups.calendars })
      const before = client.getQueriesData<CalendarAnswer>({ queryKey: groups.calendars })
      const moved = { at: toIso(at), scheduledFor: toIso(at), timezone: timeZone }
      client.setQueriesData<CalendarAnswer>({ queryKey: groups.calendars }, (shown) =>
        shown
          ? { ...shown, posts: shown.posts.map((one) => (one.id === post.id ? { ...one, ...moved } : one)) }
          : shown,
      )
      return { before }
    },
    onError: (_error, _move, context) => {
      for (const [key, shown] of context?.before ?? []) client.setQueryData(key, shown)
    },
    onSettled: () => client.invalidateQueries({ queryKey: groups.posts }),
  })
}

/** A draft gets a time. */
export const useScheduleDraft = () =>
  useChange(
    ({ post, at, timeZone }: NewTime) =>
      parseResponse(
        api.posts.draft[':id'].schedule.$post({
          param: { id: post.id },
          json: { scheduledFor: toIso(at), timezone: timeZone },
        }),
      ),
    groups.posts,
  )
