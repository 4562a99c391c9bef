import { Switch } from '@mantine/core'
import { useLazyStrings } from '../../strings/language.tsx'
import type { SettingsProps } from './interval-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'

export function CreditSettings({ accountId, config }: SettingsProps) {
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
