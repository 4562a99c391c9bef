// Queries and mutations of the planner, and the series of what comes back. A new time is shown before it is stored, and taken back when it is refused.
import { useMutation, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecurrenceBody } from '../../../../core/api/schedule/recurrence.ts'
import { type Day, startOfDay } from '../../../../core/rules/times/calendar-days.ts'
import type { SeriesBody } from '../../../../core/features/scheduling/recurrence/recurrences.ts'
import { wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { uuidOfText } from '../../../../core/sha256.ts'
import { type Instant, MINUTE, toIso } from '../../../../core/time.ts'
import { api, pageApi, parseResponse, type ResponseBody } from '../api-client.ts'
import { sendPostChanges, requireAllDone, useCancelSchedule } from '../posts/post-mutations.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'
import { changeVersion, ofVersion, type ShownVersion } from '../shared/versions.ts'
import { knownZoneOf } from '../shared/when/time-zones.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { notify } from '../shared/notifications.ts'
import { offerUndoAfter } from '../shared/undo.tsx'
import { useStrings } from '../strings/language.tsx'
import { type Block, type BlockSpan, firstDayOf } from './period.ts'
import { useCalendarTimes } from './clock/calendar-zone.tsx'

type CalendarAnswer = ResponseBody<typeof pageApi.planner.calendar.$get>

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
  /** Why each of them is not known; null for what is, and for what is still asked for. */
  const problems = results.map(({ data, error }) => (data === undefined ? error : null))
  return {
    answers: results.map(({ data }) => data),
    isPending: results.some(({ isPending }) => isPending),
    isComplete: results.every(({ data }) => data?.isComplete !== false),
    problems,
    problem: problems.find((one) => one !== null) ?? null,
    refetch: () => results.forEach(({ refetch }) => void refetch()),
  }
}

/** Of no account: of all. */
export const draftsQuery = (accounts: readonly string[]) =>
  keyedQuery(keys.drafts(accounts), {
    queryFn: () =>
      parseResponse(
        pageApi.planner.search.$get({
          query: { status: 'DRAFT', limit: String(MOST_DRAFTS), accountId: [...accounts] },
        }),
      ),
    refetchInterval: MINUTE,
  })

export const dayNotesQuery = keyedQuery(keys.dayNotes, {
  queryFn: () => parseResponse(pageApi.planner.notes.$get()),
})

export interface NewTime {
  readonly post: ShownVersion
  /** Milliseconds since 1970. */
  readonly at: number
  readonly timeZone: string
}

/** As it is sent: a post may have been stored with a zone that would be refused today. */
export const sentTime = ({ at, timeZone }: Omit<NewTime, 'post'>) => ({
  scheduledFor: toIso(at),
  timezone: knownZoneOf(timeZone),
})

const requestFor = (wish: NewTime) => ({ param: { id: wish.post.id }, json: sentTime(wish) })

/** One that had no answer may be done: sent again, it is refused, and the post is as it was wished. */
async function unlessDone<Answer>({ post: { id }, at, timeZone }: NewTime, sent: Promise<Answer>) {
  try {
    return await sent
  } catch (error) {
    const post = await parseResponse(api.posts[':id'].$get({ param: { id } })).catch(() => {
      throw error
    })
    const { status, scheduledFor, timezone } = post
    if (status !== 'SCHEDULED' || scheduledFor !== toIso(at) || timezone !== knownZoneOf(timeZone))
      throw error
    return { ...post, isCloud: post.handover !== null }
  }
}

export const rescheduleShown = (wish: NewTime) =>
  changeVersion(wish.post, (post) =>
    unlessDone(wish, parseResponse(api.schedule[':id'].$put(requestFor(wish), ofVersion(post)))),
  )

export function useReschedule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: rescheduleShown,
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

export const useSwap = () => useChange(rescheduleAll, groups.posts)

/**
 * All or none. Resolves with the versions that it has made. The same versions to the same times are the same request: one that had no
 * answer can be sent again.
 */
export async function rescheduleAll(wishes: readonly NewTime[]): Promise<ShownVersion[]> {
  const posts = wishes.map(({ post: { id, updatedAt }, at, timeZone }) => {
    const time = { scheduledFor: at, timezone: knownZoneOf(timeZone) }
    return { id, action: 'reschedule' as const, version: updatedAt, ...time }
  })
  const key = await uuidOfText(JSON.stringify(posts))
  const result = await sendPostChanges({ posts, atomic: true, key })
  return requireAllDone(result).results.map(({ id, version }) => ({ id, updatedAt: version ?? '' }))
}

export const scheduleShownDraft = (wish: NewTime) =>
  unlessDone(
    wish,
    parseResponse(api.posts.draft[':id'].schedule.$post(requestFor(wish), ofVersion(wish.post))),
  )

export const useScheduleDraft = () => useChange(scheduleShownDraft, groups.posts)

// Posts that come back: one of each series is there, and the times of those that follow are known.

export type Rhythm = Pick<RecurrenceBody, 'every' | 'comesBackAs'>

export const seriesQuery = keyedQuery(keys.series, {
  queryFn: async () => (await parseResponse(pageApi.planner.series.$get())).series,
})

/** The series of which this post is the newest. */
export function useSeriesOf(postId: string): SeriesBody | undefined {
  return useQuery(seriesQuery).data?.find((series) => series.postId === postId)
}

/** For a post from which its series may have moved on: the post on which it is now, or null. */
export const newestQuery = (id: string) =>
  keyedQuery(keys.newestOfSeries(id), {
    queryFn: () => parseResponse(pageApi.planner.series[':id'].newest.$get({ param: { id } })),
  })

/** Null: it does not come back any more. */
export function useRepeat(postId: string) {
  return useChange(async (rhythm: Rhythm | null) => {
    const recurrence = api.posts[':id'].recurrence
    const param = { id: postId }
    if (rhythm === null) await parseResponse(recurrence.$delete({ param }))
    else await parseResponse(recurrence.$put({ param, json: rhythm }))
  }, groups.posts)
}

/** A post that is not there yet, at the time that is meant for it. */
export interface ComingPost {
  readonly series: SeriesBody
  readonly at: Instant
  /** By the clocks of the calendar. */
  readonly wall: string
}

export type ComingByDay = ReadonlyMap<Day, readonly ComingPost[]>

interface SeriesInView {
  /** Whose series are shown. */
  readonly accountIds: readonly string[]
  readonly zone: string
  readonly now: Instant
}

export function useComingPosts({ accountIds, zone, now }: SeriesInView): ComingByDay {
  const all = useQuery(seriesQuery).data
  const minute = Math.floor(now / 60_000) * 60_000
  return useMemo(() => {
    const shown = (all ?? []).filter(({ accountId }) => accountIds.includes(accountId))
    return Map.groupBy(comingPosts(shown, zone, minute), ({ wall }) => wall.slice(0, 10))
  }, [all, accountIds, zone, minute])
}

/** What is still ahead of it. */
export function comingPosts(shown: readonly SeriesBody[], zone: string, now: Instant): ComingPost[] {
  return shown.flatMap((series) =>
    // A draft is not in the calendar yet, but its planned time counts, too.
    [...(series.isDraft ? [series.plannedFor] : []), ...series.coming]
      .map((iso) => Date.parse(iso))
      .filter((at) => at > now)
      .map((at) => ({ series, at, wall: wallTimeOf(at, zone) })),
  )
}

/** Turns a scheduled post into a draft, and offers to restore its time, which a draft does not keep, if it is still to come. */
export function useUnschedule() {
  const { plan } = useStrings()
  const { inMessage } = useCalendarTimes()
  const { mutateAsync: takeBack } = useCancelSchedule()
  const { mutateAsync: schedule } = useScheduleDraft()
  return (
    post: Pick<PostBody, 'id' | 'handover' | 'timezone'>,
    at: Instant,
    onUndone?: () => void,
  ): Promise<void> => {
    const done = takeBack(post.id)
    if (at <= Date.now()) return done.then(() => notify(plan.takenBack))
    return offerUndoAfter(done, plan.takenBack, async () => {
      const draft = { id: post.id, ...(await done) }
      const { isCloud } = await schedule({ post: draft, at, timeZone: post.timezone })
      if (post.handover !== null && !isCloud) notify(plan.backHere(inMessage(at)))
      onUndone?.()
    })
  }
}
