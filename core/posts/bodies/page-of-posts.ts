import type { ListedPosts } from '../../ports/posts/post-store.ts'
import { readDelays, type BackoffPorts } from '../delayed-post.ts'
import { postBody } from './post-body.ts'

/** A page of a list as the contract shows it; `mediaFiles` are empty in lists. */
export async function pageOfPosts(
  ports: BackoffPorts,
  { records, total }: ListedPosts,
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const delayed = await readDelays(ports)
  const hasMore = (page - 1) * limit + records.length < total
  return { posts: records.map((record) => postBody(delayed(record), [])), total, page, limit, hasMore }
}
