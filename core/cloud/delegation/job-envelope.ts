import type { Handover } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { payloadOf } from '../../publishing/stored.ts'
import { ENVELOPE_VERSION, type JobEnvelope } from '../protocol/protocol.ts'

/** The post as the Worker gets it; its files are those in the bucket. Null when the stored post cannot be read. */
export function jobEnvelope(
  handover: Handover,
  post: PostRecord,
  mediaBaseUrl: string,
  revision = handover.revision,
): JobEnvelope | null {
  // The files here may have been deleted since: what counts lies in the bucket.
  const payload = payloadOf(post, [])
  if (payload === null) return null
  const files = handover.files.map(({ mediaFileId, kind, key }) => {
    return { mediaFileId, kind, publicKey: key, blobKey: key }
  })
  // What lies at the platform itself went to no bucket.
  const items = post.remoteMedia ? [...payload.items] : files
  const { userTags, storyMentions, collaborators } = payload
  return {
    version: ENVELOPE_VERSION,
    jobId: handover.id,
    revision,
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
    },
    mediaBaseUrl,
    display: { timezone: post.timezone, locationName: post.locationName, sourceType: post.sourceType },
  }
}
