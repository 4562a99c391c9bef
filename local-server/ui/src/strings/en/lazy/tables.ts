import { type TableProblem, tableSentence } from '../../../../../../core/rules/tables/table-problems.ts'
import { plural } from '../../plural.ts'

export const tablesEn = {
  problem(problem: TableProblem): string {
    if (problem.code === 'DATE_ORDER') return `Which number of “${problem.text}” is the day? Choose it below.`
    if (problem.code === 'NO_TIME') return 'It has no time in the table. Choose one.'
    return tableSentence(problem).replaceAll(/"([^"]+)"/g, '“$1”')
  },
  noAccount: (name: string) => `There is no account ${name} here. Choose another, or connect it.`,
  noFile: (name: string) =>
    name === ''
      ? 'The table names no file for it. Choose one.'
      : `${name} was not dropped with the table and is not in the library. Choose it.`,
  changes: 'It was imported before and has changed since: its post is changed.',
  isDraft:
    'It was imported before, and its post is a draft by now: change that on Plan, and leave it out here.',
  row: (number: number) => `row ${number}`,
  /** `late`: of these, those that have changed although their posts have gone out. */
  known: (count: number, late: number) =>
    [
      `${count} ${plural(count, 'row was', 'rows were')} imported before and ${plural(count, 'is', 'are')} left out.`,
      late > 0 &&
        `${count === 1 ? 'It' : `${late} of them`} ${plural(late, 'has changed, but its post has', 'have changed, but their posts have')} gone out.`,
    ]
      .filter(Boolean)
      .join(' '),
  elsewhere: (count: number) =>
    `${count} ${plural(count, 'row is', 'rows are')} for other networks and left out.`,
  changed: (count: number) => `${count} ${plural(count, 'post', 'posts')} changed.`,
  undone: (taken: number, back: number, late: number) =>
    [
      taken > 0 && `${taken} ${plural(taken, 'post', 'posts')} taken back.`,
      `${back} ${plural(back, 'post is as it was', 'posts are as they were')}.`,
      late > 0 && `${late} could not be taken back: look at ${plural(late, 'it', 'them')} under Plan.`,
    ]
      .filter(Boolean)
      .join(' '),
}
