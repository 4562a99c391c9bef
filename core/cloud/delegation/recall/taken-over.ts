// A post that was taken over is this computer's, while the Worker is still asked to let go of it: what its word means.
import type { Handover, TakenOver, TakenOverMove } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { nextVersionAt } from '../../../posts/drafts.ts'
import { progressOf } from '../../../posts/end-publication.ts'
import type { Instant } from '../../../time.ts'
import type { JobView } from '../../protocol/protocol.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import { withHandover } from '../new-handover.ts'
import { nextVersion, ENDED } from '../update-handover.ts'
import { PUBLISHED_TWICE, TAKEN_OVER, withCloudWarning } from '../sentences.ts'
import { retryAt } from '../handover-times.ts'

export function isTakenOver({ asked }: Pick<Handover, 'asked'>): boolean {
  return asked?.kind === 'cancel' && asked.to === 'taken-over'
}

/** Applies the state of the Worker's job. To be called inside the hand-over's mutex. */
export async function applyToTakenOver(ports: HandoverPorts, id: string, view: JobView): Promise<void> {
  await ports.handovers.moveTakenOver(id, (stored) => nextTakenOverMove(stored, view, ports.clock.now()))
}

/** Pure: whose the post is, as soon as the Worker has said what it did. */
function nextTakenOverMove(stored: TakenOver, view: JobView, now: Instant): TakenOverMove | null {
  const { handover, post } = stored
  if (!isTakenOver(handover)) return null
  const ended = nextVersion(handover, ENDED, now)
  switch (view.state) {
    case 'cancelled':
      return { next: ended, post: post && withWarning(post, null) }
    case 'failed':
      return {
        next: ended,
        post: post && withWarning(post, view.publication?.failure?.unconfirmed ? TAKEN_OVER : null),
      }
    case 'waiting':
      return { next: nextVersion(handover, { nextAt: now }, now), post: null }
    case 'published':
    case 'publishing':
      break
    default:
      return view.state satisfies never
  }
  if (!hasActed(stored)) return returnToWorker(stored, now)
  const tries = handover.tries + 1
  // Whatever is still done here would take the warning away again.
  if (view.state === 'publishing' || progressOf(stored.last) !== 'ended')
    return { next: nextVersion(handover, { tries, nextAt: retryAt(now, tries) }, now), post: null }
  const isSame = post?.igMediaId !== null && post?.igMediaId === view.publication?.mediaId
  return { next: ended, post: post && withWarning(post, isSame ? null : PUBLISHED_TWICE) }
}

/** True when this computer has sent something that is live or may be. Looking for what the Worker has sent does not count. */
function hasActed({ handover, last }: TakenOver): boolean {
  if (last === null || last.jobId === handover.id || last.intent === null || last.containerId === null)
    return false
  return last.step !== 'failed' || last.failure?.unconfirmed === true
}

/** Nothing went out from here, and it is or may be live from there: it was the Worker's all the time. */
function returnToWorker({ handover, post }: TakenOver, now: Instant): TakenOverMove {
  const next = nextVersion(handover, { asked: null, phase: 'cloud', tries: 0, nextAt: now }, now)
  if (post === null) return { next, post }
  const there: PostRecord = {
    ...withHandover(post, handover, 'cloud'),
    status: 'SCHEDULED',
    isScheduled: true,
    scheduledFor: handover.publishAt,
    completedAt: null,
    errorCode: null,
    errorMessage: null,
    recovery: null,
    publishOutcome: null,
    nextAttemptAt: null,
    warnings: withCloudWarning(post.warnings, null),
    updatedAt: nextVersionAt(post, now),
  }
  return { next, post: there, endsJob: true }
}

function withWarning(post: PostRecord, warning: string | null): PostRecord {
  return { ...post, warnings: withCloudWarning(post.warnings, warning) }
}
