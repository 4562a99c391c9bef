import * as z from 'zod'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { publishedFile } from '../../media/published-file.ts'
import type { PayloadItem, PublicationPayload } from '../publication.ts'

const Tags = z.array(z.object({ username: z.string(), x: z.number(), y: z.number() }))
const Usernames = z.array(z.string())

/**
 * Freezes what will be published. `media` is in the post's order; when one of its files is gone there are no items at all.
 * Null when the stored lists cannot be read.
 */
export function payloadOf(post: PostRecord, media: readonly MediaRecord[]): PublicationPayload | null {
  const userTags = parseList(Tags, post.userTags)
  const storyMentions = parseList(Tags, post.storyMentions)
  const collaborators = parseList(Usernames, post.collaborators)
  if (!userTags || !storyMentions || !collaborators) return null
  const complete = media.length === post.mediaFileIds.length
  return {
    mediaType: post.mediaType,
    caption: post.caption,
    items: post.remoteMedia ? [remoteItemOf(post.remoteMedia)] : complete ? media.map(itemOf) : [],
    userTags,
    storyMentions,
    collaborators,
    locationId: post.locationId,
    crossPostToPartner: post.crossPostToPartner,
  }
}

function remoteItemOf({ kind, url }: NonNullable<PostRecord['remoteMedia']>): PayloadItem {
  return { mediaFileId: '', kind, publicKey: '', blobKey: '', url }
}

function itemOf(media: MediaRecord): PayloadItem {
  const { publicKey, blobKey } = publishedFile(media)
  return { mediaFileId: media.id, kind: media.kind, publicKey, blobKey }
}

function parseList<T>(schema: z.ZodType<T[]>, json: string | null): T[] | null {
  if (json === null) return []
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    return null
  }
}
