import { Group, NativeSelect, Select, Text, type SelectProps } from '@mantine/core'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { useStrings } from '../../strings/language.tsx'

/** More than these are found by typing a part of the name. */
export const A_FEW_ACCOUNTS = 6

/**
 * Nobody reads a list of hundreds: as many are shown as need no scrolling. The list is next to the field, so that a menu with the
 * field in it stays open, and a dialog contains all of its parts.
 */
const SEARCHED_ACCOUNTS = {
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

/** One of the accounts; where there is no other, its name. */
export function AccountSelect({ accounts, value, onChange, ...shape }: AccountSelectProps) {
  const { noAccountNamed, noAccountChosen } = useStrings().shared
  const known = accounts.map(({ id, username }) => ({ value: id, label: username }))
  const open = { value: '', label: noAccountChosen, disabled: true }
  // One that was disconnected since is none: a browser would show the first as chosen.
  const chosen = accounts.find(({ id }) => id === value)
  const data = !chosen && accounts.length <= A_FEW_ACCOUNTS ? [open, ...known] : known
  const picture = chosen && <Avatar account={chosen} size="small" />
  if (chosen && accounts.length === 1) return <Choice account={chosen} />
  if (accounts.length <= A_FEW_ACCOUNTS)
    return (
      <NativeSelect
        {...shape}
        leftSection={picture}
        data={data}
        value={chosen?.id ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <Select
      {...shape}
      {...SEARCHED_ACCOUNTS}
      leftSection={picture}
      renderOption={({ option }) => <Choice account={accounts.find(({ id }) => id === option.value)} />}
      data={data}
      value={chosen?.id ?? null}
      onChange={(id) => id !== null && onChange(id)}
      placeholder={noAccountChosen}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage={noAccountNamed}
    />
  )
}

function Choice({ account }: { readonly account: PlatformAccountBody | undefined }) {
  if (!account) return null
  return (
    <Group gap="2xs" wrap="nowrap">
      <Avatar account={account} size="small" />
      <Text span inherit>
        {account.username}
      </Text>
    </Group>
  )
}
