import { Button, Divider, Group, Stack, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import type { RepostOutlook } from '../../../../../core/reposts/outlook.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { Dot } from '../../kit/dot.tsx'
import { AMBER_NOTE, CARD, SMALL } from '../../kit/looks.ts'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { EngineActions } from './engine-actions.tsx'
import { EngineFacts } from './engine-facts.tsx'
import { engineText } from './engine-words.ts'

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
        <Button component={Link} href="/accounts" variant="default" size="xs">
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
