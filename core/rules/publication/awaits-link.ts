// When a post counts as published. It is live before its link is known, and what reads of it must not be told two things: it is
// PUBLISHING for everybody until the link was read, which is done right after it went live, or for LINK_WAIT.
import type { PostStatus } from './post-words.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { SECOND, type Duration, type Instant } from '../../time.ts'

export const LINK_WAIT: Duration = 10 * SECOND

type Ended = Pick<PostRecord, 'status' | 'igPermalink' | 'completedAt'>

/** A clock that was set back leaves times in the future: nothing waits for those. */
export function awaitsLink({ status, igPermalink, completedAt }: Ended, now: Instant): boolean {
  const age = now - (completedAt ?? 0)
  return status === 'PUBLISHED' && igPermalink === null && age >= 0 && age < LINK_WAIT
}

export function shownStatus(post: Ended, now: Instant): PostStatus {
  return awaitsLink(post, now) ? 'PUBLISHING' : post.status
}

/** What a body says of it. */
export function shownOutcome(
  post: Ended & Pick<PostRecord, 'igMediaId' | 'publishedAt' | 'publishOutcome'>,
  now: Instant,
): Pick<PostRecord, 'status' | 'igMediaId' | 'publishedAt' | 'publishOutcome'> {
  if (awaitsLink(post, now))
    return { status: 'PUBLISHING', igMediaId: null, publishedAt: null, publishOutcome: null }
  const { status, igMediaId, publishedAt, publishOutcome } = post
  return { status, igMediaId, publishedAt, publishOutcome }
}
