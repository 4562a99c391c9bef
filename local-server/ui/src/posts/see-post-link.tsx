import type { PostBody } from '../../../../core/api/posts.ts'
import { useAccount } from '../shared/account-queries.ts'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { useStrings } from '../strings/language.tsx'

interface SeePostLinkProps {
  readonly post: Pick<PostBody, 'platformAccountId' | 'igPermalink'>
}

/** Link to the post on the platform. Nothing while its address is not known. */
export function SeePostLink({ post }: SeePostLinkProps) {
  const { posts } = useStrings()
  const account = useAccount(post.platformAccountId)
  if (post.igPermalink === null) return null
  return (
    <NewTabLink href={post.igPermalink}>{account?.isSandbox ? posts.seeInSandbox : posts.seeIt}</NewTabLink>
  )
}
