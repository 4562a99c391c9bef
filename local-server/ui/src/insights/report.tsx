// A month of an account on paper: the browser prints what stands here and nothing else of the page.
import { Button, FileButton, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { addDays, addMonths, startOfDay, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { toIso } from '../../../../core/time.ts'
import { FactBelow } from '../kit/facts.tsx'
import { SMALL } from '../kit/looks.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { bestTimesQuery, groupsQuery, type Comparison } from './insight-queries.ts'
import classes from './insights.module.css'
import { BestHours, Days, Kinds, Part, TopPosts, useMetricName, type ShownTime } from './sections.tsx'

interface ReportOf {
  readonly accountId: string
  readonly metric: string
  readonly username: string
  readonly zone: string
}

const MONTHS = 12

/** Chooses the month and the logo. What is printed is drawn once all of it was read. */
export function ReportMaker({ today, ...of }: ReportOf & { readonly today: Day }) {
  const { insights } = useLazyStrings()
  const { month: monthName } = useFormats()
  const client = useQueryClient()
  const thisMonth = `${today.slice(0, 8)}01`
  const months = Array.from({ length: MONTHS }, (_, back) => addMonths(thisMonth, -back))
  const [month, setMonth] = useState(today.slice(8) < '08' ? addMonths(thisMonth, -1) : thisMonth)
  const [logo, setLogo] = useState<string | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const end = () => setPrinting(false)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [])
  const print = useMutation({
    mutationFn: async () => {
      const asked = [shownOf(month, of), shownOf(addMonths(month, -1), of)].flatMap(queriesOf)
      await Promise.all(asked.map((query) => client.ensureQueryData(groupsQuery(query))))
      await client.ensureQueryData(bestTimesQuery(of.accountId))
    },
    onSuccess() {
      flushSync(() => setPrinting(true))
      window.print()
    },
    onError: notifyOfProblem,
  })
  const data = months.map((value) => ({ value, label: monthName(new Date(value), 'UTC') }))
  return (
    <Part title={insights.report}>
      <Group align="end" gap="sm">
        <NativeSelect
          label={insights.month}
          value={month}
          data={data}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        <FileButton accept="image/*" onChange={(file) => setLogo(file && URL.createObjectURL(file))}>
          {(props) => (
            <Button {...props} variant="default">
              {insights.chooseLogo}
            </Button>
          )}
        </FileButton>
        {logo !== null && <img className={classes.logo} src={logo} alt={insights.logo} />}
        <Button loading={print.isPending} onClick={() => print.mutate()}>
          {insights.print}
        </Button>
      </Group>
      {isPrinting && createPortal(<Report month={month} logo={logo} {...of} />, document.body)}
    </Part>
  )
}

function shownOf(month: Day, { accountId, zone }: ReportOf): ShownTime {
  const next = addMonths(month, 1)
  const [from, to] = [toIso(startOfDay(month, zone)), toIso(startOfDay(next, zone))]
  return { accountId, timezone: zone, first: month, last: addDays(next, -1), from, to }
}

function queriesOf({ accountId, from, to, timezone }: ShownTime): Comparison[] {
  return (['day', 'kind', 'post'] as const).map((by) => ({ accountId, from, to, timezone, by }))
}

interface ReportProps extends ReportOf {
  readonly month: Day
  readonly logo: string | null
}

function Report({ month, logo, ...of }: ReportProps) {
  const { insights } = useLazyStrings()
  const formats = useFormats()
  const shown = shownOf(month, of)
  return (
    <article className={classes.report}>
      <header>
        <div>
          <h1>{insights.reportOf(formats.month(new Date(month), 'UTC'))}</h1>
          <Text>@{of.username}</Text>
        </div>
        {logo !== null && <img className={classes.logo} src={logo} alt="" />}
      </header>
      <Totals shown={shown} before={shownOf(addMonths(month, -1), of)} metric={of.metric} />
      <Days shown={shown} metric={of.metric} />
      <Kinds shown={shown} metric={of.metric} />
      <div className={classes.nextPage}>
        <TopPosts shown={shown} metric={of.metric} />
        <BestHours accountId={of.accountId} />
      </div>
    </article>
  )
}

interface TotalsProps {
  readonly shown: ShownTime
  readonly before: ShownTime
  readonly metric: string
}

/** The month’s sums beside those of the month before. */
function Totals({ shown, before, metric }: TotalsProps) {
  const { insights } = useLazyStrings()
  const formats = useFormats()
  const name = useMetricName()(metric)
  const now = useSums(shown)
  const then = useSums(before)
  const monthBefore = formats.month(new Date(before.first), 'UTC')
  const facts = [
    [insights.posts, now.posts, then.posts],
    [name, now.value, then.value],
    [`${insights.ofAccount}: ${name}`, now.ofAccount, then.ofAccount],
  ] as const
  return (
    <dl className={classes.totals}>
      {facts.map(
        ([title, value, earlier]) =>
          value !== null && (
            <FactBelow key={title} name={title}>
              <strong>{formats.number(value)}</strong>
              {earlier !== null && (
                <Text {...SMALL}>{insights.before(formats.number(earlier), monthBefore)}</Text>
              )}
            </FactBelow>
          ),
      )}
    </dl>
  )
}

function useSums({ accountId, from, to, timezone }: ShownTime) {
  const { data } = useQuery(groupsQuery({ accountId, from, to, timezone, by: 'day' }))
  const groups = data?.groups ?? []
  const sumOf = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
  }
  return {
    posts: data?.posts ?? null,
    value: sumOf(groups.map(({ value }) => value)),
    ofAccount: sumOf(groups.map(({ accountValue }) => accountValue)),
  }
}
