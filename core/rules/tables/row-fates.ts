// What becomes of each row of a table, so that the same growing table can be imported every week: what is known is skipped, what has
// changed is changed where its post still waits.
import { MOST_POSTS } from '../content/content-limits.ts'
import type { TableRow } from './judge-row.ts'
import { saysTheSameContent, type RowMark } from './row-mark.ts'
import { isPostId, saysTheSame, type PostOfRow } from './row-of-post.ts'

export type RowFate<Post> =
  | { readonly kind: 'new' }
  /** `isLate`: it has changed, and its post has gone out. */
  | { readonly kind: 'known'; readonly postId: string; readonly isLate: boolean }
  /** `before`: the content that it was imported with; null for a row of an export. */
  | { readonly kind: 'changed'; readonly post: Post; readonly before: string | null }

export interface MarkedRow {
  readonly row: TableRow
  /** Null for a row that cannot be told from others. */
  readonly mark: RowMark | null
}

/** How the caller asks the server. */
export interface RowLookup<Post> {
  /** At most as many as one request has posts. */
  findRows(keys: readonly string[]): Promise<readonly (RowMark & { readonly postId: string })[]>
  /** Null when there is no such post any more. */
  findPost(id: string): Promise<Post | null>
}

/** In the order of the rows, each key and each post looked up once. */
export async function findFates<Post extends PostOfRow>(
  rows: readonly MarkedRow[],
  { findRows, findPost }: RowLookup<Post>,
): Promise<readonly RowFate<Post>[]> {
  const keys = [...new Set(rows.flatMap(({ mark }) => mark?.key ?? []))]
  const known = new Map<string, RowMark & { readonly postId: string }>()
  for (let from = 0; from < keys.length; from += MOST_POSTS)
    for (const found of await findRows(keys.slice(from, from + MOST_POSTS))) known.set(found.key, found)
  const posts = new Map<string, Post | null>()
  const fates: RowFate<Post>[] = []
  for (const { row, mark } of rows) {
    const before = (mark && known.get(mark.key)) ?? null
    const isSame = before && mark && saysTheSameContent(before, mark)
    // An id may be that of a post, as an export writes it.
    const postId = before?.postId ?? (row.id !== null && isPostId(row.id) ? row.id : null)
    if (isSame || postId === null) {
      fates.push(isSame ? { kind: 'known', postId: before.postId, isLate: false } : { kind: 'new' })
      continue
    }
    if (!posts.has(postId)) posts.set(postId, await findPost(postId))
    fates.push(fateOfPost(row, posts.get(postId) ?? null, before))
  }
  return fates
}

function fateOfPost<Post extends PostOfRow>(
  row: TableRow,
  post: Post | null,
  before: RowMark | null,
): RowFate<Post> {
  if (post === null) return { kind: 'new' }
  const { id: postId, status } = post
  if (row.id === postId && saysTheSame(row, post)) return { kind: 'known', postId, isLate: false }
  if (status === 'PUBLISHED') return { kind: 'known', postId, isLate: true }
  return { kind: 'changed', post, before: before?.content ?? null }
}
