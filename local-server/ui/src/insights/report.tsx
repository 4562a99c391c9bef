// A month of an account on paper: the browser prints what stands here and nothing else of the page.
import { Button, FileButton, Group, NativeSelect, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { addDays, addMonths, type Day } from '../../../../core/rules/times/calendar-days.ts'
import { FactBelow } from '../kit/facts.tsx'
import { SMALL } from '../kit/looks.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { bestTimesQuery, groupsQuery } from './insight-queries.ts'
import classes from './insights.module.css'
import {
  BestHours,
  comparisonOf,
  Days,
  Kinds,
  Part,
  TopPosts,
  useMetricName,
  type ShownInsights,
  type ShownTime,
} from './sections.tsx'

interface ReportOf extends ShownInsights {
  readonly username: string
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
  useWindowEvent('afterprint', () => setPrinting(false))
  const print = useMutation({
    mutationFn: async () => {
      // Not what happens to be kept: it may have been counted again since.
      for (const shown of [monthOf(month, of), monthOf(addMonths(month, -1), of)])
        for (const by of ['day', 'kind', 'post'] as const)
          await client.fetchQuery(groupsQuery(comparisonOf(shown, by)))
      await client.fetchQuery(bestTimesQuery(of.accountId))
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

const monthOf = (first: Day, shown: ShownInsights): ShownTime => {
  return { ...shown, first, last: addDays(addMonths(first, 1), -1) }
}

interface ReportProps extends ReportOf {
  readonly month: Day
  readonly logo: string | null
}

function Report({ month, logo, ...of }: ReportProps) {
  const { insights } = useLazyStrings()
  const formats = useFormats()
  const shown = monthOf(month, of)
  return (
    <article className={classes.report}>
      <Group component="header" justify="space-between" align="start">
        <div>
          <h1>{insights.reportOf(formats.month(new Date(month), 'UTC'))}</h1>
          <Text>@{of.username}</Text>
        </div>
        {logo !== null && <img className={classes.logo} src={logo} alt="" />}
      </Group>
      <Totals shown={shown} before={monthOf(addMonths(month, -1), of)} />
      <Days shown={shown} />
      <Kinds shown={shown} />
      <div className={classes.nextPage}>
        <TopPosts shown={shown} />
        <BestHours accountId={of.accountId} />
      </div>
    </article>
  )
}

/** The month’s sums beside those of the month before. */
function Totals({ shown, before }: { readonly shown: ShownTime; readonly before: ShownTime }) {
  const { insights } = useLazyStrings()
  const formats = useFormats()
  const name = useMetricName()(shown.metric)
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

function useSums(shown: ShownTime) {
  const { data } = useQuery(groupsQuery(comparisonOf(shown, 'day')))
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
