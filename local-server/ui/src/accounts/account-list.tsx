import { Box, Button, Code, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../../sandbox/demo-account.ts'
import { accountsQuery, outlookQuery } from '../shared/queries.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { CARD } from '../kit/looks.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { AccountCard } from './account-card.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { permissionsQuery, useDisconnectAccount } from './account-queries.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { notify } from '../shared/notifications.ts'

type ReconnectByToken = (method: LoginMethod) => void

export function AccountList({ onReconnectByToken }: { readonly onReconnectByToken: ReconnectByToken }) {
  const words = useStrings().accounts
  const accounts = useQuery(accountsQuery)
  const outlook = useQuery(outlookQuery).data
  const permissions = useQuery(permissionsQuery).data
  const disconnection = useDisconnectAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<PlatformAccountBody | null>(null)
  if (accounts.isPending) return <Skeleton height={240} radius="lg" />
  if (accounts.isError && !accounts.data)
    return <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
  const outlookOf = (id: string) => outlook?.find(({ accountId }) => accountId === id)
  return (
    <Stack component="section" gap="md" aria-labelledby="your-accounts">
      <h2 id="your-accounts" ref={heading} tabIndex={-1}>
        {words.connectedAccounts}
      </h2>
      {accounts.data.length === 0 && (
        <EmptyState title={words.none} text={words.noneText}>
          <GuideButton />
        </EmptyState>
      )}
      <SimpleGrid component="ul" minColWidth="min(100%, 26rem)" data-fills-later>
        {accounts.data.map((account) => (
          <AccountCard
            key={account.id}
            account={account}
            outlook={outlook && (outlookOf(account.id) ?? NOTHING)}
            cannot={permissions?.find(({ accountId }) => accountId === account.id)?.cannot ?? []}
            onReconnectByToken={onReconnectByToken}
            onDisconnect={() => setLeaving(account)}
          />
        ))}
      </SimpleGrid>
      {accounts.data.length > 0 && accounts.data.every(({ isSandbox }) => isSandbox) && <Invitation />}
      <ConfirmDialog
        subject={leaving}
        title={({ username }) => words.disconnectTitle(username)}
        act={words.disconnect}
        mutation={disconnection}
        argument={({ id }) => id}
        onDone={({ username }) => notify(words.isDisconnected(username))}
        onClose={() => setLeaving(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>
          <strong>{words.disconnectPosts((leaving && outlookOf(leaving.id)?.scheduled) ?? 0)}</strong>{' '}
          {words.disconnectText}
        </p>
        {leaving?.isSandbox && leaving.username === DEMO_ACCOUNT.username && (
          <p>
            {words.disconnectSandbox} <Code>{SANDBOX_ACCESS_TOKEN}</Code>
          </p>
        )}
      </ConfirmDialog>
    </Stack>
  )
}

const NOTHING = { scheduled: 0, atRisk: 0, failed: 0, nextAt: null }

function Invitation() {
  const words = useStrings().accounts
  return (
    <Group gap="1rem 2rem" {...CARD} bd={0} bg="var(--tint)">
      <Box flex="1 1 20rem">
        <h3>{words.onlyPractice}</h3>
        <Text mt={6} maw="42rem">
          {words.onlyPracticeText}
        </Text>
      </Box>
      <GuideButton />
    </Group>
  )
}

function GuideButton() {
  return (
    <Button component={Link} href="/settings/accounts/guide" flex="none">
      {useStrings().accounts.openGuide}
    </Button>
  )
}
