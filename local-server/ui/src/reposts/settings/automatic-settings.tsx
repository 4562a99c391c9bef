import { Switch } from '@mantine/core'
import { useLazyStrings } from '../../strings/language.tsx'
import type { SettingsProps } from './interval-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'

export function AutomaticSettings({ accountId, config }: SettingsProps) {
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
