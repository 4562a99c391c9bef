// What follows from a publish call and from what comes after it. Pure. How containers come about is in
// container-outcomes.ts, how doubt is reconciled in reconcile.ts.
import type { PlatformRefusal, Reply } from '../ports/platform/platform.ts'
import type { Instant } from '../time.ts'
import { failureOfPost } from './failures.ts'
import type { Change, Publication } from './publication.ts'
import { LAG_RETRY, nextPermalinkReadAt } from './retry-schedule.ts'
import { isPending, toConfirmed, toUncertain } from './transitions.ts'

export function afterPublish(
  publication: Publication,
  reply: Reply<{ mediaId: string }>,
  now: Instant,
): Change {
  if (reply.kind === 'ok') return toConfirmed(publication, { id: reply.value.mediaId, permalink: null }, now)
  const { intent } = publication
  const uncertain = toUncertain(publication, now)
  const looks = reply.kind === 'refused' ? lagLooksOf(reply.refusal) : null
  if (intent?.onlyLagReplies && looks !== null) {
    const lagging = { ...intent, lastPossibleSend: now, lagLooks: Math.max(intent.lagLooks, looks) }
    return { ...uncertain, intent: lagging, nextAt: now + LAG_RETRY }
  }
  const lastRefusal = reply.kind === 'refused' ? failureOfPost(reply, publication.payload) : null
  return { ...uncertain, intent: uncertain.intent ? { ...uncertain.intent, lastRefusal } : null }
}

/** One read at once; while a copy for the Page waits, further ones come after it. */
export function afterPermalinkRead(
  publication: Publication,
  reply: Reply<{ permalink: string | null }> | null,
  now: Instant,
): Change {
  const permalink = reply?.kind === 'ok' ? reply.value.permalink : null
  const reads = publication.reads + 1
  if (isPending(publication.crossPost)) return { permalink, reads, nextAt: null }
  if (permalink !== null) return { step: 'done', permalink, nextAt: null }
  const nextAt = nextPermalinkReadAt(now, publication.reads)
  return nextAt === null ? { step: 'done', nextAt } : { reads, nextAt }
}

/**
 * Answers that are known to have had no effect, right after FINISHED (replication lag), and how many looks that show nothing of
 * ours make us believe them: "not found" is also what a container may be answered with that was published a moment ago.
 */
function lagLooksOf({ code, subcode }: PlatformRefusal): number | null {
  if (code === 9007 && subcode === 2_207_027) return 1
  return code === 24 && subcode === 2_207_006 ? 2 : null
}
