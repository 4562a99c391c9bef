// Requests to the Worker for one hand-over, and what its answers prove. Call inside the hand-over's mutex.
import type { WorkerReply, NoAnswer } from '../../../engine/worker/worker-link.ts'
import type { CloudConnection, WorkerReach } from '../connection/connection.ts'
import {
  BASIC_VERSION,
  ENVELOPE_VERSION,
  type CancelPurpose,
  type JobAnswer,
  type JobEnvelope,
  type JobView,
} from '../../../engine/worker/protocol.ts'
import type { Cancel } from './handovers.ts'
import { coverAmong } from './new-handover.ts'
import type {
  Handover,
  HandoverFile,
  PendingRequest,
  StoredHandover,
} from '../../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { payloadOf } from '../../../engine/publishing/stored.ts'
import { isSameWorker } from '../../../rules/ownership/ownership.ts'
import { safeText, type SafeText } from '../../../redact.ts'

export const NOT_CONNECTED = safeText('the cloud that has it is not connected')

/** The Worker that was asked. That another one has nothing would prove nothing. */
export async function connectionOf(
  { cloudConnection }: WorkerReach,
  { keyId }: { readonly keyId: string | null },
): Promise<CloudConnection | null> {
  const connection = await cloudConnection()
  return connection && (keyId === null || isSameWorker(keyId, connection.keyId)) ? connection : null
}

/** False while the Worker is being left, and afterwards: what began before may outlast it. */
export async function isStillConnected(
  deps: WorkerReach,
  { keyId }: Pick<CloudConnection, 'keyId'>,
): Promise<boolean> {
  const connection = deps.isBeingLeft() ? null : await deps.cloudConnection()
  return connection !== null && isSameWorker(keyId, connection.keyId)
}

/** Nothing was sent. */
const UNREADABLE: NoAnswer = {
  kind: 'refused',
  refusal: { httpStatus: 0, message: safeText('the stored post cannot be read') },
}

/** Creates or changes, under the highest revision that is recorded as sent. */
export async function sendEnvelope(
  { worker, mediaBaseUrl }: CloudConnection,
  { handover, post }: StoredHandover,
): Promise<WorkerReply<JobAnswer>> {
  const envelope = post && jobEnvelope(handover, post, mediaBaseUrl)
  return envelope ? worker.putJob(envelope) : UNREADABLE
}

/** The version that a pending edit is to bring, with its files. */
export function editedVersion(
  { handover }: StoredHandover,
  { after, files = handover.files }: Extract<PendingRequest, { kind: 'edit' }>,
): StoredHandover {
  return { handover: { ...handover, files }, post: after }
}

/**
 * The post as it is sent to the Worker, with the files that are in the bucket. Null when the stored post cannot be
 * read.
 */
export function jobEnvelope(handover: Handover, post: PostRecord, mediaBaseUrl: string): JobEnvelope | null {
  // The local files may have been deleted since; the copies in the bucket count.
  const payload = payloadOf(post, [])
  if (payload === null) return null
  const cover = coverAmong(handover, post)
  if (cover === undefined) return null
  const files = handover.files.filter(({ isCover }) => isCover !== true).map(bucketItem)
  // A file that is already at the platform went to no bucket.
  const items = post.remoteMedia ? [...payload.items] : files
  const { userTags, storyMentions, collaborators, options } = payload
  return {
    // A Worker that does not know options would silently leave them out.
    version: options === undefined ? BASIC_VERSION : ENVELOPE_VERSION,
    jobId: handover.id,
    revision: handover.ownership.sent,
    postId: post.id,
    accountId: handover.accountId,
    publishAt: post.scheduledFor ?? handover.publishAt,
    payload: {
      ...payload,
      items,
      userTags: [...userTags],
      storyMentions: [...storyMentions],
      collaborators: [...collaborators],
      crossPostToPartner: false,
      ...(cover ? { cover: bucketItem(cover) } : {}),
    },
    // Where they are, whichever bucket is the current one by now.
    mediaBaseUrl: handover.files[0]?.baseUrl ?? mediaBaseUrl,
    display: { timezone: post.timezone, locationName: post.locationName, sourceType: post.sourceType },
  }
}

function bucketItem({ mediaFileId, kind, key }: HandoverFile) {
  return { mediaFileId, kind, publicKey: key, blobKey: key }
}

/**
 * gone      The Worker has released it, or never had it: nothing will ever appear from there. `wasReleased`: at an earlier request.
 * too late  Publishing has begun, and what it may have sent is known by its publication.
 */
export type CancelReply =
  | { readonly kind: 'gone' | 'too late'; readonly view: JobView; readonly wasReleased?: true | undefined }
  | NoAnswer

/** Why a post is taken away, where the Worker needs to know. */
const PURPOSES: Partial<Record<Cancel['to'], CancelPurpose>> = { archive: 'deletion', 'taken-over': 'retry' }

/** A create request still in transit finds the cancel, which the Worker remembers even for a job that it never had. */
export async function requestCancel(
  { worker }: CloudConnection,
  jobId: string,
  { to, unlessLate }: Pick<Cancel, 'to' | 'unlessLate'>,
): Promise<CancelReply> {
  const reply = await worker.cancelJob(jobId, unlessLate ? undefined : PURPOSES[to])
  if (reply.kind !== 'ok') return reply
  const { outcome, job: view, wasReleased } = reply.value
  if (outcome !== 'accepted') return { kind: 'too late', view }
  // Let go of: it FAILED and may be live, and the Worker no longer looks for it.
  return view.state === 'cancelled'
    ? { kind: 'gone', view, wasReleased }
    : { kind: 'too late', view: { ...view, isEnded: true } }
}

/** Throws unless the Worker did it: the change that led to the request is not applied then, and is heard of again. */
export function requireDone(reply: WorkerReply<unknown>): void {
  if (reply.kind !== 'ok') throw new Error(`the Worker could not be asked: ${replyReason(reply)}`)
}

export function replyReason(reply: NoAnswer): SafeText {
  return reply.kind === 'refused' ? reply.refusal.message : reply.reason
}
