// A row that an export wrote has the id of its post in its column `id`: it is that post, and no new one.
import { valueOf, type TableRow } from './judge-row.ts'
import { OPTION_COLUMNS, optionCells } from './option-cells.ts'

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
  { caption, time, altTexts, options }: Pick<TableRow, 'caption' | 'time' | 'altTexts' | 'options'>,
  post: Omit<PostOfRow, 'id' | 'status'>,
): boolean {
  const { mediaFileIds } = options
  const described = altTexts.length === 0 ? options : { ...options, altText: altTexts.join('||') }
  const [cells, said] = [optionCells({ ...post }), optionCells(described)]
  const isLeftOut = (name: string) => !(name in described || (name === 'altTexts' && 'altText' in described))
  const at = time && 'scheduledFor' in time ? time.scheduledFor : null
  const files = post.mediaFiles.map(({ id }) => id)
  return (
    (caption === null || caption === (post.caption ?? '')) &&
    (!Array.isArray(mediaFileIds) || mediaFileIds.join() === files.join()) &&
    post.scheduledFor === at &&
    OPTION_COLUMNS.every((name) => isLeftOut(name) || meaningOf(said[name]) === meaningOf(cells[name]))
  )
}

/** However it is written: spaces in JSON, and around what separates descriptions. */
const meaningOf = (cell = '') => JSON.stringify(valueOf(cell.replaceAll(/\s*\|\|\s*/g, '||')))
