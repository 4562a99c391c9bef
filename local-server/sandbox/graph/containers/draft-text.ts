// The words of a post: its caption, and whom it names.
import { countCharacters } from '../../../../core/rules/content/caption-facts.ts'
import type { PlacedTag } from '../../state/records.ts'
import type { CallInput } from '../call-input.ts'
import { badParameter, graphErrorOf } from '../refusals.ts'

// Limits of the platform's reference of POST /{ig-user}/media. @NOTE What it counts as a character is not documented; here it is a
// code point.
const MAX_CAPTION = 2200
const MAX_HASHTAGS = 30
const MAX_MENTIONS = 20
const MAX_USER_TAGS = 20
const MAX_COLLABORATORS = 3
const MAX_ALT_TEXT = 1000

export function readCaption(input: CallInput): string | null {
  const caption = input.text('caption')
  if (caption === null) return null
  if (countCharacters(caption) > MAX_CAPTION) throw graphErrorOf('captionTooLong')
  if (count(caption, /(?<![\w@.])@[\w.]+/g) > MAX_MENTIONS) throw graphErrorOf('tooManyTags')
  // @NOTE The limit is documented, the error that goes with it is not.
  if (countHashtags(caption) > MAX_HASHTAGS) throw badParameter('The caption has too many hashtags.')
  return caption
}

export function readAltText(input: CallInput): string | null {
  const altText = input.text('alt_text')
  if (altText !== null && countCharacters(altText) > MAX_ALT_TEXT)
    throw badParameter('Param alt_text is too long.')
  return altText
}

/** Whether a tag must have a place on the picture, may have one, or has its place ignored. */
export type TagPlaces = 'required' | 'optional' | 'unused'

export function readUserTags(input: CallInput, places: TagPlaces): PlacedTag[] {
  const tags = input.list('user_tags')
  if (tags.length > MAX_USER_TAGS) throw graphErrorOf('tooManyTags')
  return tags.map((tag) => {
    const { username, x, y } = typeof tag === 'object' && tag !== null ? (tag as Record<string, unknown>) : {}
    if (!isUsername(username)) throw badParameter('Param user_tags needs the username of each tag.')
    if (places === 'unused') return { username, x: null, y: null }
    if (isFraction(x) && isFraction(y)) return { username, x, y }
    if (places === 'optional' && x === undefined && y === undefined) return { username, x: null, y: null }
    throw badParameter('Param user_tags needs username, x and y of each tag, x and y between 0 and 1.')
  })
}

export function readCollaborators(input: CallInput): string[] {
  const names = input.list('collaborators')
  if (names.length > MAX_COLLABORATORS) throw badParameter('Param collaborators may name 3 accounts at most.')
  return names.map((name) => {
    if (isUsername(name)) return name
    throw badParameter('Param collaborators must be an array of usernames.')
  })
}

function isUsername(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

export function countHashtags(text: string): number {
  return count(text, /#[\p{L}\p{N}_]+/gu)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
