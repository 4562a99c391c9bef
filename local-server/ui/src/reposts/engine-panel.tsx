import { Box, Button, Divider, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Link } from 'wouter'
import type { RepostOutlook } from '../../../../core/rules/reposts/outlook.ts'
import { Avatar } from '../kit/avatar.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dot } from '../kit/dot.tsx'
import { FactBelow } from '../kit/facts.tsx'
import { AMBER_NOTE, CARD, SMALL } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { RelativeTime } from '../shared/moment.tsx'
import { focusTitle } from '../shared/on-demand.tsx'
import { attentionQuery } from '../shared/queries.ts'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { PrivateApiRisks } from './private-api/private-api-panel.tsx'
import { useLookNow, useSwitch } from './repost-queries.ts'
import { useRepostOverview, useRepostWords } from './repost-overview.ts'

const DOTS = {
  off: { tone: 'soft' },
  waiting: { tone: 'green' },
  due: { tone: 'green' },
  quiet: { tone: 'green', isHollow: true },
  stopped: { tone: 'red' },
  paused: { tone: 'red', isHollow: true },
} as const satisfies Record<RepostOutlook['engine']['state'], ComponentProps<typeof Dot>>

/** Shows what the engine does now and next, why, and the two switches that change it. */
export function EnginePanel({ onOpenSettings }: { readonly onOpenSettings: () => void }) {
  const { account, readable, outlook } = useRepostOverview()
  const { reposts } = useLazyStrings()
  const [state, more] = useRepostWords().state()
  return (
    <Stack component="section" gap="lg" {...CARD} aria-labelledby="engine">
      <Group gap="sm" wrap="nowrap">
        <Avatar account={account} />
        <div>
          <Text component="h2" id="engine" {...SMALL} fw={600} lts={0}>
            {reposts.engine}
          </Text>
          <Text fw={600}>
            {account.username} {account.isSandbox && <SandboxBadge />}
          </Text>
        </div>
      </Group>
      {/* How long it is until the next check changes by itself, every minute in the end. */}
      <Stack role="status" aria-live={outlook.engine.state === 'waiting' ? 'off' : 'polite'} gap="3xs">
        <Text fz="lg" fw={600} lh={1.35}>
          <Dot {...DOTS[outlook.engine.state]} size="0.75rem" />
          {state}
        </Text>
        {more !== null && (
          <Text maw="44rem" c="dimmed">
            {more}
          </Text>
        )}
      </Stack>
      {!readable && <Unreadable onOpenSettings={onOpenSettings} />}
      <Divider />
      <EngineFacts />
      <EngineActions />
    </Stack>
  )
}

function Unreadable({ onOpenSettings }: { readonly onOpenSettings: () => void }) {
  const { reposts } = useLazyStrings()
  const isOfficial = useRepostOverview().config.source === 'official'
  return (
    <Group gap="0.75rem 1.25rem" {...AMBER_NOTE}>
      <p>
        <strong>{reposts.unreadable}</strong>{' '}
        {isOfficial ? reposts.unreadableOfficial : reposts.unreadablePrivateApi}
      </p>
      {isOfficial ? (
        <Button component={Link} href="/settings/accounts" variant="default" size="xs">
          {reposts.reconnect}
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={onOpenSettings}>
          {reposts.toSettings}
        </Button>
      )}
    </Group>
  )
}

function EngineFacts() {
  const { reposts } = useLazyStrings()
  const formats = useFormats()
  const { short, byItselfWords } = useRepostWords()
  const { config, outlook } = useRepostOverview()
  const { engine, nextLookAt, today } = outlook
  const { sourceOfficial, sourcePrivateApi } = reposts.settings
  return (
    <SimpleGrid component="dl" minColWidth="min(17rem, 100%)" spacing="2xl" verticalSpacing="md">
      {engine.state === 'paused' && nextLookAt !== null && (
        <FactBelow name={reposts.nextLook}>{short(nextLookAt)}</FactBelow>
      )}
      <FactBelow name={reposts.lastLook}>
        <LastLook />
      </FactBelow>
      <FactBelow name={reposts.today}>
        {reposts.todayOf(formats.number(today.reposts), formats.number(today.most))}
      </FactBelow>
      <FactBelow name={reposts.byItself}>{byItselfWords()}</FactBelow>
      <FactBelow name={reposts.looker}>{config.runner === 'local' ? reposts.here : reposts.cloud}</FactBelow>
      <FactBelow name={reposts.readBy}>
        {config.source === 'official' ? sourceOfficial : sourcePrivateApi}
      </FactBelow>
    </SimpleGrid>
  )
}

function LastLook() {
  const { reposts } = useLazyStrings()
  const { config, outlook } = useRepostOverview()
  const { lastPollAt, lastPollStatus, lastPollError } = config
  // The cause of a pause is shown above.
  const cause = outlook.engine.state === 'paused' ? null : lastPollError
  if (lastPollAt === null) return reposts.never
  return (
    <>
      <RelativeTime at={lastPollAt} />
      {lastPollStatus === 'SUCCESS' && `: ${reposts.lastFound}`}
      {lastPollStatus === 'NO_MENTIONS' && `: ${reposts.lastNothing}`}
      {lastPollStatus === 'FAILED' && ` – ${reposts.lastFailed(cause)}`}
      {lastPollStatus !== 'FAILED' && lastPollError !== null && ` – ${reposts.lastNotAll}`}
    </>
  )
}

function EngineActions() {
  const { reposts } = useLazyStrings()
  const { account, config } = useRepostOverview()
  const look = useLookNow(account.id)
  const toggle = useSwitch(account.id)
  const [isAsked, setAsked] = useState(false)
  const isOn = config.isEnabled
  const reason = useRepostWords().whyNoLook()
  const needsPerson = useNeedsPerson(account.id)
  const leaveOff = () => {
    look.reset()
    // The button is gone then.
    toggle.mutate(false, { onSuccess: focusTitle })
  }
  const switchEngine = () => {
    look.reset()
    // With the owner's own session the risk is said once more, each time that it begins.
    if (!isOn && config.source === 'native') setAsked(true)
    else toggle.mutate(!isOn)
  }
  const lookNow = () => {
    toggle.reset()
    look.mutate()
  }
  // Not said for longer than it is true: it may switch itself off at its first check.
  const isStillSo = toggle.isSuccess && toggle.variables === isOn
  const problem = look.error ?? toggle.error
  return (
    <Group gap="0.75rem 1.25rem">
      <Group gap="sm" align="stretch">
        <Button loading={look.isPending} disabled={reason !== null} onClick={lookNow}>
          {reposts.lookNow}
        </Button>
        <Button variant="default" loading={toggle.isPending} onClick={switchEngine}>
          {isOn ? reposts.switchOff : reposts.switchOn}
        </Button>
        {needsPerson && (
          <Button variant="default" disabled={toggle.isPending} onClick={leaveOff}>
            {reposts.leaveOff}
          </Button>
        )}
      </Group>
      <Box role="status" flex="1 1 16rem" maw="44rem" c="dimmed">
        {reason !== null && <p>{reason}</p>}
        {look.isPending && <p>{config.source === 'native' ? reposts.lookingSlowly : reposts.looking}</p>}
        {look.data && <Found {...look.data} />}
        {isStillSo && !look.isPending && !look.data && (
          <p>{toggle.variables ? reposts.switchedOn : reposts.switchedOff}</p>
        )}
      </Box>
      {problem !== null && (
        <Box flex="1 0 100%">
          <ProblemNote error={problem} />
        </Box>
      )}
      <ConfirmDialog
        subject={isAsked ? account : null}
        title={({ username }) => reposts.onWithPrivateApi(username)}
        keep={reposts.leaveOff}
        act={reposts.onWithPrivateApiAct}
        mutation={toggle}
        argument={() => true}
        onClose={() => setAsked(false)}
      >
        <PrivateApiRisks />
      </ConfirmDialog>
    </Group>
  )
}

/** It has switched itself off, and the user has not left it at that. */
function useNeedsPerson(account: string): boolean {
  const entries = useQuery(attentionQuery).data?.entries ?? []
  return entries.some(({ code, accountId }) => code === 'REPOSTS_STOPPED' && accountId === account)
}

interface FoundProps {
  readonly detected: number
  readonly skipped: readonly { readonly message: string }[]
}

function Found({ detected, skipped }: FoundProps) {
  const { reposts } = useLazyStrings()
  const reason = useRepostWords().whyNoLook()
  if (skipped.length === 0) return <p>{detected === 0 ? reposts.foundNothing : reposts.found(detected)}</p>
  // Where it is the reason why nobody looked, it is said already.
  return reason === null ? skipped.map(({ message }) => <p key={message}>{message}</p>) : null
}
