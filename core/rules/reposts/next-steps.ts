// What the user can still do with a mention. Pure: the server never refuses for the mention's state what the page
// offers.
import type { RepostItemBody } from '../../api/story-repost.ts'
import { parseIso, type Duration, type Instant } from '../../time.ts'
import { canBecome } from './statuses.ts'

export interface NextSteps {
  /** `again` retries the post that failed; it first checks whether it is live already. */
  readonly repost: 'now' | 'again' | null
  readonly dismiss: boolean
}

type Mention = Pick<RepostItemBody, 'status' | 'postId' | 'expiresAt'>

export function nextSteps(mention: Mention, now: Instant): NextSteps {
  const { status, postId } = mention
  const dismiss = canBecome(status, 'DISMISSED') && status !== 'REPOSTING'
  if (!canBecome(status, 'REPOSTING')) return { repost: null, dismiss }
  // An existing post can be retried after its story has ended: what it sent may be live already.
  if (status === 'FAILED' && postId !== null) return { repost: 'again', dismiss }
  return { repost: timeLeft(mention, now) === 0 ? null : 'now', dismiss }
}

/** Until the story ends, at the latest; 0 when it has. Null when that is not known. */
export function timeLeft({ expiresAt }: Mention, now: Instant): Duration | null {
  const end = expiresAt === null ? null : parseIso(expiresAt)
  return end === null ? null : Math.max(0, end - now)
}

/** The user may want to act on it, or something is in progress: everything else is history. */
export function isOpen(mention: Mention, now: Instant): boolean {
  if (mention.status === 'REPOSTING') return true
  const isAlive = timeLeft(mention, now) !== 0
  return isAlive && (mention.status === 'PENDING' || mention.status === 'FAILED')
}
