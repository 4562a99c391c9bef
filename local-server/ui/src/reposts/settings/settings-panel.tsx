import { Button, Group, Skeleton, Stack, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import { NightSettings } from './night-settings.tsx'
import { IntervalSettings, type SettingsProps } from './interval-settings.tsx'
import { SignatureSettings } from './signature-settings.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { Explained, Save, SETTINGS_GROUP, SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'
import { BoundedNumber, useBoundProblem } from './bounded-number.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { sourcesQuery, useRemoveConfig } from '../repost-queries.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { PrivateApiGate } from '../private-api/private-api-gate.tsx'
import { PrivateApiPanel } from '../private-api/private-api-panel.tsx'
import { SourceChoice } from './source-choice.tsx'

interface SettingsPanelProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
}

export function SettingsPanel({ account, config }: SettingsPanelProps) {
  const of = { accountId: account.id, config }
  return (
    <div data-ruled>
      <IntervalSettings {...of} />
      <NightSettings {...of} />
      <LimitSettings {...of} />
      <SwitchSettings {...of} setting="autoRepostEnabled" of="auto" />
      <SwitchSettings {...of} setting="autoTagOriginalPoster" of="credit" />
      <SignatureSettings {...of} />
      <SourceSettings account={account} config={config} />
      <RemoveConfig account={account} />
    </div>
  )
}

interface SwitchSettingsProps extends SettingsProps {
  readonly setting: 'autoRepostEnabled' | 'autoTagOriginalPoster'
  /** Names of its words. */
  readonly of: 'auto' | 'credit'
}

function SwitchSettings({ accountId, config, setting, of }: SwitchSettingsProps) {
  const { settings } = useLazyStrings().reposts
  const group = useSettingsGroup({
    accountId,
    saved: { isOn: config[setting] },
    change: ({ isOn }) => ({ [setting]: isOn }),
  })
  return (
    <SettingsForm
      title={settings[`${of}Heading`]}
      does={settings[`${of}Does`]}
      risk={settings[`${of}Risk`]}
      group={group}
    >
      <Switch
        size="md"
        label={settings[of]}
        checked={group.values.isOn}
        onChange={(event) => group.set({ isOn: event.currentTarget.checked })}
      />
    </SettingsForm>
  )
}

function LimitSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const boundProblem = useBoundProblem()
  const group = useSettingsGroup<{ dailyRepostLimit: number | string }>({
    accountId,
    saved: { dailyRepostLimit: config.dailyRepostLimit },
    check: ({ dailyRepostLimit }) => ({
      dailyRepostLimit: boundProblem('dailyRepostLimit', dailyRepostLimit),
    }),
    change: ({ dailyRepostLimit }) => ({ dailyRepostLimit: Number(dailyRepostLimit) }),
  })
  return (
    <SettingsForm
      title={settings.limitHeading}
      does={settings.limitDoes}
      risk={settings.limitRisk}
      group={group}
    >
      <BoundedNumber
        setting="dailyRepostLimit"
        label={settings.limit}
        value={group.values.dailyRepostLimit}
        error={group.problems.dailyRepostLimit}
        onChange={(value) => group.set({ dailyRepostLimit: value })}
      />
    </SettingsForm>
  )
}

function RemoveConfig({ account }: { readonly account: PlatformAccountBody }) {
  const { settings } = useLazyStrings().reposts
  const removal = useRemoveConfig(account.id)
  const [asked, setAsked] = useState<PlatformAccountBody | null>(null)
  const id = useId()
  return (
    <Group component="section" {...SETTINGS_GROUP} aria-labelledby={id}>
      <Explained id={id} title={settings.removeHeading} does={settings.removeDoes} />
      <Button variant="default" w="fit-content" onClick={() => setAsked(account)}>
        {settings.remove}
      </Button>
      <ConfirmDialog
        subject={asked}
        title={({ username }) => settings.removeTitle(username)}
        keep={settings.removeKeep}
        act={settings.remove}
        mutation={removal}
        argument={() => undefined}
        onDone={() => notify(settings.removed)}
        onClose={() => setAsked(null)}
        onGone={() => document.querySelector('h1')?.focus()}
      >
        <p>{settings.removeText}</p>
      </ConfirmDialog>
    </Group>
  )
}

interface SourceSettingsProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
}

function SourceSettings({ account, config }: SourceSettingsProps) {
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
