import type { ListedPosts, PostRecord } from '../../ports/posts/post-store.ts'
import { postBody } from '../show-post.ts'

/** A page of a list as the contract shows it; `mediaFiles` are empty in lists. */
export function pageOfPosts(
  delayed: (post: PostRecord) => PostRecord,
  { records, total }: ListedPosts,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const hasMore = (page - 1) * limit + records.length < total
  return { posts: records.map((record) => postBody(delayed(record), [])), total, page, limit, hasMore }
}
