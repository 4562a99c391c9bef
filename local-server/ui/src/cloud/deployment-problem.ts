import { problemSentence } from '../shared/problem-sentence.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'
import type { LazyStrings, Strings } from '../strings/strings.ts'
import type { DeploymentBody } from './cloud-queries.ts'

type Problem = NonNullable<DeploymentBody['error']> | Error

/** Why a deployment stopped, or a request of the set-up was refused, in the reader's language. */
export function deploymentProblem(problem: Problem, strings: Strings, { cloud }: LazyStrings): string {
  return withoutField(problemSentence(problem, cloud.deployment.refusals, strings))
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
