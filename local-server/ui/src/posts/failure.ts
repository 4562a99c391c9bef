import type { PostBody, Recovery } from '../../../../core/api/posts.ts'

export interface FailureText {
  readonly title: string
  /** What the server knows about the cause. */
  readonly cause: string
  /** What to do now. */
  readonly advice: string
}

const ADVICE: Record<Recovery, string> = {
  retry: 'Nothing went live. You can publish it again.',
  reconnect: 'Nothing went live. Reconnect the account, then publish again.',
  fix_media: 'Nothing went live. Change the photo, then publish again.',
  wait: 'Nothing went live. Give Instagram a while, then publish again.',
  check_platform: 'Look at the profile before you publish again, so that it does not appear twice.',
}

/** A failed post in words. `unconfirmed` is its own case: there we do not know, and say so. */
export function failureText(post: PostBody): FailureText {
  if (post.publishOutcome === 'unconfirmed') {
    return {
      title: 'We do not know whether this is live',
      cause: post.errorMessage ?? 'Instagram did not tell us how the last step ended.',
      advice: `${ADVICE.check_platform} Nightpost keeps looking and corrects this entry when it finds the post.`,
    }
  }
  return {
    title: 'Not published',
    cause: post.errorMessage ?? 'The cause is not known.',
    advice: ADVICE[post.recovery ?? 'retry'],
  }
}
