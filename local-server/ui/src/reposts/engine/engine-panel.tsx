import { Button, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import type { RepostOutlook } from '../../../../../core/reposts/outlook.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import { EngineActions } from './engine-actions.tsx'
import { EngineFacts } from './engine-facts.tsx'
import classes from './engine-panel.module.css'
import { engineText } from './engine-words.ts'

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
    <section className={classes.panel} aria-labelledby="engine">
      <Group gap="sm" wrap="nowrap">
        <Avatar account={account} />
        <div>
          <h2 id="engine" className={classes.heading}>
            {strings.engine}
          </h2>
          <p className={classes.name}>
            {account.username} {account.isSandbox && <SandboxBadge />}
          </p>
        </div>
      </Group>
      <div role="status" className={classes.state} data-state={outlook.engine.state}>
        <p>{state}</p>
        {more !== null && (
          <Text maw="44rem" c="dimmed" fz="md" fw={400}>
            {more}
          </Text>
        )}
      </div>
      {!readable && <Unreadable config={config} onOpenSettings={props.onOpenSettings} />}
      <EngineFacts config={config} outlook={outlook} words={words} />
      <EngineActions {...{ account, config, outlook, words }} />
    </section>
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
    <div className={classes.unreadable}>
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
    </div>
  )
}
