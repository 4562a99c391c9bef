// Users as the private API describes them. Ids come as text or as numbers and are text here.
import * as z from 'zod'

export const PrivateApiId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,32}$/))

export const PrivateApiUser = z.object({
  pk: PrivateApiId,
  username: z.string().min(1).max(64),
  is_private: z.boolean().optional().catch(undefined),
})
export type PrivateApiUser = z.infer<typeof PrivateApiUser>

export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
