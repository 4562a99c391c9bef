import type * as z from 'zod'

/** A record that the schema of its own row would refuse: a bug, found before it is stored. */
export class NotReadableAgain extends Error {}

/** The text of a record that is read by this schema. Throws NotReadableAgain for what could not be read from it. */
export function writeJsonAs<T>(schema: z.ZodType<T>, record: T): string {
  const { data, error } = schema.safeParse(record)
  if (error) throw new NotReadableAgain(`a record could not be read again: ${error.message}`)
  return JSON.stringify(data)
}
