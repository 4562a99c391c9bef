import { noticesOf, type AnyNotice, type Coded } from './notice.ts'
import { noticeSentence, type NoticeLanguage } from './sentences.ts'

/** Why a post is not known to be deleted on the platform, and what helps: sentences that follow one another, in English. */
export const DELETION_DETAILS = {
  LOGIN_CANNOT: 'Instagram does not allow posts to be deleted through this login.',
  NOT_GRANTED: 'The permission {permission} was not granted.',
  FAILURE: '{failure}',
  REFUSED: 'Instagram said: {said}.',
  NO_ANSWER: 'Instagram did not answer as expected ({reason}).',
  STILL_THERE: 'The post is still there.',
  NOT_KNOWN: 'It is not known whether the post is still there. Check the profile.',
  GONE_BEFORE: 'Instagram no longer knows this post: it was deleted earlier, or belongs to another account.',
  DELETE_IN_APP: 'Delete it in the Instagram app.',
  OR_GRANT: 'Or reconnect the account and grant it.',
} as const

export type DeletionDetailCode = keyof typeof DELETION_DETAILS

export type DeletionDetail = Coded<typeof DELETION_DETAILS>

export const deletionDetail = noticesOf<typeof DELETION_DETAILS>()

/** `notices`: the language of a failure among the details. */
export function deletionText(
  details: readonly AnyNotice[],
  sentences: Readonly<Record<DeletionDetailCode, string>>,
  notices: NoticeLanguage,
): string {
  return details.map((detail) => noticeSentence(sentences, detail, notices)).join(' ')
}
