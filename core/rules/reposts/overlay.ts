// The line that an account writes under what it reposts. Stored as JSON, which may come from anywhere. Pure: the page
// reads it, too.
import type { PaintedText } from '../../ports/reposts/story-painter.ts'

/** Stands for the name of the story's author. */
export const AUTHOR = '{username}'
export const MOST_LETTERS = 60

export interface Overlay {
  readonly text: string
  /** The middle of the line: 0 (left, top) to 1 (right, bottom). */
  readonly x: number
  readonly y: number
  /** `#rrggbb` */
  readonly colour: string
}

/** At the bottom, where the app draws nothing of its own. */
export const USUAL_PLACE = { x: 0.5, y: 0.9 } as const
export const USUAL_COLOUR = '#ffffff'

const FIELDS: ReadonlySet<string> = new Set(['text', 'x', 'y', 'colour'])

/** Null when it is not an overlay. */
export function readOverlay(json: string): Overlay | null {
  const fields = parsed(json)
  if (fields === null || Object.keys(fields).some((name) => !FIELDS.has(name))) return null
  const { text, x = USUAL_PLACE.x, y = USUAL_PLACE.y, colour = USUAL_COLOUR } = fields
  return isText(text) && isPlace(x) && isPlace(y) && isColour(colour) ? { text, x, y, colour } : null
}

function parsed(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && Array.from(value).length <= MOST_LETTERS

const isPlace = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

export const isColour = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** The text of the overlay. When the author is unknown, neither the name nor the `@` before it is written. */
export function overlayText({ text, x, y, colour }: Overlay, username: string | null): PaintedText {
  const named =
    username === null
      ? text.replaceAll(`@${AUTHOR}`, '').replaceAll(AUTHOR, '')
      : text.split(AUTHOR).join(username)
  return { text: named.trim(), x, y, colour }
}

/**
 * The edge drawn around a line of this colour: the opposite brightness, so that it is readable on any picture.
 */
export function edgeOf(colour: string): '#000000' | '#ffffff' {
  return isLight(colour) ? '#000000' : '#ffffff'
}

/** Neither light nor dark: on pictures of the same brightness only the edge around it is readable. */
export function isFaint(colour: string): boolean {
  const contrast = (other: number) => {
    const [more, less] = [luminance(colour), other].toSorted((a, b) => b - a)
    return ((more ?? 0) + 0.05) / ((less ?? 0) + 0.05)
  }
  return Math.max(contrast(0), contrast(1)) < LEGIBLE
}

/** The contrast with the better of black and white; the worst possible colour has 4.6. */
const LEGIBLE = 7

/** Weighs the colours as the eye does. */
function isLight(colour: string): boolean {
  const [red, green, blue] = parts(colour)
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}

function luminance(colour: string): number {
  const [red, green, blue] = parts(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function parts(colour: string): [red: number, green: number, blue: number] {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}
