import { Checkbox, Group, SegmentedControl, Stack, Text, Box, Button, Code, SimpleGrid } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { LoginMethod, OptionalPurpose } from '../../../../core/ports/platform/login.ts'
import { accountsQuery, outlookQuery } from '../shared/queries.ts'
import { CARD } from '../kit/looks.ts'
import { PageInParts } from '../kit/page-title.tsx'
import { ErrorBoundaries } from '../kit/error-boundary.tsx'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { permissionsQuery, setupQuery, useDisconnectAccount } from './account-queries.ts'
import { AppSetup } from './app-setup.tsx'
import { wasPasted } from './login-address.ts'
import { LoginOutcomeNote, LoginButton, OptionalPermissions } from './login.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { notify } from '../shared/notifications.ts'
import { TokenForm } from './token-form.tsx'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../../sandbox/demo-account.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { Loaded } from '../kit/problem-note.tsx'
import { AccountCard } from './account-card.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'

export function AccountsPage() {
  const { app } = useStrings()
  const { accounts } = useLazyStrings()
  const [loginMethod, setLoginMethod] = useState<LoginMethod>('platform')
  const field = useRef<HTMLInputElement>(null)
  const reconnectByToken = (method: LoginMethod) => {
    setLoginMethod(method)
    field.current?.focus()
  }
  return (
    <PageInParts title={app.accounts} lead={accounts.intro} isPending={useAnyPending()} height={640}>
      <LoginOutcomeNote />
      <Loaded query={useQuery(accountsQuery)} height={240}>
        {(known) => <AccountList accounts={known} onReconnectByToken={reconnectByToken} />}
      </Loaded>
      <Stack component="section" gap="md" mt="section" aria-labelledby="connect">
        <Group gap="0.25rem 1.5rem" align="baseline">
          <h2 id="connect">{accounts.connectTitle}</h2>
          <Text c="dimmed">
            {accounts.connectGuide} <Link href="/settings/accounts/guide">{accounts.connectGuideLink}</Link>.
          </Text>
        </Group>
        <Group align="flex-start">
          <ErrorBoundaries>
            <PasteTokenForm loginMethod={loginMethod} onLoginMethod={setLoginMethod} field={field} />
            <LoginWays />
          </ErrorBoundaries>
        </Group>
      </Stack>
      <AppSetup />
    </PageInParts>
  )
}

function useAnyPending(): boolean {
  return useQueries({
    queries: [accountsQuery, outlookQuery, permissionsQuery, setupQuery],
    combine: (answers) => answers.some(({ isPending }) => isPending),
  })
}

function LoginWays() {
  const { login } = useLazyStrings().accounts
  const [also, setAlso] = useState<readonly OptionalPurpose[]>([])
  return (
    <Stack flex="1 1 20rem" {...CARD}>
      <div>
        <h3>{login.title}</h3>
        <Text mt="4xs" c="dimmed">
          {login.text}
        </Text>
      </div>
      <OptionalPermissions chosen={also} onChange={setAlso} />
      <Stack gap="sm" align="flex-start">
        <LoginButton method="platform" from="accounts" also={also} />
        <LoginButton method="partner" from="accounts" also={also} />
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
  const { token, areConnected } = useLazyStrings().accounts
  const formats = useFormats()
  return (
    <Stack component="section" flex="2 1 32rem" miw={0} {...CARD} aria-labelledby="paste-token">
      <div>
        <h3 id="paste-token">{token.title}</h3>
        <Text mt="4xs" c="dimmed">
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

interface AccountListProps {
  readonly accounts: readonly PlatformAccountBody[]
  readonly onReconnectByToken: (method: LoginMethod) => void
}

function AccountList({ accounts, onReconnectByToken }: AccountListProps) {
  const words = useLazyStrings().accounts
  const outlook = useQuery(outlookQuery).data
  const permissions = useQuery(permissionsQuery).data
  const disconnection = useDisconnectAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  const [leaving, setLeaving] = useState<PlatformAccountBody | null>(null)
  const [isForgetting, setForgetting] = useState(false)
  const outlookOf = (id: string) => outlook?.find(({ accountId }) => accountId === id)
  const permissionsOf = (id: string) => permissions?.find(({ accountId }) => accountId === id)
  return (
    <Stack component="section" gap="md" aria-labelledby="your-accounts">
      <h2 id="your-accounts" ref={heading} tabIndex={-1}>
        {words.connectedAccounts}
      </h2>
      {accounts.length === 0 && (
        <EmptyState title={words.none} text={words.noneText}>
          <GuideButton />
        </EmptyState>
      )}
      <SimpleGrid component="ul" minColWidth="min(100%, 26rem)" data-fills-later>
        {accounts.map((account) => (
          <AccountCard
            key={account.id}
            account={account}
            outlook={outlook && (outlookOf(account.id) ?? NOTHING)}
            cannot={permissionsOf(account.id)?.cannot ?? []}
            wasPasted={wasPasted(account.loginMethod, permissionsOf(account.id)?.grantedScopes ?? null)}
            onReconnectByToken={onReconnectByToken}
            onDisconnect={() => {
              setForgetting(false)
              setLeaving(account)
            }}
          />
        ))}
      </SimpleGrid>
      {accounts.length > 0 && accounts.every(({ isSandbox }) => isSandbox) && <Invitation />}
      <ConfirmDialog
        subject={leaving}
        title={({ username }) => words.disconnectTitle(username)}
        act={words.disconnect}
        mutation={disconnection}
        argument={({ id }) => ({ id, insights: isForgetting ? ('delete' as const) : ('keep' as const) })}
        onDone={({ username }) => notify(words.isDisconnected(username))}
        onClose={() => setLeaving(null)}
        onGone={() => heading.current?.focus()}
      >
        <p>
          <strong>{words.disconnectPosts((leaving && outlookOf(leaving.id)?.scheduled) ?? 0)}</strong>{' '}
          {words.disconnectText}
        </p>
        <Checkbox
          label={words.disconnectInsights}
          description={words.disconnectInsightsHint}
          checked={isForgetting}
          onChange={(event) => setForgetting(event.currentTarget.checked)}
        />
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
  const words = useLazyStrings().accounts
  return (
    <Group gap="1rem 2rem" {...CARD} bd={0} bg="var(--tint)">
      <Box flex="1 1 20rem">
        <h3>{words.onlyPractice}</h3>
        <Text mt="3xs" maw="42rem">
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
      {useLazyStrings().accounts.openGuide}
    </Button>
  )
}
