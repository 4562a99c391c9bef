// What an account's numbers say within a time: by day, by hour, by kind, and which posts worked. The view and the report are made of these.
import { Anchor, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type {
  BestTimesBody,
  GroupOfInsightsBody,
  InsightPostBody,
  InsightsBody,
} from '../../../../core/api/insights/insight-shapes.ts'
import { addDays, startOfDay, weekOf, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { toIso } from '../../../../core/time.ts'
import { AMBER_NOTE, SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import { useDayFormats } from '../plan/clock/day-formats.ts'
import { captionStart } from '../posts/post-name.ts'
import { useNow } from '../shared/use-now.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { HeatTable, type HeatCell } from './charts.tsx'
import { bestTimesQuery, groupsQuery, type Comparison } from './insight-queries.ts'
import classes from './insights.module.css'
import { shortNumber } from './short-number.ts'

/** What is shown of which account. */
export interface ShownInsights {
  readonly accountId: string
  readonly metric: string
  readonly zone: string
}

/** With the time that it is shown of, both days included. */
export interface ShownTime extends ShownInsights {
  readonly first: Day
  readonly last: Day
}

/** To the end of the last day, so that the answer stays the same until tomorrow. */
export const comparisonOf = (
  { accountId, zone, first, last }: ShownTime,
  by: Comparison['by'],
): Comparison => ({
  accountId,
  by,
  timezone: zone,
  from: toIso(startOfDay(first, zone)),
  to: toIso(startOfDay(addDays(last, 1), zone)),
})

interface PartProps {
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

export function Part({ title, text, children }: PartProps) {
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

/** Nothing where the login allows the numbers to be read. */
export function PermissionNote({ permission }: { readonly permission: boolean }) {
  const { insights } = useLazyStrings()
  if (permission) return null
  return (
    <Text {...AMBER_NOTE}>
      {insights.noPermission}{' '}
      <Anchor component={Link} href="/settings/accounts" inherit>
        {insights.toAccounts}
      </Anchor>
    </Text>
  )
}

interface GroupsPartProps extends Omit<PartProps, 'children'> {
  readonly shown: ShownTime
  readonly by: Comparison['by']
  readonly height: number
  readonly children: (answer: InsightsBody) => ReactNode
}

function GroupsPart({ shown, by, height, children, ...part }: GroupsPartProps) {
  const query = useQuery(groupsQuery(comparisonOf(shown, by)))
  return (
    <Part {...part}>
      <Loaded query={query} height={height}>
        {children}
      </Loaded>
    </Part>
  )
}

const MONDAY: Day = '1970-01-05'

/** Weeks below each other. */
export function Days({ shown }: { readonly shown: ShownTime }) {
  const { insights } = useLazyStrings()
  const { number } = useFormats()
  const { weekday, monthAndDay } = useDayFormats()
  const name = useMetricName()(shown.metric)
  const isShown = (day: Day) => day >= shown.first && day <= shown.last
  const cellOf = (day: Day, group: GroupOfInsightsBody | undefined): HeatCell => {
    if (!isShown(day)) return { text: '' }
    const { value = null, correction = 0 } = group ?? {}
    if (value === null) return { text: '–' }
    const whole = number(value)
    const label = correction === 0 ? whole : `${whole}; ${insights.correction(number(-correction))}`
    return { value, text: shortNumber(value, number), label }
  }
  const rowsOf = (groups: readonly GroupOfInsightsBody[]) => {
    const byDay = new Map(groups.map((group) => [group.key, group]))
    const rows = weeksOf(shown).map((days) => {
      const known = days.filter(isShown).flatMap((day) => byDay.get(day)?.value ?? [])
      const sum = known.reduce((all, value) => all + value, 0)
      const end = { isEnd: true, text: known.length === 0 ? '–' : shortNumber(sum, number) }
      const cells = [...days.map((day) => cellOf(day, byDay.get(day))), end]
      return { name: monthAndDay(days[0] ?? shown.first), isKnown: known.length > 0, cells }
    })
    // Of a young account the weeks before its first number say nothing.
    return rows.slice(
      Math.max(
        0,
        rows.findIndex(({ isKnown }) => isKnown),
      ),
    )
  }
  const columns = [...weekOf(MONDAY).map(weekday), insights.sum]
  return (
    <GroupsPart title={insights.days} text={insights.daysText(name)} shown={shown} by="day" height={240}>
      {({ groups }) => (
        <HeatTable label={insights.days} corner={insights.week} columns={columns} rows={rowsOf(groups)} />
      )}
    </GroupsPart>
  )
}

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
        const hasScore = ({ cells }: (typeof kinds)[number]) => cells.some(({ score }) => score !== null)
        const shown = inOrder.find(({ kind }) => kind === chosen) ?? inOrder.find(hasScore) ?? inOrder[0]
        const text =
          shown && hasScore(shown)
            ? insights.hoursText(needed, timezone)
            : insights.hoursYoung(shown?.posts ?? 0, needed)
        return (
          <Part title={insights.hours} text={text}>
            {inOrder.length > 1 && shown !== undefined && (
              <>
                <NativeSelect
                  w="fit-content"
                  aria-label={compose.kind}
                  value={shown.kind}
                  data={inOrder.map(({ kind }) => ({ value: kind, label: posts.type[kind] }))}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                />
                <p className={classes.onPaper}>{posts.type[shown.kind]}</p>
              </>
            )}
            {shown !== undefined && <HoursOfKind cells={shown.cells} />}
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
      if (cell === undefined) return { text: '' }
      const { score, n } = cell
      if (score === null) return { text: '·', note: number(n), label: insights.tooFew(n) }
      const text = number(Math.round(score * 10) / 10)
      return { value: score, text, note: number(n), label: insights.score(text, n) }
    }),
  }))
  return (
    <HeatTable label={insights.hours} corner={plan.hour} columns={weekOf(MONDAY).map(weekday)} rows={rows} />
  )
}

export function Kinds({ shown }: { readonly shown: ShownTime }) {
  const { insights } = useLazyStrings()
  const { compose, posts } = useStrings()
  const { number } = useFormats()
  const name = useMetricName()(shown.metric)
  const names: Readonly<Record<string, string>> = posts.type
  const columns = [`${name} (${insights.median})`, insights.posts]
  return (
    <GroupsPart title={insights.byKind} shown={shown} by="kind" height={120}>
      {({ groups }) => {
        if (groups.length === 0) return <Text {...SMALL}>{insights.empty}</Text>
        const rows = groups.map(({ key, value, n }) => ({
          name: names[key] ?? key,
          cells: [
            { value, text: value === null ? '–' : number(value) },
            { isEnd: true, text: number(n) },
          ],
        }))
        return <HeatTable label={insights.byKind} corner={compose.kind} columns={columns} rows={rows} />
      }}
    </GroupsPart>
  )
}

const MOST = 10

export function TopPosts({ shown }: { readonly shown: ShownTime }) {
  const { insights } = useLazyStrings()
  const { posts } = useStrings()
  const { number, date } = useFormats()
  const name = useMetricName()(shown.metric)
  return (
    <GroupsPart title={insights.top} shown={shown} by="post" height={320}>
      {({ groups }) => {
        if (groups.length === 0) return <Text {...SMALL}>{insights.empty}</Text>
        return (
          <ol data-marked>
            {groups.slice(0, MOST).map(
              ({ key, post, value }) =>
                post && (
                  <li key={key}>
                    <div className={classes.topLine}>
                      <PostName post={post} />
                      <strong title={name}>{number(value ?? 0)}</strong>
                    </div>
                    <Text {...SMALL}>
                      {posts.type[post.kind]}, {date(new Date(post.publishedAt), shown.zone)}
                    </Text>
                  </li>
                ),
            )}
          </ol>
        )
      }}
    </GroupsPart>
  )
}

function PostName({ post: { postId, permalink, caption } }: { readonly post: InsightPostBody }) {
  const { posts } = useStrings()
  const name = captionStart(caption) ?? posts.noCaption
  if (postId !== null)
    return (
      <Link href={`/posts/${postId}`} dir="auto">
        {name}
      </Link>
    )
  if (permalink === null) return <span dir="auto">{name}</span>
  return (
    <a href={permalink} target="_blank" rel="noreferrer" dir="auto">
      {name}
    </a>
  )
}
