import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { PostBody } from '../../../../../core/api/posts.ts'
import type { FollowedPost } from '../../../../../core/posts/next-step.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'
import { useTimeWords } from '../../plan/clock/calendar-zone.tsx'
import { useRetry } from '../post-mutations.ts'
import { postName } from '../post-name.ts'
import { usePostVerdict } from './post-verdict.ts'
import { ProfileLink } from '../post-links.tsx'
import { useSandboxPost } from '../sandbox-post.tsx'

interface NextStepActionProps {
  readonly post: FollowedPost & Pick<PostBody, 'id' | 'caption' | 'platformAccountId' | 'igPermalink'>
  /** The button goes when the post is under way again. */
  readonly onRetried: () => void
}

/** The one thing that helps a post in a list: done at once where that is possible, else a way there. */
export function NextStepAction({ post, onRetried }: NextStepActionProps) {
  const { posts } = useStrings()
  const timeWords = useTimeWords()
  const verdict = usePostVerdict(post)
  const sandbox = useSandboxPost(post)
  if (verdict === null) return null
  const { next } = posts
  const { step, account } = verdict
  const name = postName(post.caption, posts)
  switch (step.kind) {
    case 'none':
      return null
    case 'retry':
      return <RetryButton post={post} name={next.retryOf(name)} text={next.retry} onRetried={onRetried} />
    case 'reconnect':
      if (sandbox === 'off') return <span>{posts.sandboxIsOff}</span>
      return (
        <WayButton
          href="/settings/accounts"
          text={account ? next.reconnect(account.username) : next.connect}
        />
      )
    case 'fix_media':
      return <WayButton href={`/posts/${post.id}`} text={next.fixMedia} name={next.fixMediaOf(name)} />
    case 'set_up_bucket':
      return <WayButton href="/settings/cloud" text={next.bucket} />
    case 'change_post':
      return <WayButton href={`/posts/${post.id}`} text={next.change} name={next.changeOf(name)} />
    case 'check_platform':
      return <ProfileLink post={post} />
    case 'wait': {
      if (step.forRoom)
        return (
          <RetryButton post={post} name={next.whenRoomOf(name)} text={next.whenRoom} onRetried={onRetried} />
        )
      const time = step.until === null ? null : timeWords(step.until)
      if (step.isUnderWay) return time && <span>{next.goesOnAt(time)}</span>
      // The server waits by itself until the account may be asked again.
      return (
        <RetryButton
          post={post}
          name={time === null ? next.retryOf(name) : next.afterPauseOf(name, time)}
          text={time === null ? next.retry : next.afterPause(time)}
          onRetried={onRetried}
        />
      )
    }
  }
}

interface RetryButtonProps {
  readonly post: Pick<PostBody, 'id'>
  /** Accessible label with the name of the post: there are several such buttons on the page. */
  readonly name: string
  readonly text: string
  readonly onRetried: () => void
}

function RetryButton({ post, name, text, onRetried }: RetryButtonProps) {
  const retry = useRetry(onRetried)
  return (
    <Button
      size="xs"
      variant="default"
      data-wraps
      aria-label={name}
      loading={retry.isPending}
      onClick={() => retry.mutate([post.id], { onError: notifyOfProblem })}
    >
      {text}
    </Button>
  )
}

interface WayButtonProps {
  readonly href: string
  readonly text: string
  readonly name?: string
}

function WayButton({ href, text, name }: WayButtonProps) {
  return (
    <Button component={Link} href={href} size="xs" variant="default" data-wraps aria-label={name}>
      {text}
    </Button>
  )
}
