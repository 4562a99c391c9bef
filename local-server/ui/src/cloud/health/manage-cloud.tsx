import { Box, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { Card } from '../card.tsx'
import { useDeploy, type CloudStatus, type DeploymentBody } from '../cloud-queries.ts'
import { isDeploymentUnderWay } from '../deployment/deployment-progress.tsx'
import { ConnectForm } from '../set-up/connect-form.tsx'
import { Disconnect } from './disconnect.tsx'

interface ManageCloudProps {
  readonly deployment: DeploymentBody
  readonly status: CloudStatus
  /** Null when the Worker cannot tell. */
  readonly scheduledCount: number | null
  readonly isConnecting: boolean
  readonly onConnecting: (isConnecting: boolean) => void
}

export function ManageCloud(props: ManageCloudProps) {
  const { manage, variables } = useLazyStrings().cloud
  const { deployment, scheduledCount } = props
  const isOwnChoice = deployment.workerFrom !== 'variable'
  return (
    <Card id="manage" title={manage.title}>
      {isOwnChoice ? (
        <>
          <Item
            title={manage.redeployTitle}
            text={deployment.version === null ? manage.redeployByHand : manage.redeployText}
          >
            {deployment.version !== null && <Redeploy deployment={deployment} />}
          </Item>
          <Divider />
          <Reconnect {...props} />
          <Divider />
          <Item title={manage.disconnectTitle} text={manage.disconnectText}>
            <Disconnect scheduledCount={scheduledCount} />
          </Item>
        </>
      ) : (
        <Text maw="42rem" c="dimmed">
          {variables.worker} {deployment.bucketFrom === 'variable' && variables.bucket}
        </Text>
      )}
    </Card>
  )
}

/** The progress shows what stops it on its way. */
function Redeploy({ deployment }: Pick<ManageCloudProps, 'deployment'>) {
  const { manage } = useLazyStrings().cloud
  const deploy = useDeploy()
  return (
    <>
      <Button
        variant="default"
        loading={deploy.isPending || deployment.state === 'running'}
        onClick={() => deploy.mutate({ mode: 'redeploy' })}
      >
        {manage.redeploy}
      </Button>
      {deploy.isError && !isDeploymentUnderWay(deployment) && (
        <ProblemNote>
          <p>{deploy.error.message}</p>
        </ProblemNote>
      )}
    </>
  )
}

/** The verdict may send the reader here. */
function Reconnect({ status, isConnecting, onConnecting }: ManageCloudProps) {
  const { manage } = useLazyStrings().cloud
  const disclosure = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isConnecting) disclosure.current?.querySelector<HTMLElement>('summary')?.focus()
  }, [isConnecting])
  return (
    <details
      ref={disclosure}
      open={isConnecting}
      onToggle={(event) => onConnecting(event.currentTarget.open)}
    >
      <Box component="summary" fw={650}>
        {manage.reconnectTitle}
      </Box>
      <Text mt={6} mb="lg" maw="42rem" c="dimmed">
        {manage.reconnectText}
      </Text>
      {isConnecting && <ConnectForm hasBucket={status.bucketConfigured} />}
    </details>
  )
}

interface ItemProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Item({ title, text, children }: ItemProps) {
  return (
    <Group gap="12px 24px" justify="space-between">
      <Box flex="1 1 24rem" maw="42rem">
        <h3>{title}</h3>
        <Text mt={4} c="dimmed">
          {text}
        </Text>
      </Box>
      <Stack gap="sm" align="flex-start">
        {children}
      </Stack>
    </Group>
  )
}
