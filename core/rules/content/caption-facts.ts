// Counts what the platform counts in a caption. Pure.

/** The platform's own limits. A caption beyond them is not refused here: what counts as one of them is not known for sure. */
export const CAPTION_ADVICE = {
  /** Its documentation says 30; its own app stops at 5 since December 2025. */
  hashtags: 30,
  hashtagsInItsApp: 5,
  mentions: 20,
} as const

export interface CaptionFacts {
  /** Code points: an emoji is one character, not the two or more that `length` says. */
  readonly characters: number
  readonly hashtags: number
  readonly mentions: number
}

export function captionFacts(caption: string): CaptionFacts {
  return {
    characters: countCharacters(caption),
    hashtags: count(caption, HASHTAG),
    mentions: count(caption, MENTION),
  }
}

export function countCharacters(text: string): number {
  let characters = 0
  for (const _ of text) characters += 1
  return characters
}

/** Not in the middle of a word, an address or an HTML entity; a number alone is not a hashtag. */
const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu

/** A mention as usernames are written; what follows a letter or a dot is an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_.@])@[A-Za-z0-9_](?:[A-Za-z0-9_.]{0,28}[A-Za-z0-9_])?/gu

/** Hashtags or mentions as they are written, with their sign. */
export function captionWords(caption: string, sign: '#' | '@'): string[] {
  return caption.match(sign === '#' ? HASHTAG : MENTION) ?? []
}

function count(caption: string, pattern: RegExp): number {
  return caption.match(pattern)?.length ?? 0
}

export interface CaptionPart {
  readonly text: string
  /** A hashtag or a mention, which the platform shows as a link. */
  readonly linked: boolean
}

/** Splits the caption into pieces that join to the same text. */
export function captionParts(caption: string): CaptionPart[] {
  const parts: CaptionPart[] = []
  let end = 0
  for (const { 0: text, index } of caption.matchAll(LINKED)) {
    if (index > end) parts.push({ text: caption.slice(end, index), linked: false })
    parts.push({ text, linked: true })
    end = index + text.length
  }
  if (end < caption.length) parts.push({ text: caption.slice(end), linked: false })
  return parts
}

const LINKED = new RegExp(`${HASHTAG.source}|${MENTION.source}`, 'gu')
