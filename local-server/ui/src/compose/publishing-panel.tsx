import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { LIST_ADDRESS } from '../plan/plan-address.ts'
import { failureText } from '../posts/failure.ts'
import { ProfileLink, SeePostLink } from '../posts/post-links.tsx'
import { isInFlight, postQuery } from '../posts/post-queries.ts'
import { PublicationSteps } from '../posts/publication-steps.tsx'
import { useSandboxPost } from '../posts/sandbox-post.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'
import { focusField } from './form.tsx'

interface PublishingPanelProps {
  readonly postId: string
  /** To a new, empty form. */
  readonly onAnother: () => void
  /** Back to what was sent; absent where it can be tried again elsewhere. */
  readonly onBack?: (() => void) | undefined
}

/** Takes the place of the form from the moment a post is accepted until the reader goes on. */
export function PublishingPanel({ postId, onAnother, onBack }: PublishingPanelProps) {
  const strings = useStrings()
  const post = useQuery(postQuery(postId)).data
  const sandbox = useSandboxPost(post ?? { platformAccountId: '', igPermalink: null })
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; the keyboard goes on from here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack component="section" gap={24}>
      <div role="status">
        <Box component="h2" ref={heading} tabIndex={-1} fz="xl">
          {panelTitle(post, strings)}
        </Box>
        {sandbox !== null && <SandboxBadge />}
      </div>
      {post?.status === 'FAILED' ? (
        <FailureNote post={post} />
      ) : (
        <PublicationSteps
          status={post?.status ?? 'QUEUED'}
          mediaType={post?.mediaType ?? 'IMAGE'}
          isSandbox={sandbox !== null}
        />
      )}
      {post && isInFlight(post) && <Patience post={post} onAnother={onAnother} />}
      {post && !isInFlight(post) && <NextActions post={post} onAnother={onAnother} onBack={onBack} />}
    </Stack>
  )
}

function panelTitle(post: PostBody | undefined, strings: Strings): string {
  if (post?.status === 'PUBLISHED') return strings.compose.live
  if (post?.status === 'FAILED') return failureText(post, strings).title
  return strings.compose.publishing
}

function FailureNote({ post }: { readonly post: PostBody }) {
  const { cause, advice } = failureText(post, useStrings())
  return (
    <ProblemNote>
      <p>{cause}</p>
      <p>{advice}</p>
    </ProblemNote>
  )
}

function Patience({ post, onAnother }: Pick<NextActionsProps, 'post' | 'onAnother'>) {
  const { compose } = useStrings()
  const checkingAgain = post.nextAttemptAt !== null && post.status === 'PUBLISHING'
  return (
    <>
      <Text c="dimmed">
        {checkingAgain && `${compose.notConfirmedYet} `}
        {compose.mayLeave}
      </Text>
      <Group gap="0.75rem 1.5rem">
        <Button variant="default" onClick={() => returnToForm(onAnother)}>
          {compose.anotherMeanwhile}
        </Button>
      </Group>
    </>
  )
}

interface NextActionsProps extends Pick<PublishingPanelProps, 'onAnother' | 'onBack'> {
  readonly post: PostBody
}

function NextActions({ post, onAnother, onBack }: NextActionsProps) {
  const { compose } = useStrings()
  return (
    <Group gap="0.75rem 1.5rem">
      {post.status === 'PUBLISHED' && (
        <Button onClick={() => returnToForm(onAnother)}>{compose.another}</Button>
      )}
      {post.status === 'FAILED' && onBack && (
        <Button variant="default" onClick={() => returnToForm(onBack)}>
          {compose.backToDraft}
        </Button>
      )}
      <SeePostLink post={post} />
      {post.publishOutcome === 'unconfirmed' && <ProfileLink post={post} />}
      <Link href={`/posts/${post.id}`}>{compose.details}</Link>
      <Link href={LIST_ADDRESS}>{compose.allPosts}</Link>
    </Group>
  )
}

/** Back to the form, with the keyboard at its first field. */
function returnToForm(change: () => void): void {
  flushSync(change)
  focusField('media')
}
