import { z } from 'zod'

/** Never read by a shell: no quotes, no variables. */
export const HookCommand = z
  .string()
  .transform((text) => (text.startsWith('[') ? parsedJson(text) : text.split(/\s+/).filter(Boolean)))
  .pipe(z.tuple([z.string().min(1)], z.string()))
  .describe(
    'a program and its arguments, separated by spaces, or as a JSON array such as ["/home/me/on event", "loud"]',
  )
export type HookCommand = z.infer<typeof HookCommand>

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
