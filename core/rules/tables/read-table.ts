// A table of posts, judged: by the command line and by the page alike. Every program that people plan in writes its own: with other
// separators, encodings, names of columns and orders of day and month, and one without a header.
import type { Instant } from '../../time.ts'
import { orderOf, type DateOrder } from '../times/typed-time.ts'
import { columnOf, type Column, type OwnColumn } from './columns.ts'
import { decodeTable, type DecodedTable } from './decode-table.ts'
import { fromTextCell } from './formula-cells.ts'
import { judgeRow, valueOf, type RowCells, type TableRow } from './judge-row.ts'
import { readCells, type CellRow } from './read-cells.ts'
import type { RowProblem, TableRefusal } from './table-problems.ts'

export interface TableToRead {
  readonly name: string
  readonly bytes: Uint8Array
  /** For rows that name none. */
  readonly timeZone: string
  readonly now: Instant
  /** Which number is the day, where that is asked. */
  readonly order?: DateOrder | undefined
}

export interface Table {
  readonly rows: readonly TableRow[]
  /** Rows that are meant for other networks. */
  readonly elsewhere: number
  readonly guessed: DecodedTable['guessed']
}

export type ReadTable = { readonly table: Table } | { readonly refusal: TableRefusal }

export function readTable({ name, bytes, timeZone, now, order }: TableToRead): ReadTable {
  const isLines = /\.(jsonl|ndjson)$/i.test(name)
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name) || isArchive(bytes)) return refused({ code: 'SPREADSHEET' })
  if (!isLines && !/\.(csv|tsv|tab|txt)$/i.test(name)) return refused({ code: 'NOT_A_TABLE' })
  const { text, guessed } = decodeTable(bytes)
  const rows = isLines ? readLines(text) : readSeparated(text)
  if ('code' in rows) return refused(rows)
  const meant = rows.filter(({ own }) => !isForOthers(own.get('instagram')?.[0]))
  if (rows.length === 0) return refused({ code: 'NO_ROWS' })
  const typed = { timeZone, now, order: order ?? orderOfAll(meant) }
  const judged = withOwnIds(meant.map((row) => judgeRow(row, typed)))
  return { table: { rows: judged, elsewhere: rows.length - meant.length, guessed } }
}

const refused = (refusal: TableRefusal): ReadTable => ({ refusal })

/** How the files of today's spreadsheets begin, whatever they are called. */
const isArchive = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b

/** A cell that says no: the row is for other networks. */
const isForOthers = (cell: unknown) => typeof cell === 'string' && valueOf(cell) === false

/** A spreadsheet writes all dates in one order, so one date that says it says it for all. */
function orderOfAll(rows: readonly RowCells[]): DateOrder | undefined {
  const said = new Set(
    rows.flatMap(({ own }) => {
      const times = [own.get('at'), own.get('date'), own.get('time')].flat()
      return times.flatMap((text) => (typeof text === 'string' ? (orderOf(text) ?? []) : []))
    }),
  )
  const [only] = said
  return said.size === 1 ? only : undefined
}

/** An id tells rows apart from one import to the next. */
function withOwnIds(rows: readonly TableRow[]): TableRow[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    if (row.id === null) return row
    const name = JSON.stringify([row.account, row.id])
    const first = seen.get(name)
    if (first === undefined) seen.set(name, row.number)
    if (first === undefined) return row
    return { ...row, problems: [...row.problems, { code: 'ID_TWICE', id: row.id, row: first }] }
  })
}

function readLines(text: string): RowCells[] | TableRefusal {
  const rows: RowCells[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = valueOf(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { code: 'NOT_JSON', row: index + 1 }
    const cells = Object.entries(value).map(([name, of]): Cell => ({
      name,
      column: columnOf(name),
      value: of as unknown,
    }))
    const said = cells.filter((cell) => cell.value !== null)
    const twice = columnTwice(said)
    if (twice !== null) return { code: 'COLUMN_TWICE', column: twice }
    const isSaid = ({ column }: Cell) =>
      'name' in column && said.some((cell) => 'name' in cell.column && cell.column.name === column.name)
    rows.push(
      asRow(index + 1, [...said, ...cells.filter((cell) => cell.value === null && !isSaid(cell))], []),
    )
  }
  return rows
}

/** A first line by which spreadsheets say what separates cells; they do not show it as a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?\r?(?:\n|$)/i

function readSeparated(given: string): RowCells[] | TableRefusal {
  const said = SEPARATOR_LINE.exec(given)
  const text = said ? given.slice(said[0].length) : given
  const cells = readCells(text, said?.[1] ?? separatorOf(text))
  if ('code' in cells) return cells
  const [header, ...rest] = cells
  if (!header) return []
  if (isPlainList(header.cells)) return cells.map(toListedRow)
  const columns = header.cells.map(columnOf)
  const twice = columnTwice(columns.map((column, index) => ({ name: header.cells[index] ?? '', column })))
  if (twice !== null) return { code: 'COLUMN_TWICE', column: twice }
  if (!columns.some(isKnown)) return { code: 'NO_COLUMNS' }
  return rest.map((row) => toRow(row, header.cells, columns))
}

const isKnown = ({ kind }: Column) => kind !== 'unknown' && kind !== 'passed over'

/** The one with which most names of columns are known; half of Europe writes semicolons. */
function separatorOf(text: string): string {
  const fit = ([',', ';', '\t'] as const).map((separator) => {
    const rows = readCells(text, separator, 1)
    const cells = 'code' in rows ? [] : (rows[0]?.cells ?? [])
    const known = cells.map(columnOf).filter(isKnown).length
    return { separator, score: isPlainList(cells) ? 1 : known, cells: cells.length }
  })
  const [best] = fit.toSorted((one, other) => other.score - one.score || other.cells - one.cells)
  return best?.separator ?? ','
}

/** Hootsuite's tables have no header: a time, a text, then addresses. */
function isPlainList([first = '', ...rest]: readonly string[]): boolean {
  return /^\d[\d./-]{5,9}[ T]\d{1,2}:\d\d/.test(first.trim()) && rest.length > 0
}

function toListedRow({ number, cells: [at = '', caption = '', ...links] }: CellRow): RowCells {
  const isFile = (link: string) => /\.(?:jpe?g|png|webp|heic|gif|mp4|mov|m4v)(?:\?.*)?$/i.test(link)
  const given = links.filter((link) => link.trim() !== '')
  const problems = given
    .filter((link) => !isFile(link))
    .map((link): RowProblem => ({ code: 'LINK', link: link.trim().slice(0, 100) }))
  const own = new Map<OwnColumn, string[]>([
    ['at', [at]],
    ['file', given.filter(isFile)],
  ])
  return { number, own, fields: caption.trim() === '' ? {} : { caption: fromTextCell(caption) }, problems }
}

/** Of two texts for one field, one would be lost in silence. */
function columnTwice(named: readonly Pick<Cell, 'name' | 'column'>[]): string | null {
  const several = new Set<string>(['file', 'alt texts'])
  const seen = new Set<string>()
  for (const { name, column } of named) {
    if (!('name' in column) || several.has(column.name)) continue
    if (seen.has(column.name)) return name.trim()
    seen.add(column.name)
  }
  return null
}

interface Cell {
  readonly name: string
  readonly column: Column
  readonly value: unknown
}

function toRow({ number, cells }: CellRow, names: readonly string[], columns: readonly Column[]): RowCells {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  const count = { cells: Math.max(last + 1, cells.length), columns: columns.length }
  if (last >= columns.length) return asRow(number, [], [{ code: 'TOO_MANY_CELLS', ...count }])
  // Excel leaves out the last cells where sixteen rows have none. A row that ends with a text may be its first line.
  const isWhole = last < cells.length - 1 || isOneLine(columns[last])
  if (cells.length < columns.length && !isWhole)
    return asRow(number, [], [{ code: 'TOO_FEW_CELLS', ...count }])
  const filled = columns.flatMap((column, index): Cell[] => {
    const written = cells[index] ?? ''
    if (written.trim() === '' && !saysSomethingEmpty(column)) return []
    const cell = fromTextCell(written)
    const value = column.kind === 'other' ? valueOf(cell) : cell
    return [{ name: (names[index] ?? '').trim(), column, value }]
  })
  return asRow(number, filled, [])
}

const isOneLine = (column: Column | undefined) =>
  column?.kind === 'other' || (column?.kind === 'own' && column.name !== 'alt texts')

/** That a post has no caption, and which of several files has no description. */
const saysSomethingEmpty = (column: Column) =>
  'name' in column && ['file', 'alt texts', 'caption'].includes(column.name)

function asRow(number: number, cells: readonly Cell[], problems: readonly RowProblem[]): RowCells {
  const own = new Map<OwnColumn, unknown[]>()
  const fields: Record<string, unknown> = {}
  const unknown: RowProblem[] = []
  for (const { name, column, value } of cells) {
    if (column.kind === 'own') own.set(column.name, [...(own.get(column.name) ?? []), value])
    else if (column.kind === 'unknown') unknown.push({ code: 'UNKNOWN_COLUMN', column: name })
    else if (column.kind !== 'passed over') fields[column.name] = value
  }
  return { number, own, fields, problems: [...problems, ...unknown] }
}
