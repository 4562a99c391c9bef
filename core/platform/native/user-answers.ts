// Users as the native hosts tell of them. Ids come as text or as numbers and are text here.
import * as z from 'zod'

export const NativeId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,32}$/))

export const NativeUser = z.object({
  pk: NativeId,
  username: z.string().min(1).max(64),
  is_private: z.boolean().optional().catch(undefined),
})
export type NativeUser = z.infer<typeof NativeUser>

export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
