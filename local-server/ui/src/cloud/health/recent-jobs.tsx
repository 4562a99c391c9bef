import { Box, Button, Code, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { Moment } from '../../shared/moment.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Card } from '../card.tsx'
import { type Diagnostics, useCloud } from '../cloud-queries.ts'

type Job = Diagnostics['recentJobs'][number]

const AT_FIRST = 6

export function RecentJobs() {
  const words = useLazyStrings().cloud.jobs
  const jobs = useCloud().diagnostics.data?.recentJobs
  const [all, setAll] = useState(false)
  return (
    <Card id="recent-jobs" title={words.title}>
      {!jobs?.length && <Text c="dimmed">{jobs ? words.none : '–'}</Text>}
      <ul data-ruled data-fills-later>
        {jobs?.slice(0, all ? jobs.length : AT_FIRST).map((job, index) => (
          <JobRow key={jobFacts(job).id ?? index} job={job} />
        ))}
      </ul>
      {jobs && !all && jobs.length > AT_FIRST && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setAll(true)}>
          {words.all(jobs.length)}
        </Button>
      )}
    </Card>
  )
}

const STATE_COLOURS: Readonly<Record<string, string>> = { published: 'var(--green)', failed: 'var(--red)' }

function JobRow({ job }: { readonly job: Job }) {
  const words = useLazyStrings().cloud.jobs
  const { id, postId, state, at } = jobFacts(job)
  const short = id?.slice(0, 8) ?? '?'
  const isKnown = state !== null && state in words.states
  return (
    <Box component="li" py="xs">
      <Group gap="0.25rem 1rem" align="baseline">
        <code title={id ?? undefined}>{short}</code>
        {state !== null && (
          <Text span fw={600} c={STATE_COLOURS[state] ?? 'inherit'}>
            {isKnown ? words.states[state as keyof typeof words.states] : state}
          </Text>
        )}
        {at !== null && (
          <Text span c="dimmed">
            {state === 'waiting' && words.due} <Moment at={at} />
          </Text>
        )}
        {postId !== null && (
          <Box component={Link} href={`/posts/${postId}`} ml="auto" aria-label={words.openPost(short)}>
            {words.post}
          </Box>
        )}
      </Group>
      <details>
        <Box component="summary" {...SMALL} aria-label={`${words.raw}: ${words.job(short)}`}>
          {words.raw}
        </Box>
        <Code block mt={8} p="sm" bg="var(--tint)" fz="sm" tabIndex={0}>
          {JSON.stringify(job, null, 2)}
        </Code>
      </details>
    </Box>
  )
}

/** Facts that a job states about itself, if any: the Worker may be of another version than this page. */
function jobFacts(job: Readonly<Record<string, unknown>>) {
  const text = (...names: readonly string[]) => {
    const found = names.map((name) => job[name]).find((value) => typeof value === 'string' && value !== '')
    return typeof found === 'string' ? found : null
  }
  const at = text('publishAt', 'at', 'updatedAt')
  return {
    id: text('jobId', 'id'),
    postId: text('postId'),
    state: text('state', 'status'),
    at: at !== null && Number.isFinite(Date.parse(at)) ? at : null,
  }
}
