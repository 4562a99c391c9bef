// What files make of a post, unless its user says it: its kind, the fields that name them, and their descriptions.
import type { MediaType } from '../publication/post-words.ts'

export interface MediaFields {
  readonly mediaType: MediaType
  readonly mediaFileId?: string | undefined
  readonly mediaFileIds?: readonly string[]
}

export function mediaFields(
  media: readonly { readonly id: string; readonly mimeType: string }[],
): MediaFields {
  const ids = media.map(({ id }) => id)
  if (ids.length > 1) return { mediaType: 'CAROUSEL', mediaFileIds: ids }
  const isVideo = media[0]?.mimeType.startsWith('video/')
  return { mediaType: isVideo ? 'REELS' : 'IMAGE', mediaFileId: ids[0] }
}

/** The alt texts of files, in their order: for a carousel each picture has its own. */
export function describedMedia(
  { mediaFileIds }: { readonly mediaFileIds?: readonly string[] | undefined },
  altTexts: readonly string[],
) {
  const [only = ''] = altTexts
  if (!mediaFileIds) return only === '' ? {} : { altText: only }
  const described = mediaFileIds.map((mediaFileId, index) => ({
    mediaFileId,
    altText: altTexts[index] ?? '',
  }))
  const given = described.filter(({ altText }) => altText !== '')
  return given.length === 0 ? {} : { altTexts: given }
}
