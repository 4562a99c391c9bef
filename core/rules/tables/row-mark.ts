// What a row of a table is known again by when the table is imported another time, by whom ever.
import { sha256Hex } from '../../sha256.ts'
import type { TableRow } from './judge-row.ts'

export interface RowMark {
  readonly key: string
  /** Of what it says. */
  readonly content: string
}

export interface MarkedFile {
  /** Without its folder. */
  readonly name: string
  readonly size: number | null
}

/** Null for a row that cannot be told from others: without an account, or without a time and an id. */
export async function markRow(
  { id, writtenTime, caption, altTexts, options }: TableRow,
  accountId: string | null,
  files: readonly MarkedFile[],
): Promise<RowMark | null> {
  if (accountId === null || (id === null && writtenTime === null)) return null
  const names = files.map(({ name }) => name)
  const { mediaFileId, mediaFileIds } = options
  const own = id === null ? [accountId, writtenTime?.at, names, mediaFileId, mediaFileIds] : [accountId, id]
  return {
    key: await sha256Hex(JSON.stringify(own)),
    content: await sha256Hex(JSON.stringify([writtenTime, caption ?? '', altTexts, options, files])),
  }
}

/** Rows of one table that are known by the same are posts of their own: they are counted. */
export function countEqualMarks<Row extends { readonly mark: RowMark | null }>(rows: readonly Row[]): Row[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (row.mark === null) return row
    const { key, content } = row.mark
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    return nth === 1 ? row : { ...row, mark: { key: `${key} ${nth}`, content } }
  })
}
