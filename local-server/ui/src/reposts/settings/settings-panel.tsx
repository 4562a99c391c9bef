import { Button, Group, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import { NightSettings } from './night-settings.tsx'
import { IntervalSettings, type SettingsProps } from './interval-settings.tsx'
import { SignatureSettings } from './signature-settings.tsx'
import { SourceSettings } from './source-settings.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { Explained, SETTINGS_GROUP, SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'
import { BoundedNumber } from './bounded-number.tsx'
import { useBoundProblem } from './use-bound-problem.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { notify } from '../../shared/notifications.ts'
import { useRemoveConfig } from '../repost-queries.ts'

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
      <AutomaticSettings {...of} />
      <CreditSettings {...of} />
      <SignatureSettings {...of} />
      <SourceSettings account={account} config={config} />
      <RemoveConfig account={account} />
    </div>
  )
}

function AutomaticSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const group = useSettingsGroup({
    accountId,
    saved: { autoRepostEnabled: config.autoRepostEnabled },
    change: (values) => values,
  })
  return (
    <SettingsForm
      title={settings.autoHeading}
      does={settings.autoDoes}
      risk={settings.autoRisk}
      group={group}
    >
      <Switch
        size="md"
        label={settings.auto}
        checked={group.values.autoRepostEnabled}
        onChange={(event) => group.set({ autoRepostEnabled: event.currentTarget.checked })}
      />
    </SettingsForm>
  )
}

function CreditSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const group = useSettingsGroup({
    accountId,
    saved: { autoTagOriginalPoster: config.autoTagOriginalPoster },
    change: (values) => values,
  })
  return (
    <SettingsForm
      title={settings.creditHeading}
      does={settings.creditDoes}
      risk={settings.creditRisk}
      group={group}
    >
      <Switch
        size="md"
        label={settings.credit}
        checked={group.values.autoTagOriginalPoster}
        onChange={(event) => group.set({ autoTagOriginalPoster: event.currentTarget.checked })}
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
