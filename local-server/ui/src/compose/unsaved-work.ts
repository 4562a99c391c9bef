// Unsaved work as text that survives a reload. What cannot be read any more is dropped: it never keeps the page from opening.
import type { WallTime } from '../../../../core/scheduling/wall-time.ts'
import { EMPTY, type Composition, type Person } from './composition.ts'

/** Rises when the shape changes. */
const VERSION = 1

export interface UnsavedWork {
  /** The stored post as it was when the work on it began; null for a new post. */
  readonly base: Composition | null
  readonly now: Composition
}

export function serializeWork(work: UnsavedWork): string {
  return JSON.stringify({ version: VERSION, ...work })
}

/** Null when it is of another version, or broken. */
export function parseWork(text: string): UnsavedWork | null {
  const read = parseJson(text)
  if (!isRecord(read) || read['version'] !== VERSION) return null
  const { base, now } = read
  if (!isComposition(now) || !(base === null || isComposition(base))) return null
  return { base, now }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Checks = { readonly [Key in keyof Composition]: (value: unknown) => boolean }

const isText = (value: unknown) => typeof value === 'string'
const listOf = (isItem: (item: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isItem)

function isPerson(value: unknown): value is Person {
  return isRecord(value) && isText(value['username']) && isFraction(value['x']) && isFraction(value['y'])
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isWallTime(value: unknown): value is WallTime {
  if (!isRecord(value) || !isText(value['wall']) || !isText(value['timeZone'])) return false
  return [null, 'earlier', 'later'].includes(value['choice'] as null)
}

const CHECKS: Checks = {
  accountId: (value) => value === null || isText(value),
  mediaType: (value) => ['IMAGE', 'CAROUSEL', 'REELS', 'STORIES'].includes(String(value)),
  mediaIds: listOf(isText),
  spareIds: listOf(isText),
  caption: isText,
  userTags: listOf(isPerson),
  storyMentions: listOf(isPerson),
  collaborators: listOf(isText),
  locationId: isText,
  locationName: isText,
  crossPost: (value) => typeof value === 'boolean',
  when: (value) => value === null || isWallTime(value),
}

function isComposition(value: unknown): value is Composition {
  if (!isRecord(value)) return false
  const keys = Object.keys(EMPTY) as (keyof Composition)[]
  return keys.every((key) => CHECKS[key](value[key]))
}
