import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PostBody } from '../../../../../core/api/posts.ts'
import {
  type FollowedPost,
  actionsFor,
  nextStepOf,
  type PostNextStep,
  type PostActions,
} from '../../../../../core/rules/publication/next-step.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { focusTitle } from '../../shared/on-demand.tsx'
import { useStrings } from '../../strings/language.tsx'
import { useTimeWords } from '../../plan/clock/calendar-zone.tsx'
import { useRetry, useTakeOver } from '../post-mutations.ts'
import { postName } from '../post-name.ts'
import { ProfileLink, useSandboxPost } from '../parts.tsx'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import { keys } from '../../query-keys.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { useNow } from '../../shared/use-now.ts'
import { TO_GO_OUT } from '../../../../../core/rules/publication/post-words.ts'
import { MINUTE } from '../../../../../core/time.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'

interface NextStepActionProps {
  readonly post: FollowedPost & Pick<PostBody, 'id' | 'caption' | 'platformAccountId' | 'igPermalink'>
  /** The button goes when the post is under way again. */
  readonly onRetried: () => void
  /** As the main button of its place, not one of many in a list. */
  readonly isMain?: boolean
  /** Called before another page is opened. */
  readonly onLeave?: () => void
}

/** The one thing that helps a post: done at once where that is possible, else a way there. */
export function NextStepAction({ post, onRetried, isMain = false, onLeave }: NextStepActionProps) {
  const { posts } = useStrings()
  const { next, page } = posts
  const timeWords = useTimeWords()
  const verdict = usePostVerdict(post)
  const sandbox = useSandboxPost(post)
  const retrial = useRetry(onRetried)
  if (verdict === null) return null
  const { step, account } = verdict
  const name = postName(post.caption, posts)
  const look = { 'data-wraps': true, ...(!isMain && { size: 'xs', variant: 'default' }) }
  // There are several such buttons on the page: their labels have the name of the post.
  const labelOf = (text: string) => `${text}: ${name}`
  const retry = (text: string) => (
    <Button
      {...look}
      aria-label={labelOf(text)}
      loading={retrial.isPending}
      onClick={() => retrial.mutate([post.id], { onError: notifyOfProblem })}
    >
      {text}
    </Button>
  )
  const way = (href: string, text: string, label?: string) => (
    <Button {...look} component={Link} href={href} aria-label={label} onClick={onLeave}>
      {text}
    </Button>
  )
  switch (step.kind) {
    case 'none':
      return null
    case 'retry':
    case 'settle_at_platform':
      return retry(next.retry)
    case 'reconnect':
      if (sandbox === 'off') return <span>{posts.sandboxIsOff}</span>
      // Connected again, it is another account: only a copy goes out.
      if (step.isGone) return way(`/posts/${post.id}`, page.copy, labelOf(page.copy))
      return way('/settings/accounts', account ? next.reconnect(account.username) : next.connect)
    case 'fix_media':
      return way(`/posts/${post.id}`, next.fixMedia, labelOf(next.fixMedia))
    case 'set_up_bucket':
      return way('/settings/cloud', next.bucket)
    case 'change_post':
      return way(`/posts/${post.id}`, page.copy, labelOf(page.copy))
    case 'check_platform':
      return <ProfileLink post={post} />
    case 'wait': {
      if (step.forRoom) return retry(next.whenRoom)
      const time = step.until === null ? null : timeWords(step.until)
      if (step.isUnderWay) return time && <span>{next.goesOnAt(time)}</span>
      // The server waits automatically until the account may be asked again.
      if (time === null) return retry(next.retry)
      return retry(next.afterPause(time))
    }
  }
}

// Combines core's rules for a post with what the page knows of its account.

export interface PostVerdict {
  readonly step: PostNextStep
  readonly actions: PostActions
  /** Null: it was disconnected. */
  readonly account: PlatformAccountBody | null
}

/** Null while the accounts are not known. */
export function usePostVerdict(post: FollowedPost & Pick<PostBody, 'platformAccountId'>): PostVerdict | null {
  const { data: accounts, dataUpdatedAt } = useQuery(accountsQuery)
  const now = useNow()
  useFreshAccounts(post, dataUpdatedAt)
  if (accounts === undefined) return null
  const account = accounts.find(({ id }) => id === post.platformAccountId) ?? null
  return { step: nextStepOf(post, account, now), actions: actionsFor(post, account, now), account }
}

/** Refetches accounts read before the post failed: only later ones show a backoff or a lost access. */
function useFreshAccounts({ status, updatedAt }: FollowedPost, readAt: number): void {
  const client = useQueryClient()
  const isStale = status === 'FAILED' && readAt > 0 && readAt < Date.parse(updatedAt)
  useEffect(() => {
    if (isStale) void client.invalidateQueries({ queryKey: keys.accounts })
  }, [client, isStale])
}

type CloudPost = Pick<PostBody, 'id' | 'handover' | 'status' | 'scheduledFor' | 'platformAccountId'>

const UNENDED = new Set<PostBody['status']>(TO_GO_OUT)
/** Any sooner, a Worker that is only out of reach may still publish it on time, so the server refuses. */
const SILENT_FOR = MINUTE

/** Offers to publish a post here when its time has passed without news from the Worker, at the user's risk. */
export function TakeOver({ post }: { readonly post: CloudPost }) {
  const { takeOver: words } = useStrings().posts
  const [asked, setAsked] = useState<CloudPost | null>(null)
  const takeOver = useTakeOver()
  const isLate = Date.parse(post.scheduledFor ?? '') + SILENT_FOR <= useNow()
  const isOffered = post.handover !== null && UNENDED.has(post.status) && isLate
  return (
    <>
      {isOffered && (
        <div>
          <Button variant="default" onClick={() => setAsked(post)}>
            {words.open}
          </Button>
        </div>
      )}
      <ConfirmDialog
        subject={asked}
        title={() => words.title}
        keep={words.keep}
        act={words.act}
        mutation={takeOver}
        argument={({ id }) => id}
        onClose={() => setAsked(null)}
        onGone={focusTitle}
      >
        <p>{words.mayBeLive}</p>
        <p>{words.risk}</p>
        <p>
          <ProfileLink post={post} />
        </p>
      </ConfirmDialog>
    </>
  )
}
