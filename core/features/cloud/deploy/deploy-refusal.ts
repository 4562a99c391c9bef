import { CodedError } from '../../../coded-error.ts'
import type { ErrorCode } from '../../../errors.ts'
import { deployRefusalSentence, type DeployRefusalDetail } from '../../../rules/notices/deploy-refusals.ts'
import type { DeployProblemField } from './progress.ts'

/** A refusal with its sentence as data; the sentence begins with the field's name, if it is about one. */
export class DeployRefusal extends CodedError {
  readonly field: DeployProblemField | null
  declare readonly refusal: DeployRefusalDetail

  constructor(
    field: DeployProblemField | null,
    refusal: DeployRefusalDetail,
    code: ErrorCode = 'VALIDATION_ERROR',
    cause?: unknown,
  ) {
    const sentence = deployRefusalSentence(refusal)
    super(code, field === null ? sentence : `${field}: ${sentence}`, { refusal, cause })
    this.field = field
  }
}
