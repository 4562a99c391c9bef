// The one place that writes to standard output and standard error: nothing that is printed there controls a terminal.
import stringWidth from 'string-width'
import { showControls, showControlsInLine } from './show-controls.ts'

/** Prints a line of what was asked for. */
export function say(line: string): void {
  print(`${line}\n`)
}

export function print(text: string): void {
  process.stdout.write(showControls(text))
}

/** Prints what is beside the answer: questions, failures, progress. */
export function printAside(text: string): void {
  process.stderr.write(showControls(text))
}

/** Prints what is read back as it is, such as a table in a file; on a terminal it has no effect either. */
export function printForFile(text: string): void {
  process.stdout.write(process.stdout.isTTY ? showControls(text) : text)
}

/** Prints rows whose cells stand below each other. */
export function table(rows: readonly (readonly string[])[]): void {
  const shown = rows.map((row) => row.map(showControlsInLine))
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => stringWidth(row[column] ?? ''))),
  )
  const padded = (cell: string, width = 0) => cell + ' '.repeat(width - stringWidth(cell))
  for (const row of shown)
    say(
      row
        .map((cell, column) => padded(cell, widths[column]))
        .join('  ')
        .trimEnd(),
    )
}

function firstColumns(text: string, most: number): string {
  let left = most
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.filter((shown) => (left -= stringWidth(shown)) >= 0).join('')
}

export const isTerminal = () => process.stdout.isTTY
export const isAsideTerminal = () => process.stderr.isTTY

/** Of a terminal that does not tell how wide it is. */
const USUAL_COLUMNS = 80

/** Replaces the line that is printed at the moment; an empty text removes it. What is wider than the terminal would leave lines behind. */
export function replaceLine(text: string): void {
  const widest = (process.stderr.columns || USUAL_COLUMNS) - 1
  const line = firstColumns(showControlsInLine(text), widest)
  process.stderr.write(text === '' ? '\r\u001B[K' : `\r${line}`)
}
