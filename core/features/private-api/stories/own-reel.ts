// The account's own live stories, as its session sees them. Reading them marks nothing as seen.
import * as z from 'zod'
import type { PrivateApi, PrivateApiReply } from '../../../ports/reposts/private-api.ts'
import { SECOND, type Duration, type Instant } from '../../../time.ts'
import { uploadedAt, type PrivateApiContainer } from './story-container.ts'

export interface ReelItem {
  readonly pk: string
  readonly takenAt: Instant
  /** Numbers of the accounts that it mentions. */
  readonly mentions: ReadonlySet<string>
}

const Id = z.union([z.string().max(100), z.number().int().transform(String)])
const Mentioned = z.object({ user: z.object({ pk: Id }) }).transform(({ user }) => user.pk)
const mentioned = z.array(Mentioned.nullable().catch(null)).nullish().catch(null)
const Item = z
  .object({ pk: Id, taken_at: z.number(), reel_mentions: mentioned })
  .transform((item): ReelItem => ({
    pk: item.pk,
    takenAt: item.taken_at * SECOND,
    mentions: new Set(item.reel_mentions?.filter((pk) => pk !== null)),
  }))
/** A story that cannot be read must not hide the others. */
const Reel = z
  .object({ reel: z.object({ items: z.array(Item.nullable().catch(null)) }).nullable() })
  .transform(({ reel }) => reel?.items.filter((item) => item !== null) ?? [])

export function readOwnReel(
  host: PrivateApi,
  accountId: string,
  userId: string,
): Promise<PrivateApiReply<ReelItem[]>> {
  const path = `feed/user/${userId}/story/`
  return host.call(accountId, { method: 'GET', path, answer: Reel, isClosing: true })
}

/** The platform counts whole seconds, and the two clocks may be a little apart. */
const CLOCK_SLACK: Duration = 5 * SECOND

/** The story that this upload became: not older than it, with all of its mentions. */
export function findOurs(
  items: readonly ReelItem[],
  container: PrivateApiContainer,
  claimed: ReadonlySet<string>,
): ReelItem | null {
  const earliest = uploadedAt(container) - CLOCK_SLACK
  const ours = items.filter(
    ({ pk, takenAt, mentions }) =>
      !claimed.has(pk) &&
      takenAt >= earliest &&
      container.mentions.every((mention) => mentions.has(mention.pk)),
  )
  return ours.reduce<ReelItem | null>(
    (first, item) => (first === null || item.takenAt < first.takenAt ? item : first),
    null,
  )
}
