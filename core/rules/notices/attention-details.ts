import type { DETAILS } from './english/detail-sentences.ts'
import { noticesOf, type Coded } from './notice.ts'
import { noticeSentence, type NoticeLanguage } from './sentences.ts'
import type { Warning, WarningCode } from './warnings.ts'

export type DetailCode = keyof typeof DETAILS

/** What becomes of a post with these warnings, and what helps. */
export const FORETOLD = {
  NO_PUBLIC_ADDRESS: ['POST_WILL_FAIL', 'set_up_bucket'],
  TOO_MANY_HASHTAGS: ['POST_WILL_FAIL', 'change_post'],
  TOO_MANY_MENTIONS: ['POST_WILL_FAIL', 'change_post'],
  ACCOUNT_LIMITED: ['POST_WILL_BE_LATE', 'wait'],
  COPY_LEFT_OUT: ['POST_WILL_BE_INCOMPLETE', 'open_post'],
} as const satisfies Partial<Record<WarningCode, readonly [string, string]>>

export type AttentionDetail = Coded<typeof DETAILS> | Warning

/** The sentences of the details in one language, and the language of the failures inside of them. */
export interface DetailLanguage {
  readonly details: Readonly<Record<DetailCode, string>>
  readonly notices: NoticeLanguage
}

export const attentionDetail = noticesOf<typeof DETAILS>()

/** Total: what a newer version has stored is shown by its code. */
export function detailSentence(
  detail: { readonly code: string; readonly params: object },
  { details, notices }: DetailLanguage,
): string {
  return noticeSentence(Object.hasOwn(details, detail.code) ? details : notices.warnings, detail, notices)
}
