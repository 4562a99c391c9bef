// Which rows of a table were imported before, so that the same growing table can be imported every week: what is known is skipped, what
// has changed is changed where its post still waits.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { TableRow } from '../../../core/rules/tables/judge-row.ts'
import type { MarkedFile, RowMark } from '../../../core/rules/tables/row-mark.ts'
import { isPostId, saysTheSame } from '../../../core/rules/tables/row-of-post.ts'
import { ask, askAt, RefusedRequest } from '../calls.ts'
import type { Send } from '../session.ts'

/** What becomes of a row. */
export type RowFate =
  | { readonly kind: 'new' }
  /** `isLate`: it has changed, and its post has gone out. */
  | { readonly kind: 'known'; readonly postId: string; readonly isLate?: true }
  | { readonly kind: 'changed'; readonly postId: string; readonly isDraft: boolean }

export async function markedFiles(files: readonly string[]): Promise<MarkedFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      name: basename(file),
      size: (await stat(file).catch(() => null))?.size ?? null,
    })),
  )
}

const Found = z.object({
  rows: z.array(z.object({ key: z.string(), content: z.string(), postId: z.string() })),
})
const AT_ONCE = 200

/** By their keys. An id may be that of a post, as an export writes it. */
export async function findFates(
  send: Send,
  rows: readonly { readonly mark: RowMark | null; readonly row: TableRow }[],
): Promise<ReadonlyMap<string, RowFate>> {
  const fates = new Map<string, RowFate>()
  const marks = rows.flatMap(({ mark }) => mark ?? [])
  const contents = new Map(marks.map(({ key, content }) => [key, content]))
  for (let from = 0; from < marks.length; from += AT_ONCE) {
    const keys = marks.slice(from, from + AT_ONCE).map(({ key }) => key)
    const { rows: found } = Found.parse(await askAt(send, '/api/imported-rows/find', { json: { keys } }))
    for (const { key, content, postId } of found) {
      if (content === contents.get(key)) fates.set(key, { kind: 'known', postId })
      else fates.set(key, fateOfChange(postId, await findPost(send, postId)))
    }
  }
  for (const { mark, row } of rows)
    if (mark && !fates.has(mark.key) && row.id !== null && isPostId(row.id)) {
      const fate = await fateOfPost(send, row.id, row)
      if (fate) fates.set(mark.key, fate)
    }
  return fates
}

const Stored = z.object({
  id: z.string(),
  status: z.string(),
  caption: z.string().nullable(),
  scheduledFor: z.string().nullable(),
  mediaFiles: z.array(z.object({ id: z.string() })),
})

function fateOfChange(postId: string, post: z.infer<typeof Stored> | null): RowFate {
  return post?.status === 'PUBLISHED'
    ? { kind: 'known', postId, isLate: true }
    : { kind: 'changed', postId, isDraft: post?.status === 'DRAFT' }
}

/** Null when there is no such post any more. */
async function findPost(send: Send, id: string): Promise<z.infer<typeof Stored> | null> {
  try {
    return Stored.parse(await ask(send, `/posts/${id}`))
  } catch (error) {
    if (error instanceof RefusedRequest && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Null when there is no such post any more. */
async function fateOfPost(send: Send, id: string, row: TableRow): Promise<RowFate | null> {
  const post = await findPost(send, id)
  if (post === null) return null
  return saysTheSame(row, post) ? { kind: 'known', postId: post.id } : fateOfChange(post.id, post)
}

interface ChangedRow {
  readonly post: Readonly<Record<string, unknown>>
  readonly mark: RowMark | null
}

/** Changes the post as the row says now. Throws RefusedRequest when it can no longer be. */
export async function changeKnownPost(send: Send, postId: string, { post, mark }: ChangedRow): Promise<void> {
  const { nextSlot: _asItIs, ...content } = post
  await ask(send, `/schedule/${postId}`, { method: 'PUT', json: content })
  if (mark) await askAt(send, '/api/imported-rows', { method: 'PUT', json: { ...mark, postId } })
}
