import { useQuery } from '@tanstack/react-query'
import type { PostBody } from '../../../../core/api/posts.ts'
import { useAccount, systemQuery } from '../shared/queries.ts'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useStrings } from '../strings/language.tsx'
import { isSandboxLink } from './sandbox-link.ts'

type PlacedPost = Pick<PostBody, 'platformAccountId' | 'igPermalink'>

/**
 * Says whether a post is the sandbox's, and whether the sandbox can be visited; null for any other post. An account that is
 * hidden, because the sandbox is switched off, is known by its id, and one that was disconnected by the address of its post.
 */
export function useSandboxPost({ platformAccountId, igPermalink }: PlacedPost): 'on' | 'off' | null {
  const account = useAccount(platformAccountId)
  const system = useQuery(systemQuery).data
  if (account) return account.isSandbox ? 'on' : null
  const isHidden = system?.sandboxAccountIds.includes(platformAccountId) ?? false
  if (!isHidden && !isSandboxLink(igPermalink)) return null
  return system?.sandbox === false ? 'off' : 'on'
}

export function SandboxMark({ post }: { readonly post: PlacedPost }) {
  return useSandboxPost(post) === null ? null : <SandboxBadge />
}

/** The name of the account that the post belongs to, or what became of it. */
export function useAccountName(post: PlacedPost): string {
  const { posts } = useStrings()
  const account = useAccount(post.platformAccountId)
  const sandbox = useSandboxPost(post)
  if (account) return account.username
  return sandbox === 'off' ? posts.hiddenAccount : posts.disconnectedAccount
}
