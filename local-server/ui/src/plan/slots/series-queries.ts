// Posts that come back: one of each series is there, and the times of those that follow are known.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecurrenceInputBody } from '../../../../../core/api/recurrence.ts'
import type { SeriesBody } from '../../../../../core/scheduling/recurrence/recurrences.ts'
import type { Day } from '../../../../../core/scheduling/calendar-days.ts'
import { wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import type { Instant } from '../../../../../core/time.ts'
import { api, pageApi, parseResponse } from '../../api-client.ts'
import { groups, keyedQuery, keys } from '../../query-keys.ts'
import { useChange } from '../../shared/use-change.ts'

export type Rhythm = RecurrenceInputBody['every']

export const seriesQuery = keyedQuery(keys.series, {
  queryFn: async () => (await parseResponse(pageApi.planner.series.$get())).series,
})

/** The series of which this post is the newest. */
export function useSeriesOf(postId: string): SeriesBody | undefined {
  return useQuery(seriesQuery).data?.find((series) => series.postId === postId)
}

/** Null: it does not come back any more. */
export function useRepeat(postId: string) {
  return useChange(async (every: Rhythm | null) => {
    const recurrence = api.posts[':id'].recurrence
    const param = { id: postId }
    if (every === null) await parseResponse(recurrence.$delete({ param }))
    else await parseResponse(recurrence.$put({ param, json: { every } }))
  }, groups.posts)
}

/** A post that is not there yet, at the time that is meant for it. */
export interface ComingPost {
  readonly series: SeriesBody
  readonly at: Instant
  /** By the clocks of the calendar. */
  readonly wall: string
}

export type ComingPosts = ReadonlyMap<Day, readonly ComingPost[]>

/** `accountIds`: whose series are shown. */
export function useComingPosts(accountIds: readonly string[], zone: string): ComingPosts {
  const all = useQuery(seriesQuery).data
  return useMemo(() => {
    const shown = (all ?? []).filter(({ accountId }) => accountIds.includes(accountId))
    const coming = shown.flatMap((series) =>
      // A draft stands nowhere in the calendar yet, but its time is meant, too.
      [...(series.isDraft ? [series.plannedFor] : []), ...series.coming].map((iso) => {
        const at = Date.parse(iso)
        return { series, at, wall: wallTimeOf(at, zone) }
      }),
    )
    return Map.groupBy(coming, ({ wall }) => wall.slice(0, 10))
  }, [all, accountIds, zone])
}
