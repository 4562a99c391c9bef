// The one irreversible call, and what follows from its answer.
import type { PlatformAccess, PlatformReply } from '../../ports/platform/platform.ts'
import { SECOND, type Duration, type Instant } from '../../time.ts'
import { waitUnreached } from './backoff.ts'
import { withoutComments } from './follow-ups.ts'
import type { StepDeps } from './effects.ts'
import { failureOfPost, lagLooksOf } from '../../rules/publication/error-table.ts'
import type { Change, Publication } from '../../rules/publication/publication.ts'
import { isWithinWindow, readMoment } from './send-window.ts'
import { containerIdOf, toConfirmed, toUncertain } from './transitions.ts'

/** The look after the platform said "not ready yet"; when it does not show the post, the same container is sent again. */
export const LAG_RETRY: Duration = 5 * SECOND

export async function sendPublish(
  ports: Pick<StepDeps, 'clock' | 'platform' | 'storedAt'>,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  // Deleted since the call before this one was proven to have had no effect: it is not made again.
  if (publication.settleOnly) return toUncertain(publication, ports.clock.now())
  const containerId = containerIdOf(publication)
  // We know that nothing was sent: this run stored the intent, and the call is below. Read the status again, then store a new
  // intent.
  if (!(await mayBeSentNow(ports, { ...publication, containerId }, access)))
    return { step: 'created', intent: intentWithoutSend(publication), nextAt: null }
  const reply = await ports.platform.publishContainer(access, containerId)
  // No connection was made, and this run knows it: had it ended before the answer was stored, the next one would be in doubt.
  const unreached = reply.facts.neverArrived ? waitUnreached(ports.clock.now(), publication) : null
  if (unreached) return { step: 'created', intent: intentWithoutSend(publication), ...unreached }
  return afterPublish(publication, reply, ports.clock.now())
}

/** Within its window, and of a container that is ready. */
async function mayBeSentNow(
  { clock, platform, storedAt }: Pick<StepDeps, 'clock' | 'platform' | 'storedAt'>,
  { intent, containerId }: Pick<Publication, 'intent'> & { readonly containerId: string },
  access: PlatformAccess,
): Promise<boolean> {
  if (!isWithinWindow(storedAt, readMoment(clock))) return false
  const announced = { now: intent?.lastPossibleSend ?? 0, monotonic: intent?.monotonicAt ?? 0 }
  if (isWithinWindow(announced, storedAt)) return true
  // Much may have changed while a slow disk stored the intent, or the machine slept meanwhile: the container is read once more, and
  // sent at once. Another intent would take as long to store.
  const askedAt = readMoment(clock)
  const status = await platform.containerStatus(access, containerId)
  const isReady = status.kind === 'ok' && status.value.status === 'FINISHED'
  return isReady && isWithinWindow(askedAt, readMoment(clock))
}

/** An intent whose call was never made counts as if it had not been stored. */
export function intentWithoutSend({ intent }: Publication): Publication['intent'] {
  if (intent === null || intent.sends <= 1) return null
  return { ...intent, sends: intent.sends - 1 }
}

export function afterPublish(
  publication: Publication,
  reply: PlatformReply<{ mediaId: string }>,
  now: Instant,
): Change {
  if (reply.kind === 'ok') {
    // The platform's time is known to the second when the permalink is read.
    const media = { id: reply.value.mediaId, permalink: null, timestamp: reply.platformTime }
    return { ...toConfirmed(publication, media, now), ...withoutComments(publication) }
  }
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
