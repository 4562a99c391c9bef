// Posts as a table that spreadsheets open, and that `schedule import` reads.
import { stringify } from 'csv-stringify/sync'
import { toTextCell } from '../../../core/rules/tables/formula-cells.ts'

export function writeCsv(rows: readonly Readonly<Record<string, unknown>>[], columns: string[]): string {
  // Quoted is also what only some spreadsheets take for the end of a cell.
  return stringify([...rows], {
    header: true,
    columns,
    cast: { string: toTextCell },
    quoted_match: /[\r\t;]/,
  })
}
