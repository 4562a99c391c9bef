import { z } from 'zod'
import type { MediaRecord } from '../ports/media-store.ts'
import type { PostRecord } from '../ports/post-store.ts'
import type { PublicationPayload } from './publication.ts'

const Tags = z.array(z.object({ username: z.string(), x: z.number(), y: z.number() }))
const Usernames = z.array(z.string())

/** Freezes what will be published. `media` is in the post's order. */
export function freezePayload(post: PostRecord, media: readonly MediaRecord[]): PublicationPayload {
  return {
    mediaType: post.mediaType,
    caption: post.caption,
    items: media.map(({ id, kind, publicKey }) => ({ mediaFileId: id, kind, publicKey })),
    userTags: post.userTags === null ? [] : Tags.parse(JSON.parse(post.userTags)),
    collaborators: post.collaborators === null ? [] : Usernames.parse(JSON.parse(post.collaborators)),
    locationId: post.locationId,
  }
}
