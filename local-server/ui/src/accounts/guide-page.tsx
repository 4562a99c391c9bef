import { Anchor, Box, Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ArrowLeftIcon, CheckCircleIcon } from '@primer/octicons-react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { GUIDE_WAYS, type GuideWay, loginOf } from '../../../../core/rules/setup/guide-steps.ts'
import { accountsQuery } from '../shared/queries.ts'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useLazyStrings } from '../strings/language.tsx'
import { guideQuery, setupQuery, useGuideProgress } from './account-queries.ts'
import { GuideSteps } from './guide-accordion.tsx'
import { OutcomeNote, useLoginOutcome } from './login.tsx'
import { CARD, SMALL, SOFT } from '../kit/looks.ts'
import { Avatar } from '../kit/avatar.tsx'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useLeave } from '../kit/unsaved.tsx'
import { DryRunButton } from './dry-run-button.tsx'

/** Leads somebody who has never seen a developer dashboard to a connected account. What was done is known by the server. */
export function GuidePage() {
  const { guide: words } = useLazyStrings()
  const outcome = useLoginOutcome()
  const [justConnected, setJustConnected] = useState<readonly string[]>([])
  const progress = useQuery(guideQuery)
  const setup = useQuery(setupQuery)
  const accounts = useQuery(accountsQuery)
  const { way } = useGuideProgress()
  const returned = outcome === undefined || outcome === 'lost' ? [] : outcome.connected
  const names = [...justConnected, ...returned]
  const connected = (accounts.data ?? []).filter(
    (account) => names.includes(account.username) || (way !== null && isByWay(account, way)),
  )
  const failed = [progress, setup].find(({ error }) => error !== null)
  return (
    <Stack gap="xl" maw="52rem">
      <span>
        <Anchor component={Link} href="/settings/accounts">
          <ArrowLeftIcon /> {words.back}
        </Anchor>
      </span>
      <PageTitle title={words.title} mb="2xs">
        {words.intro}
      </PageTitle>
      {(outcome === 'lost' || (outcome !== undefined && outcome.problem !== null)) && (
        <OutcomeNote outcome={outcome} />
      )}
      {failed?.error && <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />}
      {progress.isPending || setup.isPending ? (
        <Skeleton height={280} radius="lg" />
      ) : (
        <>
          <WayChoice />
          {way !== null && setup.data && (
            <GuideSteps
              // Each way has an open step of its own.
              key={way}
              way={way}
              isConnected={connected.length > 0}
              onConnected={setJustConnected}
            />
          )}
          {connected.length > 0 && <GuideEnd accounts={connected} isNew={names.length > 0} />}
        </>
      )}
    </Stack>
  )
}

/** A real account that can be published to now. */
function isByWay({ isSandbox, loginMethod, tokenExpiresAt }: PlatformAccountBody, way: GuideWay): boolean {
  const hasEnded = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= Date.now()
  return !isSandbox && !hasEnded && loginMethod === loginOf(way)
}

function WayChoice() {
  const words = useLazyStrings().guide
  const { way, choose } = useGuideProgress()
  const leave = useLeave()
  return (
    <Radio.Group
      value={way}
      onChange={(value) => leave(() => choose(value as GuideWay), { stays: true })}
      label={words.choose}
      labelProps={{ fz: 'lg', fw: 650, mb: 'sm' }}
    >
      <Stack gap="sm" data-chosen={way !== null || undefined}>
        {GUIDE_WAYS.map((one) => (
          <Radio.Card
            key={one}
            value={one}
            p="1rem 1.25rem"
            aria-labelledby={`way-${one}`}
            aria-describedby={`about-${one}`}
          >
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator />
              <Box miw={0}>
                <Group component="p" gap="0.125rem 0.75rem" align="baseline" fw={650}>
                  <span id={`way-${one}`}>{words.ways[one].title}</span>
                  <Text component="small" fz="sm" c="dimmed" fw={500}>
                    {words.ways[one].tag}
                  </Text>
                </Group>
                <Text id={`about-${one}`} mt="4xs" {...SOFT}>
                  {words.ways[one].text}
                </Text>
              </Box>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface GuideEndProps {
  readonly accounts: readonly PlatformAccountBody[]
  /** Connected just now: the reader is brought here. */
  readonly isNew: boolean
}

function GuideEnd({ accounts, isNew }: GuideEndProps) {
  const { end } = useLazyStrings().guide
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  const sheet = useOverlays()
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
      <Group component="ul" gap="0.75rem 2rem">
        {accounts.map((account) => (
          <Group key={account.id} component="li" wrap="nowrap">
            <Avatar account={account} size="large" />
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
        <Button component={Link} href="/settings/cloud" variant="default">
          {end.cloud}
        </Button>
        <Button component={Link} href="/settings/accounts" variant="default">
          {end.accounts}
        </Button>
      </Group>
      <Text {...SOFT}>{end.another}</Text>
    </Stack>
  )
}
