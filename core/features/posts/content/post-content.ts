// The user's decisions about a post, read from a request or from a stored draft that a request changes.
import type { MediaType } from '../../../rules/publication/post-words.ts'
import type { DraftPatchBody, PublishablePostBody } from '../../../api/posts.ts'
import { CodedError } from '../../../coded-error.ts'
import type { MediaStore } from '../../../ports/media/media-store.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import { CONTENT_LIMITS } from '../../../rules/content/content-limits.ts'
import { hasUnknownOption, readOptions, storeOptions } from '../../../rules/content/option-schemas.ts'
import { OPTION_NAMES } from '../../../rules/content/post-options.ts'
import { patchOptions, withoutLostFiles } from '../../../rules/content/option-changes.ts'

export type PostContent = Pick<
  PostRecord,
  | 'platformAccountId'
  | 'mediaType'
  | 'mediaFileIds'
  | 'caption'
  | 'userTags'
  | 'collaborators'
  | 'storyMentions'
  | 'locationId'
  | 'locationName'
  | 'crossPostToPartner'
  | 'options'
>

/**
 * Throws INVALID_CAROUSEL when the body names the files of a post that takes several as those of one, or the other way, or more
 * than are read.
 */
export function contentOf(body: PublishablePostBody): PostContent {
  return {
    platformAccountId: body.accountId,
    mediaType: body.mediaType,
    mediaFileIds: filesOf(body),
    caption: body.caption ?? null,
    userTags: toJsonOrNull(body.userTags),
    collaborators: toJsonOrNull(body.collaborators),
    storyMentions: toJsonOrNull(body.storyMentions),
    locationId: body.locationId ?? null,
    locationName: body.locationName ?? null,
    crossPostToPartner: body.crossPostToPartner ?? false,
    options: storeOptions(patchOptions({}, body)),
  }
}

type PatchedContent = PostContent & Pick<PostRecord, 'remoteMedia'>

/**
 * The post with the given keys changed: null clears, an absent key keeps. Files that are not named are the very list of the post.
 * Throws INVALID_CAROUSEL as `contentOf`.
 */
export function toPatchedContent(post: PostRecord, patch: DraftPatchBody): PatchedContent {
  const mediaType = patch.mediaType ?? post.mediaType
  const mediaFileIds = toPatchedFiles(post, patch, mediaType)
  const list = (given: unknown, stored: string | null) => (given === undefined ? stored : toJsonOrNull(given))
  return {
    platformAccountId: patch.accountId ?? post.platformAccountId,
    mediaType,
    mediaFileIds,
    // Files of this computer take the place of what is at the platform.
    remoteMedia: mediaFileIds === post.mediaFileIds ? post.remoteMedia : null,
    caption: orStored(patch.caption, post.caption),
    userTags: list(patch.userTags, keptTags(post)),
    collaborators: list(patch.collaborators, post.collaborators),
    storyMentions: list(patch.storyMentions, post.storyMentions),
    locationId: orStored(patch.locationId, post.locationId),
    locationName: orStored(patch.locationName, post.locationName),
    crossPostToPartner: orStored(patch.crossPostToPartner, post.crossPostToPartner) ?? false,
    options: toPatchedOptions(post, patch, mediaFileIds),
  }
}

/** Those of a carousel are on its first picture, and on no other when that was deleted. The Worker has a copy of the files. */
export function keptTags({ mediaType, mediaFileIds, userTags, publishedAt, handover }: PostRecord) {
  const isFileKept = mediaFileIds[0] !== null || publishedAt !== null || handover !== null
  return mediaType !== 'CAROUSEL' || isFileKept ? userTags : null
}

/** What has gone out keeps its people as they were; a copy has none where a file that is gone may have been their picture. */
export async function tagsToCopy(media: Pick<MediaStore, 'getMany'>, post: PostRecord) {
  const { mediaType, mediaFileIds, userTags } = post
  if (mediaType !== 'CAROUSEL' || !mediaFileIds.includes(null)) return userTags
  const left = await media.getMany(mediaFileIds.filter((id) => id !== null))
  const pictures = new Set(left.flatMap(({ id, kind }) => (kind === 'image' ? id : [])))
  const first = mediaFileIds.find((id) => id === null || pictures.has(id))
  return first === null ? null : userTags
}

/** Options that cannot be read stay, and keep the post from being stored, until they are set again: what is unknown here, always. */
function toPatchedOptions(
  draft: PostRecord,
  patch: DraftPatchBody,
  mediaFileIds: PostRecord['mediaFileIds'],
): string | null {
  const kept = readOptions(draft.options)
  if (kept === null && OPTION_NAMES.every((name) => patch[name] === undefined)) return draft.options
  if (hasUnknownOption(draft.options)) return draft.options
  const stillTrue =
    mediaFileIds === draft.mediaFileIds ? (kept ?? {}) : withoutLostFiles(kept ?? {}, mediaFileIds)
  return storeOptions(patchOptions(stillTrue, patch))
}

function orStored<T>(value: T | undefined, stored: T): T {
  return value === undefined ? stored : value
}

type NamedFiles = Pick<PublishablePostBody, 'mediaType' | 'mediaFileId' | 'mediaFileIds'>

function filesOf({ mediaType, mediaFileId, mediaFileIds }: NamedFiles): string[] {
  const several = mediaFileIds ?? []
  if (mediaType === 'CAROUSEL') {
    if (several.length > CONTENT_LIMITS.mediaFileIds) throw new CodedError('INVALID_CAROUSEL')
    if (!mediaFileId) return several
    throw new CodedError('INVALID_CAROUSEL', 'mediaFileId is for a single file. Send mediaFileIds.')
  }
  if (several.length > 0)
    throw new CodedError('INVALID_CAROUSEL', 'mediaFileIds belong to a CAROUSEL. Send one mediaFileId.')
  return mediaFileId ? [mediaFileId] : []
}

/** A post has one list of files, named by `mediaFileIds` in a CAROUSEL and by `mediaFileId` elsewhere. */
function toPatchedFiles(
  draft: PostRecord,
  patch: DraftPatchBody,
  mediaType: MediaType,
): PostRecord['mediaFileIds'] {
  const { mediaFileId, mediaFileIds } = patch
  const named =
    mediaType === 'CAROUSEL'
      ? mediaFileIds !== undefined || Boolean(mediaFileId)
      : mediaFileId !== undefined || (mediaFileIds ?? []).length > 0
  if (named) return filesOf({ mediaType, mediaFileId, mediaFileIds })
  const sameForm = (mediaType === 'CAROUSEL') === (draft.mediaType === 'CAROUSEL')
  if (sameForm) return draft.mediaFileIds
  if (draft.mediaFileIds.every((id) => id === null)) return []
  throw new CodedError(
    'INVALID_CAROUSEL',
    mediaType === 'CAROUSEL'
      ? 'A CAROUSEL needs 2 to 10 media files. Send mediaFileIds together with the mediaType.'
      : `This post has the files of a CAROUSEL. Send mediaFileId together with the mediaType ${mediaType}.`,
  )
}

function toJsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
