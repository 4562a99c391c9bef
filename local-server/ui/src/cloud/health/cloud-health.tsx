import { Button, Group, SimpleGrid, Skeleton, Stack, Box, Code, Text } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { SOFT, SMALL } from '../../kit/looks.ts'
import {
  cloudVerdict,
  type CloudNextStep,
  type CloudVerdict,
} from '../../../../../core/rules/cloud/verdict.ts'
import { ApiError } from '../../api-client.ts'
import { RelativeTime } from '../../shared/moment.tsx'
import { groups, keys } from '../../query-keys.ts'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { useCloud, useDeploy, type Diagnostics } from '../cloud-queries.ts'
import { Card, DeploymentProblem, VerdictCard } from '../parts.tsx'
import { DeploymentProgress, isDeploymentUnderWay } from '../deployment-progress.tsx'
import { ManageCloud } from './manage-cloud.tsx'
import { StoredKeys } from './stored-keys.tsx'
import { WorkerCounts, WorkerFacts } from './worker-facts.tsx'

export function CloudHealth() {
  const client = useQueryClient()
  const { silentScheduler } = useLazyStrings().cloud.verdict
  const cloud = useCloud()
  const { deployment, diagnostics } = cloud
  const [isConnecting, setConnecting] = useState(false)
  const deploy = useDeploy()
  const checkedAt = Math.max(diagnostics.dataUpdatedAt, diagnostics.errorUpdatedAt)
  const verdict = verdictOf(cloud, checkedAt)
  const refresh = () => void client.invalidateQueries({ queryKey: groups.cloud })
  const isFixed = deployment.workerFrom === 'variable'
  const take = (next: CloudNextStep) => {
    if (next === 'redeploy' || next === 'deploy-anew')
      deploy.mutate({ mode: next === 'redeploy' ? 'redeploy' : 'deploy' })
    else if (next === 'connect') setConnecting(true)
    else refresh()
  }
  return (
    <Stack gap="lg">
      {verdict ? (
        <VerdictCard
          verdict={verdict}
          // Without an error, it was read from the second copy.
          text={verdict.kind === 'cannot-tell' && diagnostics.error === null ? silentScheduler : undefined}
          detail={detailOf(verdict, diagnostics.error)}
          onNext={isFixed && verdict.next === 'connect' ? undefined : take}
          isBusy={deploy.isPending}
        />
      ) : (
        <Skeleton height={132} radius="lg" />
      )}
      <RefreshStatus checkedAt={checkedAt} onRefresh={isRecheckedByItself(verdict?.next) ? null : refresh} />
      {isDeploymentUnderWay(deployment) ? <DeploymentProgress /> : <DeploymentProblem error={deploy.error} />}
      <WorkerCounts />
      <SimpleGrid minColWidth="min(100%, 27rem)" spacing="lg" style={{ alignItems: 'start' }}>
        <WorkerFacts />
        <Stack gap="lg">
          <RecentJobs />
          <StoredKeys />
        </Stack>
      </SimpleGrid>
      <ManageCloud isConnecting={isConnecting} onConnecting={setConnecting} />
    </Stack>
  )
}

interface RefreshStatusProps {
  readonly checkedAt: number
  /** Null where the verdict's own button does it. */
  readonly onRefresh: (() => void) | null
}

function RefreshStatus({ checkedAt, onRefresh }: RefreshStatusProps) {
  const { health, verdict } = useLazyStrings().cloud
  const isBusy = useIsFetching({ queryKey: keys.diagnostics }) > 0
  return (
    <Group gap="0.5rem 1rem" mih="1.875rem" {...SOFT}>
      {onRefresh && (
        <Button variant="default" size="xs" loading={isBusy} onClick={onRefresh}>
          {verdict.next['look-again']}
        </Button>
      )}
      <p>
        {checkedAt > 0 && (
          <>
            {health.looked} <RelativeTime at={new Date(checkedAt).toISOString()} />, {health.every}.
          </>
        )}
      </p>
    </Group>
  )
}

function isRecheckedByItself(next: CloudNextStep | null | undefined): boolean {
  return next === 'wait' || next === 'look-again' || next === 'set-clock'
}

/** Null until the Worker was asked. When Nightpost itself is gone, what was known last still stands. */
function verdictOf(
  { status, deployment, cron, diagnostics: { data, error } }: ReturnType<typeof useCloud>,
  now: number,
): CloudVerdict | null {
  const diagnostics = error instanceof ApiError ? { code: error.code } : data
  if (diagnostics === undefined) return null
  const { version, availableVersion, steps } = deployment
  const timer = steps.find(({ name }) => name === 'schedule')
  const timerSetAt = timer?.state === 'done' && timer.at ? Date.parse(timer.at) : null
  const deployed = { timerSetAt, version, availableVersion }
  return cloudVerdict({ status, diagnostics, cron: cron ?? null, deployment: deployed, now })
}

/** The server's own message, where it knows more than the verdict. */
function detailOf({ kind }: CloudVerdict, error: Error | null): string | null {
  return kind === 'unreachable' || kind === 'cannot-tell' ? (error?.message ?? null) : null
}

type Job = Diagnostics['recentJobs'][number]

const AT_FIRST = 6

function RecentJobs() {
  const words = useLazyStrings().cloud.jobs
  const jobs = useCloud().diagnostics.data?.recentJobs
  const [all, setAll] = useState(false)
  return (
    <Card id="recent-jobs" title={words.title}>
      {!jobs?.length && <Text c="dimmed">{jobs ? words.none : '–'}</Text>}
      <ul data-ruled data-fills-later>
        {jobs?.slice(0, all ? jobs.length : AT_FIRST).map((job, index) => (
          <JobRow key={jobFacts(job).id ?? index} job={job} />
        ))}
      </ul>
      {jobs && !all && jobs.length > AT_FIRST && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setAll(true)}>
          {words.all(jobs.length)}
        </Button>
      )}
    </Card>
  )
}

const STATE_COLOURS: Readonly<Record<string, string>> = { published: 'var(--green)', failed: 'var(--red)' }

function JobRow({ job }: { readonly job: Job }) {
  const words = useLazyStrings().cloud.jobs
  const { compose } = useStrings()
  const { id, postId, state, at } = jobFacts(job)
  const short = id?.slice(0, 8) ?? '?'
  const isKnown = state !== null && state in words.states
  return (
    <Box component="li" py="xs">
      <Group gap="0.25rem 1rem" align="baseline">
        <code title={id ?? undefined}>{short}</code>
        {state !== null && (
          <Text span fw={600} c={STATE_COLOURS[state] ?? 'inherit'}>
            {isKnown ? words.states[state as keyof typeof words.states] : state}
          </Text>
        )}
        {at !== null && (
          <Text span c="dimmed">
            {state === 'waiting' && words.due} <RelativeTime at={at} />
          </Text>
        )}
        {postId !== null && (
          <Box
            component={Link}
            href={`/posts/${postId}`}
            ml="auto"
            aria-label={`${compose.toPost}: ${words.job(short)}`}
          >
            {compose.toPost}
          </Box>
        )}
      </Group>
      <details>
        <Box component="summary" {...SMALL} aria-label={`${words.raw}: ${words.job(short)}`}>
          {words.raw}
        </Box>
        <Code block mt="2xs" p="sm" bg="var(--tint)" fz="sm" tabIndex={0}>
          {JSON.stringify(job, null, 2)}
        </Code>
      </details>
    </Box>
  )
}

/** Facts that a job states about itself, if any: the Worker may be of another version than this page. */
function jobFacts(job: Readonly<Record<string, unknown>>) {
  const text = (...names: readonly string[]) => {
    const found = names.map((name) => job[name]).find((value) => typeof value === 'string' && value !== '')
    return typeof found === 'string' ? found : null
  }
  const at = text('publishAt', 'at', 'updatedAt')
  return {
    id: text('jobId', 'id'),
    postId: text('postId'),
    state: text('state', 'status'),
    at: at !== null && Number.isFinite(Date.parse(at)) ? at : null,
  }
}
