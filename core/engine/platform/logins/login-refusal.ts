import { CodedError } from '../../../coded-error.ts'
import type { ErrorCode } from '../../../errors.ts'
import { loginRefusalSentence, type LoginRefusalDetail } from '../../../rules/notices/login-refusals.ts'

/** Why an account could not be connected, with its sentence as data. */
export class LoginRefusal extends CodedError {
  declare readonly refusal: LoginRefusalDetail

  constructor(code: ErrorCode, refusal: LoginRefusalDetail) {
    super(code, loginRefusalSentence(refusal), { refusal })
  }
}
