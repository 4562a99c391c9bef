// What the kept rows answer. Nothing here asks the platform.
import type {
  GroupOfInsightsBody,
  InsightPostBody,
  InsightRowBody,
} from '../../api/insights/insight-shapes.ts'
import type { InsightMedia, InsightStore, MediaWithRows } from '../../ports/insights/insight-store.ts'
import { bestTimes, cellOf, medianOf, reachOfADay } from '../../rules/insights/best-times.ts'
import { captionWords } from '../../rules/content/caption-facts.ts'
import { LOOK, type Grouping } from '../../rules/insights/insight-words.ts'
import { namesOf, rowsOfMetric, type InsightRow } from '../../rules/insights/rows.ts'
import { addDays, daysBetween, daysFrom, WEEKDAYS } from '../../rules/times/calendar-days.ts'
import { dayOf } from '../../rules/times/wall-time.ts'
import { weekdayOf } from '../../rules/times/slot-times.ts'
import { DAY, HOUR, toIso, wallClock, type Duration, type Instant } from '../../time.ts'

/** Best times come from as far back as this: longer ago people lived otherwise. */
export const TIMES_SINCE: Duration = 365 * DAY
const MOST_GROUPS = 1_000

/** With the rows of one metric, and what was missed. */
export const readInsightMedia = (
  { media }: Pick<InsightStore, 'media'>,
  { accountId, metric }: { readonly accountId: string; readonly metric: string },
  between: readonly [Instant, Instant],
): Promise<MediaWithRows[]> => media(accountId, between, [...namesOf(metric), LOOK])

export const insightPostBody = ({ postId, igMediaId, permalink, caption, kind, publishedAt }: InsightMedia) =>
  ({
    postId,
    igMediaId,
    permalink,
    caption: caption?.slice(0, 200).toWellFormed() ?? null,
    kind,
    publishedAt: toIso(publishedAt),
  }) satisfies InsightPostBody

export const rowBody = (row: InsightRow): InsightRowBody => ({ ...row, at: toIso(row.at) })

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

export interface InsightQuestion {
  readonly metric: string
  readonly by: Grouping
  readonly timeZone: string
  readonly from: Instant
  readonly to: Instant
  /** When the account was first read: what media had gathered until then is of no known day. */
  readonly begun: Instant
}

/** A part of what a media counts for: on a day, at an hour, under a hashtag. */
interface Counted {
  readonly key: string
  readonly media: InsightMedia
  readonly value: number
}

/** `own`: the account's figures. */
export function groupsOf(
  media: readonly MediaWithRows[],
  question: InsightQuestion,
  own: readonly InsightRow[],
): GroupOfInsightsBody[] {
  const { by } = question
  const counted = media.flatMap((one) => (by === 'day' ? changesOf(one, question) : latestOf(one, question)))
  const byKey = Map.groupBy(counted, ({ key }) => key)
  if (by === 'day') return daysOf(byKey, question, own)
  const groups = [...byKey].map(([key, ofKey]) => ({
    key,
    n: ofKey.length,
    value: medianOf(ofKey.map(({ value }) => value)),
    correction: 0,
    accountValue: null,
    post: by === 'post' && ofKey[0] ? insightPostBody(ofKey[0].media) : null,
  }))
  const isByValue = by === 'hashtag' || by === 'post'
  return groups
    .toSorted((a, b) => (isByValue ? (b.value ?? 0) - (a.value ?? 0) : a.key < b.key ? -1 : 1))
    .slice(0, MOST_GROUPS)
}

function latestOf(media: MediaWithRows, question: InsightQuestion): Counted[] {
  const value = rowsOfMetric(media.rows, question.metric).findLast((row) => row.value !== null)?.value ?? null
  return value === null ? [] : keysOf(media, question).map((key) => ({ key, media, value }))
}

function keysOf({ igMediaId, kind, caption, publishedAt }: InsightMedia, { by, timeZone }: InsightQuestion) {
  if (by === 'post') return [igMediaId]
  if (by === 'kind') return [kind]
  if (by === 'hashtag') {
    const tags = captionWords(caption ?? '', '#')
    return [...new Set(tags.map((tag) => tag.slice(1).toLowerCase()))]
  }
  const { weekday, hour } = cellOf(placeIn(timeZone)(publishedAt))
  return [`${weekday}-${String(hour).padStart(2, '0')}`]
}

/** What each look added: figures are those since the beginning, so what a day brought is a difference. */
function changesOf(media: MediaWithRows, { metric, timeZone, begun }: InsightQuestion): Counted[] {
  let before = media.publishedAt < begun - 2 * DAY ? null : 0
  return rowsOfMetric(media.rows, metric).flatMap(({ at, value }) => {
    if (value === null) return []
    const change = before === null ? null : value - before
    before = value
    return change === null ? [] : [{ key: dayOf(at, timeZone), media, value: change }]
  })
}

/** A figure that fell is a correction of the platform's, and never makes a day negative. */
function daysOf(
  byDay: ReadonlyMap<string, readonly Counted[]>,
  { metric, timeZone, from, to }: InsightQuestion,
  own: readonly InsightRow[],
): GroupOfInsightsBody[] {
  // The platform's days are not those of any zone.
  const ownByDay = new Map(rowsOfMetric(own, metric).map(({ at, value }) => [toIso(at).slice(0, 10), value]))
  const last = dayOf(to - 1, timeZone)
  const count = Math.min(daysBetween(dayOf(from, timeZone), last) + 1, MOST_GROUPS)
  return daysFrom(addDays(last, 1 - count), count).map((key) => {
    const ofDay = byDay.get(key) ?? []
    const sumOf = (part: (change: number) => number) => ofDay.reduce((sum, { value }) => sum + part(value), 0)
    return {
      key,
      n: new Set(ofDay.map(({ media }) => media.igMediaId)).size,
      value: ofDay.length === 0 ? null : sumOf((change) => Math.max(change, 0)),
      correction: sumOf((change) => Math.min(change, 0)),
      accountValue: ownByDay.get(key) ?? null,
      post: null,
    }
  })
}

/** From an account's own posts of the last year, by kind. */
export async function timesByKind(
  store: Pick<InsightStore, 'media'>,
  accountId: string,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
) {
  const media = await readInsightMedia(store, { accountId, metric: 'reach' }, [now - TIMES_SINCE, now])
  const posts = media.flatMap((one) => {
    // A trial reel is shown to others than those who follow.
    const reach = one.isTrial ? null : reachOfADay(one)
    return reach === null ? [] : [{ kind: one.kind, publishedAt: one.publishedAt, reach }]
  })
  return bestTimes(posts, placeIn(timeZone))
}
