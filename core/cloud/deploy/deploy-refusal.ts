import { CodedError, type ErrorCode } from '../../errors.ts'
import type { DeployProblemField } from './progress.ts'

/** A deployment that waits for the user to choose something; the sentence begins with the field's name. */
export class DeployRefusal extends CodedError {
  readonly field: DeployProblemField

  constructor(field: DeployProblemField, sentence: string, code: ErrorCode = 'VALIDATION_ERROR') {
    super(code, `${field}: ${sentence}`)
    this.field = field
  }
}
