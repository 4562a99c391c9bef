import type { Handover, HandoverFile } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { payloadOf } from '../../publishing/stored.ts'
import { BASIC_VERSION, ENVELOPE_VERSION, type JobEnvelope } from '../protocol/protocol.ts'
import { coverAmong } from './files/cover-file.ts'

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
    // An older Worker would silently leave out what it does not know.
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
