// What cards say about their accounts, and what goes without saying, computed once for hundreds of them.
import { VisuallyHidden } from '@mantine/core'
import { CloudIcon, DeviceDesktopIcon, IterationsIcon, UploadIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { accountsQuery, outlookQuery, attentionQuery, systemQuery } from '../../shared/queries.ts'
import { useSame } from '../../shared/on-demand.tsx'
import { useStrings } from '../../strings/language.tsx'
import { badgesOf, type AccountBadgeFacts as Badge } from '../../shared/accounts/badges.ts'
import { seriesQuery } from '../plan-queries.ts'
import { foreseenOf, type ForeseenCode } from '../planned-tiles.ts'
import classes from './card-facts.module.css'

type PostOwner = 'local' | 'cloud' | 'moving'

interface CardFacts {
  readonly badges: ReadonlyMap<string, Badge>
  /** Who publishes most of what waits. */
  readonly usualOwner: PostOwner
  /** What is known today of posts that wait. */
  readonly foreseen: ReadonlyMap<string, ForeseenCode>
  /** Ids of posts that come back. */
  readonly recurring: ReadonlySet<string>
}

const CardFactsContext = createContext<CardFacts>({
  badges: new Map(),
  usualOwner: 'local',
  foreseen: new Map(),
  recurring: new Set(),
})

export function CardFactsProvider({ children }: { readonly children: ReactNode }) {
  const accounts = useQuery(accountsQuery).data
  const system = useQuery(systemQuery).data
  const outlook = useQuery(outlookQuery).data
  const { posts } = useStrings()
  const badges = useMemo(() => {
    const hidden = accounts && system?.sandbox === false ? system.sandboxAccountIds : []
    return new Map([
      ...hidden.map((id): [string, Badge] => [id, blankBadge(posts.hiddenAccount)]),
      ...badgesOf(accounts ?? []),
    ])
  }, [accounts, system, posts])
  const here = outlook?.reduce((sum, { scheduled, local }) => sum + 2 * local - scheduled, 0) ?? 0
  const usualOwner = here < 0 ? 'cloud' : 'local'
  const entries = useQuery(attentionQuery).data?.entries
  const foreseen = useMemo(() => foreseenOf(entries ?? []), [entries])
  const series = useQuery(seriesQuery).data
  const recurring = useMemo(() => new Set(series?.map(({ postId }) => postId)), [series])
  const facts = useSame<CardFacts>({ badges, usualOwner, foreseen, recurring })
  return <CardFactsContext value={facts}>{children}</CardFactsContext>
}

export function useForeseen(postId: string): ForeseenCode | undefined {
  return useContext(CardFactsContext).foreseen.get(postId)
}

/** Nothing for a post that does not come back. */
export function SeriesMark({ postId }: { readonly postId: string }) {
  const { plan } = useStrings()
  const isRecurring = useContext(CardFactsContext).recurring.has(postId)
  return isRecurring ? <IterationsIcon size={12} aria-label={plan.series.mark} /> : null
}

const blankBadge = (username: string): Badge => ({ username, colour: null, letters: '–' })

/** Letters of the account on its colour. Nothing while there is only one account, unless it is hidden or disconnected. */
export function AccountBadge({ accountId }: { readonly accountId: string }) {
  const { posts } = useStrings()
  const { badges } = useContext(CardFactsContext)
  const badge = badges.get(accountId) ?? blankBadge(posts.disconnectedAccount)
  // None are known while they are being read.
  if (badges.size < 2 && (badges.size === 0 || badge.colour !== null)) return null
  return (
    <span
      className={classes.badge}
      data-hidden={badge.colour === null || undefined}
      style={{ background: badge.colour ?? undefined }}
      title={badge.username}
    >
      <span aria-hidden="true">{badge.letters}</span>
      <VisuallyHidden component="span">{badge.username}</VisuallyHidden>
    </span>
  )
}

const OWNER_ICONS = { local: DeviceDesktopIcon, cloud: CloudIcon, moving: UploadIcon }

/** Publisher of the post, this computer or the Worker; null when it is over. */
export function ownerOfPost({ status, handover }: PlannedPostBody): PostOwner | null {
  if (status === 'PUBLISHED' || status === 'FAILED' || status === 'DRAFT') return null
  if (handover === null) return 'local'
  return handover === 'cloud' ? 'cloud' : 'moving'
}

/** Shown where it differs from the usual owner. */
export function UnusualOwner({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const { usualOwner } = useContext(CardFactsContext)
  const owner = ownerOfPost(post)
  if (owner === null || owner === usualOwner) return null
  const Icon = OWNER_ICONS[owner]
  return (
    <span className={classes.owner} title={`${plan.places[owner]}: ${plan.meaning[owner]}`}>
      <Icon size={12} aria-label={plan.places[owner]} />
    </span>
  )
}

export function OwnerBadge({ owner }: { readonly owner: PostOwner }) {
  const { plan } = useStrings()
  const Icon = OWNER_ICONS[owner]
  return (
    <span>
      <Icon size={14} /> <strong>{plan.places[owner]}</strong>: {plan.meaning[owner]}
    </span>
  )
}

/** Returns the owner of posts that show no icon. */
export function useUsualOwner(): PostOwner {
  return useContext(CardFactsContext).usualOwner
}
