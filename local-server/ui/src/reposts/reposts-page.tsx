import { Button, Stack, Tabs } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { outlookOf, shownOf } from '../../../../core/rules/reposts/outlook.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { Loaded } from '../kit/problem-note.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { useLeave } from '../kit/unsaved.tsx'
import { AccountSelect } from '../shared/accounts/account-select.tsx'
import { useCurrentAccount } from '../shared/accounts/default-account.ts'
import { accountsQuery } from '../shared/queries.ts'
import { useNow } from '../shared/use-now.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { EnginePanel } from './engine-panel.tsx'
import { History, WaitingMentions } from './mentions/mention-lists.tsx'
import { historyQuery, repostStatusQuery } from './repost-queries.ts'
import { SetUpForm } from './set-up-form.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { RepostOverviewContext, type RepostOverview } from './repost-overview.ts'

export function RepostsPage() {
  const { app } = useStrings()
  const { reposts } = useLazyStrings()
  return (
    <>
      <PageTitle title={app.reposts}>{reposts.lead}</PageTitle>
      <Loaded query={useQuery(accountsQuery)} height={240}>
        {(accounts) => <Accounts accounts={accounts} />}
      </Loaded>
    </>
  )
}

function Accounts({ accounts }: { readonly accounts: readonly PlatformAccountBody[] }) {
  const { reposts } = useLazyStrings()
  const { plan } = useStrings()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('account')
  const [current] = useCurrentAccount()
  const [chosen, setChosen] = useState(asked ?? current)
  const leave = useLeave()
  const choose = (account: string) => {
    setChosen(account)
    setQuery({ account }, { replace: true })
  }
  // A link led to another one, as that of the strip above does.
  useDidUpdate(() => {
    if (asked === null || asked === chosen) return
    // Who stays for what is not saved has the address of that: the same link leads on again.
    setQuery(chosen === null ? {} : { account: chosen }, { replace: true })
    leave(() => choose(asked), { stays: true })
  }, [asked])
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0]
  if (!account)
    return (
      <EmptyState title={reposts.noAccount} text={reposts.noAccountText}>
        <Button component={Link} href="/settings/accounts">
          {reposts.connect}
        </Button>
      </EmptyState>
    )
  return (
    <Stack gap="part">
      {accounts.length > 1 && (
        <AccountSelect
          size="md"
          maw="20rem"
          label={plan.account}
          accounts={accounts}
          value={account.id}
          onChange={(id) => leave(() => choose(id), { stays: true })}
        />
      )}
      <AccountReposts key={account.id} account={account} />
    </Stack>
  )
}

/** Everything about one account: the introduction until it is set up, then its state, its mentions and its settings. */
function AccountReposts({ account }: { readonly account: PlatformAccountBody }) {
  return (
    <Loaded query={useQuery(repostStatusQuery(account.id))} height={240}>
      {({ config, configured }) =>
        config === null ? (
          <SetUpForm account={account} />
        ) : (
          <Configured account={account} config={config} readable={configured} />
        )
      }
    </Loaded>
  )
}

function Configured({ account, config, readable }: Omit<RepostOverview, 'outlook' | 'now'>) {
  const { reposts } = useLazyStrings()
  const { posts } = useStrings()
  const [place, setPlace] = useState<string | null>('mentions')
  const now = useNow()
  const engine = useMemo(
    () => ({ account, config, readable, now, outlook: outlookOf(shownOf(config), now) }),
    [account, config, readable, now],
  )
  return (
    <RepostOverviewContext value={engine}>
      <ErrorBoundary>
        <EnginePanel onOpenSettings={() => setPlace('settings')} />
      </ErrorBoundary>
      <Tabs
        value={place}
        onChange={setPlace}
        styles={{ tab: { padding: '0.75rem 1.25rem', fontSize: '1rem', fontWeight: 600 } }}
      >
        <Tabs.List aria-label={reposts.tabs}>
          <Tabs.Tab value="mentions">{posts.facts.mentions}</Tabs.Tab>
          <Tabs.Tab value="settings">{reposts.settingsTab}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mentions" pt="clamp(1.5rem, 4vw, 2rem)">
          <ErrorBoundary>
            <Loaded query={useQuery(historyQuery(account.id))} height={220}>
              {(mentions) => (
                <Stack gap="section">
                  <WaitingMentions mentions={mentions} />
                  <History mentions={mentions} />
                </Stack>
              )}
            </Loaded>
          </ErrorBoundary>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ErrorBoundary>
            <SettingsPanel />
          </ErrorBoundary>
        </Tabs.Panel>
      </Tabs>
    </RepostOverviewContext>
  )
}
