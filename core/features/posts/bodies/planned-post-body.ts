import type { PlannedPost } from '../../../ports/posts/planner-store.ts'
import { toIso, type Instant } from '../../../time.ts'
import { postBody } from '../show-post.ts'

export type PlannedPostBody = ReturnType<typeof plannedPostBody>

/** A post of a calendar or a list: the contract’s Post without files, and what its tile shows. */
export function plannedPostBody({ post, at, mediaCount, thumbnailKey }: PlannedPost, now: Instant) {
  const thumbnailUrl = thumbnailKey && `/uploads/${thumbnailKey}`
  return { ...postBody(post, now), at: toIso(at), mediaCount, thumbnailUrl }
}
