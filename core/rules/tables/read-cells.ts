// The cells of a text of separated values (RFC 4180), as spreadsheets count its rows. In core, because the page reads tables by the same
// rules as the command line, and every small library is lenient where a caption would be cut in silence.

export interface CellRow {
  /** The first is row 1. Rows of empty cells are counted and left out. */
  readonly number: number
  readonly cells: readonly string[]
}

export type BrokenQuote = { readonly code: 'QUOTE_OPEN' | 'QUOTE_INSIDE'; readonly row: number }

/** `most`: reading stops after so many rows. A quote that breaks the rest of the text is told in the place of all rows. */
export function readCells(text: string, separator: string, most = Infinity): CellRow[] | BrokenQuote {
  const rows: CellRow[] = []
  let place = 0
  for (let number = 1; place < text.length && number <= most; number += 1) {
    const cells: string[] = []
    let hasMore = true
    while (hasMore) {
      const cell = readCell(text, place, separator)
      if ('code' in cell) return { code: cell.code, row: number }
      cells.push(cell.value)
      hasMore = text[cell.end] === separator
      place = hasMore ? cell.end + 1 : afterLine(text, cell.end)
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ number, cells })
  }
  return rows
}

type ReadCell = { readonly value: string; readonly end: number } | Pick<BrokenQuote, 'code'>

const endsCell = (text: string, place: number, separator: string) =>
  place >= text.length || text[place] === separator || text[place] === '\n' || text[place] === '\r'

/** Between tabs, programs write cells without quotes around them: one within is a letter. */
function readCell(text: string, start: number, separator: string): ReadCell {
  const isLetter = separator === '\t'
  const quoted = text[start] === '"' ? readQuoted(text, start, separator) : null
  if (quoted && !(isLetter && 'code' in quoted && quoted.code === 'QUOTE_INSIDE')) return quoted
  let end = start
  while (!endsCell(text, end, separator)) end += 1
  const value = text.slice(start, end)
  return value.includes('"') && !isLetter ? { code: 'QUOTE_INSIDE' } : { value, end }
}

function readQuoted(text: string, start: number, separator: string): ReadCell {
  let value = ''
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return { code: 'QUOTE_OPEN' }
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"')
      return endsCell(text, quote + 1, separator) ? { value, end: quote + 1 } : { code: 'QUOTE_INSIDE' }
    value += '"'
    from = quote + 2
  }
}

/** A line ends as on Windows, elsewhere, or on a Mac of long ago. */
const afterLine = (text: string, place: number) => place + (text.startsWith('\r\n', place) ? 2 : 1)
