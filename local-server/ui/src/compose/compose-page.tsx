import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { ApiError } from '../api-client.ts'
import { lastOutcomeQuery } from '../posts/post-queries.ts'
import { useOnceTrue } from '../shared/once-true.ts'
import { PageTitle } from '../shared/page-title.tsx'
import { LoadProblem } from '../shared/problem-note.tsx'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { useStrings } from '../strings/language.tsx'
import { useChosenTime, useFreshStart, useHandedMedia } from './arrival.ts'
import { ComposeLayout } from './compose-layout.tsx'
import { MissingPost } from './closed-post.tsx'
import { useComposer } from './composer.tsx'
import { useEditor, type EditorState } from './editor.ts'
import { LatestPost } from './latest-post.tsx'

export function ComposePage() {
  const { compose } = useStrings()
  const { postId, wallTime } = useParams<{ postId?: string; wallTime?: string }>()
  useFreshStart()
  useHandedMedia()
  useChosenTime(wallTime)
  const { submission } = useComposer()
  const editor = useEditor(postId)
  const isFirst = postId === undefined && (submission.data === undefined || submission.data.kind === 'saved')
  const isKnown = useOnceTrue(!useQuery(lastOutcomeQuery).isPending)
  return (
    <>
      <PageTitle title={compose.title}>{aboutOf(editor, compose)}</PageTitle>
      <ErrorBoundary>{isFirst && <LatestPost />}</ErrorBoundary>
      {isKnown || !isFirst ? <EditorOrProblem opened={editor} /> : <Loading />}
    </>
  )
}

function Loading() {
  return <Skeleton height="40rem" radius="lg" />
}

function EditorOrProblem({ opened }: { readonly opened: EditorState }) {
  switch (opened.state) {
    case 'loading':
      return <Loading />
    case 'failed':
      if (opened.error instanceof ApiError && opened.error.status < 500) return <MissingPost />
      return <LoadProblem error={opened.error} onRetry={opened.retry} />
    case 'open':
      return <ComposeLayout editor={opened.editor} />
  }
}

function aboutOf(opened: EditorState, compose: ReturnType<typeof useStrings>['compose']): string {
  if (opened.state !== 'open' || opened.editor.post === null) return compose.about
  const { status } = opened.editor.post
  return status === 'DRAFT'
    ? compose.aboutDraft
    : status === 'SCHEDULED'
      ? compose.aboutScheduled
      : compose.about
}
