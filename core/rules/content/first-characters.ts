/** The beginning of a text, at most so long, which never ends in half an emoji: strict clients refuse an answer that has one. */
export const firstCharacters = (text: string, most: number): string =>
  Array.from(text).slice(0, most).join('')
