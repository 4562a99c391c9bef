// Warns when the access to an account will have ended before a post of it is due. The post is taken all the same: there is
// time to reconnect, and tokens are renewed meanwhile.
import type { AccountRecord } from '../ports/account-store.ts'
import type { Instant } from '../time.ts'

const ENDED =
  'The access to this account has ended. Reconnect the account before the post is due, or the post will fail.'
const ENDS_BEFORE =
  'The access to this account ends before the post is due. Nightpost renews it while it runs; should that fail, reconnect the account in time.'

export function accessWarnings(
  { tokenExpiresAt }: AccountRecord,
  scheduledFor: Instant,
  now: Instant,
): string[] {
  if (tokenExpiresAt === null || tokenExpiresAt > scheduledFor) return []
  return [tokenExpiresAt <= now ? ENDED : ENDS_BEFORE]
}

/** The other warnings of a post, which a new time does not answer. */
export function withoutAccessWarnings(warnings: readonly string[] | null): string[] {
  return (warnings ?? []).filter((warning) => warning !== ENDED && warning !== ENDS_BEFORE)
}
