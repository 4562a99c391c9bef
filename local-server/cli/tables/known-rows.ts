// Rows of tables that are posts already, as the server knows them.
import { z } from 'zod'
import type { RowLookup } from '../../../core/rules/tables/row-fates.ts'
import type { RowMark } from '../../../core/rules/tables/row-mark.ts'
import { ask, askAt, askIfThere } from '../calls.ts'
import type { Send } from '../session.ts'

const Found = z.object({
  rows: z.array(z.object({ key: z.string(), content: z.string(), postId: z.string() })),
})

/** With its options, whichever there are. */
const KnownPost = z.looseObject({
  id: z.string(),
  status: z.string(),
  mediaType: z.string(),
  updatedAt: z.string(),
  caption: z.string().nullable(),
  scheduledFor: z.string().nullable(),
  mediaFiles: z.array(z.object({ id: z.string() })),
})
export type KnownPost = z.infer<typeof KnownPost>

export function rowLookup(send: Send): RowLookup<KnownPost> {
  return {
    async findRows(keys) {
      return Found.parse(await askAt(send, '/api/imported-rows/find', { json: { keys } })).rows
    },
    findPost: async (id) => KnownPost.nullable().parse(await askIfThere(send, `/posts/${id}`)),
  }
}

interface ChangedRow {
  readonly post: Readonly<Record<string, unknown>>
  readonly mark: RowMark | null
}

/**
 * Changes the post as the row says now. Throws RefusedRequest when it can no longer be, and when it was changed since it was looked up: an
 * upload in between may take an hour.
 */
export async function changeKnownPost(
  send: Send,
  { id: postId, updatedAt }: KnownPost,
  { post, mark }: ChangedRow,
): Promise<void> {
  const { nextSlot: _asItIs, ...content } = post
  const headers = { 'if-match': `"${updatedAt}"` }
  await ask(send, `/schedule/${postId}`, { method: 'PUT', json: content, headers })
  if (mark) await askAt(send, '/api/imported-rows', { method: 'PUT', json: { rows: [{ ...mark, postId }] } })
}
