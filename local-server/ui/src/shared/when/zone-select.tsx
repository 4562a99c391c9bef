import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useStrings } from '../../strings/language.tsx'
import { BROWSER_ZONE, zoneChoices, zoneLabel } from './time-zones.ts'

interface ZoneSelectProps extends Pick<
  SelectProps,
  'label' | 'aria-label' | 'description' | 'error' | 'size' | 'leftSection' | 'className'
> {
  readonly value: string
  readonly onChange: (timeZone: string) => void
}

/** Any zone, the reader's own first; found by typing a part of its name. */
export function ZoneSelect({ value, onChange, ...shape }: ZoneSelectProps) {
  const { when } = useStrings().shared
  const [isOpen, setOpen] = useState(false)
  // Hundreds of choices, of which nobody needs the others while it is closed.
  const choices = useMemo(
    () =>
      (isOpen ? zoneChoices(value) : [value]).map((zone) => ({
        value: zone,
        label: zone === BROWSER_ZONE ? when.yours(zoneLabel(zone)) : zoneLabel(zone),
      })),
    [isOpen, value, when],
  )
  return (
    <Select
      size="md"
      {...shape}
      data={choices}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      searchable
      styles={{ input: { textOverflow: 'ellipsis' }, options: { maxHeight: '17.5rem', overflowY: 'auto' } }}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage={when.noZone}
      // The list itself scrolls, which its field leads through.
      withScrollArea={false}
      // The field names the list that it opens only where that is there before.
      comboboxProps={{ keepMounted: true }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  )
}
