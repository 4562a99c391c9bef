/** Limits of a post's content. Characters are code points, as JSON Schema counts them. */
export const CONTENT_LIMITS = {
  caption: 2200,
  userTags: 20,
  collaborators: 3,
  storyMentions: 5,
  username: 30,
  locationId: 64,
  locationName: 200,
  altText: 1000,
  /** Not documented; longer than any name. */
  audioName: 200,
  sponsorIds: 2,
  firstComment: 300,
  /** Of what is said to be a carousel: more are refused unread. */
  mediaFileIds: 100,
} as const

/** Of one request for many. */
export const MOST_POSTS = 200
