// Texts that a spreadsheet would calculate: it may send the table away, or start a program.

/** How a formula begins. */
const FORMULA = String.raw`[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]`
const NEEDS_QUOTE = new RegExp(`^'*${FORMULA}`)
const HAS_QUOTE = new RegExp(`^'+${FORMULA}`)

/** One more of what spreadsheets take for the beginning of a text, so that reading gives back exactly what was there. */
export const toTextCell = (text: string): string => (NEEDS_QUOTE.test(text) ? `'${text}` : text)
export const fromTextCell = (cell: string): string => (HAS_QUOTE.test(cell) ? cell.slice(1) : cell)
