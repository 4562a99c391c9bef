import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import type { RepostOutlook } from '../../../../../core/reposts/outlook.ts'
import { Moment } from '../../shared/moment.tsx'
import { shortTime, type Words } from '../times.ts'
import { SMALL } from '../../kit/looks.ts'
import { byItselfText } from './engine-words.ts'

interface EngineFactsProps {
  readonly config: StoryRepostConfigBody
  readonly outlook: RepostOutlook
  readonly words: Words
}

export function EngineFacts({ config, outlook, words }: EngineFactsProps) {
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
