import { NativeSelect, Select, type SelectProps } from '@mantine/core'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { useStrings } from '../strings/language.tsx'

/** More than these are found by typing a part of the name. */
export const A_FEW_ACCOUNTS = 6

/**
 * Nobody reads a list of hundreds: as many are shown as need no scrolling. The list is next to the field, so that a menu with the
 * field in it stays open, and a dialog contains all of its parts.
 */
export const SEARCHED_ACCOUNTS = {
  searchable: true,
  limit: 8,
  withScrollArea: false,
  comboboxProps: { keepMounted: false, withinPortal: false },
} as const

interface AccountSelectProps extends Pick<
  SelectProps,
  'label' | 'aria-label' | 'description' | 'disabled' | 'size' | 'miw' | 'maw'
> {
  readonly accounts: readonly PlatformAccountBody[]
  readonly value: string | null
  readonly onChange: (id: string) => void
}

/** One of the accounts. */
export function AccountSelect({ accounts, value, onChange, ...shape }: AccountSelectProps) {
  const { noAccountNamed, noAccountChosen } = useStrings().shared
  const known = accounts.map(({ id, username }) => ({ value: id, label: username }))
  const open = { value: '', label: noAccountChosen, disabled: true }
  const data = value === null && accounts.length <= A_FEW_ACCOUNTS ? [open, ...known] : known
  if (accounts.length <= A_FEW_ACCOUNTS)
    return (
      <NativeSelect
        {...shape}
        data={data}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Select
      {...shape}
      {...SEARCHED_ACCOUNTS}
      data={data}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
      placeholder={noAccountChosen}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage={noAccountNamed}
    />
  )
}
