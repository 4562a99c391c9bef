// Posts as a table: CSV with a header as spreadsheets write it, or JSON Lines.
import { CsvError, parse, type InfoRecord } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { StartFailure } from '../../terminal/start-failure.ts'

export interface PostRow {
  /** As a spreadsheet or an editor counts: the header of a CSV is row 1. */
  readonly number: number
  readonly fields: Readonly<Record<string, unknown>>
}

const Line = z.record(z.string(), z.unknown())

/** Empty cells are left out. Cells of fields that `isText` does not name are read as JSON where they are. Throws StartFailure. */
export function readRows(name: string, text: string, isText: (field: string) => boolean): PostRow[] {
  try {
    if (/\.(jsonl|ndjson)$/i.test(name)) return readLines(text)
    if (/\.csv$/i.test(name)) return readCsv(text, isText)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new StartFailure(`${name} cannot be read: ${error.message}`, 'Correct it, and try again.')
  }
  throw new StartFailure(`${name} is neither a table nor lines.`, 'Name a file that ends in .csv or .jsonl.')
}

function readLines(text: string): PostRow[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const fields = Line.safeParse(parsedOr(line, null))
    if (!fields.success) throw new Error(`line ${index + 1} is not a JSON object`)
    return [{ number: index + 1, fields: fields.data }]
  })
}

/** A first line by which spreadsheets say what separates cells; they do not show it as a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?\r?(?:\n|$)/i

function readCsv(given: string, isText: (field: string) => boolean): PostRow[] {
  const said = SEPARATOR_LINE.exec(given)
  const text = said ? given.slice(said[0].length) : given
  const delimiter = said?.[1] ?? delimiterOf(text)
  const options = { columns, delimiter, info: true, skip_empty_lines: true } as const
  const rows = inWords(() => parse<{ record: Record<string, string>; info: InfoRecord }>(text, options))
  return rows.flatMap(({ record, info: { records, empty_lines } }) => {
    const cells = Object.entries(record).filter(([, cell]) => cell.trim() !== '')
    const fields = cells.map(([field, written]) => {
      const cell = fromCell(written)
      return [field, isText(field) ? cell : parsedOr(cell, cell)] as const
    })
    // Spreadsheets write an empty row as a row of empty cells.
    return cells.length === 0
      ? []
      : [{ number: 1 + records + empty_lines, fields: Object.fromEntries(fields) }]
  })
}

/** Spreadsheets of half of Europe write semicolons. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  return [';', '\t'].find((each) => header.split(each).length > header.split(',').length) ?? ','
}

/** Says what the parser found as a spreadsheet shows it. */
function inWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(sentenceOf(error), { cause: error })
  }
}

function sentenceOf(error: CsvError): string {
  const row = `row ${2 + countOf(error['records']) + countOf(error['empty_lines'])}`
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_COLUMNS': {
      const [cells, header] = [sizeOf(error['record']), sizeOf(error['columns'])]
      const help =
        cells > header ? 'put a caption with commas in quotes' : 'every row needs as many as the header'
      return `${row} has ${cells} cells, the header ${header}: ${help}`
    }
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${row} begins a cell with a quote that nothing closes: put a quote at its end`
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return `${row} has a quote within a cell: put the whole cell in quotes, and write each quote in it twice`
    default:
      return `${row} is not as a spreadsheet writes it: save the table again as CSV`
  }
}

const countOf = (value: unknown) => (typeof value === 'number' ? value : 0)
const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function columns(header: string[]): string[] {
  const names = header.map((name) => name.trim())
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  if (twice !== undefined) throw new Error(`there are two columns ${twice}`)
  return names
}

function parsedOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

export function writeCsv(rows: readonly Readonly<Record<string, unknown>>[], columns: string[]): string {
  // Quoted is also what only some spreadsheets take for the end of a cell.
  return stringify([...rows], { header: true, columns, cast: { string: toCell }, quoted_match: /[\r\t;]/ })
}

/** How a formula begins, which a spreadsheet would calculate: it may send the table away, or start a program. */
const FORMULA = String.raw`[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]`
const NEEDS_QUOTE = new RegExp(`^'*${FORMULA}`)
const HAS_QUOTE = new RegExp(`^'+${FORMULA}`)

/** One more of what spreadsheets take for the beginning of a text, so that reading gives back exactly what was there. */
const toCell = (text: string): string => (NEEDS_QUOTE.test(text) ? `'${text}` : text)
const fromCell = (cell: string): string => (HAS_QUOTE.test(cell) ? cell.slice(1) : cell)
