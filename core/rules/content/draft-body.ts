// The content of a post as a request that creates a draft of it: for copying a post, and for restoring a deleted
// draft.
import type { PostBody, PublishablePostBody } from '../../api/posts.ts'
import { patchOptions, withoutLostFiles } from './option-changes.ts'

/**
 * The files that are still there; a CAROUSEL with fewer than two of them starts without any. A post does not say whether the
 * file of its cover is.
 */
export function draftBodyOf(
  post: PostBody,
  accountId = post.platformAccountId,
  isCoverGone = false,
): PublishablePostBody {
  const { mediaType, caption, locationId, locationName, crossPostToPartner } = post
  const files = post.mediaFiles.map(({ id }) => id)
  return {
    accountId,
    mediaType,
    ...(mediaType === 'CAROUSEL'
      ? { mediaFileIds: files.length < 2 ? [] : files }
      : { mediaFileId: files[0] }),
    caption,
    userTags: parseStoredList(post.userTags),
    collaborators: parseStoredList(post.collaborators),
    storyMentions: parseStoredList(post.storyMentions),
    locationId,
    locationName,
    crossPostToPartner,
    ...withoutLostFiles(patchOptions({}, isCoverGone ? { ...post, cover: null } : post), files),
  }
}

/** Lists travel as JSON text; what cannot be read is left out. */
export function parseStoredList<Item>(json: string | null): Item[] | null {
  if (json === null) return null
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}
