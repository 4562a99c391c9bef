import { Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../core/api/story-repost.ts'
import { outlookOf, type RepostOutlook, shownOf } from '../../../../core/reposts/outlook.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { useLazyStrings } from '../strings/language.tsx'
import { EnginePanel } from './engine/engine-panel.tsx'
import { History } from './mentions/history.tsx'
import { Waiting } from './mentions/waiting.tsx'
import { historyQuery, repostStatusQuery } from './repost-queries.ts'
import { SetUpForm } from './set-up/set-up-form.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { useNow } from '../shared/use-now.ts'

/** Everything about one account: the introduction until it is set up, then its state, its mentions and its settings. */
export function AccountReposts({ account }: { readonly account: PlatformAccountBody }) {
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
