// The last move of a request, once the Worker has said yes. False when somebody was faster: decide anew.
import { DISCONNECTED } from '../../posts/end-publication.ts'
import { nextVersionAt } from '../../posts/drafts.ts'
import { publishJob } from '../../posts/new-post.ts'
import type { PendingRequest } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { toDraft } from '../../scheduling/draft-again.ts'
import { planJobTimes } from '../../scheduling/schedule-post.ts'
import type { Instant } from '../../time.ts'
import type { HandoverPorts } from './handover-ports.ts'
import { withHandover } from './new-handover.ts'
import {
  nextVersion,
  ENDED,
  ENDED_CANCELLED,
  readOpenHandover,
  type StoredHandover,
} from './update-handover.ts'
import { ranLocallyInstead, withCloudWarning } from './sentences.ts'
import { nextCheckAt } from './handover-times.ts'

type Edit = Extract<PendingRequest, { kind: 'edit' }>
type Cancel = Extract<PendingRequest, { kind: 'cancel' }>

/** The version that the Worker has is the version here. */
export async function finishEdit(
  ports: HandoverPorts,
  { handover, post }: StoredHandover,
  { after, revision }: Edit,
): Promise<boolean> {
  const now = ports.clock.now()
  const publishAt = after.scheduledFor ?? handover.publishAt
  const change = { phase: 'cloud', asked: null, revision, publishAt, tries: 0, lastError: null } as const
  const next = nextVersion(handover, { ...change, nextAt: nextCheckAt({ publishAt }, now) }, now)
  return ports.handovers.move(
    next,
    post ? mergeEdit(post, withHandover(after, handover, 'cloud'), now) : undefined,
  )
}

/** Applies the user's changes to what is stored now: the Worker may have begun to prepare the post meanwhile. */
export function mergeEdit(stored: PostRecord, after: PostRecord, now: Instant): PostRecord {
  const { status, igContainerId, lastAttemptAt, mediaFileIds } = stored
  return {
    ...after,
    status,
    igContainerId,
    lastAttemptAt,
    mediaFileIds,
    warnings: withCloudWarning(after.warnings, null),
    updatedAt: nextVersionAt(stored, now),
  }
}

export async function finishCancel(
  ports: HandoverPorts,
  stored: StoredHandover,
  { to, reason }: Pick<Cancel, 'to' | 'reason'>,
): Promise<boolean> {
  const { handover, post } = stored
  const now = ports.clock.now()
  // A Worker that was left behind with it may yet publish it.
  const next = nextVersion(handover, to === 'taken-over' ? ENDED : ENDED_CANCELLED, now)
  if (post === null) return ports.handovers.move(next)
  switch (to) {
    case 'draft':
      return ports.handovers.move(next, toDraft(post, now))
    case 'archive':
      return ports.handovers.archive(next, now)
    case 'local':
      return scheduleLocally(ports, stored, reason ?? null)
    case 'disconnected':
      return ports.handovers.move(next, disconnectedPost(post, now))
    case 'taken-over':
      // The post has been this computer's since.
      return ports.handovers.move(next)
    default:
      return to satisfies never
  }
}

/** The post gets a job here. Only for what surely is not at the Worker. */
export async function scheduleLocally(
  ports: HandoverPorts,
  { handover, post }: StoredHandover,
  reason: string | null,
): Promise<boolean> {
  const now = ports.clock.now()
  const next = nextVersion(handover, ENDED_CANCELLED, now)
  if (post === null) return ports.handovers.move(next)
  const warnings = withCloudWarning(post.warnings, null) ?? []
  const updated = reason === null ? warnings : [...warnings, ranLocallyInstead(reason)]
  const here: PostRecord = {
    ...asScheduledLocally(post),
    warnings: updated.length > 0 ? updated : null,
    updatedAt: nextVersionAt(post, now),
  }
  const job = publishJob(here, ports.random, now, await planJobTimes(ports, here))
  const isScheduled = await ports.handovers.scheduleLocally(next, here, job)
  if (isScheduled) ports.wake()
  return isScheduled
}

export function asScheduledLocally(post: PostRecord): PostRecord {
  return {
    ...post,
    status: 'SCHEDULED',
    handover: null,
    cloudJobId: null,
    bucketMediaKey: null,
    igContainerId: null,
    nextAttemptAt: null,
  }
}

function disconnectedPost(post: PostRecord, now: Instant): PostRecord {
  // What has come to its end already stays what it is.
  if (post.status === 'PUBLISHED' || post.status === 'FAILED') return { ...post, handover: null }
  return {
    ...asScheduledLocally(post),
    status: 'FAILED',
    errorCode: DISCONNECTED.code,
    errorMessage: DISCONNECTED.message,
    recovery: DISCONNECTED.recovery,
    publishOutcome: 'confirmed',
    warnings: withCloudWarning(post.warnings, null),
    updatedAt: nextVersionAt(post, now),
  }
}

/** More of it will never be known here. */
export async function endInDoubt(
  ports: HandoverPorts,
  { handover, post }: StoredHandover,
  message: string,
): Promise<boolean> {
  const now = ports.clock.now()
  const next = nextVersion(handover, ENDED, now)
  if (post === null) return ports.handovers.move(next)
  if (post.status === 'PUBLISHED' || post.status === 'FAILED')
    return ports.handovers.move(next, { ...post, handover: null })
  return ports.handovers.move(next, {
    ...withHandover(post, handover, null),
    status: 'FAILED',
    errorCode: 'UNKNOWN_ERROR',
    errorMessage: message,
    recovery: 'check_platform',
    publishOutcome: 'unconfirmed',
    nextAttemptAt: null,
    warnings: withCloudWarning(post.warnings, null),
    updatedAt: nextVersionAt(post, now),
  })
}

/** Repeats a last move until it is made, or the hand-over has ended. */
export async function retryMove(
  ports: HandoverPorts,
  id: string,
  move: (stored: StoredHandover) => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const stored = await readOpenHandover(ports, id)
    if (!stored || (await move(stored))) return
  }
}
