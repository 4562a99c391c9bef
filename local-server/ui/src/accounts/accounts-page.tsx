import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { accountsQuery, outlookQuery } from '../shared/account-queries.ts'
import { useOnceTrue } from '../shared/once-true.ts'
import { CARD } from '../kit/looks.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useStrings } from '../strings/language.tsx'
import { AccountList } from './account-list.tsx'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { permissionsQuery, setupQuery } from './account-queries.ts'
import { AppSetup } from './connect/app-setup.tsx'
import { LoginOutcomeNote } from './login-outcome-note.tsx'
import { PasteTokenForm } from './connect/paste-token-form.tsx'
import { FirstCommentsOption, LoginButton } from './connect/login-button.tsx'

export function AccountsPage() {
  const { accounts } = useStrings()
  const [loginMethod, setLoginMethod] = useState<LoginMethod>('platform')
  const field = useRef<HTMLInputElement>(null)
  const reconnectByToken = (method: LoginMethod) => {
    setLoginMethod(method)
    field.current?.focus()
  }
  const isKnown = useOnceTrue(!useAnyPending())
  if (!isKnown)
    return (
      <>
        <PageTitle title={accounts.title}>{accounts.intro}</PageTitle>
        <Skeleton height="40rem" radius="lg" />
      </>
    )
  return (
    <>
      <PageTitle title={accounts.title}>{accounts.intro}</PageTitle>
      <ErrorBoundary>
        <LoginOutcomeNote />
      </ErrorBoundary>
      <ErrorBoundary>
        <AccountList onReconnectByToken={reconnectByToken} />
      </ErrorBoundary>
      <Stack component="section" gap="md" mt="clamp(2.5rem, 6vw, 4rem)" aria-labelledby="connect">
        <Group gap="4px 24px" align="baseline">
          <h2 id="connect">{accounts.connectTitle}</h2>
          <Text c="dimmed">
            {accounts.connectGuide} <Link href="/accounts/guide">{accounts.connectGuideLink}</Link>.
          </Text>
        </Group>
        <Group align="flex-start">
          <ErrorBoundary>
            <PasteTokenForm loginMethod={loginMethod} onLoginMethod={setLoginMethod} field={field} />
          </ErrorBoundary>
          <ErrorBoundary>
            <LoginWays />
          </ErrorBoundary>
        </Group>
      </Stack>
      <ErrorBoundary>
        <AppSetup />
      </ErrorBoundary>
    </>
  )
}

function useAnyPending(): boolean {
  const pending = [
    useQuery(accountsQuery).isPending,
    useQuery(outlookQuery).isPending,
    useQuery(permissionsQuery).isPending,
    useQuery(setupQuery).isPending,
  ]
  return pending.includes(true)
}

function LoginWays() {
  const { login } = useStrings().accounts
  const [withComments, setWithComments] = useState(false)
  return (
    <Stack flex="1 1 20rem" {...CARD}>
      <div>
        <h3>{login.title}</h3>
        <Text mt={4} c="dimmed">
          {login.text}
        </Text>
      </div>
      <FirstCommentsOption checked={withComments} onChange={setWithComments} />
      <Stack gap="sm" align="flex-start">
        <LoginButton method="platform" from="accounts" withComments={withComments} />
        <LoginButton method="partner" from="accounts" withComments={withComments} />
      </Stack>
    </Stack>
  )
}
