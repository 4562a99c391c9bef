import type { FILE_PROBLEMS } from './english/file-problem-sentences.ts'
import { noticesOf, type AnyNotice, type Coded } from './notice.ts'
import { noticeSentence, type NoticeLanguage } from './sentences.ts'

export type FileProblemCode = keyof typeof FILE_PROBLEMS

export type FileProblem = Coded<typeof FILE_PROBLEMS, string>

export const fileProblem = noticesOf<typeof FILE_PROBLEMS, string>()

/** What the sentence of a problem is made with, in one language. */
export interface FileProblemLanguage {
  readonly fileProblems: Readonly<Record<FileProblemCode, string>>
  readonly notices: NoticeLanguage
}

/** Also of a code that a newer version stored. */
export function fileProblemSentence(
  problem: AnyNotice,
  { fileProblems, notices }: FileProblemLanguage,
): string {
  return noticeSentence(fileProblems, problem, notices)
}
