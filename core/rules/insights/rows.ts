// Which rows follow from a look. Rows are appended when a value changed; what is absent stays absent, and is never zero.
import type { Duration, Instant } from '../../time.ts'
import type { MediaType } from '../publication/post-words.ts'
import { LOOK, type InsightReason } from './insight-words.ts'
import { agesOf, lateAfter } from './looks.ts'

export interface InsightRow {
  readonly metric: string
  readonly at: Instant
  readonly value: number | null
  readonly reason: InsightReason | null
}

export interface SeenAtLook {
  /** By the platform’s clock. */
  readonly at: Instant
  /** What was asked for and not refused for other reasons than the metric. */
  readonly asked: readonly string[]
  readonly values: Readonly<Record<string, number>>
  /** Why the platform gave nothing of this media; null when it answered. */
  readonly reason: InsightReason | null
}

/** What a look has seen that brought nothing. */
export const NOTHING_SEEN = { asked: [], values: {}, reason: null } as const

/** `latest`: the newest row of each metric. */
export function rowsOfLook(latest: readonly InsightRow[], { at, asked, values }: SeenAtLook): InsightRow[] {
  const known = new Map(latest.map((row) => [row.metric, row]))
  return asked.flatMap((metric): InsightRow[] => {
    const value = values[metric]
    const before = known.get(metric)
    if (value !== undefined) return before?.value === value ? [] : [{ metric, at, value, reason: null }]
    return before === undefined || before.value === null ? [] : [{ metric, at, value: null, reason: 'gone' }]
  })
}

/** Names that the platform has changed since. Rows keep the name that was read. */
const RENAMED: Readonly<Record<string, string>> = {
  impressions: 'views',
  plays: 'views',
  video_views: 'views',
  saves: 'saved',
}

export const todaysName = (metric: string): string => RENAMED[metric] ?? metric

/** All names that a metric has had. */
export const namesOf = (metric: string): string[] => [
  todaysName(metric),
  ...Object.keys(RENAMED).filter((former) => RENAMED[former] === todaysName(metric)),
]

/** Rows of one metric under all the names that it has had, oldest first. */
export function rowsOfMetric(rows: readonly InsightRow[], metric: string): InsightRow[] {
  return rows.filter((row) => todaysName(row.metric) === todaysName(metric)).toSorted((a, b) => a.at - b.at)
}

/** The newest row of each metric, as it is called today. */
export function latestOf(rows: readonly InsightRow[]): InsightRow[] {
  const latest = new Map<string, InsightRow>()
  for (const row of rows) {
    const before = latest.get(todaysName(row.metric))
    if (before === undefined || row.at >= before.at) latest.set(todaysName(row.metric), row)
  }
  return [...latest.values()]
}

/** The value at that time: the newest of those before it; null when there is none. */
export const valueAt = (rows: readonly InsightRow[], metric: string, at: Instant): number | null =>
  rowsOfMetric(rows, metric).findLast((row) => row.at <= at)?.value ?? null

/**
 * The value that a metric had at an age at which looks are made; null when nobody has looked then. Values are kept when they change, so
 * an older row alone does not say that.
 */
export function valueAtAge(
  { kind, publishedAt, done, rows }: LookedAtWithRows,
  metric: string,
  age: Duration,
): number | null {
  const at = publishedAt + age
  const until = at + lateAfter(age)
  const isMissed = rows.some(
    (row) => row.metric === LOOK && row.value === null && row.at >= at && row.at <= until,
  )
  const isOver = done > agesOf(kind).indexOf(age)
  return isOver && !isMissed ? valueAt(rows, metric, until) : null
}

export interface LookedAtWithRows {
  readonly kind: MediaType
  readonly publishedAt: Instant
  /** How many looks are over. */
  readonly done: number
  readonly rows: readonly InsightRow[]
}
