import { Button, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { CheckIcon, NoEntryIcon, type Icon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { notify } from '../shared/notifications.ts'
import { useFocusAfter } from '../shared/on-demand.tsx'
import { ProblemNote, Loaded, Sign } from '../kit/problem-note.tsx'
import { useLazyStrings } from '../strings/language.tsx'
import { PrivateApiGate, PrivateApiPanel } from './private-api/private-api-panel.tsx'
import { type RepostSources, sourcesQuery, useSetUp } from './repost-queries.ts'
import { BoundedNumber, useBoundProblem } from './settings/settings-group.tsx'
import { SourceChoice } from './settings/source-choice.tsx'
import { Avatar } from '../kit/avatar.tsx'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { CARD } from '../kit/looks.ts'
import { Form } from '../kit/form.tsx'

/** From "not configured" to the first look. */
export function SetUpForm({ account }: { readonly account: PlatformAccountBody }) {
  return (
    <Loaded query={useQuery(sourcesQuery(account.id))} height={480}>
      {(sources) => (
        <Stack gap="clamp(2rem, 5vw, 3rem)">
          <Introduction account={account} />
          <Steps account={account} sources={sources} />
        </Stack>
      )}
    </Loaded>
  )
}

interface StepsProps {
  readonly account: PlatformAccountBody
  readonly sources: RepostSources
}

const USUAL_INTERVAL = 12

function Steps({ account, sources }: StepsProps) {
  const { reposts } = useLazyStrings()
  const [source, setSource] = useState<'official' | 'native'>('official')
  const [understood, setUnderstood] = useState(false)
  const isReady = source === 'official' ? sources.official : understood && sources.native !== null
  return (
    <>
      <Stack component="section" gap="lg" aria-labelledby="how">
        <h2 id="how">{reposts.settings.sourceHeading}</h2>
        <SourceChoice value={source} sources={sources} onChange={setSource} />
        {source === 'native' && !understood && <PrivateApiGate onUnderstood={() => setUnderstood(true)} />}
        {source === 'native' && understood && <PrivateApiPanel account={account} sources={sources} />}
      </Stack>
      <Begin accountId={account.id} source={source} isReady={isReady} />
    </>
  )
}

interface BeginProps {
  readonly accountId: string
  readonly source: 'official' | 'native'
  /** The source can be read. */
  readonly isReady: boolean
}

function Begin({ accountId, source, isReady }: BeginProps) {
  const { reposts } = useLazyStrings()
  const { settings } = reposts
  const boundProblem = useBoundProblem()
  const [interval, setInterval] = useState<number | string>(USUAL_INTERVAL)
  const [tags, setTags] = useState(true)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [missing, setMissing] = useState(false)
  const setUp = useSetUp(accountId, () => notify(reposts.begun))
  useFocusAfter(setUp.isPending)
  const submit = () => {
    const problem = boundProblem('pollIntervalHours', interval)
    setWrong(problem)
    setMissing(!isReady)
    if (problem !== undefined || !isReady) return
    const wanted = { source, pollIntervalHours: Number(interval), autoTagOriginalPoster: tags }
    setUp.mutate(wanted)
  }
  return (
    <Form gap="lg" onSubmit={submit} aria-labelledby="how-often">
      <h2 id="how-often">{reposts.howOftenHeading}</h2>
      <Stack gap="lg" maw="34rem">
        <BoundedNumber
          setting="pollIntervalHours"
          label={settings.interval}
          description={settings.intervalDoes}
          value={interval}
          error={wrong}
          onChange={setInterval}
        />
        <Switch
          size="md"
          label={settings.credit}
          description={settings.creditDoes}
          checked={tags}
          onChange={(event) => setTags(event.currentTarget.checked)}
        />
        {missing && !isReady && <ProblemNote>{reposts.beginNeeds}</ProblemNote>}
        {setUp.isError && <ProblemNote error={setUp.error} />}
        <Button type="submit" size="md" w="fit-content" loading={setUp.isPending}>
          {reposts.begin}
        </Button>
      </Stack>
    </Form>
  )
}

function Introduction({ account }: { readonly account: PlatformAccountBody }) {
  const { reposts } = useLazyStrings()
  return (
    <Stack component="section" gap="xl" {...CARD} aria-labelledby="set-up">
      <Group gap="sm" wrap="nowrap">
        <Avatar account={account} />
        <div>
          <h2 id="set-up">{reposts.setUpHeading}</h2>
          <p>
            {account.username} {account.isSandbox && <SandboxBadge />}
          </p>
        </div>
      </Group>
      <SimpleGrid minColWidth="min(19rem, 100%)" autoFlow="auto-fit" spacing="3xl" verticalSpacing="xl">
        <Points title={reposts.does} texts={reposts.doesList} Icon={CheckIcon} />
        <Points title={reposts.doesNot} texts={reposts.doesNotList} Icon={NoEntryIcon} />
      </SimpleGrid>
      {account.isSandbox && <Text c="dimmed">{reposts.practice}</Text>}
    </Stack>
  )
}

interface PointsProps {
  readonly title: string
  readonly texts: readonly string[]
  readonly Icon: Icon
}

function Points({ title, texts, Icon }: PointsProps) {
  return (
    <div>
      <h3>{title}</h3>
      <Stack component="ul" gap="xs" mt="sm">
        {texts.map((text) => (
          <li key={text}>
            <Sign Icon={Icon} tone="dimmed" mt={0}>
              {text}
            </Sign>
          </li>
        ))}
      </Stack>
    </div>
  )
}
