import type * as z from 'zod'

/** What a text says, read by its schema; null when there is none, when it is not JSON, or when it says something else. */
export function parseJsonAs<T>(schema: z.ZodType<T>, text: string | null | undefined): T | null {
  if (text === null || text === undefined) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
