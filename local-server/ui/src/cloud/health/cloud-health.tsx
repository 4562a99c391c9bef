import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SOFT } from '../../kit/looks.ts'
import {
  cloudVerdict,
  type CloudNextStep,
  type CloudVerdict,
} from '../../../../../core/cloud/diagnostics/verdict.ts'
import { ApiError } from '../../api-client.ts'
import { Moment } from '../../shared/moment.tsx'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { groups, keys } from '../../query-keys.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import {
  cronQuery,
  diagnosticsQuery,
  useDeploy,
  type CloudStatus,
  type CronStatus,
  type DeploymentBody,
  type Diagnostics,
} from '../cloud-queries.ts'
import { DeploymentProgress, isDeploymentUnderWay } from '../deployment-progress.tsx'
import { ManageCloud } from './manage-cloud.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { StoredKeys } from './stored-keys.tsx'
import { VerdictCard, VerdictSkeleton } from './verdict-card.tsx'
import { WorkerCounts, WorkerFacts } from './worker-facts.tsx'

interface CloudHealthProps {
  readonly status: CloudStatus
  readonly deployment: DeploymentBody
}

export function CloudHealth({ status, deployment }: CloudHealthProps) {
  const client = useQueryClient()
  const diagnostics = useQuery(diagnosticsQuery)
  const { data: cron } = useQuery(cronQuery)
  const [isConnecting, setConnecting] = useState(false)
  const deploy = useDeploy()
  const checkedAt = Math.max(diagnostics.dataUpdatedAt, diagnostics.errorUpdatedAt)
  const verdict = verdictOf({ status, deployment, cron: cron ?? null, diagnostics, now: checkedAt })
  const refresh = () => void client.invalidateQueries({ queryKey: groups.cloud })
  const isFixed = deployment.workerFrom === 'variable'
  const isAnswering = diagnostics.data !== undefined && !diagnostics.isError
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
          detail={detailOf(verdict, diagnostics.error)}
          onNext={isFixed && verdict.next === 'connect' ? undefined : take}
          isBusy={deploy.isPending}
        />
      ) : (
        <VerdictSkeleton />
      )}
      <RefreshStatus checkedAt={checkedAt} onRefresh={isRecheckedByItself(verdict?.next) ? null : refresh} />
      {isDeploymentUnderWay(deployment) ? (
        <DeploymentProgress deployment={deployment} />
      ) : (
        deploy.isError && (
          <ProblemNote>
            <p>{deploy.error.message}</p>
          </ProblemNote>
        )
      )}
      <WorkerCounts diagnostics={diagnostics.data} isOld={!isAnswering} />
      <SimpleGrid minColWidth="min(100%, 27rem)" spacing="lg" style={{ alignItems: 'start' }}>
        <WorkerFacts status={status} diagnostics={diagnostics.data} cron={cron} deployment={deployment} />
        <Stack gap="lg">
          <RecentJobs jobs={diagnostics.data?.recentJobs} />
          <StoredKeys />
        </Stack>
      </SimpleGrid>
      <ManageCloud
        deployment={deployment}
        status={status}
        scheduledCount={isAnswering ? diagnostics.data.scheduledCount : null}
        isConnecting={isConnecting}
        onConnecting={setConnecting}
      />
    </Stack>
  )
}

interface RefreshStatusProps {
  readonly checkedAt: number
  /** Null where the verdict's own button does it. */
  readonly onRefresh: (() => void) | null
}

function RefreshStatus({ checkedAt, onRefresh }: RefreshStatusProps) {
  const { health } = useLazyStrings().cloud
  const isBusy = useIsFetching({ queryKey: keys.diagnostics }) > 0
  return (
    <Group gap="0.5rem 1rem" mih="1.875rem" {...SOFT}>
      {onRefresh && (
        <Button variant="default" size="xs" loading={isBusy} onClick={onRefresh}>
          {health.lookAgain}
        </Button>
      )}
      <p>
        {checkedAt > 0 && (
          <>
            {health.looked} <Moment at={new Date(checkedAt).toISOString()} />, {health.every}.
          </>
        )}
      </p>
    </Group>
  )
}

function isRecheckedByItself(next: CloudNextStep | null | undefined): boolean {
  return next === 'wait' || next === 'look-again' || next === 'set-clock'
}

interface Asked {
  readonly status: CloudStatus
  readonly deployment: DeploymentBody
  readonly cron: CronStatus | null
  readonly diagnostics: { readonly data: Diagnostics | undefined; readonly error: Error | null }
  readonly now: number
}

/** Null until the Worker was asked. When Nightpost itself is gone, what was known last still stands. */
function verdictOf({ status, deployment, cron, diagnostics, now }: Asked): CloudVerdict | null {
  const { data, error } = diagnostics
  const known = error instanceof ApiError ? { code: error.code } : data
  if (known === undefined) return null
  const timerSet = deployment.steps.find(({ name }) => name === 'schedule')
  const { version, availableVersion } = deployment
  return cloudVerdict({
    status,
    diagnostics: known,
    cron,
    deployment: {
      timerSetAt: timerSet?.state === 'done' && timerSet.at ? Date.parse(timerSet.at) : null,
      version,
      availableVersion,
    },
    now,
  })
}

/** The server's own message, where it knows more than the verdict. */
function detailOf({ kind }: CloudVerdict, error: Error | null): string | null {
  return kind === 'unreachable' || kind === 'cannot-tell' ? (error?.message ?? null) : null
}
