// What the kept rows answer. Nothing here asks the platform.
import type {
  BestTimesBody,
  GroupOfInsightsBody,
  InsightPostBody,
  InsightRowBody,
} from '../../api/insights/insight-shapes.ts'
import type { InsightMedia, InsightStore } from '../../ports/insights/insight-store.ts'
import { bestTimes, medianOf, reachOfADay, type PostOfADay } from '../../rules/insights/best-times.ts'
import { LOOK, type Grouping } from '../../rules/insights/insight-words.ts'
import { namesOf, rowsOfMetric, type InsightRow } from '../../rules/insights/rows.ts'
import { daysBetween, daysFrom } from '../../rules/times/calendar-days.ts'
import { dayOf } from '../../rules/times/wall-time.ts'
import { weekdayOf } from '../../rules/times/slot-times.ts'
import { WEEKDAYS } from '../../rules/times/calendar-days.ts'
import { DAY, HOUR, toIso, wallClock, type Instant } from '../../time.ts'

export type MediaWithRows = InsightMedia & { readonly rows: readonly InsightRow[] }

/** With the rows of one metric, and what was missed. */
export async function readInsightMedia(
  { media, rowsOf: read }: InsightStore,
  { accountId, metric }: { readonly accountId: string; readonly metric: string },
  [from, until]: readonly [Instant, Instant],
): Promise<MediaWithRows[]> {
  const found = await media(accountId, from, until)
  const ids = found.map(({ igMediaId }) => igMediaId)
  const rows = await read(accountId, ids, [...namesOf(metric), LOOK])
  return found.map((one) => ({ ...one, rows: rows.get(one.igMediaId) ?? [] }))
}

export const insightPostBody = ({ postId, igMediaId, permalink, caption, kind, publishedAt }: InsightMedia) =>
  ({
    postId,
    igMediaId,
    permalink,
    caption: caption === null ? null : caption.slice(0, 200).toWellFormed(),
    kind,
    publishedAt: toIso(publishedAt),
  }) satisfies InsightPostBody

export const rowBody = ({ metric, at, value, reason }: InsightRow): InsightRowBody => {
  return { metric, at: toIso(at), value, reason }
}

/** Its values by age, without what is no number. */
export function curvesOf({ publishedAt, rows }: MediaWithRows) {
  const valued = rows.filter(({ metric }) => metric !== LOOK)
  return [...Map.groupBy(valued, ({ metric }) => metric)].map(([metric, ofMetric]) => ({
    metric,
    points: ofMetric.flatMap(({ at, value }) =>
      value === null ? [] : [{ hours: Math.round((at - publishedAt) / (HOUR / 10)) / 10, value }],
    ),
  }))
}

export const placeIn = (timeZone: string) => (at: Instant) => {
  const { date, hour } = wallClock(at, timeZone)
  return { weekday: WEEKDAYS.indexOf(weekdayOf(date)) + 1, hour }
}

interface Question {
  readonly metric: string
  readonly by: Grouping
  readonly timeZone: string
}

const MOST_GROUPS = 1_000

/** `own`: the account's figures. */
export function groupsOf(
  media: readonly MediaWithRows[],
  question: Question,
  time: { readonly from: Instant; readonly to: Instant; readonly own: readonly InsightRow[] },
): GroupOfInsightsBody[] {
  const { metric, by } = question
  if (by === 'day') return daysOf(media, question, time)
  const valued = media.flatMap((one) => {
    const value = rowsOfMetric(one.rows, metric).findLast((row) => row.value !== null)?.value ?? null
    return value === null ? [] : [{ media: one, value }]
  })
  const keyed = valued.flatMap(({ media: one, value }) =>
    keysOf(one, question).map((key) => ({ key, value, media: one })),
  )
  const groups = [...Map.groupBy(keyed, ({ key }) => key)].map(([key, ofKey]) => ({
    key,
    n: ofKey.length,
    value: medianOf(ofKey.map(({ value }) => value)),
    correction: 0,
    accountValue: null,
    post: by === 'post' && ofKey[0] ? insightPostBody(ofKey[0].media) : null,
  }))
  const byValue = by === 'hashtag' || by === 'post'
  return groups
    .toSorted((a, b) => (byValue ? (b.value ?? 0) - (a.value ?? 0) : a.key < b.key ? -1 : 1))
    .slice(0, MOST_GROUPS)
}

function keysOf(
  { igMediaId, kind, caption, publishedAt }: InsightMedia,
  { by, timeZone }: Question,
): string[] {
  if (by === 'post') return [igMediaId]
  if (by === 'kind') return [kind]
  if (by === 'hashtag')
    return [
      ...new Set(
        [...(caption ?? '').matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag = '']) => tag.toLowerCase()),
      ),
    ]
  const { weekday, hour } = placeIn(timeZone)(publishedAt)
  return [`${weekday}-${String(hour - (hour % 2)).padStart(2, '0')}`]
}

/**
 * What was added on each day: figures are those since the beginning, so a day is a difference. One that fell is a correction of the
 * platform's, and never makes a day negative.
 */
function daysOf(
  media: readonly MediaWithRows[],
  { metric, timeZone }: Question,
  { from, to, own }: { readonly from: Instant; readonly to: Instant; readonly own: readonly InsightRow[] },
): GroupOfInsightsBody[] {
  const changes = media.flatMap(({ igMediaId, rows }) => {
    const values = rowsOfMetric(rows, metric).filter(({ value }) => value !== null)
    return values.map(({ at, value }, index) => {
      const change = (value ?? 0) - (values[index - 1]?.value ?? 0)
      return { igMediaId, change, day: dayOf(at, timeZone) }
    })
  })
  const byDay = Map.groupBy(changes, ({ day }) => day)
  // The platform's days are not those of any zone.
  const ownByDay = new Map(rowsOfMetric(own, metric).map(({ at, value }) => [toIso(at).slice(0, 10), value]))
  const first = dayOf(from, timeZone)
  const count = Math.min(daysBetween(first, dayOf(to - 1, timeZone)) + 1, MOST_GROUPS)
  return daysFrom(first, count).map((key) => {
    const ofDay = byDay.get(key) ?? []
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    const added = ofDay.map(({ change }) => change).filter((change) => change > 0)
    return {
      key,
      n: new Set(ofDay.map(({ igMediaId }) => igMediaId)).size,
      value: ofDay.length === 0 ? null : sum(added),
      correction: sum(ofDay.map(({ change }) => change).filter((change) => change < 0)),
      accountValue: ownByDay.get(key) ?? null,
      post: null,
    }
  })
}

export function timesByKind(media: readonly MediaWithRows[], timeZone: string): BestTimesBody['kinds'] {
  const posts = media.flatMap((one): PostOfADay[] => {
    const reach = reachOfADay(one)
    return reach === null ? [] : [{ kind: one.kind, publishedAt: one.publishedAt, reach }]
  })
  return bestTimes(posts, placeIn(timeZone)).map(({ cells, ...times }) => ({ ...times, cells: [...cells] }))
}

/** Best times come from as far back as this: longer ago people lived otherwise. */
export const TIMES_SINCE = 365 * DAY
