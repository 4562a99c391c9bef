import { Box, Button, Divider, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../core/api/story-repost.ts'
import type { RepostOutlook } from '../../../../core/reposts/outlook.ts'
import { Avatar } from '../kit/avatar.tsx'
import { Dot } from '../kit/dot.tsx'
import { AMBER_NOTE, CARD, SMALL } from '../kit/looks.ts'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useFormats, useLazyStrings } from '../strings/language.tsx'
import { byItselfText, engineText, whyNoLook } from './engine-words.ts'
import { Moment } from '../shared/moment.tsx'
import { shortTime, type Words } from './times.ts'
import { PrivateApiRisks } from './private-api/private-api-gate.tsx'
import { useLookNow, useSwitch } from './repost-queries.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'

const DOTS = {
  off: { tone: 'soft' },
  waiting: { tone: 'green' },
  due: { tone: 'green' },
  quiet: { tone: 'green', isHollow: true },
  stopped: { tone: 'red' },
  paused: { tone: 'red', isHollow: true },
} as const satisfies Record<RepostOutlook['engine']['state'], ComponentProps<typeof Dot>>

interface EnginePanelProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
  readonly readable: boolean
  readonly outlook: RepostOutlook
  readonly now: number
  readonly onOpenSettings: () => void
}

/** Shows what the engine does now and next, why, and the two switches that change it. */
export function EnginePanel(props: EnginePanelProps) {
  const { account, config, readable, outlook, now } = props
  const { reposts: strings } = useLazyStrings()
  const words = { strings, formats: useFormats(), now }
  const { state, more } = engineText(outlook, words)
  return (
    <Stack component="section" gap="lg" {...CARD} aria-labelledby="engine">
      <Group gap="sm" wrap="nowrap">
        <Avatar account={account} />
        <div>
          <Text component="h2" id="engine" {...SMALL} fw={600} lts={0}>
            {strings.engine}
          </Text>
          <Text fw={600}>
            {account.username} {account.isSandbox && <SandboxBadge />}
          </Text>
        </div>
      </Group>
      <Stack role="status" gap={6}>
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
      {!readable && <Unreadable config={config} onOpenSettings={props.onOpenSettings} />}
      <Divider />
      <EngineFacts config={config} outlook={outlook} words={words} />
      <EngineActions {...{ account, config, outlook, words }} />
    </Stack>
  )
}

interface UnreadableProps {
  readonly config: StoryRepostConfigBody
  readonly onOpenSettings: () => void
}

function Unreadable({ config, onOpenSettings }: UnreadableProps) {
  const { reposts } = useLazyStrings()
  const isOfficial = config.source === 'official'
  return (
    <Group gap="12px 20px" {...AMBER_NOTE}>
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

interface EngineFactsProps {
  readonly config: StoryRepostConfigBody
  readonly outlook: RepostOutlook
  readonly words: Words
}

function EngineFacts({ config, outlook, words }: EngineFactsProps) {
  const { strings, formats, now } = words
  const { engine, nextLookAt, today } = outlook
  const { sourceOfficial, sourcePrivateApi } = strings.settings
  return (
    <SimpleGrid component="dl" minColWidth="min(17rem, 100%)" spacing="xl" verticalSpacing="md">
      {engine.state === 'paused' && nextLookAt !== null && (
        <Fact name={strings.nextLook}>{shortTime(formats, nextLookAt, now)}</Fact>
      )}
      <Fact name={strings.lastLook}>
        <LastLook config={config} isPaused={engine.state === 'paused'} words={words} />
      </Fact>
      <Fact name={strings.today}>
        {strings.todayOf(formats.number(today.reposts), formats.number(today.most))}
      </Fact>
      <Fact name={strings.byItself}>{byItselfText(outlook, config.autoRepostEnabled, words)}</Fact>
      <Fact name={strings.looker}>{config.runner === 'local' ? strings.here : strings.cloud}</Fact>
      <Fact name={strings.readBy}>{config.source === 'official' ? sourceOfficial : sourcePrivateApi}</Fact>
    </SimpleGrid>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" {...SMALL}>
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  )
}

interface LastLookProps extends Omit<EngineFactsProps, 'outlook'> {
  /** The cause of a failure is shown above. */
  readonly isPaused: boolean
}

function LastLook({ config, isPaused, words: { strings } }: LastLookProps) {
  const { lastPollAt, lastPollStatus, lastPollError } = config
  if (lastPollAt === null) return strings.never
  return (
    <>
      <Moment at={lastPollAt} />
      {lastPollStatus === 'SUCCESS' && `: ${strings.lastFound}`}
      {lastPollStatus === 'NO_MENTIONS' && `: ${strings.lastNothing}`}
      {lastPollStatus === 'FAILED' && ` – ${strings.lastFailed(isPaused ? null : lastPollError)}`}
    </>
  )
}

interface EngineActionsProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
  readonly outlook: RepostOutlook
  readonly words: Words
}

function EngineActions({ account, config, outlook, words }: EngineActionsProps) {
  const { strings } = words
  const look = useLookNow(account.id)
  const toggle = useSwitch(account.id)
  const [asked, setAsked] = useState<PlatformAccountBody | null>(null)
  const isOn = config.isEnabled
  const reason = whyNoLook(outlook, words)
  const switchEngine = () => {
    look.reset()
    // With the owner's own session the risk is said once more, each time that it begins.
    if (!isOn && config.source === 'native') setAsked(account)
    else toggle.mutate(!isOn)
  }
  const lookNow = () => {
    toggle.reset()
    look.mutate()
  }
  const problem = look.error ?? toggle.error
  return (
    <Group gap="12px 20px">
      <Group gap="sm" align="stretch">
        <Button loading={look.isPending} disabled={reason !== null} onClick={lookNow}>
          {strings.lookNow}
        </Button>
        <Button variant="default" loading={toggle.isPending} onClick={switchEngine}>
          {isOn ? strings.switchOff : strings.switchOn}
        </Button>
      </Group>
      <Box role="status" flex="1 1 16rem" maw="44rem" c="dimmed">
        {reason !== null && <p>{reason}</p>}
        {look.isPending && <p>{config.source === 'native' ? strings.lookingSlowly : strings.looking}</p>}
        {look.data && <Found {...{ data: look.data, reason }} words={words} />}
        {toggle.isSuccess && !look.isPending && !look.data && (
          <p>{toggle.variables ? strings.switchedOn : strings.switchedOff}</p>
        )}
      </Box>
      {problem !== null && (
        <Box flex="1 0 100%">
          <ProblemNote>{problem.message}</ProblemNote>
        </Box>
      )}
      <ConfirmDialog
        subject={asked}
        title={({ username }) => strings.onWithPrivateApi(username)}
        keep={strings.onWithPrivateApiKeep}
        act={strings.onWithPrivateApiAct}
        mutation={toggle}
        argument={() => true}
        onDone={() => {}}
        onClose={() => setAsked(null)}
        onGone={() => {}}
      >
        <PrivateApiRisks />
      </ConfirmDialog>
    </Group>
  )
}

interface FoundProps {
  readonly data: { readonly detected: number; readonly skipped: readonly { readonly message: string }[] }
  /** Said already, where it is the reason why nobody looked. */
  readonly reason: string | null
  readonly words: Words
}

function Found({ data: { detected, skipped }, reason, words: { strings } }: FoundProps) {
  if (skipped.length > 0)
    return reason === null ? skipped.map(({ message }) => <p key={message}>{message}</p>) : null
  return <p>{detected === 0 ? strings.foundNothing : strings.found(detected)}</p>
}
