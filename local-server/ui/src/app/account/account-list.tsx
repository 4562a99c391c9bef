import { Box, Center, Kbd, Text, TextInput, UnstyledButton } from '@mantine/core'
import { PeopleIcon } from '@primer/octicons-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { isForInputMethod } from '../../shared/input-method.ts'
import { A_FEW_ACCOUNTS } from '../../shared/accounts/account-select.tsx'
import { useStrings } from '../../strings/language.tsx'
import classes from './account-switch.module.css'
import { useSingleKeys } from '../keys/use-keys.ts'

interface AccountListProps {
  readonly accounts: readonly PlatformAccountBody[]
  /** Null: all of them. */
  readonly current: string | null
  readonly onChoose: (id: string | null) => void
}

/** As many as are read without scrolling; others are found by a part of their name. */
const MOST_ROWS = 12

export function AccountList({ accounts, current, onChoose }: AccountListProps) {
  const { app, shared } = useStrings()
  const [text, setText] = useState('')
  const [hasSingleKeys] = useSingleKeys()
  const found = accounts.filter(({ username }) => username.toLowerCase().includes(text.trim().toLowerCase()))
  const shown = found.slice(0, MOST_ROWS)
  const keyOf = (id: string) => {
    const place = accounts.findIndex((account) => account.id === id) + 1
    return hasSingleKeys && place <= 9 ? <Kbd>{place}</Kbd> : null
  }
  return (
    <Box onKeyDown={moveFocus}>
      {accounts.length > A_FEW_ACCOUNTS && (
        <TextInput
          mb="2xs"
          type="search"
          data-autofocus
          aria-label={app.account.find}
          placeholder={app.account.find}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key, nativeEvent }) => {
            const [first] = shown
            const isMeant = key === 'Enter' && !isForInputMethod(nativeEvent)
            if (isMeant && first && text.trim() !== '') onChoose(first.id)
          }}
        />
      )}
      {text.trim() === '' && (
        <Row isCurrent={current === null} onClick={() => onChoose(null)}>
          <Center component="span" w="1.5rem">
            <PeopleIcon />
          </Center>
          <span>{app.account.all}</span>
          {hasSingleKeys && <Kbd>0</Kbd>}
        </Row>
      )}
      {shown.map((account) => (
        <Row key={account.id} isCurrent={account.id === current} onClick={() => onChoose(account.id)}>
          <Avatar account={account} size="small" />
          <span>{account.username}</span>
          {keyOf(account.id)}
        </Row>
      ))}
      <Text role="status" px="2xs" c="dimmed" fz="sm" data-fills-later>
        {found.length === 0
          ? shared.noAccountNamed
          : found.length > MOST_ROWS && app.account.more(found.length - MOST_ROWS)}
      </Text>
    </Box>
  )
}

interface RowProps {
  readonly isCurrent: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Row({ isCurrent, ...button }: RowProps) {
  return <UnstyledButton className={classes.row} aria-pressed={isCurrent} {...button} />
}

/** The arrows lead from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  places.at((places.findIndex((place) => place === event.target) + by) % places.length)?.focus()
}
