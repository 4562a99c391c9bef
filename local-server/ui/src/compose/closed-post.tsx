import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { useStrings } from '../strings/language.tsx'

/** A post that cannot be worked on any more. */
export function ClosedPost({ post }: { readonly post: PostBody }) {
  const { compose } = useStrings()
  const { title, text } = post.status === 'PUBLISHED' ? compose.closedPublished : compose.closedFailed
  return (
    <EmptyState title={title} text={text}>
      <Button component={Link} href={`/posts/${post.id}`}>
        {compose.toPost}
      </Button>
    </EmptyState>
  )
}

export function MissingPost() {
  const { compose } = useStrings()
  const sheet = usePostSheet()
  return (
    <EmptyState title={compose.missing} text={compose.missingAbout}>
      <Button component={Link} href={sheet.hrefOf(NEW_POST)}>
        {compose.composeNew}
      </Button>
    </EmptyState>
  )
}
