// What would be sent of a draft. The hash that a person answers for and what they are shown are made from this one value: no
// part of a post can be covered by the one and missing in the other.
import type { ApprovalContent } from '../../api/approvals.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { withDefaultAltTexts } from '../../rules/content/option-changes.ts'
import { shownOptions, storeOptions } from '../../rules/content/option-schemas.ts'
import type { PublicationPayload } from '../../rules/publication/publication-schema.ts'
import { mediaIdsOf, payloadOf } from '../../engine/publishing/stored.ts'
import { sha256Hex } from '../../sha256.ts'

export interface ContentToSend {
  readonly accountId: string
  readonly payload: PublicationPayload
  /** In the order of the post, then that of its cover. */
  readonly files: readonly MediaRecord[]
  /** True: it goes out with the alt texts that its files have then, where it gives none. */
  readonly takesAltTexts: boolean
}

/** Null when it cannot be read: then nothing of it is sent. */
export async function readContentToSend(
  media: Pick<MediaStore, 'getMany'>,
  post: PostRecord,
  takesAltTexts = true,
): Promise<ContentToSend | null> {
  const files = await media.getMany(mediaIdsOf(post))
  const payload = payloadOf(post, files)
  return payload && { accountId: post.platformAccountId, payload, files, takesAltTexts }
}

/**
 * Covers exactly what the platform would get, including rendered files, and their alt texts where it takes them. `more`: what else a
 * person answers for, where the version of the post does not hold it.
 */
export function hashOf(
  { accountId, payload, files, takesAltTexts }: ContentToSend,
  ...more: (string | number | null)[]
): Promise<string> {
  const altTexts = takesAltTexts ? files.map(({ altText }) => altText) : null
  return sha256Hex(JSON.stringify([accountId, payload, altTexts, ...more]))
}

/** All of it, for the person who is asked. A part that the payload gains does not compile before it is shown, too. */
export function contentBody({ payload, files, takesAltTexts }: ContentToSend): ApprovalContent {
  const { mediaType, options = {} } = payload
  // With the alt texts that its files give it when it is sent.
  const sent = takesAltTexts ? withDefaultAltTexts(options, mediaType, filesOfPost(payload, files)) : options
  const shown: { readonly [Part in keyof Required<PublicationPayload>]: ApprovalContent[Part] } = {
    mediaType,
    caption: payload.caption,
    items: payload.items.map(({ mediaFileId, kind }) => ({ mediaFileId, kind })),
    userTags: [...payload.userTags],
    storyMentions: [...payload.storyMentions],
    collaborators: [...payload.collaborators],
    locationId: payload.locationId,
    crossPostToPartner: payload.crossPostToPartner,
    options: shownOptions(storeOptions(sent)),
    cover: payload.cover ? { mediaFileId: payload.cover.mediaFileId } : null,
  }
  return shown
}

/** Without that of the cover. */
const filesOfPost = ({ items }: PublicationPayload, files: readonly MediaRecord[]) =>
  files.slice(0, items.length)
