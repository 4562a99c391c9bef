// The rules of the platform's reference for the text of a comment (POST /{ig-media-id}/comments). Pure.

const MOST_HASHTAGS = 4
const MOST_LINKS = 1

export const BLANK = 'must have a visible character'

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** What the platform would refuse, apart from its length. */
export function commentTextProblems(text: string): string[] {
  const problems: string[] = []
  if (isBlank(text)) problems.push(BLANK)
  if (count(text, /#[\p{L}\p{N}_]+/gu) > MOST_HASHTAGS)
    problems.push(`Instagram accepts at most ${MOST_HASHTAGS} hashtags in a comment`)
  if (count(text, /https?:\/\//gi) > MOST_LINKS) problems.push('Instagram accepts only one link in a comment')
  if (isAllCapitals(text)) problems.push('Instagram does not accept a comment that is all in capital letters')
  return problems
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Scripts without capitals, emoji and numbers do not count. */
function isAllCapitals(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}]/gu, '')
  return letters !== letters.toLowerCase() && letters === letters.toUpperCase()
}
