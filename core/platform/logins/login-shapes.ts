// Shapes that both hosts' profiles have in common.
import * as z from 'zod'

/** Digits, even where they came as a number. */
export const PlatformId = z.union([
  z.string().regex(/^\d{1,30}$/),
  z.number().int().nonnegative().transform(String),
])

/** An unreadable count is unknown. */
export const Count = z.coerce.number().int().nonnegative().nullish().catch(null)

export const Text = z.string().max(500).nullish().catch(null)

/** The address of a picture. Signed, and therefore long. */
export const Address = z.string().max(8_000).nullish().catch(null)

/** A user name as the platform allows it, and so safe in an address. */
export const Username = z.string().regex(/^[\p{L}\p{N}._]{1,60}$/u)

/** Documented inside `data: […]`, returned flat by the real host. */
export function unwrapped<T>(shape: z.ZodType<T>): z.ZodType<T> {
  const wrapped = z.object({ data: z.array(shape).min(1) }).transform(({ data }) => data[0] as T)
  return z.union([wrapped, shape])
}
