// What is known today of posts that wait. Pure.
import type { AttentionEntryBody } from '../../../../../core/api/attention.ts'

const CODES = ['POST_WILL_FAIL', 'POST_WILL_BE_LATE', 'POST_WILL_BE_INCOMPLETE'] as const
export type ForeseenCode = (typeof CODES)[number]

export const isForeseen = (code: string): code is ForeseenCode => (CODES as readonly string[]).includes(code)

/** The worst of each post. */
export function foreseenOf(
  entries: readonly Pick<AttentionEntryBody, 'code' | 'postId'>[],
): ReadonlyMap<string, ForeseenCode> {
  const found = new Map<string, ForeseenCode>()
  for (const code of CODES.toReversed())
    for (const { postId } of entries.filter((entry) => entry.code === code))
      if (postId !== null) found.set(postId, code)
  return found
}
