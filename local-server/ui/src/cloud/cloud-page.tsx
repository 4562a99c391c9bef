import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { groups } from '../query-keys.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { cloudStatusQuery, useDeployment, type DeploymentBody } from './cloud-queries.ts'
import { CloudHealth } from './health/cloud-health.tsx'
import { CloudSetUp } from './set-up/cloud-set-up.tsx'

export function CloudPage() {
  const { app } = useStrings()
  const { cloud } = useLazyStrings()
  return (
    <>
      <PageTitle title={app.cloud}>{cloud.lead}</PageTitle>
      <SetUpOrHealth />
    </>
  )
}

function SetUpOrHealth() {
  const status = useQuery(cloudStatusQuery)
  const deployment = useDeployment()
  useRefreshAfterDeployment(deployment.data?.state)
  const place = useFocusAfterChange(status.data?.workerConfigured)
  if (status.data && deployment.data)
    return (
      <div ref={place} tabIndex={-1} data-landing>
        {status.data.workerConfigured ? (
          <CloudHealth status={status.data} deployment={deployment.data} />
        ) : (
          <CloudSetUp status={status.data} deployment={deployment.data} />
        )}
      </div>
    )
  const failed = [status, deployment].find(({ isError }) => isError)
  if (failed?.error) return <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />
  return (
    <>
      <Skeleton height={120} radius="lg" />
      <Skeleton height={360} radius="lg" mt="md" />
    </>
  )
}

/** Moves the focus when one screen replaces the other, because the focused element is gone. */
function useFocusAfterChange(isConfigured: boolean | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(isConfigured)
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== isConfigured) {
      window.scrollTo(0, 0)
      place.current?.focus({ preventScroll: true })
    }
    shown.current = isConfigured
  }, [isConfigured])
  return place
}

/** Refetches when a deployment ends that was begun elsewhere, or before a reload: only its progress shows the end. */
function useRefreshAfterDeployment(state: DeploymentBody['state'] | undefined): void {
  const client = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'running' && state !== 'running')
      void client.invalidateQueries({ queryKey: groups.cloud })
    before.current = state
  }, [client, state])
}
