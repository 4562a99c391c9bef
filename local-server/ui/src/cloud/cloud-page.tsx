import { Box, Group, SimpleGrid, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CreditCardIcon, LockIcon, MoonIcon } from '@primer/octicons-react'
import { cloudVerdict } from '../../../../core/rules/cloud/verdict.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { groups } from '../query-keys.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { SOFT } from '../kit/looks.ts'
import {
  CloudContext,
  cloudStatusQuery,
  cronQuery,
  diagnosticsQuery,
  useCloud,
  useDeployment,
} from './cloud-queries.ts'
import { CloudHealth } from './health/cloud-health.tsx'
import { Card, Disclosure, VerdictCard } from './parts.tsx'
import { DeploymentProgress, isDeploymentUnderWay } from './deployment-progress.tsx'
import { AutomaticSetUp } from './automatic-set-up.tsx'
import { ConnectForm } from './connect-form.tsx'

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
  const isConfigured = status.data?.workerConfigured
  const diagnostics = useQuery({ ...diagnosticsQuery, enabled: isConfigured === true })
  const cron = useQuery({ ...cronQuery, enabled: isConfigured === true }).data
  useRefreshAfterDeployment(deployment.data?.state === 'running')
  if (status.data && deployment.data)
    return (
      <CloudContext value={{ status: status.data, deployment: deployment.data, diagnostics, cron }}>
        <Shown />
      </CloudContext>
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

/** Takes the focus when one screen replaces the other, because the focused element is gone. */
function Shown() {
  const { workerConfigured } = useCloud().status
  const place = useRef<HTMLDivElement>(null)
  useDidUpdate(() => {
    window.scrollTo(0, 0)
    place.current?.focus({ preventScroll: true })
  }, [workerConfigured])
  return (
    <div ref={place} tabIndex={-1} data-landing>
      {workerConfigured ? <CloudHealth /> : <CloudSetUp />}
    </div>
  )
}

/** Refetches when a deployment ends that was begun elsewhere, or before a reload: only its progress shows the end. */
function useRefreshAfterDeployment(isRunning: boolean): void {
  const client = useQueryClient()
  useDidUpdate(() => {
    if (!isRunning) void client.invalidateQueries({ queryKey: groups.cloud })
  }, [isRunning])
}

function CloudSetUp() {
  const { cloud } = useLazyStrings()
  const { status, deployment } = useCloud()
  return (
    <Stack gap="lg">
      {status.bucketConfigured && <BucketAlone />}
      {isDeploymentUnderWay(deployment) ? (
        <>
          <DeploymentProgress />
          {deployment.state !== 'running' && (
            <Disclosure title={cloud.beginAnew}>
              <Ways />
            </Disclosure>
          )}
        </>
      ) : (
        <>
          <CloudPromise />
          <Ways />
        </>
      )}
    </Stack>
  )
}

function BucketAlone() {
  const { status } = useCloud()
  const nothingKnown = { timerSetAt: null, version: null, availableVersion: null }
  const diagnostics = { code: 'CLOUD_NOT_CONFIGURED' }
  const verdict = cloudVerdict({ status, diagnostics, cron: null, deployment: nothingKnown, now: 0 })
  return <VerdictCard verdict={verdict} />
}

function Ways() {
  const { setUpTitle, ways } = useLazyStrings().cloud
  return (
    <Card id="set-up" title={setUpTitle}>
      <Tabs defaultValue="automatic">
        <Tabs.List aria-label={ways.label}>
          <Tabs.Tab value="automatic" fz="md">
            {ways.automatic}
          </Tabs.Tab>
          <Tabs.Tab value="by-hand" fz="md">
            {ways.byHand}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="automatic" pt="lg">
          <AutomaticSetUp />
        </Tabs.Panel>
        <Tabs.Panel value="by-hand" pt="lg">
          <ConnectForm />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}

function CloudPromise() {
  const { promise } = useLazyStrings().cloud
  const points = [
    { Icon: MoonIcon, title: promise.outTitle, text: promise.out },
    { Icon: CreditCardIcon, title: promise.costTitle, text: promise.cost },
    { Icon: LockIcon, title: promise.storedTitle, text: promise.stored },
  ]
  return (
    <SimpleGrid
      component="section"
      minColWidth="min(100%, 16rem)"
      spacing="clamp(1.5rem, 4vw, 3rem)"
      mb="sm"
      aria-label={promise.title}
    >
      {points.map(({ Icon, title, text }) => (
        <Group key={title} gap="2xs" wrap="nowrap" align="flex-start">
          <Text span c="var(--link)">
            <Icon size={20} />
          </Text>
          <Box miw={0}>
            <Text component="h2" fz="md" fw={650}>
              {title}
            </Text>
            <Text mt="2xs" {...SOFT}>
              {text}
            </Text>
          </Box>
        </Group>
      ))}
    </SimpleGrid>
  )
}
