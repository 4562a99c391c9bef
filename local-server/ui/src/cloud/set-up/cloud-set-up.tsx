import { Box, Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core'
import { CreditCardIcon, LockIcon, MoonIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { cloudVerdict } from '../../../../../core/cloud/diagnostics/verdict.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { SOFT } from '../../kit/looks.ts'
import { Card } from '../card.tsx'
import type { CloudStatus, DeploymentBody } from '../cloud-queries.ts'
import { DeploymentProgress, isDeploymentUnderWay } from '../deployment/deployment-progress.tsx'
import { Disclosure } from '../disclosure.tsx'
import { VerdictCard } from '../health/verdict-card.tsx'
import { AutomaticSetUp } from './automatic-set-up.tsx'
import { ConnectForm } from './connect-form.tsx'

interface CloudSetUpProps {
  readonly status: CloudStatus
  readonly deployment: DeploymentBody
}

export function CloudSetUp({ status, deployment }: CloudSetUpProps) {
  const { cloud } = useLazyStrings()
  return (
    <Stack gap="lg">
      {status.bucketConfigured && <BucketAlone status={status} />}
      {isDeploymentUnderWay(deployment) ? (
        <>
          <DeploymentProgress deployment={deployment} />
          {deployment.state !== 'running' && (
            <Disclosure title={cloud.beginAnew}>
              <Ways status={status} />
            </Disclosure>
          )}
        </>
      ) : (
        <>
          <CloudPromise />
          <Ways status={status} />
        </>
      )}
    </Stack>
  )
}

function BucketAlone({ status }: Pick<CloudSetUpProps, 'status'>) {
  const nothingKnown = { timerSetAt: null, version: null, availableVersion: null }
  const diagnostics = { code: 'CLOUD_NOT_CONFIGURED' }
  const verdict = cloudVerdict({ status, diagnostics, cron: null, deployment: nothingKnown, now: 0 })
  return <VerdictCard verdict={verdict} />
}

type Way = 'automatic' | 'by-hand'

function Ways({ status }: Pick<CloudSetUpProps, 'status'>) {
  const { setUpTitle, ways } = useLazyStrings().cloud
  const [way, setWay] = useState<Way>('automatic')
  return (
    <Card id="set-up" title={setUpTitle}>
      <Tabs value={way} onChange={(chosen) => setWay(chosen === 'by-hand' ? 'by-hand' : 'automatic')}>
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
          <ConnectForm hasBucket={status.bucketConfigured} />
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
        <Group key={title} gap={8} wrap="nowrap" align="flex-start">
          <Text span c="var(--link)">
            <Icon size={20} />
          </Text>
          <Box miw={0}>
            <Text component="h2" fz="md" fw={650}>
              {title}
            </Text>
            <Text mt={8} {...SOFT}>
              {text}
            </Text>
          </Box>
        </Group>
      ))}
    </SimpleGrid>
  )
}
