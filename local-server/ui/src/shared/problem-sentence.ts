import type { AnyNotice, Sentences } from '../../../../core/rules/notices/notice.ts'
import { noticeSentence } from '../../../../core/rules/notices/sentences.ts'
import type { ErrorBody } from '../../../../core/api/refusals.ts'
import { ApiError } from '../api-client.ts'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import type { Strings } from '../strings/strings.ts'

/** What the server reports of something that has ended, with the sentence as data where it has one. */
interface Problem {
  readonly code: ErrorBody['code']
  readonly message: string
  readonly refusal?: AnyNotice | null | undefined
}

/** Says a problem in the reader's language, from the catalogue of its place where that has it. */
export function problemSentence(
  problem: Problem | Error,
  catalogue: Sentences,
  { refusals, notices }: Strings,
): string {
  const refusal = problem instanceof Error && !(problem instanceof ApiError) ? undefined : problem.refusal
  if (refusal) return noticeSentence(catalogue, refusal, notices)
  const { message } = problem
  return problem instanceof Error
    ? message
    : refusalSentence({ code: problem.code, error: message, status: 400 }, refusals)
}
