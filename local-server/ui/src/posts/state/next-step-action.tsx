import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { PostBody } from '../../../../../core/api/posts.ts'
import type { FollowedPost } from '../../../../../core/rules/publication/next-step.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'
import { useTimeWords } from '../../plan/clock/calendar-zone.tsx'
import { useRetry } from '../post-mutations.ts'
import { postName } from '../post-name.ts'
import { usePostVerdict } from './post-verdict.ts'
import { ProfileLink, useSandboxPost } from '../parts.tsx'

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
  const retry = (text: string, label: string) => (
    <Button
      {...look}
      aria-label={label}
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
      return retry(next.retry, next.retryOf(name))
    case 'reconnect':
      if (sandbox === 'off') return <span>{posts.sandboxIsOff}</span>
      return way('/settings/accounts', account ? next.reconnect(account.username) : next.connect)
    case 'fix_media':
      return way(`/posts/${post.id}`, next.fixMedia, next.fixMediaOf(name))
    case 'set_up_bucket':
      return way('/settings/cloud', next.bucket)
    case 'change_post':
      return way(`/posts/${post.id}`, page.copy, next.changeOf(name))
    case 'check_platform':
      return <ProfileLink post={post} />
    case 'wait': {
      if (step.forRoom) return retry(next.whenRoom, next.whenRoomOf(name))
      const time = step.until === null ? null : timeWords(step.until)
      if (step.isUnderWay) return time && <span>{next.goesOnAt(time)}</span>
      // The server waits automatically until the account may be asked again.
      if (time === null) return retry(next.retry, next.retryOf(name))
      return retry(next.afterPause(time), next.afterPauseOf(name, time))
    }
  }
}
