// The line that an account writes under what it reposts. Stored as JSON, which may come from anywhere.
import * as z from 'zod'
import type { PaintedText } from '../ports/story-painter.ts'

/** Stands for the name of the story's author. */
export const AUTHOR = '{username}'

const MOST_LETTERS = 60

const Place = z.number().min(0).max(1)

/** The middle of the line at `x`, `y`; by default at the bottom, where the app puts nothing of its own. */
export const OverlaySchema = z.strictObject({
  text: z.string().refine((text) => text.trim() !== '' && Array.from(text).length <= MOST_LETTERS, {
    message: `An overlay has between 1 and ${MOST_LETTERS} characters.`,
  }),
  x: Place.default(0.5),
  y: Place.default(0.9),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#ffffff'),
})

export type Overlay = z.infer<typeof OverlaySchema>

/** Null when it is no overlay. */
export function readOverlay(json: string): Overlay | null {
  try {
    return OverlaySchema.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/** Where nobody knows the author, neither the name nor the `@` before it is written. */
export function overlayText({ text, x, y, colour }: Overlay, username: string | null): PaintedText {
  const named =
    username === null
      ? text.replaceAll(`@${AUTHOR}`, '').replaceAll(AUTHOR, '')
      : text.split(AUTHOR).join(username)
  return { text: named.trim(), x, y, colour }
}
