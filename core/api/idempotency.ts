// The header Idempotency-Key, by which a request can be repeated without acting twice.
import { CodedError, refusedFor } from '../coded-error.ts'
import type { KeyedRequest, StoredRequest } from '../ports/request-store.ts'
import { DAY, type Duration } from '../time.ts'
import { reasonedRefusals } from './refusals.ts'

/** How long a request can be repeated, in running time: a key that is forgotten too early acts twice. */
export const REMEMBERED: Duration = DAY

/** For the document alone: a repeated request is answered before any schema reads it. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  schema: { type: 'string' as const, minLength: 1, maxLength: 512 },
  example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
  description:
    'A name for this request, of 1 to 255 visible ASCII characters, bare or in double quotes. Sent again within 24 hours, in which Nightpost runs, with the same key and body, it acts once and gets the first answer again. Each API key has keys of its own. Refusals are not kept.',
}

export const IDEMPOTENCY_REFUSALS = reasonedRefusals(
  'idempotency_key_in_use',
  'idempotency_outcome_lost',
  'idempotency_key_reused',
)

/** A request under a key, and what an earlier handling of it has left; null when it is the first. */
export interface Repeatable extends KeyedRequest {
  readonly known: StoredRequest | null
}

/** What an earlier handling of this request has made, although it never answered. */
export function madeBefore(request: Repeatable) {
  return request.known?.made.get(request.part)
}

/** Throws VALIDATION_ERROR, status 422, when the key belongs to another request. */
export function requireSame(known: StoredRequest, fingerprint: string): void {
  if (known.fingerprint !== '' && known.fingerprint !== fingerprint)
    throw refusedFor('idempotency_key_reused')
}

/** Reads the key: quoted, as the draft of the standard says, or bare, as most clients send it. */
export function readIdempotencyKey(header: string): string {
  const quoted = /^"(.*)"$/.exec(header)?.[1]
  const key = quoted === undefined ? header : quoted.replaceAll(/\\(["\\])/g, '$1')
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new CodedError(
    'VALIDATION_ERROR',
    'Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.',
  )
}
