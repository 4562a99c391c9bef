import type { PostBody } from '../../../../core/api/posts.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './status-badge.module.css'

interface StatusBadgeProps {
  readonly post: Pick<PostBody, 'status' | 'publishOutcome'>
}

export function StatusBadge({ post }: StatusBadgeProps) {
  const { posts } = useStrings()
  const status = post.publishOutcome === 'unconfirmed' ? 'UNCONFIRMED' : post.status
  return (
    <span className={classes.badge} data-status={status}>
      {posts.status[status]}
    </span>
  )
}
