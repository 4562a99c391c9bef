import type { ListedPosts, PostRecord } from '../../../ports/posts/post-store.ts'
import type { Instant } from '../../../time.ts'
import { postBody } from '../show-post.ts'

/** A page of a list as the contract shows it; `mediaFiles` are empty in lists. */
export function pageOfPosts(
  delayed: (post: PostRecord) => PostRecord,
  { records, total }: ListedPosts,
  { page, limit, now }: { readonly page: number; readonly limit: number; readonly now: Instant },
) {
  const hasMore = (page - 1) * limit + records.length < total
  return { posts: records.map((record) => postBody(delayed(record), now)), total, page, limit, hasMore }
}
