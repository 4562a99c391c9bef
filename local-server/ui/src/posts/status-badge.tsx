import type { PostBody, PostStatus } from '../../../../core/api/posts.ts'
import classes from './status-badge.module.css'

const WORDS: Record<PostStatus, string> = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  QUEUED: 'Waiting',
  PROCESSING: 'Preparing',
  PUBLISHING: 'Publishing',
  PUBLISHED: 'Published',
  FAILED: 'Failed',
}

export function StatusBadge({ post }: { readonly post: PostBody }) {
  const unconfirmed = post.publishOutcome === 'unconfirmed'
  return (
    <span className={classes.badge} data-status={unconfirmed ? 'UNCONFIRMED' : post.status}>
      {unconfirmed ? 'Not confirmed' : WORDS[post.status]}
    </span>
  )
}
