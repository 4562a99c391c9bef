import { deployRefusalSentence } from '../../../../core/notices/deploy-refusals.ts'
import { refusalSentence } from '../strings/refusal-sentences.ts'
import type { LazyStrings, Strings } from '../strings/strings.ts'
import type { DeploymentBody } from './cloud-queries.ts'

/** Why a deployment stopped, in the reader's language. */
export function deploymentProblem(
  { code, message, field, refusal }: NonNullable<DeploymentBody['error']>,
  { refusals, notices }: Strings,
  { cloud }: LazyStrings,
): string {
  const sentence = refusal
    ? deployRefusalSentence(refusal, { refusals: cloud.deployment.refusals, notices })
    : refusalSentence({ code, error: message, status: 400 }, refusals)
  return withoutField(sentence, [field ?? 'apiToken'])
}

/** Drops the field's name in front of the sentence: it is meant for programs. */
export function withoutField(message: string, fields: readonly string[]): string {
  const sentence = message.replace(new RegExp(`\\b(?:${fields.join('|')}): `), '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
