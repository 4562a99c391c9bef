import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attentionQuery } from '../shared/attention-query.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { LoadProblem } from '../kit/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { Approvals } from './approvals.tsx'
import { AttentionItem } from './attention-item.tsx'
import { causesOf } from './causes.ts'
import { ComingPosts } from './coming-posts.tsx'
import classes from './inbox-page.module.css'
import { LatestPost } from './latest-post.tsx'
import { Mentions } from './mentions.tsx'

/** Each of them asks for its post. */
const SHOWN_AT_FIRST = 30

export function InboxPage() {
  const { app, attention } = useStrings()
  const title = <PageTitle title={app.inbox}>{attention.lead}</PageTitle>
  // What stands below the entries would be pushed down by them.
  if (useQuery(attentionQuery).isPending)
    return (
      <>
        {title}
        <Skeleton height={200} radius="lg" />
      </>
    )
  return (
    <>
      {title}
      <ErrorBoundary>
        <Entries />
      </ErrorBoundary>
      <ErrorBoundary>
        <Approvals />
      </ErrorBoundary>
      <ErrorBoundary>
        <Mentions />
      </ErrorBoundary>
      <ErrorBoundary>
        <ComingPosts />
      </ErrorBoundary>
      <ErrorBoundary>
        <LatestPost />
      </ErrorBoundary>
    </>
  )
}

function Entries() {
  const { attention } = useStrings()
  const list = useQuery(attentionQuery)
  const [isWhole, setIsWhole] = useState(false)
  if (list.data === undefined)
    return list.error && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  const { entries, hasMore } = list.data
  const causes = causesOf(entries)
  const shown = isWhole ? causes : causes.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {causes.length === 0 && <EmptyState title={attention.nothing} text={attention.nothingText} />}
      <ul className={classes.list} aria-label={attention.listed}>
        {shown.map((cause) => (
          <AttentionItem key={cause.id} cause={cause} />
        ))}
      </ul>
      {shown.length < causes.length && (
        <Button variant="default" onClick={() => setIsWhole(true)}>
          {attention.showAll(causes.length)}
        </Button>
      )}
      {hasMore && shown.length === causes.length && <Text c="dimmed">{attention.hasMore}</Text>}
    </>
  )
}
