import { Button, Center, Image, Stack, Text, VisuallyHidden } from '@mantine/core'
import { ImageIcon, LinkExternalIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { PostBody } from '../../../../core/api/posts.ts'
import { detailSentence } from '../../../../core/rules/notices/attention-details.ts'
import { codesOf, SymptomLinks } from '../help/symptom-links.tsx'
import { Dot } from '../kit/dot.tsx'
import { AMBER_NOTE, RED_NOTE, sized } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { datedSentence } from '../shared/moment.tsx'
import { attentionQuery, systemQuery, useAccount } from '../shared/queries.ts'
import { useStrings } from '../strings/language.tsx'
import { isForeseen } from '../plan/planned-tiles.ts'

const UNDER_WAY = { tone: 'link', breathes: true } as const
const DOTS: Record<PostBody['status'] | 'UNCONFIRMED', ComponentProps<typeof Dot>> = {
  DRAFT: { tone: 'soft', isHollow: true },
  SCHEDULED: { tone: 'soft' },
  QUEUED: UNDER_WAY,
  PROCESSING: UNDER_WAY,
  PUBLISHING: UNDER_WAY,
  PUBLISHED: { tone: 'green' },
  FAILED: { tone: 'red' },
  UNCONFIRMED: { tone: 'red', isHollow: true },
}

export function StatusBadge({ post }: { readonly post: Pick<PostBody, 'status' | 'publishOutcome'> }) {
  const { posts } = useStrings()
  const status = post.publishOutcome === 'unconfirmed' ? 'UNCONFIRMED' : post.status
  return (
    <Text inherit span c="var(--ink)" fw={600} style={{ whiteSpace: 'nowrap' }} data-status={status}>
      <Dot {...DOTS[status]} />
      {posts.status[status]}
    </Text>
  )
}

/** A number that lies on a picture. */
export const NUMBER = {
  span: true,
  pos: 'absolute',
  miw: '1.5rem',
  px: '4xs',
  bdrs: 'md',
  bg: 'var(--card)',
  c: 'var(--ink)',
  fz: 'xs',
  fw: 650,
  lh: '1.5rem',
  ta: 'center',
} as const

interface ThumbnailFrameProps {
  readonly url: string | null
  readonly count?: number
  readonly size: string
}

/** Always square and always beside the caption, which says what it shows. */
export function ThumbnailFrame({ url, count = 1, size }: ThumbnailFrameProps) {
  return (
    <Center {...sized(size, 'md')} pos="relative" bg="var(--tint)" c="dimmed">
      {url ? <Image src={url} alt="" h="100%" radius="md" /> : <ImageIcon size={24} />}
      {count > 1 && (
        <Text {...NUMBER} right={6} bottom={6}>
          {count}
        </Text>
      )}
    </Center>
  )
}

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

type OfAccount = Pick<PostBody, 'platformAccountId'>

/** Link to the profile, where a person can see whether a post is live. */
export function ProfileLink({ post }: { readonly post: OfAccount }) {
  const { posts } = useStrings()
  const href = useProfileAddress(post)
  if (href === null) return null
  return <NewTabLink href={href}>{posts.next.lookAtProfile}</NewTabLink>
}

/** The same where it is what helps. */
export function ProfileButton({ post }: { readonly post: OfAccount }) {
  const { posts, shared } = useStrings()
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
      <VisuallyHidden component="span"> {shared.newTab}</VisuallyHidden>
    </Button>
  )
}

/** Null when the account is not connected any more, and nobody knows its name. */
function useProfileAddress({ platformAccountId }: OfAccount): string | null {
  const account = useAccount(platformAccountId)
  if (!account) return null
  return account.isSandbox ? '/sandbox' : `https://www.instagram.com/${account.username}/`
}

/** Link to the post where it is live. Nothing while its address is not known; words while the sandbox is switched off. */
export function SeePostLink({ post }: { readonly post: PlacedPost }) {
  const { posts } = useStrings()
  const sandbox = useSandboxPost(post)
  if (post.igPermalink === null) return null
  if (sandbox === 'off') return <span>{posts.sandboxIsOff}</span>
  return (
    <NewTabLink href={post.igPermalink}>{sandbox === 'on' ? posts.seeInSandbox : posts.seeIt}</NewTabLink>
  )
}

/** What is known today of a post that waits. */
export function PostForecast({ post }: { readonly post: Pick<PostBody, 'id'> }) {
  const { attention, notices, plan } = useStrings()
  const entries = useQuery(attentionQuery).data?.entries ?? []
  return entries.map(
    ({ id, code, postId, detail }) =>
      postId === post.id &&
      isForeseen(code) && (
        <div key={id} {...(code === 'POST_WILL_FAIL' ? RED_NOTE : AMBER_NOTE)}>
          <strong>{plan.foreseen[code]}</strong>
          {detail && <p>{detailSentence(detail, { details: attention.details, notices })}</p>}
        </div>
      ),
  )
}

/** What to know about a post that is otherwise fine. */
export function PostWarningNotes({ post }: { readonly post: Pick<PostBody, 'warningDetails'> }) {
  const { notices, posts } = useStrings()
  const { inMessage } = useCalendarTimes()
  if (post.warningDetails.length === 0) return null
  return (
    <Stack component="section" gap="4xs" w="100%" {...AMBER_NOTE}>
      <h3>{posts.page.warnings}</h3>
      {post.warningDetails.map((warning) => (
        <p key={JSON.stringify(warning)}>
          {datedSentence(warning, notices, (at) => inMessage(at.getTime()))}
        </p>
      ))}
    </Stack>
  )
}

type ToldPost = Pick<PostBody, 'id' | 'status' | 'errorDetail' | 'publishOutcome' | 'warningDetails'>

/** Where the guide says what to do about a post: about its failure, about what is foreseen, and about its warnings. */
export function PostSymptoms({ post }: { readonly post: ToldPost }) {
  const entries = useQuery(attentionQuery).data?.entries ?? []
  const foreseen = entries.filter(({ code, postId }) => postId === post.id && isForeseen(code))
  return (
    <SymptomLinks
      causes={[
        ...(post.status === 'FAILED' ? [codesOfFailure(post)] : []),
        ...foreseen.map(({ code, detail }) => [...(detail ? codesOf(detail) : []), code]),
        ...post.warningDetails.map(codesOf),
      ]}
    />
  )
}

const codesOfFailure = ({ errorDetail, publishOutcome }: ToldPost) => [
  ...(errorDetail ? codesOf(errorDetail) : []),
  publishOutcome === 'unconfirmed' ? 'POST_UNCONFIRMED' : 'POST_FAILED',
]

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** True for the address of a post in a sandbox. Instagram’s own never lie on this computer. */
export function isSandboxLink(permalink: string | null): boolean {
  if (permalink === null || !URL.canParse(permalink)) return false
  const { hostname, pathname } = new URL(permalink)
  return LOOPBACK.has(hostname) && pathname.startsWith('/sandbox/')
}
