import { z } from 'zod'

/** Never read by a shell: no quotes, no variables, no `~`. */
export const HookCommand = z
  .string()
  .transform((text) => (text.startsWith('[') ? parsedJson(text) : text.split(/\s+/).filter(Boolean)))
  // Such a program would be looked for at each event, and found at none.
  .pipe(z.tuple([z.string().regex(/^(?!~[/\\])./)], z.string()))
  .describe(
    'a program, whose path does not begin with ~, and its arguments, separated by spaces, or as a JSON array such as ["/home/me/on event", "loud"]',
  )
export type HookCommand = z.infer<typeof HookCommand>

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
