import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { PrivateApiGate } from '../private-api/private-api-gate.tsx'
import { PrivateApiPanel } from '../private-api/private-api-panel.tsx'
import { sourcesQuery } from '../repost-queries.ts'
import { Explained, Save, SETTINGS_GROUP } from './settings-form.tsx'
import { SourceChoice } from './source-choice.tsx'
import { useSettingsGroup } from './use-settings-group.ts'

interface SourceSettingsProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
}

export function SourceSettings({ account, config }: SourceSettingsProps) {
  const { settings } = useLazyStrings().reposts
  const sources = useQuery(sourcesQuery(account.id))
  const id = useId()
  const [understood, setUnderstood] = useState(false)
  const group = useSettingsGroup({
    accountId: account.id,
    saved: { source: config.source },
    change: (values) => values,
  })
  if (sources.isPending) return <Skeleton height={320} radius="lg" />
  if (sources.isError && !sources.data)
    return <LoadProblem error={sources.error} onRetry={() => void sources.refetch()} />
  const { source } = group.values
  const hasSession = sources.data.native !== null
  const isReady = source === 'official' || (understood && hasSession)
  const needsGate = source === 'native' && !understood && (config.source !== 'native' || !hasSession)
  const showsSession = hasSession || (source === 'native' && understood)
  return (
    <Stack component="section" gap="lg" py={SETTINGS_GROUP.py} aria-labelledby={id}>
      <div>
        <Explained
          id={id}
          title={settings.sourceHeading}
          does={settings.sourceDoes}
          risk={settings.sourceRisk}
        />
      </div>
      <Stack>
        <SourceChoice
          value={source}
          sources={sources.data}
          error={group.problems.source}
          onChange={(next) => group.set({ source: next })}
        />
        {needsGate && <PrivateApiGate onUnderstood={() => setUnderstood(true)} />}
        {showsSession && <PrivateApiPanel account={account} sources={sources.data} />}
        {((group.isDirty && isReady) || group.isSaved) && (
          <Save title={settings.sourceHeading} group={group} />
        )}
      </Stack>
    </Stack>
  )
}
