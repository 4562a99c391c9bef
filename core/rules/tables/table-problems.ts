// What is wrong with a table or one of its rows, as data; the page has the same sentences in German.
import type { Instant } from '../../time.ts'
import { toIso } from '../../time.ts'
import { zoneExample } from '../../zone-demand.ts'

/** Why nothing of a table can be read. */
export type TableRefusal =
  | { readonly code: 'SPREADSHEET' | 'NOT_A_TABLE' | 'NO_ROWS' | 'NO_COLUMNS' }
  | { readonly code: 'QUOTE_OPEN' | 'QUOTE_INSIDE' | 'NOT_JSON'; readonly row: number }
  | { readonly code: 'COLUMN_TWICE'; readonly column: string }

/** Why a row cannot be a post. */
export type RowProblem =
  | { readonly code: 'TOO_MANY_CELLS' | 'TOO_FEW_CELLS'; readonly cells: number; readonly columns: number }
  | { readonly code: 'UNKNOWN_COLUMN' | 'NOT_TEXT'; readonly column: string }
  | { readonly code: 'NO_TIME' | 'DRAFT_ROW' }
  | { readonly code: 'NO_SUCH_TIME' | 'DATE_ORDER'; readonly text: string }
  | { readonly code: 'RELATIVE_TIME'; readonly text: string }
  | {
      readonly code: 'TIME_TWICE'
      readonly text: string
      readonly zone: string
      readonly earlier: Instant
      readonly later: Instant
    }
  | { readonly code: 'TIME_SKIPPED'; readonly text: string; readonly zone: string }
  | { readonly code: 'NO_SUCH_ZONE'; readonly zone: string }
  | { readonly code: 'LINK'; readonly link: string }
  | { readonly code: 'ID_TWICE'; readonly id: string; readonly row: number }

export type TableProblem = TableRefusal | RowProblem

/** To be corrected in the table itself: what was meant cannot be chosen beside its row. */
export const isOfTable = ({ code }: RowProblem): boolean => code === 'DRAFT_ROW' || code === 'ID_TWICE'

const TIME_HELP = 'Write the whole date, like "2026-11-24 18:30" or 2026-11-24T18:30:00+01:00.'
const COMMA_HELP = 'Put a caption with commas in quotes.'

/** What happened, then the one thing to do. */
export function tableSentence(problem: TableProblem): string {
  switch (problem.code) {
    case 'SPREADSHEET':
      return 'It is a workbook, of which only its program reads every version. Save its sheet as "CSV UTF-8" (in Numbers and Google Sheets: export or download as CSV), and take that file.'
    case 'NOT_A_TABLE':
      return 'It is neither a table nor lines. Name a file that ends in .csv, .tsv or .jsonl.'
    case 'NO_ROWS':
      return 'It has no rows. Fill in a row for each post, below the names of the columns.'
    case 'NO_COLUMNS':
      return 'Its first row names no column that we know. Name them file, caption and at.'
    case 'QUOTE_OPEN':
      return `Row ${problem.row} begins a cell with a quote that nothing closes. Put a quote at its end.`
    case 'QUOTE_INSIDE':
      return `Row ${problem.row} has a quote within a cell. Put the whole cell in quotes, and write each quote in it twice.`
    case 'NOT_JSON':
      return `Line ${problem.row} is not a JSON object. Correct it, and try again.`
    case 'COLUMN_TWICE':
      return `There are two columns ${problem.column}. Leave one of them out.`
    default:
      return rowSentence(problem)
  }
}

function rowSentence(problem: RowProblem): string {
  switch (problem.code) {
    case 'TOO_MANY_CELLS':
      return `It has ${problem.cells} cells, the first row ${problem.columns}. ${COMMA_HELP}`
    case 'TOO_FEW_CELLS':
      return `It has ${cellWords(problem.cells)}, the first row ${problem.columns}. Every row needs as many; put a caption of several lines in quotes.`
    case 'UNKNOWN_COLUMN':
      return `There is no field ${problem.column}.`
    case 'NOT_TEXT':
      return `${problem.column} holds no text. Write it in quotes.`
    case 'NO_TIME':
      return 'It has no time: fill in the column at.'
    case 'NO_SUCH_TIME':
      return `"${problem.text}" is not a time. ${TIME_HELP}`
    case 'RELATIVE_TIME':
      return `"${problem.text}" means another day each time that the table is imported. ${TIME_HELP}`
    case 'DRAFT_ROW':
      return 'It is a draft there: clear its cell in the column Draft to schedule it.'
    case 'LINK':
      return `${problem.link} is no picture or video, and a post of Instagram carries no link. Name a file in its place.`
    case 'ID_TWICE':
      return `Row ${problem.row} has the id ${problem.id}, too. Give each row an id of its own.`
    default:
      return timeSentence(problem)
  }
}

type TimeProblem = Extract<
  RowProblem,
  { readonly code: 'NO_SUCH_TIME' | 'DATE_ORDER' | 'TIME_TWICE' | 'TIME_SKIPPED' | 'NO_SUCH_ZONE' }
>

function timeSentence(problem: TimeProblem): string {
  return timeProblemWords(problem).join(' ')
}

/** What happened, and what to do. */
export function timeProblemWords(problem: TimeProblem): readonly [string, string] {
  switch (problem.code) {
    case 'NO_SUCH_TIME':
      return [
        `"${problem.text}" is not a time.`,
        'Write it like "tomorrow 9:00", "fri 18:30", "2026-11-24 18:30" or 2026-11-24T18:30:00+01:00.',
      ]
    case 'DATE_ORDER':
      return [
        `Which number of "${problem.text}" is the day?`,
        'Say it with --dates dmy (the day first) or --dates mdy (the month first).',
      ]
    case 'TIME_TWICE':
      return [
        `The clocks are set back then: ${problem.text} comes twice in ${problem.zone}.`,
        `Write the one that is meant: ${toIso(problem.earlier)} or ${toIso(problem.later)}.`,
      ]
    case 'TIME_SKIPPED':
      return [
        `The clocks are set forward then: there is no ${problem.text} in ${problem.zone}.`,
        'Choose another time.',
      ]
    case 'NO_SUCH_ZONE':
      return [`"${problem.zone}" is not a time zone.`, `Write it like ${zoneExample(problem.zone)}.`]
  }
}

const cellWords = (count: number) => (count === 1 ? 'one cell' : `${count} cells`)
