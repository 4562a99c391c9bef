// The app's way to send a form: one field with the word SIGNATURE and JSON.
import { z } from 'zod'
import { invalidParameters } from '../private-api-refusal.ts'

/** Ids and numbers come as text or as numbers, as the client likes. */
export const idText = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative().transform(String)])
export const numberText = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
export const deviceUuid = z.guid()
export const androidId = z.string().regex(/^android-[0-9a-f]{16}$/)

const PREFIX = 'SIGNATURE.'

/** Null when there is none, or none of this form. */
export function signedRecord(form: URLSearchParams): unknown {
  const body = form.get('signed_body')
  if (!body?.startsWith(PREFIX)) return null
  try {
    return JSON.parse(body.slice(PREFIX.length))
  } catch {
    return null
  }
}

/** Throws the refusal of a malformed call. */
export function readSigned<T>(form: URLSearchParams, shape: z.ZodType<T>): T {
  const read = shape.safeParse(signedRecord(form))
  if (!read.success) throw invalidParameters()
  return read.data
}
