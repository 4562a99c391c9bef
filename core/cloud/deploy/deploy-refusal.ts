import { CodedError, type ErrorCode } from '../../errors.ts'
import type { Field } from './progress.ts'

/** A deployment that waits for the user to choose something; the sentence begins with the field's name. */
export class DeployRefusal extends CodedError {
  readonly field: Field

  constructor(field: Field, sentence: string, code: ErrorCode = 'VALIDATION_ERROR') {
    super(code, `${field}: ${sentence}`)
    this.field = field
  }
}
