// The errors that are expected. Their codes are a file of their own, because the page reads those without the sentences in English.
import { ERRORS, REASONS, type ErrorCode, type ErrorStatus, type Reason } from './errors.ts'
import { safeSentence } from './redact.ts'
import type { DeployRefusalDetail } from './rules/notices/deploy-refusals.ts'
import { ENGLISH } from './rules/notices/english/english.ts'
import { failureDetail, type FailureDetail } from './rules/notices/failure-details.ts'
import type { LoginRefusalDetail } from './rules/notices/login-refusals.ts'
import { failureSentence } from './rules/notices/sentences.ts'

interface ErrorExtras {
  /** A status other than the code's own: the database probe of GET /health (503) and `REASONS` need it. */
  readonly status?: ErrorStatus
  readonly reason?: Reason
  /** Whole seconds until a retry can succeed (RATE_LIMITED). */
  readonly retryAfter?: number
  /** Findings of the schema; leaves the process in development only. */
  readonly details?: unknown
  /** The failure as data, for a post that fails by it. Makes the sentence when no other is given. */
  readonly failure?: FailureDetail
  /** The sentence as data, for the reader's language. */
  readonly refusal?: DeployRefusalDetail | LoginRefusalDetail
  /** Who was to do it was certainly not reached: nothing was asked, and it may do later. */
  readonly neverArrived?: boolean
  readonly cause?: unknown
}

/** An expected refusal: a code of the table and a sentence that says what helps. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: ErrorCode
  readonly status: ErrorStatus
  readonly reason: Reason | undefined
  readonly retryAfter: number | undefined
  readonly details: unknown
  readonly failure: FailureDetail | undefined
  readonly refusal: ErrorExtras['refusal']
  readonly neverArrived: boolean

  constructor(code: ErrorCode, message?: string, extras: ErrorExtras = {}) {
    const sentence = extras.failure && failureSentence(extras.failure, ENGLISH)
    super(message ?? sentence ?? ERRORS[code].message, { cause: extras.cause })
    this.code = code
    this.status = extras.status ?? ERRORS[code].status
    this.reason = extras.reason
    this.retryAfter = extras.retryAfter
    this.details = extras.details
    this.failure = extras.failure
    this.refusal = extras.refusal
    this.neverArrived = extras.neverArrived ?? false
  }
}

export function refusedFor(reason: Reason): CodedError {
  const { code, message, status } = REASONS[reason]
  return new CodedError(code, message, { status, reason })
}

/** For `catch`: returns an expected refusal, and throws every other error. */
export function codedErrorOf(error: unknown): CodedError {
  if (error instanceof CodedError) return error
  throw error
}

/** The failure of a post that an error ends. */
export function failureOfError({ failure, message }: CodedError): FailureDetail {
  return failure ?? failureDetail('TEXT', { text: safeSentence(message) })
}
