import { Skeleton } from '@mantine/core'
import { ApiError } from '../api-client.ts'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { LoadProblem } from '../kit/problem-note.tsx'
import { Sheet, SheetHead } from '../kit/sheet.tsx'
import { useStrings } from '../strings/language.tsx'
import { useChosenTime, useFreshStart, useHandedMedia } from './arrival.ts'
import { MissingPost } from './outcome/closed-post.tsx'
import { ComposeLayout } from './compose-layout.tsx'
import { useEditor, type EditorState } from './editor.ts'

/** Where a post is written and changed, over the page from which it was opened. What is typed outlives closing it. */
export function PostSheet() {
  const { post, close } = usePostSheet()
  return (
    <Sheet opened={post !== null} size="70rem" onClose={close}>
      {post !== null && <OpenedPost post={post} />}
    </Sheet>
  )
}

function OpenedPost({ post }: { readonly post: string }) {
  const { compose, shared } = useStrings()
  useFreshStart()
  useHandedMedia()
  useChosenTime()
  const opened = useEditor(post === NEW_POST ? undefined : post)
  return (
    <>
      <SheetHead title={titleOf(opened, compose.titles)} close={shared.close} />
      <ErrorBoundary resetKey={post}>
        <EditorOrProblem opened={opened} />
      </ErrorBoundary>
    </>
  )
}

function EditorOrProblem({ opened }: { readonly opened: EditorState }) {
  switch (opened.state) {
    case 'loading':
      return <Skeleton height="40rem" radius="lg" />
    case 'failed':
      if (opened.error instanceof ApiError && opened.error.status < 500) return <MissingPost />
      return <LoadProblem error={opened.error} onRetry={opened.retry} />
    case 'open':
      return <ComposeLayout editor={opened.editor} />
  }
}

function titleOf(opened: EditorState, titles: ReturnType<typeof useStrings>['compose']['titles']): string {
  const status = opened.state === 'open' ? opened.editor.post?.status : undefined
  if (status === 'DRAFT') return titles.draft
  return status === 'SCHEDULED' ? titles.scheduled : titles.new
}
