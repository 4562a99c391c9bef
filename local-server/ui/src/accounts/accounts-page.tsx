import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import { accountsQuery, outlookQuery } from '../shared/queries.ts'
import { useOnceTrue } from '../shared/on-demand.tsx'
import { CARD } from '../kit/looks.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import { AccountList } from './account-list.tsx'
import { permissionsQuery, setupQuery } from './account-queries.ts'
import { AppSetup } from './app-setup.tsx'
import { LoginOutcomeNote } from './login-outcome-note.tsx'
import { FirstCommentsOption, LoginButton } from './login-button.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { notify } from '../shared/notifications.ts'
import { TokenForm } from './token-form.tsx'

export function AccountsPage() {
  const { accounts, app } = useStrings()
  const [loginMethod, setLoginMethod] = useState<LoginMethod>('platform')
  const field = useRef<HTMLInputElement>(null)
  const reconnectByToken = (method: LoginMethod) => {
    setLoginMethod(method)
    field.current?.focus()
  }
  const isKnown = useOnceTrue(!useAnyPending())
  const title = <PageTitle title={app.accounts}>{accounts.intro}</PageTitle>
  if (!isKnown)
    return (
      <>
        {title}
        <Skeleton height="40rem" radius="lg" />
      </>
    )
  return (
    <>
      {title}
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
            {accounts.connectGuide} <Link href="/settings/accounts/guide">{accounts.connectGuideLink}</Link>.
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

interface PasteTokenFormProps {
  readonly loginMethod: LoginMethod
  readonly onLoginMethod: (method: LoginMethod) => void
  readonly field: RefObject<HTMLInputElement | null>
}

const TOKEN_PAGES: Readonly<Record<LoginMethod, string>> = {
  platform: 'https://developers.facebook.com/apps/',
  partner: 'https://developers.facebook.com/tools/explorer/',
}

/** The way that needs no https address of our own, no app secret and no redirect. */
function PasteTokenForm({ loginMethod, onLoginMethod, field }: PasteTokenFormProps) {
  const { token, areConnected } = useStrings().accounts
  const formats = useFormats()
  return (
    <Stack component="section" flex="2 1 32rem" miw={0} {...CARD} aria-labelledby="paste-token">
      <div>
        <h3 id="paste-token">{token.title}</h3>
        <Text mt={4} c="dimmed">
          {token.text}
        </Text>
      </div>
      <SegmentedControl
        aria-label={token.kind}
        data={[
          { value: 'platform', label: token.instagram },
          { value: 'partner', label: token.facebook },
        ]}
        value={loginMethod}
        onChange={(value) => onLoginMethod(value as LoginMethod)}
        fullWidth
      />
      <ol data-marked>
        {token.steps[loginMethod].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <NewTabLink href={TOKEN_PAGES[loginMethod]}>{token.places[loginMethod]}</NewTabLink>
      </p>
      <TokenForm
        loginMethod={loginMethod}
        field={field}
        onConnected={(names) => notify(areConnected(formats.list(names), names.length))}
      />
    </Stack>
  )
}
