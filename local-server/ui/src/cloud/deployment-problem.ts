import { deployRefusalSentence } from '../../../../core/notices/deploy-refusals.ts'
import { ApiError } from '../api-client.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import type { LazyStrings, Strings } from '../strings/strings.ts'
import type { DeploymentBody } from './cloud-queries.ts'

type Problem = NonNullable<DeploymentBody['error']> | Error

/** Why a deployment stopped, or a request of the set-up was refused, in the reader's language. */
export function deploymentProblem(
  problem: Problem,
  { refusals, notices }: Strings,
  { cloud }: LazyStrings,
): string {
  const refusal = problem instanceof Error && !(problem instanceof ApiError) ? undefined : problem.refusal
  if (refusal) {
    const sentence = deployRefusalSentence(refusal, { refusals: cloud.deployment.refusals, notices })
    return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  }
  const { message } = problem
  const sentence =
    problem instanceof Error
      ? message
      : refusalSentence({ code: problem.code, error: message, status: 400 }, refusals)
  return withoutField(sentence)
}

export function useDeploymentProblem() {
  const strings = useStrings()
  const lazyStrings = useLazyStrings()
  return (problem: Problem) => deploymentProblem(problem, strings, lazyStrings)
}

/** Drops the field's name in front of the sentence: it is meant for programs. */
function withoutField(message: string): string {
  const sentence = message.replace(/\b(?:apiToken|accountId|workersDevName|scriptName): /, '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
