// The small shapes that every group of the contract is made of.
import { z } from '@hono/zod-openapi'
import { countCharacters } from '../rules/content/caption-facts.ts'
import { isTimeZone, parseIso } from '../time.ts'
import { zoneDemand } from '../zone-demand.ts'

export const UUID_EXAMPLE = '7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a10'

/** Ids are stored in small letters; some languages write them in capitals. */
export const Uuid = z
  .uuid({ error: ({ input }) => (input === undefined ? undefined : 'must be an id') })
  .toLowerCase()
  .openapi({ format: 'uuid', example: UUID_EXAMPLE })

/** A date of a response: always UTC with a `Z`. */
export const DateTime = z.string().openapi({ format: 'date-time', example: '2026-04-20T14:00:00.000Z' })

/** A date of a request in the document: `date-time` alone would allow neither `+0200` nor `+02`. */
export const INSTANT = {
  type: 'string' as const,
  anyOf: [
    { type: 'string' as const, format: 'date-time' },
    {
      type: 'string' as const,
      pattern: String.raw`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d(:?\d\d)?)$`,
    },
  ],
  example: '2026-04-20T14:00:00+02:00',
}

/** A date of a request: any offset, but never without one. Read as milliseconds since 1970. */
export const InstantInput = z
  .string()
  .transform((given, context) => {
    const instant = parseIso(given)
    if (instant !== null) return instant
    const message = 'must be an ISO 8601 datetime with an offset, like 2026-04-20T14:00:00+02:00'
    context.addIssue({ code: 'invalid_format', format: 'datetime', input: given, message })
    return z.NEVER
  })
  .openapi(INSTANT)

/** In a query an unescaped `+` arrives as a space. Before an offset it can have been nothing else. */
export function restorePlus(text: string): string {
  return text.replace(/ (?=\d\d(:?\d\d)?$)/, '+')
}

/** A date of a query. */
export const InstantQuery = z.string().transform(restorePlus).pipe(InstantInput).openapi(INSTANT)

export const TimeZone = z
  .string()
  .refine(isTimeZone, { error: ({ input }) => zoneDemand(input) })
  .openapi({ format: 'time-zone', example: 'Europe/Berlin' })

export const Success = z.object({ success: z.literal(true) }).openapi('Success')

/**
 * Declares a list of answers that later versions add to: a program made from the document must take a value that it does not know,
 * while our own code keeps the strict type.
 */
export function openList(known: readonly string[], description = 'Stable.') {
  const names = known.map((value) => `\`${value}\``).join(', ')
  return {
    type: 'string' as const,
    description: `${description} Known values, to which later versions add: ${names}.`,
    'x-extensible-enum': [...known],
  }
}

/** A body in JSON, of a request or an answer. */
export const json = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } } })

export const requiredBody = <T extends z.ZodType>(schema: T) => ({ required: true, ...json(schema) })

export const IdParam = z.object({ id: Uuid.openapi({ param: { name: 'id', in: 'path' } }) })

/** Text a person wrote, storable as it is. */
export function storableText() {
  return z.string().refine(isStorable, 'must be valid Unicode without NUL')
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

/** Text of at most `max` characters (code points, as JSON Schema counts). */
export function text(max: number, min = 0) {
  return storableText()
    .refine(
      (value) => countCharacters(value) >= min,
      `must have at least ${min} character${min === 1 ? '' : 's'}`,
    )
    .refine((value) => countCharacters(value) <= max, `must have at most ${max} characters`)
    .openapi({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })
}

interface IntegerQuery {
  min: number
  max?: number
  fallback: number
}

/** The largest number of nine digits: no list is longer. */
const LARGEST = 999_999_999

/** A whole number in a query string. `''`, `1e3` and `0x10` are not whole numbers to us. */
export function integerQuery({ min, max = LARGEST, fallback }: IntegerQuery) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback)
    .openapi({ type: 'integer', minimum: min, maximum: max, default: fallback })
}
