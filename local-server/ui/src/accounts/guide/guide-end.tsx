import { Button, Group, Text } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { NEW_POST, usePostSheet } from '../../shared/post-sheet-address.ts'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { DryRunButton } from '../dry-run.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './guide-end.module.css'

interface GuideEndProps {
  readonly accounts: readonly PlatformAccountBody[]
  /** Connected just now: the reader is brought here. */
  readonly isNew: boolean
}

export function GuideEnd({ accounts, isNew }: GuideEndProps) {
  const { end } = useLazyStrings().guide
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const sheet = usePostSheet()
  return (
    <section className={classes.end} aria-labelledby="guide-end">
      <h2 id="guide-end" ref={heading} tabIndex={-1}>
        <span className={classes.icon}>
          <CheckCircleIcon size={24} />
        </span>
        {end.title(accounts.length)}
      </h2>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Avatar account={account} />
            <p>
              <strong>{account.username}</strong> {account.isSandbox && <SandboxBadge />}
              <small>{account.name}</small>
            </p>
            <DryRunButton account={account} />
          </li>
        ))}
      </ul>
      <p>{end.text}</p>
      <Group gap="sm" align="stretch">
        <Button component={Link} href={sheet.hrefOf(NEW_POST)}>
          {end.write}
        </Button>
        <Button component={Link} href="/cloud" variant="default">
          {end.cloud}
        </Button>
        <Button component={Link} href="/accounts" variant="default">
          {end.accounts}
        </Button>
      </Group>
      <Text c="dimmed" fz="0.9375rem">
        {end.another}
      </Text>
    </section>
  )
}
