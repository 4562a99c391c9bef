// The current account, in the header: what the plan shows, and where new posts and dropped files go.
import { Popover, UnstyledButton } from '@mantine/core'
import { ChevronDownIcon, PeopleIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { Avatar } from '../../kit/avatar.tsx'
import { useCurrentAccount } from '../../shared/accounts/default-account.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './account-switch.module.css'
import { useKeys } from '../keys/use-keys.ts'
import { lazyPage } from '../lazy-page.tsx'

const AccountList = lazyPage(async () => (await import('./account-list.tsx')).AccountList)

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/** Nothing while there is only one account. */
export function AccountSwitch() {
  const { app } = useStrings()
  const accounts = useQuery(accountsQuery).data ?? []
  const [current, choose] = useCurrentAccount()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const hasChoice = accounts.length > 1
  const withKeys = accounts.slice(0, hasChoice ? DIGITS.length : 0)
  useKeys({
    ...(hasChoice && { '0': () => choose(null) }),
    ...Object.fromEntries(withKeys.map(({ id }, index) => [DIGITS[index], () => choose(id)])),
  })
  if (!hasChoice) return null
  const account = accounts.find(({ id }) => id === current)
  const name = account?.username ?? app.account.all
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      radius="md"
    >
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={classes.button}
          aria-label={app.account.is(name)}
          onClick={() => setOpened(!opened)}
        >
          {account ? <Avatar account={account} size="small" /> : <PeopleIcon size={20} />}
          <span className={classes.name} aria-live="polite">
            {name}
          </span>
          <ChevronDownIcon size={12} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="2xs" w="16rem">
        <Suspense fallback={null}>
          <AccountList
            accounts={accounts}
            current={account?.id ?? null}
            onChoose={(id) => {
              choose(id)
              close()
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
