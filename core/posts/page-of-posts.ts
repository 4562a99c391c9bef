import type { PostPage } from '../ports/post-store.ts'
import { postBody } from './post-body.ts'

/** A page of a list as the contract shows it; `mediaFiles` are empty in lists. */
export function pageOfPosts(
  { records, total }: PostPage,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const hasMore = (page - 1) * limit + records.length < total
  return { posts: records.map((record) => postBody(record, [])), total, page, limit, hasMore }
}
