// Answers of the contract in the words that a model reads.
import type { ErrorBody } from '../../../core/api/refusals.ts'

/** A refusal of the contract, with the number that its sentence may speak of. */
export function refusalText(body: unknown): string {
  const { error, code, retryAfter } = (body ?? {}) as Partial<ErrorBody>
  const fields = [
    code ?? 'INTERNAL_ERROR',
    ...(retryAfter === undefined ? [] : [`retryAfter: ${retryAfter}`]),
  ]
  return `${error ?? 'The server failed.'} (${fields.join(', ')})`
}

/** Half of a post is fields that nobody has set, and a model reads every word. */
export function withoutEmpty(_name: string, value: unknown): unknown {
  return value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
}
