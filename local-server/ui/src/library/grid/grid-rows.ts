// The library as rows: a heading for each month, and below it as many files in a row as there are columns.
import type { LibraryList } from '../../../../../core/features/media/library.ts'

export interface FilesRow {
  readonly kind: 'files'
  readonly ids: readonly string[]
  /** Place of the first one among all files. */
  readonly first: number
}

export type GridRow = FilesRow | { readonly kind: 'month'; readonly month: string }

export function rowsOf({ ids, months }: LibraryList, columns: number): GridRow[] {
  if (columns < 1) return []
  const rows: GridRow[] = []
  let first = 0
  for (const { month, count } of months) {
    rows.push({ kind: 'month', month })
    const end = first + count
    for (; first < end; first += columns)
      rows.push({ kind: 'files', ids: ids.slice(first, Math.min(first + columns, end)), first })
    first = end
  }
  return rows
}

/** Place of the file that a key leads to from another; null where there is none, or the key leads nowhere. */
export function nextIndex(key: string, at: number, rows: readonly GridRow[]): number | null {
  const files = rows.filter((row) => row.kind === 'files')
  const last = files.at(-1)
  if (last === undefined) return null
  const end = last.first + last.ids.length - 1
  const row = files.findIndex(({ first, ids }) => at < first + ids.length)
  const inColumn = (target: FilesRow | undefined) =>
    target ? target.first + Math.min(at - (files[row]?.first ?? 0), target.ids.length - 1) : null
  switch (key) {
    case 'ArrowRight':
      return at < end ? at + 1 : null
    case 'ArrowLeft':
      return at > 0 ? at - 1 : null
    case 'ArrowDown':
      return inColumn(files[row + 1])
    case 'ArrowUp':
      return inColumn(row > 0 ? files[row - 1] : undefined)
    case 'Home':
      return at > 0 ? 0 : null
    case 'End':
      return at < end ? end : null
    default:
      return null
  }
}
