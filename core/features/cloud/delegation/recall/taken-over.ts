// A taken-over post belongs to this computer, while the Worker is still asked to release it: how its answer is read.
import type { StoredHandover } from '../../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { nextVersionAt } from '../../../../api/post-version.ts'
import { progressOf } from '../../../../engine/publishing/end-publication.ts'
import type { Instant } from '../../../../time.ts'
import type { JobView } from '../../../../engine/worker/protocol.ts'
import { withHandover } from '../new-handover.ts'
import { ENDED, notRecalled, type AttemptedHandover, type HandoverUpdate } from '../handovers.ts'
import { withCloudWarning } from '../cloud-warnings.ts'
import { retryAt } from '../handover-times.ts'

/** Pure: who owns the post, once the Worker has reported what it did. */
export function nextTakenOverMove(stored: AttemptedHandover, view: JobView, now: Instant): HandoverUpdate {
  const { handover, post } = stored
  switch (view.state) {
    case 'cancelled':
      return { change: ENDED, post: post && withCloudWarning(post, null) }
    case 'failed':
      return {
        change: ENDED,
        // A post that it may have sent and no longer knows is just as uncertain.
        post:
          post &&
          withCloudWarning(post, view.publication?.failure?.unconfirmed === false ? null : 'TAKEN_OVER'),
      }
    case 'waiting':
      return { change: { nextAt: now } }
    case 'published':
    case 'publishing':
      break
    default:
      return view.state satisfies never
  }
  if (!hasActed(stored)) return returnToWorker(stored, now)
  const tries = handover.tries + 1
  // A run that has not ended here would remove the warning again.
  if (view.state === 'publishing' || progressOf(stored.last) !== 'ended')
    return { change: { tries, nextAt: retryAt(now, tries) } }
  const { containerId = null } = stored.last ?? {}
  // Without a container, what was found here is what the Worker sent.
  const isSame =
    (post?.igMediaId !== null && post?.igMediaId === view.publication?.mediaId) ||
    containerId === null ||
    containerId === view.publication?.containerId
  return { change: ENDED, post: post && withCloudWarning(post, isSame ? null : 'PUBLISHED_TWICE') }
}

/**
 * True when this computer has sent something that is live or may be, or has found it live. Reconciling the Worker's call does not
 * count.
 */
function hasActed({ handover, last }: AttemptedHandover): boolean {
  if (last === null || last.jobId === handover.id || last.intent === null) return false
  if (last.step === 'confirmed' || last.step === 'done') return true
  return last.containerId !== null && (last.step !== 'failed' || last.failure?.unconfirmed === true)
}

/** Nothing went out from here, and it is or may be live from there: it never left the Worker. */
function returnToWorker(stored: StoredHandover, now: Instant): HandoverUpdate {
  const { handover, post } = stored
  const change = { ...notRecalled(stored).change, tries: 0, nextAt: now }
  if (post === null) return { change }
  const there: PostRecord = {
    ...withCloudWarning(withHandover(post, handover, 'cloud'), null),
    status: 'SCHEDULED',
    isScheduled: true,
    scheduledFor: handover.publishAt,
    completedAt: null,
    errorCode: null,
    errorDetail: null,
    recovery: null,
    publishOutcome: null,
    nextAttemptAt: null,
    updatedAt: nextVersionAt(post, now),
  }
  return { change, post: there, endsJob: true }
}
