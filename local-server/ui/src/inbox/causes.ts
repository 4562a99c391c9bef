// Merges entries with the same cause: one card with one action for all of its posts, one phrase in the strip. Pure.
import type { AttentionEntryBody } from '../../../../core/api/attention.ts'
import type { AttentionCode } from '../../../../core/rules/notices/attention-entries.ts'
import type { Strings } from '../strings/strings.ts'

export interface Cause {
  /** That of its first entry. */
  readonly id: string
  /** The one that has lasted longest. */
  readonly first: AttentionEntryBody
  readonly postIds: readonly string[]
  /** Of all of its entries. */
  readonly entryIds: readonly string[]
  /** Posts that go out late because their account is limited. */
  readonly late: number
}

/** In the order of the entries. `keyOf`: what entries about posts have in common. */
export function causesOf(entries: readonly AttentionEntryBody[], keyOf = sameStep): Cause[] {
  const limited = new Set(
    entries.flatMap(({ code, accountId }) => (code === 'ACCOUNT_LIMITED' ? [accountId] : [])),
  )
  const isLateByLimit = ({ code, accountId, detail }: AttentionEntryBody) =>
    code === 'POST_WILL_BE_LATE' && detail?.code === 'ACCOUNT_LIMITED' && limited.has(accountId)
  const groups = Map.groupBy(
    entries.filter((entry) => !isLateByLimit(entry)),
    (entry) => (entry.postId === null ? entry.id : keyOf(entry)),
  )
  const late = Map.groupBy(entries.filter(isLateByLimit), ({ accountId }) => accountId)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const delayed = first.code === 'ACCOUNT_LIMITED' ? (late.get(first.accountId) ?? []) : []
    const postIds = [...group, ...delayed].flatMap(({ postId }) => postId ?? [])
    const entryIds = [...group, ...delayed].map(({ id }) => id)
    return [{ id: first.id, first, postIds, entryIds, late: delayed.length }]
  })
}

function sameStep({ code, accountId, detail, nextStep, until }: AttentionEntryBody): string {
  // What the platform says beside a failure may differ from post to post.
  const withoutWords = (key: string, value: unknown) => (key === 'platform' ? undefined : value)
  return JSON.stringify([code, accountId, detail, nextStep, until], withoutWords)
}

/** For the strip: of posts only how many there are. */
export const sameCode = ({ code }: AttentionEntryBody): string => code

interface Names {
  account(id: string | null): string | undefined
  time(iso: string): string
}

/** A newer server may know more codes than this page; then its own words are shown. */
export function causeSentence(
  { first, postIds, late }: Cause,
  { sentences, someAccount }: Strings['attention'],
  names: Names,
): string {
  const { code, accountId, until, message } = first
  const words = (sentences as Partial<Strings['attention']['sentences']>)[code satisfies AttentionCode]
  if (words === undefined) return message
  return words({
    count: postIds.length,
    account: names.account(accountId) ?? someAccount,
    until: until === null ? null : names.time(until),
    late,
  })
}
