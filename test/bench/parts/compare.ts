// Measures the rows of a scenario and prints each of them as soon as it is known.
//   --pairs N    exactly so many pairs of each row, to try a scenario out: too few for a verdict that means anything
import { parseArgs } from 'node:util'
import { describeMachine, median, printRow, printTable, verdict } from './measure.ts'
import { figureOf, measurePairs, ROW_HEAD, rowOf, type Compared, type Limits, type Sides } from './pairs.ts'
import { isPinned } from './processors.ts'

const USUAL: Limits = { fewest: 15, most: 60, minutes: 6 }

const { values } = parseArgs({ options: { pairs: { type: 'string' } }, strict: false })
const tried = Number(values.pairs)

/** Whether this is a run that only shows that the scenario works. */
export const isTrial = tried > 0

export interface Row extends Compared, Sides {
  readonly limits?: Limits
}

export async function compare(what: string, rows: readonly Row[]): Promise<void> {
  console.log(`${describeMachine()}${isPinned() ? ', pinned' : ''}; ${what}; pairs of runs, medians\n`)
  printTable(ROW_HEAD, [])
  for (const row of rows) {
    const began = performance.now()
    const limits = isTrial ? { fewest: tried, most: tried, minutes: Infinity } : (row.limits ?? USUAL)
    printRow(rowOf(row, await measurePairs(row, limits, () => (performance.now() - began) / 60_000)))
  }
}

/** What is no time: memory, for one. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly values: readonly number[]
  readonly atMost: number
  /** False: the machine was busy with something else, so there is no verdict. */
  readonly isQuiet?: boolean
}

/** Of what was noted at each run of one side of a row: the first of them does not count. */
export const withoutWarmUp = (noted: readonly number[]): readonly number[] => noted.slice(1)

export function printFigures(figures: readonly Figure[]): void {
  console.log()
  printTable(
    ['figure', 'median', 'least..most', 'goal'],
    figures.map(({ what, unit, values, atMost, isQuiet }) => [
      what,
      `${figureOf(median(values))} ${unit}`,
      `${figureOf(Math.min(...values))}..${figureOf(Math.max(...values))}`,
      `≤ ${atMost} ${unit} ${isQuiet === false ? 'not quiet' : verdict(median(values), atMost)}`,
    ]),
  )
}
