import { Drawer, Skeleton } from '@mantine/core'
import { ApiError } from '../api-client.ts'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { LoadProblem } from '../shared/problem-note.tsx'
import { useStrings } from '../strings/language.tsx'
import { useChosenTime, useFreshStart, useHandedMedia } from './arrival.ts'
import { MissingPost } from './closed-post.tsx'
import { ComposeLayout } from './compose-layout.tsx'
import { useEditor, type EditorState } from './editor.ts'
import classes from './post-sheet.module.css'

/** Where a post is written and changed, over the page from which it was opened. What is typed outlives closing it. */
export function PostSheet() {
  const { post, close } = usePostSheet()
  return (
    <Drawer.Root
      opened={post !== null}
      onClose={close}
      position="right"
      size="min(70rem, 100%)"
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.sheet }}
    >
      <Drawer.Overlay />
      <Drawer.Content>{post !== null && <OpenedPost post={post} />}</Drawer.Content>
    </Drawer.Root>
  )
}

function OpenedPost({ post }: { readonly post: string }) {
  const { compose } = useStrings()
  useFreshStart()
  useHandedMedia()
  useChosenTime()
  const opened = useEditor(post === NEW_POST ? undefined : post)
  return (
    <>
      <div className={classes.head}>
        <Drawer.Title className={classes.title}>{titleOf(opened, compose.titles)}</Drawer.Title>
        <Drawer.CloseButton aria-label={compose.close} size="lg" />
      </div>
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
