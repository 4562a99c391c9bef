import type { PostContent } from '../../posts/content/post-content.ts'

/** The content of a post that reposts a story. `tagged` is the author, or null. */
export function storyContent(
  platformAccountId: string,
  { mediaFileIds, tagged }: { readonly mediaFileIds: readonly string[]; readonly tagged: string | null },
): PostContent {
  return {
    platformAccountId,
    mediaType: 'STORIES',
    mediaFileIds,
    caption: null,
    // The credit is an official tag. Story mentions, by contrast, go out through the private API where the account
    // has such a session.
    userTags: tagged === null ? null : JSON.stringify([{ username: tagged, x: 0.5, y: 0.5 }]),
    collaborators: null,
    storyMentions: null,
    locationId: null,
    locationName: null,
    crossPostToPartner: false,
    options: null,
  }
}
