// The steps that a person can still take with a mention. Pure: what the page offers, the server would not refuse for the
// mention's state.
import type { RepostItemBody } from '../api/story-repost.ts'
import { parseIso, type Duration, type Instant } from '../time.ts'
import { canBecome } from './states.ts'

export interface NextSteps {
  /** `again` sends the post that failed once more; it looks first whether it is live already. */
  readonly repost: 'now' | 'again' | null
  readonly dismiss: boolean
}

type Mention = Pick<RepostItemBody, 'status' | 'postId' | 'expiresAt'>

export function nextSteps(mention: Mention, now: Instant): NextSteps {
  const { status, postId } = mention
  const dismiss = canBecome(status, 'DISMISSED') && status !== 'REPOSTING'
  if (!canBecome(status, 'REPOSTING')) return { repost: null, dismiss }
  // A post that exists can be tried after its story has ended: what it was sent with may be live already.
  if (status === 'FAILED' && postId !== null) return { repost: 'again', dismiss }
  return { repost: timeLeft(mention, now) === 0 ? null : 'now', dismiss }
}

/** Until the story ends, at the latest; 0 when it has. Null when that is not known. */
export function timeLeft({ expiresAt }: Mention, now: Instant): Duration | null {
  const end = expiresAt === null ? null : parseIso(expiresAt)
  return end === null ? null : Math.max(0, end - now)
}

/** Somebody may want to do something about it, or something is being done: all else is history. */
export function isOpen(mention: Mention, now: Instant): boolean {
  if (mention.status === 'REPOSTING') return true
  const isAlive = timeLeft(mention, now) !== 0
  return isAlive && (mention.status === 'PENDING' || mention.status === 'FAILED')
}
