import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { failureText } from '../posts/failure.ts'
import { Permalink } from '../posts/permalink.tsx'
import { isInFlight } from '../posts/post-queries.ts'
import { ProfileLink } from '../posts/profile-link.tsx'
import { useAccount } from '../shared/account-queries.ts'
import { ProblemNote } from '../shared/problem-note.tsx'
import { useDraft } from './draft.tsx'
import { focusPhotoField } from './focus-photo-field.ts'
import { usePublication } from './publication.ts'
import classes from './publishing-panel.module.css'
import { PublishingSteps } from './publishing-steps.tsx'

interface PublishingPanelProps {
  readonly postId: string
  /** When it was sent, in milliseconds since 1970. */
  readonly since: number
}

/** Takes the place of the form from the moment a post is accepted until the reader goes on. */
export function PublishingPanel({ postId, since }: PublishingPanelProps) {
  const post = usePublication(postId, since)
  const account = useAccount(post?.platformAccountId ?? '')
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; the keyboard goes on from here.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes.panel}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {panelTitle(post)}
        </h2>
      </div>
      {post?.status === 'FAILED' ? (
        <FailureNote post={post} />
      ) : (
        <PublishingSteps
          status={post?.status ?? 'QUEUED'}
          platform={account?.isSandbox ? 'The sandbox' : 'Instagram'}
        />
      )}
      {post && isInFlight(post) && <Patience post={post} />}
      {post && !isInFlight(post) && <NextActions post={post} />}
    </section>
  )
}

function panelTitle(post: PostBody | undefined): string {
  if (post?.status === 'PUBLISHED') return 'Your post is live'
  if (post?.status === 'FAILED') return failureText(post).title
  return 'Publishing your post'
}

function FailureNote({ post }: { readonly post: PostBody }) {
  const { cause, advice } = failureText(post)
  return (
    <ProblemNote>
      <p>{cause}</p>
      <p>{advice}</p>
    </ProblemNote>
  )
}

function Patience({ post }: { readonly post: PostBody }) {
  const lookingAgain = post.nextAttemptAt !== null && post.status === 'PUBLISHING'
  return (
    <p className={classes.soft}>
      {lookingAgain && 'Instagram has not confirmed it yet, so Nightpost keeps checking. '}
      You can leave this page; publishing goes on.
    </p>
  )
}

function NextActions({ post }: { readonly post: PostBody }) {
  const { publication, startOver } = useDraft()
  const published = post.status === 'PUBLISHED'
  return (
    <div className={classes.actions}>
      {published ? (
        <Button onClick={() => leave(startOver)}>Publish another</Button>
      ) : (
        <Button variant="default" onClick={() => leave(publication.reset)}>
          Back to the draft
        </Button>
      )}
      <Permalink post={post} />
      {post.publishOutcome === 'unconfirmed' && <ProfileLink post={post} />}
      <Link href="/posts">All posts</Link>
    </div>
  )
}

/** Back to the form, with the keyboard at its first field. */
function leave(change: () => void): void {
  flushSync(change)
  focusPhotoField()
}
