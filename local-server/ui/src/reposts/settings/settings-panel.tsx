import { Group, NativeSelect, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BoundedSetting } from '../../../../../core/rules/reposts/setting-bounds.ts'
import { ConfirmButton } from '../../kit/confirm-dialog.tsx'
import { Loaded } from '../../kit/problem-note.tsx'
import { useDayFormats } from '../../plan/clock/day-formats.ts'
import { notify } from '../../shared/notifications.ts'
import { ZoneSelect } from '../../shared/when/zone-select.tsx'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { PrivateApiGate, PrivateApiPanel } from '../private-api/private-api-panel.tsx'
import { sourcesQuery, useRemoveConfig, type RepostSources } from '../repost-queries.ts'
import { useRepostOverview } from '../repost-overview.ts'
import {
  BoundedNumber,
  Explained,
  Save,
  SETTINGS_GROUP,
  SettingsForm,
  useBoundProblem,
  useSettingsGroup,
} from './settings-group.tsx'
import { SignatureSettings } from './signature-settings.tsx'
import { SourceChoice } from './source-choice.tsx'

export function SettingsPanel() {
  const { account } = useRepostOverview()
  return (
    <div data-ruled>
      <NumberSettings of="interval" numbers={{ pollIntervalHours: 'interval', jitterMinutes: 'jitter' }} />
      <NightSettings />
      <NumberSettings of="limit" numbers={{ dailyRepostLimit: 'limit' }} />
      <SwitchSettings setting="autoRepostEnabled" of="auto" />
      <SwitchSettings setting="autoTagOriginalPoster" of="credit" />
      <SignatureSettings />
      <Loaded query={useQuery(sourcesQuery(account.id))} height={320}>
        {(sources) => <SourceSettings sources={sources} />}
      </Loaded>
      <RemoveConfig />
    </div>
  )
}

interface NumberSettingsProps {
  readonly of: 'interval' | 'limit'
  /** With the names of their words. */
  readonly numbers: Partial<Record<BoundedSetting, 'interval' | 'jitter' | 'limit'>>
}

function NumberSettings({ of, numbers }: NumberSettingsProps) {
  const { settings } = useLazyStrings().reposts
  const { config } = useRepostOverview()
  const boundProblem = useBoundProblem()
  const names = Object.keys(numbers) as BoundedSetting[]
  const each = <Value,>(valueOf: (setting: BoundedSetting) => Value) =>
    Object.fromEntries(names.map((setting) => [setting, valueOf(setting)]))
  const group = useSettingsGroup<Record<string, number | string | undefined>>({
    saved: each((setting) => config[setting]),
    check: (values) => each((setting) => boundProblem(setting, values[setting])),
    change: (values) => each((setting) => Number(values[setting])),
  })
  return (
    <SettingsForm of={of} group={group}>
      {names.map((setting) => (
        <BoundedNumber
          key={setting}
          setting={setting}
          label={settings[numbers[setting] ?? of]}
          {...(setting === 'jitterMinutes' && { description: settings.jitterHint })}
          value={group.values[setting] ?? ''}
          error={group.problems[setting]}
          onChange={(value) => group.set({ [setting]: value })}
        />
      ))}
    </SettingsForm>
  )
}

interface SwitchSettingsProps {
  readonly setting: 'autoRepostEnabled' | 'autoTagOriginalPoster'
  readonly of: 'auto' | 'credit'
}

function SwitchSettings({ setting, of }: SwitchSettingsProps) {
  const { settings } = useLazyStrings().reposts
  const { config } = useRepostOverview()
  const group = useSettingsGroup({
    saved: { isOn: config[setting] },
    change: ({ isOn }) => ({ [setting]: isOn }),
  })
  return (
    <SettingsForm of={of} group={group}>
      <Switch
        size="md"
        label={settings[of]}
        checked={group.values.isOn}
        onChange={(event) => group.set({ isOn: event.currentTarget.checked })}
      />
    </SettingsForm>
  )
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const USUAL_NIGHT = { sleepWindowStart: 23, sleepWindowEnd: 7 }
const NO_NIGHT = { sleepWindowStart: 0, sleepWindowEnd: 0 }

function NightSettings() {
  const { settings } = useLazyStrings().reposts
  const { shared } = useStrings()
  const { sleepWindowStart, sleepWindowEnd, timezone } = useRepostOverview().config
  const { hour } = useDayFormats()
  const hours = HOURS.map((value) => ({ value: String(value), label: hour(value) }))
  /** The hours before they were switched off. */
  const [kept, setKept] = useState(USUAL_NIGHT)
  const group = useSettingsGroup({
    saved: { keeps: sleepWindowStart !== sleepWindowEnd, sleepWindowStart, sleepWindowEnd, timezone },
    check: (values) =>
      values.keeps && values.sleepWindowStart === values.sleepWindowEnd
        ? { sleepWindowEnd: settings.sameHour }
        : {},
    change: ({ keeps, ...values }) => ({ ...values, ...(!keeps && NO_NIGHT) }),
  })
  const { values, problems } = group
  const keep = (keeps: boolean) => {
    const { timezone: _zone, keeps: _keeps, ...night } = values
    if (!keeps) setKept(night)
    group.set({ keeps, ...(keeps ? kept : NO_NIGHT) })
  }
  return (
    <SettingsForm of="night" group={group}>
      <Switch
        size="md"
        label={settings.night}
        checked={values.keeps}
        onChange={(event) => keep(event.currentTarget.checked)}
      />
      {values.keeps && (
        <SimpleGrid cols={2}>
          <NativeSelect
            size="md"
            label={settings.from}
            data={hours}
            value={String(values.sleepWindowStart)}
            onChange={(event) => group.set({ sleepWindowStart: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            size="md"
            label={settings.to}
            data={hours}
            value={String(values.sleepWindowEnd)}
            error={problems.sleepWindowEnd}
            onChange={(event) => group.set({ sleepWindowEnd: Number(event.currentTarget.value) })}
          />
        </SimpleGrid>
      )}
      <ZoneSelect
        label={shared.when.zone}
        description={settings.zoneHint}
        value={values.timezone}
        error={problems.timezone}
        onChange={(timezone) => group.set({ timezone })}
      />
    </SettingsForm>
  )
}

function SourceSettings({ sources }: { readonly sources: RepostSources }) {
  const { settings } = useLazyStrings().reposts
  const { account, config } = useRepostOverview()
  const [understood, setUnderstood] = useState(false)
  const group = useSettingsGroup({ saved: { source: config.source }, change: (values) => values })
  const { source } = group.values
  const hasSession = sources.native !== null
  const isReady = source === 'official' || (understood && hasSession)
  const needsGate = source === 'native' && !understood && (config.source !== 'native' || !hasSession)
  const showsSession = hasSession || (source === 'native' && understood)
  return (
    <Stack component="section" gap="lg" py={SETTINGS_GROUP.py} aria-label={settings.sourceHeading}>
      <div>
        <Explained of="source" />
      </div>
      <Stack>
        <SourceChoice
          value={source}
          sources={sources}
          error={group.problems.source}
          onChange={(next) => group.set({ source: next })}
        />
        {needsGate && <PrivateApiGate onUnderstood={() => setUnderstood(true)} />}
        {showsSession && <PrivateApiPanel account={account} sources={sources} />}
        {((group.isDirty && isReady) || group.isSaved) && <Save of="source" group={group} />}
      </Stack>
    </Stack>
  )
}

function RemoveConfig() {
  const { settings } = useLazyStrings().reposts
  const { account } = useRepostOverview()
  const removal = useRemoveConfig(account.id, () => notify(settings.removed))
  return (
    <Group component="section" {...SETTINGS_GROUP} aria-label={settings.removeHeading}>
      <Explained of="remove" />
      <ConfirmButton
        label={settings.remove}
        title={settings.removeTitle(account.username)}
        keep={settings.removeKeep}
        mutation={removal}
      >
        <p>{settings.removeText}</p>
      </ConfirmButton>
    </Group>
  )
}
