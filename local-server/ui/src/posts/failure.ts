import type { PostBody } from '../../../../core/api/posts.ts'
import { failureWordsOf } from '../../../../core/publishing/failures.ts'
import { english } from '../strings/en/english.ts'
import type { Strings } from '../strings/strings.ts'

export interface FailureText {
  readonly title: string
  /** Cause, as far as the server knows it, in a sentence. */
  readonly cause: string
  /** Advice for the next step. */
  readonly advice: string
  /** The platform's own words and number, for those who ask; null when it said nothing. */
  readonly platformSaid: string | null
}

type FailedPost = Pick<PostBody, 'publishOutcome' | 'errorMessage' | 'recovery'>

/** A failed post in words. `unconfirmed` is its own case: there we do not know, and say so. */
export function failureText(post: FailedPost, words: Strings['posts'] = english.posts): FailureText {
  const { failure } = words
  const said = post.errorMessage === null ? null : failureWordsOf(post.errorMessage)
  const platformSaid = said?.platformSaid ?? null
  if (post.publishOutcome === 'unconfirmed') {
    return {
      title: failure.unconfirmedTitle,
      cause: said?.advice ?? failure.unconfirmedCause,
      advice: `${failure.advice.check_platform} ${failure.keepsLooking}`,
      platformSaid,
    }
  }
  return {
    title: failure.title,
    cause: said?.advice ?? failure.causeUnknown,
    advice: failure.advice[post.recovery ?? 'retry'],
    platformSaid,
  }
}
