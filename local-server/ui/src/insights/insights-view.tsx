import { Checkbox, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { addDays, weekOf } from '../../../../core/rules/times/calendar-days.ts'
import { api, parseResponse, type ResponseBody } from '../api-client.ts'
import { Avatar } from '../kit/avatar.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import frame from '../plan/views/frame.module.css'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { groups } from '../query-keys.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { accountsQuery } from '../shared/queries.ts'
import { useChange } from '../shared/use-change.ts'
import { useToday } from '../shared/use-now.ts'
import { useLazyStrings } from '../strings/language.tsx'
import { accountInsightsQuery } from './insight-queries.ts'
import { ReportMaker } from './report.tsx'
import { BestHours, Days, Kinds, PermissionNote, TopPosts, useMetricName, useNextLook } from './sections.tsx'
import classes from './insights.module.css'

type AccountInsights = ResponseBody<(typeof api.accounts)[':id']['insights']['$get']>

/** What the numbers of one account say. Without an id, of the first. */
export function InsightsView({ accountId }: { readonly accountId: string | undefined }) {
  const { grid } = useLazyStrings().planning
  const { data: accounts } = useQuery(accountsQuery)
  const account = accounts?.find(({ id }) => id === accountId) ?? accounts?.[0]
  if (accounts === undefined) return <Skeleton flex={1} radius="lg" />
  return (
    <div className={frame.box}>
      {account ? (
        <OfAccount key={account.id} account={account} />
      ) : (
        <EmptyState title={grid.none} text={grid.noneText} />
      )}
    </div>
  )
}

const WEEKS = 12

function OfAccount({ account }: { readonly account: PlatformAccountBody }) {
  const { id, username } = account
  const query = useQuery(accountInsightsQuery(id))
  return (
    <div className={classes.view}>
      <Group gap="sm">
        <Avatar account={account} />
        <Text fw={600}>{username}</Text>
      </Group>
      <Loaded query={query} height={480}>
        {(data) => (
          <>
            <PermissionNote permission={data.permission} />
            {data.since !== null && <Numbers data={data} username={username} />}
            {data.since === null && data.permission && <NoneYet data={data} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Not where the login allows none: waiting brings nothing. */
function NoneYet({ data }: { readonly data: AccountInsights }) {
  const { insights } = useLazyStrings()
  return <EmptyState title={insights.none} text={`${insights.noneText} ${useNextLook(data.nextLookAt)}`} />
}

function Numbers({ data, username }: { readonly data: AccountInsights; readonly username: string }) {
  const { accountId, metric } = data
  const { zone } = useCalendarTimes()
  const today = useToday(zone)
  const of = { accountId, metric, zone }
  const first = addDays(weekOf(today)[0] ?? today, -7 * (WEEKS - 1))
  const shown = { ...of, first, last: today }
  return (
    <Stack gap="part">
      <Choices data={data} />
      <Days shown={shown} />
      <Kinds shown={shown} />
      <BestHours accountId={accountId} />
      <Proposes data={data} />
      <TopPosts shown={shown} />
      <ReportMaker {...of} username={username} today={today} />
    </Stack>
  )
}

/** The choice of before is shown again. */
const TOLD = { onError: notifyOfProblem }

type Patch = Partial<Pick<AccountInsights, 'metric' | 'bestTimesForNextSlot'>>

function useChoice(id: string) {
  return useChange(
    (json: Patch) => parseResponse(api.accounts[':id'].insights.$patch({ param: { id }, json })),
    groups.insights,
  )
}

const CHOICES = ['reach', 'views', 'total_interactions', 'likes', 'comments', 'saved', 'shares']

function Choices({ data: account }: { readonly data: AccountInsights }) {
  const { accountId, metric } = account
  const nextLook = useNextLook(account.nextLookAt)
  const { insights } = useLazyStrings()
  const nameOf = useMetricName()
  const choice = useChoice(accountId)
  // Shown at once: a field that is disabled meanwhile loses the focus.
  const chosen = choice.isPending ? choice.variables.metric : undefined
  const known = CHOICES.includes(metric) ? CHOICES : [metric, ...CHOICES]
  const data = known.map((value) => ({ value, label: nameOf(value) }))
  return (
    <Group justify="space-between" align="end" gap="xs">
      <NativeSelect
        label={insights.shown}
        value={chosen ?? metric}
        data={data}
        onChange={(event) => choice.mutate({ metric: event.currentTarget.value }, TOLD)}
      />
      <Text {...SMALL}>{nextLook}</Text>
    </Group>
  )
}

function Proposes({ data: { accountId, bestTimesForNextSlot } }: { readonly data: AccountInsights }) {
  const { insights } = useLazyStrings()
  const choice = useChoice(accountId)
  const chosen = choice.isPending ? choice.variables.bestTimesForNextSlot : undefined
  return (
    <Checkbox
      label={insights.proposes}
      checked={chosen ?? bestTimesForNextSlot}
      onChange={(event) => choice.mutate({ bestTimesForNextSlot: event.currentTarget.checked }, TOLD)}
    />
  )
}
