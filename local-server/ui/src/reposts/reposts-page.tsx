import { Button, Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../core/api/story-repost.ts'
import { outlookOf, type RepostOutlook, shownOf } from '../../../../core/reposts/outlook.ts'
import { accountsQuery } from '../shared/queries.ts'
import { AccountSelect } from '../shared/account-select.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { EnginePanel } from './engine-panel.tsx'
import { History } from './mentions/history.tsx'
import { Waiting } from './mentions/waiting.tsx'
import { historyQuery, repostStatusQuery } from './repost-queries.ts'
import { SetUpForm } from './set-up-form.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { useNow } from '../shared/use-now.ts'

export function RepostsPage() {
  const { app } = useStrings()
  const { reposts } = useLazyStrings()
  return (
    <>
      <PageTitle title={app.reposts}>{reposts.lead}</PageTitle>
      <Accounts />
    </>
  )
}

function Accounts() {
  const { reposts } = useLazyStrings()
  const accounts = useQuery(accountsQuery)
  const [chosen, setChosen] = useState(new URLSearchParams(useSearch()).get('account'))
  if (accounts.isPending) return <Skeleton height={240} radius="lg" />
  if (accounts.isError && !accounts.data)
    return <LoadProblem error={accounts.error} onRetry={() => void accounts.refetch()} />
  const account = accounts.data.find(({ id }) => id === chosen) ?? accounts.data[0]
  if (!account)
    return (
      <EmptyState title={reposts.noAccount} text={reposts.noAccountText}>
        <Button component={Link} href="/settings/accounts">
          {reposts.connect}
        </Button>
      </EmptyState>
    )
  return (
    <Stack gap="clamp(1.5rem, 4vw, 2.5rem)">
      {accounts.data.length > 1 && (
        <AccountSelect
          size="md"
          maw="20rem"
          label={reposts.account}
          accounts={accounts.data}
          value={account.id}
          onChange={setChosen}
        />
      )}
      <AccountReposts key={account.id} account={account} />
    </Stack>
  )
}

/** Everything about one account: the introduction until it is set up, then its state, its mentions and its settings. */
function AccountReposts({ account }: { readonly account: PlatformAccountBody }) {
  const status = useQuery(repostStatusQuery(account.id))
  if (status.isPending) return <Skeleton height={240} radius="lg" />
  if (status.isError && !status.data)
    return <LoadProblem error={status.error} onRetry={() => void status.refetch()} />
  const { config, configured } = status.data
  if (config === null) return <SetUpForm account={account} />
  return <Configured account={account} config={config} readable={configured} />
}

type Place = 'mentions' | 'settings'

interface ConfiguredProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
  /** There is something to read mentions with. */
  readonly readable: boolean
}

function Configured({ account, config, readable }: ConfiguredProps) {
  const { reposts } = useLazyStrings()
  const [place, setPlace] = useState<Place>('mentions')
  const now = useNow()
  const outlook = outlookOf(shownOf(config), now)
  return (
    <>
      <ErrorBoundary>
        <EnginePanel
          {...{ account, config, readable, outlook, now }}
          onOpenSettings={() => setPlace('settings')}
        />
      </ErrorBoundary>
      <Tabs
        value={place}
        onChange={(value) => setPlace(value === 'settings' ? 'settings' : 'mentions')}
        styles={{ tab: { padding: '0.75rem 1.25rem', fontSize: '1rem', fontWeight: 600 } }}
      >
        <Tabs.List aria-label={reposts.tabs}>
          <Tabs.Tab value="mentions">{reposts.mentionsTab}</Tabs.Tab>
          <Tabs.Tab value="settings">{reposts.settingsTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mentions" pt="clamp(1.5rem, 4vw, 2rem)">
          <ErrorBoundary>
            <MentionsPanel account={account} outlook={outlook} now={now} />
          </ErrorBoundary>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ErrorBoundary>
            <SettingsPanel account={account} config={config} />
          </ErrorBoundary>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

interface MentionsPanelProps {
  readonly account: PlatformAccountBody
  readonly outlook: RepostOutlook
  readonly now: number
}

function MentionsPanel({ account, outlook, now }: MentionsPanelProps) {
  const history = useQuery(historyQuery(account.id))
  if (history.isPending) return <Skeleton height={220} radius="lg" />
  if (history.isError && !history.data)
    return <LoadProblem error={history.error} onRetry={() => void history.refetch()} />
  return (
    <Stack gap="clamp(2.5rem, 6vw, 4rem)">
      <Waiting account={account} mentions={history.data} outlook={outlook} now={now} />
      <History mentions={history.data} now={now} />
    </Stack>
  )
}
