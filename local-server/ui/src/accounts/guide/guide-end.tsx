import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { CARD, SMALL, SOFT } from '../../kit/looks.ts'
import { NEW_POST, usePostSheet } from '../../shared/post-sheet-address.ts'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { DryRunButton } from '../dry-run.tsx'
import { useLazyStrings } from '../../strings/language.tsx'

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
    <Stack
      component="section"
      {...CARD}
      p="clamp(1.25rem, 4vw, 2rem)"
      bd="1px solid var(--green)"
      aria-labelledby="guide-end"
    >
      <h2 id="guide-end" ref={heading} tabIndex={-1}>
        <Group component="span" gap="xs" wrap="nowrap">
          <Box component="span" flex="none" lh={0} c="var(--green)">
            <CheckCircleIcon size={24} />
          </Box>
          {end.title(accounts.length)}
        </Group>
      </h2>
      <Group component="ul" gap="12px 32px">
        {accounts.map((account) => (
          <Group key={account.id} component="li" wrap="nowrap">
            <Avatar account={account} isLarge />
            <div>
              <strong>{account.username}</strong> {account.isSandbox && <SandboxBadge />}
              <Text {...SMALL}>{account.name}</Text>
            </div>
            <DryRunButton account={account} />
          </Group>
        ))}
      </Group>
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
      <Text {...SOFT}>{end.another}</Text>
    </Stack>
  )
}
