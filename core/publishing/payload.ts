import { z } from 'zod'
import type { MediaRecord } from '../ports/media-store.ts'
import type { PostRecord } from '../ports/post-store.ts'
import type { PublicationPayload } from './publication.ts'

const Tags = z.array(z.object({ username: z.string(), x: z.number(), y: z.number() }))
const Usernames = z.array(z.string())

/** Freezes what will be published. `media` is in the post's order. Null when the stored lists cannot be read. */
export function freezePayload(post: PostRecord, media: readonly MediaRecord[]): PublicationPayload | null {
  const userTags = readList(Tags, post.userTags)
  const collaborators = readList(Usernames, post.collaborators)
  if (!userTags || !collaborators) return null
  return {
    mediaType: post.mediaType,
    caption: post.caption,
    items: media.map(({ id, kind, publicKey }) => ({ mediaFileId: id, kind, publicKey })),
    userTags,
    collaborators,
    locationId: post.locationId,
  }
}

function readList<T>(schema: z.ZodType<T[]>, json: string | null): T[] | null {
  if (json === null) return []
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    return null
  }
}
