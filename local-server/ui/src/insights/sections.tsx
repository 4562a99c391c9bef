// What an account's numbers say within a time: by day, by hour, by kind, and which posts worked. The view and the report are made of these.
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type {
  BestTimesBody,
  GroupOfInsightsBody,
  InsightPostBody,
} from '../../../../core/api/insights/insight-shapes.ts'
import { addDays, weekOf, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import { useDayFormats } from '../plan/clock/calendar-zone.tsx'
import { captionStart } from '../posts/post-name.ts'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { HeatTable, type HeatCell } from './charts.tsx'
import { bestTimesQuery, groupsQuery, type Comparison } from './insight-queries.ts'
import classes from './insights.module.css'
import { shortNumber } from './short-number.ts'

export interface ShownTime extends Omit<Comparison, 'by' | 'to'> {
  readonly to: string
  readonly timezone: string
  readonly first: Day
  readonly last: Day
}

export function Part({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {text !== undefined && (
        <Text maw="44rem" {...SMALL}>
          {text}
        </Text>
      )}
      {children}
    </section>
  )
}

export function useMetricName(): (metric: string) => string {
  const { insights } = useLazyStrings()
  return (metric) => insights.metrics[metric] ?? metric.replaceAll('_', ' ')
}

/** Nothing once it is over: a look that changes nothing is told by no event. */
export function useNextLook(nextLookAt: string | null): string {
  const { insights } = useLazyStrings()
  const { distance } = useFormats()
  const away = Date.parse(nextLookAt ?? '') - useNow()
  return away > 0 ? insights.nextLook(distance(away)) : ''
}

const askedOf = ({ accountId, from, to, timezone }: ShownTime) => ({ accountId, from, to, timezone }) as const
const MONDAY: Day = '1970-01-05'

/** Weeks below each other. */
export function Days({ shown, metric }: { readonly shown: ShownTime; readonly metric: string }) {
  const { insights } = useLazyStrings()
  const { number } = useFormats()
  const { weekday, monthAndDay } = useDayFormats()
  const query = useQuery(groupsQuery({ ...askedOf(shown), by: 'day' }))
  const name = useMetricName()(metric)
  const cellOf = (day: Day, groups: ReadonlyMap<string, GroupOfInsightsBody>): HeatCell => {
    const { value = null, correction = 0 } = groups.get(day) ?? {}
    if (day < shown.first || day > shown.last) return { value: null, text: '' }
    if (value === null) return { value, text: '–' }
    const whole = number(value)
    const label = correction === 0 ? whole : `${whole}; ${insights.correction(number(-correction))}`
    return { value, text: shortNumber(value, number), label }
  }
  return (
    <Part title={insights.days} text={insights.daysText(name)}>
      <Loaded query={query} height={240}>
        {({ groups }) => {
          const byDay = new Map(groups.map((group) => [group.key, group]))
          const weeks = weeksOf(shown).map((days) => {
            const within = days.filter((day) => day >= shown.first && day <= shown.last)
            return { days, known: within.flatMap((day) => byDay.get(day)?.value ?? []) }
          })
          // Of a young account the weeks before its first number say nothing.
          const begun = Math.max(
            0,
            weeks.findIndex(({ known }) => known.length > 0),
          )
          const rows = weeks.slice(begun).map(({ days, known }) => ({
            name: monthAndDay(days[0] ?? shown.first),
            cells: days.map((day) => cellOf(day, byDay)),
            end: known.length === 0 ? '–' : shortNumber(sumOf(known), number),
          }))
          const columns = weekOf(MONDAY).map(weekday)
          return (
            <HeatTable
              label={insights.days}
              corner={insights.week}
              end={insights.sum}
              {...{ columns, rows }}
            />
          )
        }}
      </Loaded>
    </Part>
  )
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function weeksOf({ first, last }: ShownTime): Day[][] {
  const weeks: Day[][] = []
  for (let monday = weekOf(first)[0] ?? first; monday <= last; monday = addDays(monday, 7))
    weeks.push(weekOf(monday))
  return weeks
}

export function BestHours({ accountId }: { readonly accountId: string }) {
  const { insights } = useLazyStrings()
  const { compose, posts } = useStrings()
  const query = useQuery(bestTimesQuery(accountId))
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Loaded query={query} height={240}>
      {({ kinds, needed, timezone }) => {
        const inOrder = kinds.toSorted((a, b) => b.posts - a.posts)
        const shown = inOrder.find(({ kind }) => kind === chosen) ?? inOrder[0]
        const best = inOrder.find(({ cells }) => cells.some(({ score }) => score !== null)) ?? shown
        const kind = chosen === null ? best : shown
        const isYoung = kind === undefined || kind.cells.every(({ score }) => score === null)
        const text = isYoung
          ? insights.hoursYoung(kind?.posts ?? 0, needed)
          : insights.hoursText(needed, timezone)
        return (
          <Part title={insights.hours} text={text}>
            {inOrder.length > 1 && (
              <NativeSelect
                w="fit-content"
                aria-label={compose.kind}
                value={kind?.kind}
                data={inOrder.map((one) => ({ value: one.kind, label: posts.type[one.kind] }))}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            )}
            {kind !== undefined && <HoursOfKind cells={kind.cells} />}
          </Part>
        )
      }}
    </Loaded>
  )
}

function HoursOfKind({ cells }: Pick<BestTimesBody['kinds'][number], 'cells'>) {
  const { insights } = useLazyStrings()
  const { plan } = useStrings()
  const { number } = useFormats()
  const { weekday, hour: hourName } = useDayFormats()
  const hours = [...new Set(cells.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  if (hours.length === 0) return null
  const rows = hours.map((hour) => ({
    name: hourName(hour),
    cells: weekOf(MONDAY).map((_, index): HeatCell => {
      const cell = cells.find((one) => one.hour === hour && one.weekday === index + 1)
      if (cell === undefined) return { value: null, text: '' }
      const { score, n } = cell
      if (score === null) return { value: null, text: '·', note: number(n), label: insights.tooFew(n) }
      const text = number(Math.round(score * 10) / 10)
      return { value: score, text, note: number(n), label: insights.score(text, n) }
    }),
  }))
  const columns = weekOf(MONDAY).map(weekday)
  return <HeatTable label={insights.hours} corner={plan.hour} {...{ columns, rows }} />
}

export function Kinds({ shown, metric }: { readonly shown: ShownTime; readonly metric: string }) {
  const { insights } = useLazyStrings()
  const { compose, posts } = useStrings()
  const { number } = useFormats()
  const query = useQuery(groupsQuery({ ...askedOf(shown), by: 'kind' }))
  const name = useMetricName()(metric)
  const names: Readonly<Record<string, string>> = posts.type
  return (
    <Part title={insights.byKind}>
      <Loaded query={query} height={120}>
        {({ groups }) => {
          if (groups.length === 0) return <Text {...SMALL}>{insights.empty}</Text>
          const rows = groups.map(({ key, value, n }) => ({
            name: names[key] ?? key,
            cells: [{ value, text: value === null ? '–' : number(value) }],
            end: number(n),
          }))
          const columns = [`${name} (${insights.median})`]
          return (
            <HeatTable
              label={insights.byKind}
              corner={compose.kind}
              end={insights.posts}
              {...{ columns, rows }}
            />
          )
        }}
      </Loaded>
    </Part>
  )
}

const MOST = 10

export function TopPosts({ shown, metric }: { readonly shown: ShownTime; readonly metric: string }) {
  const { insights } = useLazyStrings()
  const { posts } = useStrings()
  const { number, date } = useFormats()
  const query = useQuery(groupsQuery({ ...askedOf(shown), by: 'post' }))
  const name = useMetricName()(metric)
  return (
    <Part title={insights.top}>
      <Loaded query={query} height={320}>
        {({ groups, timezone }) => {
          const best = groups.flatMap(({ post, value }) =>
            post && value !== null ? [{ ...post, value }] : [],
          )
          if (best.length === 0) return <Text {...SMALL}>{insights.empty}</Text>
          return (
            <ol data-marked>
              {best.slice(0, MOST).map((post) => (
                <li key={post.igMediaId}>
                  <div className={classes.topLine}>
                    <PostName post={post} />
                    <strong title={name}>{number(post.value)}</strong>
                  </div>
                  <Text {...SMALL}>
                    {posts.type[post.kind]}, {date(new Date(post.publishedAt), timezone)}
                  </Text>
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Part>
  )
}

function PostName({ post: { postId, permalink, caption } }: { readonly post: InsightPostBody }) {
  const { posts } = useStrings()
  const name = captionStart(caption) ?? posts.noCaption
  if (postId !== null) return <Link href={`/posts/${postId}`}>{name}</Link>
  if (permalink === null) return <span>{name}</span>
  return (
    <a href={permalink} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
