import type { PostBody } from '../../../../core/api/posts.ts'
import { useAccount } from '../shared/account-queries.ts'
import { NewTabLink } from '../shared/new-tab-link.tsx'

/** Where the post can be seen. Nothing while the platform has not told. */
export function Permalink({ post }: { readonly post: PostBody }) {
  const account = useAccount(post.platformAccountId)
  if (post.igPermalink === null) return null
  return (
    <NewTabLink href={post.igPermalink}>
      {account?.isSandbox ? 'See it in the sandbox feed' : 'See it on Instagram'}
    </NewTabLink>
  )
}
