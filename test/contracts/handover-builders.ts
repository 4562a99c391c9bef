// Posts and their hand-overs, as the contracts of the store need them.
import { NEVER_ASKED, whileHeld } from '../../core/rules/ownership/ownership.ts'
import type { BucketObjects } from '../../core/ports/cloud/bucket.ts'
import type { Handover, HandoverMove, HandoverStore } from '../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { HOUR } from '../../core/time.ts'
import { aPost, aPublication, START } from '../factories.ts'
import type { PublishingStores } from './publishing-stores.ts'

export interface HandoverStores extends PublishingStores {
  readonly handovers: HandoverStore
  readonly objects: BucketObjects
}

export const PUBLISH_AT = START + HOUR

export function aCloudPost(change: Partial<PostRecord> = {}): PostRecord {
  return aPost({
    platformAccountId: crypto.randomUUID(),
    status: 'SCHEDULED',
    sourceType: 'SCHEDULED',
    isScheduled: true,
    scheduledFor: PUBLISH_AT,
    handover: 'uploading',
    ...change,
  })
}

export const AT_WORKER = { ownership: whileHeld(1, 'key') }

export function aHandover(post: PostRecord, change: Partial<Handover> = {}): Handover {
  const file = { mediaFileId: crypto.randomUUID(), kind: 'image', mimeType: 'image/jpeg' } as const
  const names = { key: `media/${crypto.randomUUID()}.jpg`, blobKey: 'media/1.jpg', publicKey: '1.jpg' }
  return {
    id: crypto.randomUUID(),
    postId: post.id,
    accountId: post.platformAccountId,
    version: 1,
    ownership: NEVER_ASKED,
    isEnded: false,
    publishAt: post.scheduledFor ?? PUBLISH_AT,
    files: [{ ...file, ...names, uploaded: false }],
    asked: null,
    tries: 0,
    nextAt: START,
    lastError: null,
    createdAt: START,
    updatedAt: START,
    ...change,
  }
}

export async function accepted(
  { handovers }: HandoverStores,
  change: Partial<Handover> = {},
  post: Partial<PostRecord> = {},
): Promise<{ post: PostRecord; handover: Handover }> {
  const record = aCloudPost(post)
  const handover = aHandover(record, change)
  await handovers.accept({ ...record, cloudJobId: handover.id }, handover)
  return { post: { ...record, cloudJobId: handover.id }, handover }
}

/** True when it was moved. */
export async function move(
  { handovers }: Pick<HandoverStores, 'handovers'>,
  to: Handover,
  also: Omit<HandoverMove, 'next'> = {},
): Promise<boolean> {
  return (await handovers.update(to.id, () => ({ ...also, next: to }))) !== null
}

export function next(handover: Handover, change: Partial<Handover>): Handover {
  return { ...handover, ...change, version: handover.version + 1 }
}

export function theirs(post: PostRecord, { id }: Handover, change: Partial<Publication>): Publication {
  return aPublication(
    { id, postId: post.id, accountId: post.platformAccountId },
    { publishAt: PUBLISH_AT, ...change },
  )
}
