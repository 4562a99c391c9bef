import type { Context } from 'hono'
import type * as z from 'zod'
import { CodedError } from '../../coded-error.ts'
import { issueSentence } from '../../issue-sentence.ts'

/** The body as the schema reads it. Throws VALIDATION_ERROR, also for what is not JSON. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return readAs(await readJson(c), schema)
}

/** Throws VALIDATION_ERROR that names the first wrong field: its reader is the server, or the author of one. */
export function readAs<T>(value: unknown, schema: z.ZodType<T>): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new CodedError('VALIDATION_ERROR', issueSentence(error.issues[0]).slice(0, 300))
}

export async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new CodedError('VALIDATION_ERROR', 'Send the body as application/json.')
  const bytes = await c.req.arrayBuffer()
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw new CodedError('VALIDATION_ERROR', 'The body is not JSON.')
  }
}
