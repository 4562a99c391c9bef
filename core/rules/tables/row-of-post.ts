// A row that an export wrote has the id of its post in its column `id`: it is that post, and no new one.
import type { TableRow } from './judge-row.ts'

export const isPostId = (id: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

export interface PostOfRow {
  readonly id: string
  readonly status: string
  readonly caption: string | null
  readonly scheduledFor: string | null
  readonly mediaFiles: readonly { readonly id: string }[]
}

/** What the row leaves out is as it is. */
export function saysTheSame(
  { caption, time, options: { mediaFileIds } }: Pick<TableRow, 'caption' | 'time' | 'options'>,
  post: Omit<PostOfRow, 'id' | 'status'>,
): boolean {
  const at = time && 'scheduledFor' in time ? time.scheduledFor : null
  const files = post.mediaFiles.map(({ id }) => id)
  return (
    (caption === null || caption === (post.caption ?? '')) &&
    (!Array.isArray(mediaFileIds) || mediaFileIds.join() === files.join()) &&
    post.scheduledFor === at
  )
}
