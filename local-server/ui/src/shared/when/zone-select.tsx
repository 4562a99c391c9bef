import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { useStrings } from '../../strings/language.tsx'
import { BROWSER_ZONE, zoneChoices, zoneLabel } from './time-zones.ts'

interface ZoneSelectProps extends Pick<
  SelectProps,
  'label' | 'aria-label' | 'size' | 'leftSection' | 'className'
> {
  readonly value: string
  readonly onChange: (timeZone: string) => void
}

/** Any zone, the reader's own first; found by typing a part of its name. */
export function ZoneSelect({ value, onChange, ...shape }: ZoneSelectProps) {
  const { when } = useStrings().shared
  const choices = useMemo(
    () =>
      zoneChoices(value).map((zone) => ({
        value: zone,
        label: zone === BROWSER_ZONE ? when.yours(zoneLabel(zone)) : zoneLabel(zone),
      })),
    [value, when],
  )
  return (
    <Select
      size="md"
      {...shape}
      data={choices}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      searchable
      styles={{ input: { textOverflow: 'ellipsis' } }}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage={when.noZone}
      maxDropdownHeight={280}
      // Hundreds of choices, of which nobody needs one while it is closed.
      comboboxProps={{ keepMounted: false }}
    />
  )
}
