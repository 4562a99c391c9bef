// Refusals of the Worker, or of whatever stands at its address, in words for the person here: its own sentences are for programs.
import * as z from 'zod'

const Refusal = z.object({ error: z.string(), code: z.string().optional() })
const LONGEST = 300
const NOT_THERE = 404

export interface RefusalWords {
  /** Ends a sentence that begins with "the cloud Worker": without a full stop. */
  readonly words: string
  /** Undefined when it is not the Worker that speaks. */
  readonly code: string | undefined
}

const OLDER = 'it is an older version that does not understand this: deploy the Worker again'

/** Without asking: what it would be sent is of a version that it does not know. */
export const TOO_OLD = {
  kind: 'refused',
  refusal: { httpStatus: 400, message: OLDER },
  code: 'VALIDATION_ERROR',
} as const

const WORDS: Readonly<Record<string, string>> = {
  AUTH_REQUIRED: 'it does not accept the worker key',
  ENCRYPTION_KEY_MISMATCH: 'it has a different encryption key from this computer',
  VALIDATION_ERROR: OLDER,
  NOT_FOUND: 'it does not know what it was asked for',
  INTERNAL_ERROR: 'it had an internal error',
}

export function describeRefusal(httpStatus: number, body: unknown): RefusalWords {
  const read = Refusal.safeParse(body)
  const code = read.success ? read.data.code : undefined
  const own = code === undefined ? undefined : WORDS[code]
  if (own !== undefined) return { code, words: own }
  // These are written for people.
  if (read.success && code === 'CLOUD_ERROR') return { code, words: withoutFullStop(read.data.error) }
  if (httpStatus === NOT_THERE) return { code, words: 'there is no Worker at this address' }
  const elsewhere = httpStatus >= 300 && httpStatus < 400
  return { code, words: elsewhere ? 'this address leads elsewhere' : `HTTP ${httpStatus}` }
}

function withoutFullStop(sentence: string): string {
  const text = sentence.trim().replace(/\.$/, '').slice(0, LONGEST)
  return text.charAt(0).toLowerCase() + text.slice(1)
}
