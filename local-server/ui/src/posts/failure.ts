import type { PostBody } from '../../../../core/api/posts.ts'
import { adviceSentence, failureSentence, platformWords } from '../../../../core/rules/notices/sentences.ts'
import type { Strings } from '../strings/strings.ts'

export interface FailureText {
  readonly title: string
  /** Cause, as far as the server knows it, in a sentence. */
  readonly cause: string
  readonly advice: string
  /** The platform's own words and number, for those who ask; null when it said nothing. */
  readonly platformSaid: string | null
}

type FailedPost = Pick<PostBody, 'publishOutcome' | 'errorDetail' | 'recovery'>

/** The same in one line, as it stands in a list. */
export function failureLine(post: FailedPost, strings: Pick<Strings, 'posts' | 'notices'>): string {
  return post.publishOutcome === 'unconfirmed'
    ? strings.posts.next.unconfirmedShort
    : failureText(post, strings).cause
}

/** The cause with the platform's own words after it, as it stands in a note. */
export function failureNote(
  { errorDetail }: Pick<FailedPost, 'errorDetail'>,
  { posts, notices }: Pick<Strings, 'posts' | 'notices'>,
): string {
  return errorDetail ? failureSentence(errorDetail, notices) : posts.failure.causeUnknown
}

/** A failed post in words. `unconfirmed` is its own case: there we do not know, and say so. */
export function failureText(
  post: FailedPost,
  { posts, notices }: Pick<Strings, 'posts' | 'notices'>,
): FailureText {
  const { failure } = posts
  const { errorDetail } = post
  const cause = errorDetail && adviceSentence(errorDetail, notices)
  const platformSaid = errorDetail?.platform ? platformWords(errorDetail.platform) : null
  if (post.publishOutcome === 'unconfirmed') {
    return {
      title: failure.unconfirmedTitle,
      cause: cause ?? failure.unconfirmedCause,
      advice: `${failure.advice.check_platform} ${failure.keepsLooking}`,
      platformSaid,
    }
  }
  return {
    title: failure.title,
    cause: cause ?? failure.causeUnknown,
    advice: failure.advice[post.recovery ?? 'retry'],
    platformSaid,
  }
}
