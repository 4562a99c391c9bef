import { CodedError, type ErrorCode } from '../../errors.ts'
import { deployRefusalSentence, type DeployRefusalDetail } from '../../notices/deploy-refusals.ts'
import type { DeployProblemField } from './progress.ts'

/** A deployment that waits for the user to choose something; the sentence begins with the field's name. */
export class DeployRefusal extends CodedError {
  readonly field: DeployProblemField
  readonly refusal: DeployRefusalDetail

  constructor(field: DeployProblemField, refusal: DeployRefusalDetail, code: ErrorCode = 'VALIDATION_ERROR') {
    super(code, `${field}: ${deployRefusalSentence(refusal)}`)
    this.field = field
    this.refusal = refusal
  }
}
