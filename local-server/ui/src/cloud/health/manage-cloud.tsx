import { Box, Button, Divider, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Form } from '../../kit/form.tsx'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { notify } from '../../shared/notifications.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { Card, DeploymentProblem, Disclosure, SecretInput, useDeploymentProblem } from '../parts.tsx'
import type { ApiError } from '../../api-client.ts'
import { useCloud, useDeploy, useDisconnectWorker } from '../cloud-queries.ts'
import { isDeploymentUnderWay } from '../deployment-progress.tsx'
import { ConnectForm } from '../connect-form.tsx'

interface ManageCloudProps {
  readonly isConnecting: boolean
  readonly onConnecting: (isConnecting: boolean) => void
}

export function ManageCloud(props: ManageCloudProps) {
  const { manage, variables } = useLazyStrings().cloud
  const { deployment } = useCloud()
  const isOwnChoice = deployment.workerFrom !== 'variable'
  return (
    <Card id="manage" title={manage.title}>
      {isOwnChoice ? (
        <>
          <Item
            title={manage.redeployTitle}
            text={deployment.version === null ? manage.redeployByHand : manage.redeployText}
          >
            {deployment.version !== null && <Redeploy />}
          </Item>
          <Divider />
          <Reconnect {...props} />
          <Divider />
          <Item title={manage.disconnectTitle} text={manage.disconnectText}>
            <Disconnect />
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

/** The progress shows what stops it on its way. A token that ends is also the key to the bucket, so another one is taken before. */
function Redeploy() {
  const { manage, deployment: words } = useLazyStrings().cloud
  const { deployment } = useCloud()
  const deploy = useDeploy()
  const token = useRef<HTMLInputElement>(null)
  const redeploy = () => {
    const apiToken = token.current?.value.trim() ?? ''
    deploy.mutate({ mode: 'redeploy', ...(apiToken !== '' && { apiToken }) })
  }
  return (
    <Form gap="sm" onSubmit={redeploy}>
      <Button
        type="submit"
        variant="default"
        w="fit-content"
        loading={deploy.isPending || deployment.state === 'running'}
      >
        {manage.redeploy}
      </Button>
      {!isDeploymentUnderWay(deployment) && (
        <>
          <Disclosure title={words.otherToken}>
            <SecretInput ref={token} label={words.fields.apiToken} w="20rem" maw="100%" />
          </Disclosure>
          <DeploymentProblem error={deploy.error} />
        </>
      )}
    </Form>
  )
}

/** The verdict may send the reader here. */
function Reconnect({ isConnecting, onConnecting }: ManageCloudProps) {
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
      <Text mt="3xs" mb="lg" maw="42rem" c="dimmed">
        {manage.reconnectText}
      </Text>
      <ConnectForm />
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
    <Group gap="0.75rem 1.5rem" justify="space-between">
      <Box flex="1 1 24rem" maw="42rem">
        <h3>{title}</h3>
        <Text mt="4xs" c="dimmed">
          {text}
        </Text>
      </Box>
      <Stack gap="sm" align="flex-start">
        {children}
      </Stack>
    </Group>
  )
}

/** Recalls everything first; what the Worker does not release is left behind only after a second, explicit confirmation. */
function Disconnect() {
  const { manage } = useLazyStrings().cloud
  const { data, isError } = useCloud().diagnostics
  const [way, setWay] = useState<'home' | 'leave' | null>(null)
  const [left, setLeft] = useState<ApiError | null>(null)
  const sentenceOf = useDeploymentProblem()
  const ended = (stays: ApiError | null) => {
    setLeft(stays)
    if (stays === null) notify(manage.done)
  }
  const home = useDisconnectWorker(ended)
  const leave = useDisconnectWorker(ended)
  const isLeaving = way === 'leave'
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" onClick={() => setWay('home')}>
        {manage.disconnect}
      </Button>
      {left !== null && (
        <ProblemNote>
          <p>
            <strong>{manage.refusedTitle}</strong>
          </p>
          <p>{sentenceOf(left)}</p>
          <Button variant="default" size="xs" mt="sm" onClick={() => setWay('leave')}>
            {manage.leave}
          </Button>
        </ProblemNote>
      )}
      <ConfirmDialog
        subject={way}
        title={() => (isLeaving ? manage.leaveTitle : manage.confirmTitle)}
        act={isLeaving ? manage.leaveAct : manage.act}
        mutation={isLeaving ? leave : home}
        argument={(chosen) => chosen === 'leave'}
        sentenceOf={sentenceOf}
        onClose={() => setWay(null)}
      >
        <p>
          {isLeaving ? manage.leaveText : manage.confirmText(isError ? null : (data?.scheduledCount ?? null))}
        </p>
        {!isLeaving && <Text c="dimmed">{manage.confirmTokens}</Text>}
      </ConfirmDialog>
    </Stack>
  )
}
