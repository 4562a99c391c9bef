import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { Moment } from '../../shared/moment.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { Card } from '../card.tsx'
import type { Diagnostics } from '../cloud-queries.ts'
import classes from './recent-jobs.module.css'

type Job = Diagnostics['recentJobs'][number]

const AT_FIRST = 6

export function RecentJobs({ jobs }: { readonly jobs: readonly Job[] | undefined }) {
  const words = useLazyStrings().cloud.jobs
  const [all, setAll] = useState(false)
  if (!jobs || jobs.length === 0)
    return (
      <Card id="recent-jobs" title={words.title}>
        <p className={classes.none}>{jobs ? words.none : '–'}</p>
      </Card>
    )
  return (
    <Card id="recent-jobs" title={words.title}>
      <ul>
        {jobs.slice(0, all ? jobs.length : AT_FIRST).map((job, index) => (
          <JobRow key={jobFacts(job).id ?? index} job={job} />
        ))}
      </ul>
      {!all && jobs.length > AT_FIRST && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setAll(true)}>
          {words.all(jobs.length)}
        </Button>
      )}
    </Card>
  )
}

function JobRow({ job }: { readonly job: Job }) {
  const words = useLazyStrings().cloud.jobs
  const { id, postId, state, at } = jobFacts(job)
  const short = id?.slice(0, 8) ?? '?'
  const isKnown = state !== null && state in words.states
  return (
    <li className={classes.job}>
      <Group gap="0.25rem 1rem" align="baseline">
        <code title={id ?? undefined}>{short}</code>
        {state !== null && (
          <span className={classes.state} data-state={state}>
            {isKnown ? words.states[state as keyof typeof words.states] : state}
          </span>
        )}
        {at !== null && (
          <span className={classes.at}>
            {state === 'waiting' && words.due} <Moment at={at} />
          </span>
        )}
        {postId !== null && (
          <Link href={`/posts/${postId}`} className={classes.open} aria-label={words.openPost(short)}>
            {words.post}
          </Link>
        )}
      </Group>
      <details className={classes.raw}>
        <summary aria-label={`${words.raw}: ${words.job(short)}`}>{words.raw}</summary>
        <pre tabIndex={0}>{JSON.stringify(job, null, 2)}</pre>
      </details>
    </li>
  )
}

/** Facts that a job states about itself, if any: the Worker may be of another version than this page. */
interface JobFacts {
  readonly id: string | null
  readonly postId: string | null
  readonly state: string | null
  /** ISO 8601. */
  readonly at: string | null
}

function jobFacts(job: Readonly<Record<string, unknown>>): JobFacts {
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
