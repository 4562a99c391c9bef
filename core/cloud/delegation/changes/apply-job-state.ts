// Applies what the Worker reports of a job to what this computer knows. The same report twice changes nothing.
import * as z from 'zod'
import type { Handover, HandoverFile } from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { nextVersionAt } from '../../../posts/drafts.ts'
import { publicationOfStored } from '../../../publishing/stored.ts'
import type { Failure, PayloadItem, Publication } from '../../../publishing/publication.ts'
import type { Instant } from '../../../time.ts'
import type { JobView } from '../../protocol/protocol.ts'
import { laterVersionOf } from './add-unknown-job.ts'
import { finishCancel, finishEdit } from '../final-moves.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import { withHandover } from '../new-handover.ts'
import { nextVersion, ENDED, readOpenHandover, type StoredHandover } from '../update-handover.ts'
import { FAILED_THERE, LET_GO, withCloudWarning } from '../sentences.ts'
import { applyToTakenOver, isTakenOver } from '../recall/taken-over.ts'
import { nextCheckAt } from '../handover-times.ts'

/** To be called inside the hand-over's mutex. Nothing happens when it has ended. */
export async function applyJobState(ports: HandoverPorts, id: string, view: JobView): Promise<void> {
  for (;;) {
    const stored = await readOpenHandover(ports, id)
    if (!stored) return
    if (isTakenOver(stored.handover)) {
      await applyToTakenOver(ports, id, view)
      const after = await readOpenHandover(ports, id)
      if (!after || isTakenOver(after.handover)) return
    } else if (await applyToOpen(ports, stored, view)) return
  }
}

/** False when somebody was faster: read and decide anew. */
async function applyToOpen(ports: HandoverPorts, stored: StoredHandover, view: JobView): Promise<boolean> {
  const { handover } = stored
  const { asked } = handover
  if (asked?.kind === 'cancel' && view.state === 'cancelled') return finishCancel(ports, stored, asked.to)
  if (asked?.kind === 'edit' && view.revision >= asked.revision) {
    await finishEdit(ports, stored, asked)
    return false
  }
  if (asked?.kind === 'cancel' && asked.to === 'archive' && view.state !== 'waiting') {
    // Too late to keep it from appearing; what becomes of it goes to the archive.
    await ports.handovers.archive(
      nextVersion(handover, { asked: null }, ports.clock.now()),
      ports.clock.now(),
    )
    return false
  }
  const later = asked === null && view.revision > handover.revision ? laterVersionOf(view) : null
  if (later) {
    await applyLaterVersion(ports, stored, view.revision, later)
    return false
  }
  return recordView(ports, stored, view)
}

/** It was changed by data that this computer does not have: what the Worker publishes is what is shown. */
async function applyLaterVersion(
  ports: HandoverPorts,
  { handover, post }: StoredHandover,
  revision: number,
  later: NonNullable<ReturnType<typeof laterVersionOf>>,
): Promise<void> {
  const now = ports.clock.now()
  const publishAt = later.scheduledFor ?? handover.publishAt
  const next = nextVersion(handover, { revision, publishAt }, now)
  await ports.handovers.move(
    next,
    post ? { ...post, ...later, updatedAt: nextVersionAt(post, now) } : undefined,
  )
}

async function recordView(
  ports: HandoverPorts,
  { handover, post }: StoredHandover,
  view: JobView,
): Promise<boolean> {
  const now = ports.clock.now()
  const publication = readPublication(view, handover, now)
  // What was prepared and then cancelled has no outcome.
  const isCancelled = view.state === 'cancelled' && !isOver(publication)
  const hasOutcome = publication !== null && !isCancelled
  const next = nextVersion(
    handover,
    { ...handoverFieldsOf(handover, view, now), ...(view.isEnded ? ENDED : {}) },
    now,
  )
  if (hasOutcome) return ports.handovers.recordWorkerState(next, publication, view.attempts)
  if (view.isEnded) return ports.handovers.move(next, post ? endedPost(post, next, view) : undefined)
  return ports.handovers.move(next, post ? asWorkerPost(post, next) : undefined)
}

function handoverFieldsOf(handover: Handover, { revision }: JobView, now: Instant) {
  return {
    phase: 'cloud',
    revision: Math.max(handover.revision, revision),
    tries: 0,
    lastError: null,
    nextAt: handover.asked ? handover.nextAt : nextCheckAt(handover, now),
  } as const
}

function asWorkerPost(post: PostRecord, handover: Handover): PostRecord {
  return { ...withHandover(post, handover, 'cloud'), warnings: withCloudWarning(post.warnings, null) }
}

/** All that is known is how it ended: it was pruned there meanwhile, or cannot be read. */
function endedPost(post: PostRecord, handover: Handover, { state }: JobView): PostRecord {
  if (post.status === 'PUBLISHED' || post.status === 'FAILED') return { ...post, handover: null }
  const over = {
    ...withHandover(post, handover, null),
    igContainerId: null,
    nextAttemptAt: null,
    publishOutcome: 'confirmed',
    warnings: withCloudWarning(post.warnings, null),
    updatedAt: nextVersionAt(post, handover.updatedAt),
  } as const
  if (state === 'published') return { ...over, status: 'PUBLISHED', publishedAt: handover.publishAt }
  const errorMessage = state === 'cancelled' ? LET_GO : FAILED_THERE
  return { ...over, status: 'FAILED', errorCode: 'CLOUD_ERROR', errorMessage, recovery: 'retry' }
}

const Intent = z.looseObject({ at: z.number(), sends: z.number(), lastPossibleSend: z.number() })
/** The fields that this computer builds upon; the rest is passed on. */
const WorkerPublication = z.looseObject({
  id: z.uuid(),
  version: z.int().min(1),
  step: z.enum(['claimed', 'created', 'staged', 'publishing', 'uncertain', 'confirmed', 'done', 'failed']),
  payload: z.looseObject({ mediaType: z.string(), items: z.array(z.looseObject({ publicKey: z.string() })) }),
  intent: Intent.nullable(),
  mediaId: z.string().nullable(),
  nextAt: z.number().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})

/** The Worker's publication as one of ours, or null when there is none that can be read. */
export function readPublication(
  { publication: reported, isEnded }: JobView,
  { id, postId, accountId, files }: Handover,
  now: Instant,
): Publication | null {
  if (reported === null || !WorkerPublication.safeParse(reported).success) return null
  const stored = publicationOfStored(reported)
  const publication = isEnded ? asUnattended(stored) : stored
  const { cover } = publication.payload
  const items = publication.payload.items.map((item) => localItem(item, files))
  return {
    ...publication,
    payload: { ...publication.payload, items, ...(cover ? { cover: localItem(cover, files) } : {}) },
    postId,
    jobId: id,
    accountId,
    // Publications follow each other by this; the Worker's clock may be ahead of ours.
    createdAt: Math.min(publication.createdAt, now),
  }
}

/** The Worker does not go on with it. What may have been sent and was not reconciled stays in doubt. */
function asUnattended(publication: Publication): Publication {
  const { step, failure } = publication
  if (failure !== null || (step !== 'publishing' && step !== 'uncertain')) return publication
  return { ...publication, failure: { ...IN_DOUBT, unconfirmed: true } }
}

const IN_DOUBT: Failure = {
  code: 'UNKNOWN_ERROR',
  message:
    'The platform did not confirm this post. It may already be live: check the profile. Retrying is safe: we look before we post.',
  recovery: 'check_platform',
  transient: false,
}

function isOver(publication: Publication | null): boolean {
  return publication !== null && (publication.intent !== null || publication.step === 'failed')
}

/** The file as this computer finds it, so that a retry from here works. */
function localItem(item: PayloadItem, files: readonly HandoverFile[]): PayloadItem {
  const file = files.find(({ key }) => key === item.publicKey)
  if (!file) return item
  const { mediaFileId, kind, publicKey, blobKey } = file
  return { mediaFileId, kind, publicKey, blobKey }
}
