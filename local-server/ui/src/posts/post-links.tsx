import { Button, VisuallyHidden } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import type { PostBody } from '../../../../core/api/posts.ts'
import { useAccount } from '../shared/queries.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { useStrings } from '../strings/language.tsx'
import { useSandboxPost } from './sandbox-post.tsx'

interface ProfileLinkProps {
  readonly post: Pick<PostBody, 'platformAccountId'>
}

/** Link to the profile, where a person can see whether a post is live. */
export function ProfileLink({ post }: ProfileLinkProps) {
  const { posts } = useStrings()
  const href = useProfileAddress(post)
  if (href === null) return null
  return <NewTabLink href={href}>{posts.next.lookAtProfile}</NewTabLink>
}

/** The same where it is what helps. */
export function ProfileButton({ post }: ProfileLinkProps) {
  const { posts } = useStrings()
  const href = useProfileAddress(post)
  if (href === null) return null
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      rightSection={<LinkExternalIcon size={14} />}
    >
      {posts.next.lookAtProfile}
      <VisuallyHidden component="span"> {posts.next.newTab}</VisuallyHidden>
    </Button>
  )
}

/** Null when the account is not connected any more, and nobody knows its name. */
function useProfileAddress({ platformAccountId }: ProfileLinkProps['post']): string | null {
  const account = useAccount(platformAccountId)
  if (!account) return null
  return account.isSandbox ? '/sandbox' : `https://www.instagram.com/${account.username}/`
}

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
