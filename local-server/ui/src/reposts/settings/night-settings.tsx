import { NativeSelect, Select, SimpleGrid, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { zoneChoices } from '../../shared/when/time-zones.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import type { SettingsProps } from './interval-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const USUAL_NIGHT = { sleepWindowStart: 23, sleepWindowEnd: 7 }
const NO_NIGHT = { sleepWindowStart: 0, sleepWindowEnd: 0 }

export function NightSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const { sleepWindowStart, sleepWindowEnd, timezone } = config
  const [keeps, setKeeps] = useState(sleepWindowStart !== sleepWindowEnd)
  const group = useSettingsGroup({
    accountId,
    saved: { sleepWindowStart, sleepWindowEnd, timezone },
    check: (values) =>
      keeps && values.sleepWindowStart === values.sleepWindowEnd ? { sleepWindowEnd: settings.sameHour } : {},
    change: (values) => values,
  })
  const keep = (next: boolean) => {
    setKeeps(next)
    group.set(next ? USUAL_NIGHT : NO_NIGHT)
  }
  return (
    <SettingsForm
      title={settings.nightHeading}
      does={settings.nightDoes}
      risk={settings.nightRisk}
      group={group}
    >
      <Switch
        size="md"
        label={settings.night}
        checked={keeps}
        onChange={(event) => keep(event.currentTarget.checked)}
      />
      {keeps && (
        <SimpleGrid cols={2}>
          <NativeSelect
            size="md"
            label={settings.from}
            data={HOURS}
            value={String(group.values.sleepWindowStart)}
            onChange={(event) => group.set({ sleepWindowStart: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            size="md"
            label={settings.to}
            data={HOURS}
            value={String(group.values.sleepWindowEnd)}
            error={group.problems.sleepWindowEnd}
            onChange={(event) => group.set({ sleepWindowEnd: Number(event.currentTarget.value) })}
          />
        </SimpleGrid>
      )}
      <ZoneField
        value={group.values.timezone}
        error={group.problems.timezone}
        onChange={(zone) => group.set({ timezone: zone })}
      />
    </SettingsForm>
  )
}

interface ZoneFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (zone: string) => void
}

function ZoneField({ value, error, onChange }: ZoneFieldProps) {
  const { settings } = useLazyStrings().reposts
  const zones = useMemo(() => zoneChoices(value), [value])
  return (
    <Select
      size="md"
      label={settings.zone}
      description={settings.zoneHint}
      data={zones}
      searchable
      allowDeselect={false}
      limit={60}
      value={value}
      error={error}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  )
}
