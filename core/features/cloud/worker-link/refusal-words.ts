// Refusals of the Worker, or of another server at its address, in words for the person here: its own sentences are for programs.
import * as z from 'zod'
import { safeText, type SafeText } from '../../../redact.ts'

const Refusal = z.object({ error: z.string(), code: z.string().optional() })
const NOT_THERE = 404

export interface RefusalWords {
  /** Ends a sentence that begins with "the cloud Worker": without a full stop. */
  readonly words: SafeText
  /** Undefined when it is not the Worker that speaks. */
  readonly code: string | undefined
}

const OLDER = 'it is an older version that does not understand this: deploy the Worker again'

/** Given without a call: the Worker does not know the version of what it would be sent. */
export const TOO_OLD = {
  kind: 'refused',
  refusal: { httpStatus: 400, message: safeText(OLDER) },
  code: 'VALIDATION_ERROR',
} as const

const WORDS: Readonly<Record<string, string>> = {
  AUTH_REQUIRED: 'it does not accept the worker key',
  ENCRYPTION_KEY_MISMATCH: 'it has a different encryption key from this computer',
  VALIDATION_ERROR: OLDER,
  NOT_FOUND: 'it does not know what it was asked for',
  INTERNAL_ERROR: 'it had an internal error',
}

/** `workerKey`: what its words must not repeat. */
export function describeRefusal(httpStatus: number, body: unknown, workerKey: string): RefusalWords {
  const read = Refusal.safeParse(body)
  const code = read.success ? read.data.code : undefined
  const own = code === undefined ? undefined : WORDS[code]
  if (own !== undefined) return { code, words: safeText(own) }
  // These are written for people.
  if (read.success && code === 'CLOUD_ERROR')
    return { code, words: asReason(safeText(read.data.error, [workerKey])) }
  if (httpStatus === NOT_THERE) return { code, words: safeText('there is no Worker at this address') }
  const elsewhere = httpStatus >= 300 && httpStatus < 400
  return { code, words: safeText(elsewhere ? 'this address leads elsewhere' : `HTTP ${httpStatus}`) }
}

function asReason(sentence: SafeText): SafeText {
  const text = sentence.trim().replace(/\.$/, '')
  return safeText(text.charAt(0).toLowerCase() + text.slice(1))
}
