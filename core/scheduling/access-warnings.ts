// Warns when the access to an account will have ended before a post of it is due. The post is accepted anyway: there
// is time to reconnect, and tokens are renewed meanwhile.
import { warning, type Warning } from '../notices/warnings.ts'
import type { AccountRecord } from '../ports/account-store.ts'
import type { Instant } from '../time.ts'

export function accessWarnings(
  { tokenExpiresAt }: AccountRecord,
  scheduledFor: Instant,
  now: Instant,
): Warning[] {
  if (tokenExpiresAt === null || tokenExpiresAt > scheduledFor) return []
  return [warning(tokenExpiresAt <= now ? 'ACCESS_ENDED' : 'ACCESS_ENDS_BEFORE')]
}
