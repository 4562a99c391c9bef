// The one funnel: everything that is thrown on the way becomes an ErrorResponse.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { PageErrorBody } from '../api/refusals.ts'
import { CodedError } from '../coded-error.ts'
import { ERRORS } from '../errors.ts'

export interface ErrorFunnel {
  /** Adds what the schema said to VALIDATION_ERROR. */
  readonly development: boolean
  /** Called for an unexpected error, before it is hidden. */
  report(error: unknown): void
  /** The message when the disk is the cause, else null; a runtime without a disk leaves it out. */
  explain?(error: unknown): Promise<string | null>
}

/** Built through the context, so that headers set on the way in (limits, request id) are kept. */
export async function respondToError(c: Context, thrown: unknown, funnel: ErrorFunnel): Promise<Response> {
  const { development, report, explain } = funnel
  const explained = thrown instanceof CodedError ? null : ((await explain?.(thrown)) ?? null)
  const error = explained === null ? toCodedError(thrown) : new CodedError('INTERNAL_ERROR', explained)
  if (error.code === 'INTERNAL_ERROR') report(thrown)
  const body: PageErrorBody = { error: messageOf(error, c), code: error.code, status: error.status }
  if (development && error.code === 'VALIDATION_ERROR') body.details = error.details
  if (error.reason !== undefined) body.reason = error.reason
  if (error.refusal !== undefined) body.refusal = error.refusal
  if (error.retryAfter !== undefined) body.retryAfter = error.retryAfter
  if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
  return c.json(body, error.status)
}

/** An unexpected error can only be found again by the id of its request. */
function messageOf({ code, message }: CodedError, c: Context): string {
  const id: unknown = c.get('requestId')
  if (code !== 'INTERNAL_ERROR' || message !== ERRORS.INTERNAL_ERROR.message || typeof id !== 'string')
    return message
  return `${message} Quote the request id ${id} when you report it.`
}

/** An unexpected cause becomes INTERNAL_ERROR and keeps its message to itself. */
function toCodedError(thrown: unknown): CodedError {
  if (thrown instanceof CodedError) return thrown
  if (thrown instanceof HTTPException) return fromFramework(thrown)
  return new CodedError('INTERNAL_ERROR', undefined, { cause: thrown })
}

/** The framework's own refusals, all of which concern the form of the request. */
function fromFramework({ status, message }: HTTPException): CodedError {
  if (status === 404) return new CodedError('NOT_FOUND')
  if (status === 415) return new CodedError('VALIDATION_ERROR', 'Send the body as application/json.')
  if (status === 413) return new CodedError('VALIDATION_ERROR', 'The body is too large.')
  if (message.startsWith('Malformed JSON'))
    return new CodedError('VALIDATION_ERROR', 'The body is not valid JSON.')
  if (status >= 400 && status < 500) return new CodedError('VALIDATION_ERROR', `${message}.`)
  return new CodedError('INTERNAL_ERROR')
}
