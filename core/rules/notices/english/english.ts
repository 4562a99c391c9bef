// English, in which the contract speaks. The page loads this folder only for readers of English: nothing that both have may need it.
import type { DetailLanguage } from '../attention-details.ts'
import type { FileProblemLanguage } from '../file-problems.ts'
import type { NoticeLanguage } from '../sentences.ts'
import { DETAILS } from './detail-sentences.ts'
import { FAILURES } from './failure-sentences.ts'
import { FILE_PROBLEMS } from './file-problem-sentences.ts'
import { WARNINGS } from './warning-sentences.ts'

export const ENGLISH: NoticeLanguage = {
  warnings: WARNINGS,
  failures: FAILURES,
  platformSaid: 'Instagram said:',
  decimalMark: '.',
}

export const ENGLISH_DETAILS: DetailLanguage = { details: DETAILS, notices: ENGLISH }
export const ENGLISH_FILE_PROBLEMS: FileProblemLanguage = { fileProblems: FILE_PROBLEMS, notices: ENGLISH }
