import type { PostBody } from '../../../../core/api/posts.ts'
import { useAccount } from '../shared/account-queries.ts'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { useStrings } from '../strings/language.tsx'

interface ProfileLinkProps {
  readonly post: Pick<PostBody, 'platformAccountId'>
}

/** Where a person can see for themselves whether a post is live. */
export function ProfileLink({ post }: ProfileLinkProps) {
  const { posts } = useStrings()
  const account = useAccount(post.platformAccountId)
  if (!account) return null
  const href = account.isSandbox ? '/sandbox' : `https://www.instagram.com/${account.username}/`
  return <NewTabLink href={href}>{posts.next.lookAtProfile}</NewTabLink>
}
