import { type TableProblem, tableSentence } from '../../../../../../core/rules/tables/table-problems.ts'
import { plural } from '../../plural.ts'

export const tablesEn = {
  problem(problem: TableProblem): string {
    if (problem.code === 'DATE_ORDER') return `Which number of “${problem.text}” is the day? Choose it below.`
    if (problem.code === 'NO_TIME') return 'It has no time in the table. Choose one.'
    return tableSentence(problem)
  },
  noAccount: (name: string) => `There is no account ${name} here. Choose another, or connect it.`,
  noFile: (name: string) =>
    name === ''
      ? 'The table names no file for it. Choose one.'
      : `${name} was not dropped with the table and is not in the library. Choose it.`,
  several:
    'It has several files. Make this carousel as a new post, or import the table with nightpost schedule import.',
  imported: 'It was imported before: leave it out here.',
  changed: 'It was imported before and has changed since: change its post on Plan, or leave it out here.',
  row: (number: number) => `row ${number}`,
  known: (count: number) =>
    `${count} ${plural(count, 'row was', 'rows were')} imported before and ${plural(count, 'is', 'are')} left out.`,
}
