/** Limits of a post's content. Characters are code points, as JSON Schema counts them. */
export const CONTENT_LIMITS = {
  caption: 2200,
  userTags: 20,
  collaborators: 3,
  storyMentions: 5,
  username: 30,
  locationId: 64,
  locationName: 200,
  firstComment: 300,
} as const
