import type { PostBody } from '../../../../core/api/posts.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { useStrings } from '../strings/language.tsx'
import { useSandboxPost } from './sandbox-post.tsx'

interface SeePostLinkProps {
  readonly post: Pick<PostBody, 'platformAccountId' | 'igPermalink'>
}

/** Link to the post where it is live. Nothing while its address is not known; words while the sandbox is switched off. */
export function SeePostLink({ post }: SeePostLinkProps) {
  const { posts } = useStrings()
  const sandbox = useSandboxPost(post)
  if (post.igPermalink === null) return null
  if (sandbox === 'off') return <span>{posts.sandboxIsOff}</span>
  return (
    <NewTabLink href={post.igPermalink}>{sandbox === 'on' ? posts.seeInSandbox : posts.seeIt}</NewTabLink>
  )
}
