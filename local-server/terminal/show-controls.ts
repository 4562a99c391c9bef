// What a terminal or a text editor would obey instead of showing: control characters with the escape sequences that they begin,
// and marks that turn the direction of writing. Captions, names and sentences of strangers bring them.

/** Line breaks and tabs are what they seem to be. */
const OBEYED = /(?!\n|\t|\r\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

/** Writes them as JSON does, `\u001b`, so that a text that is JSON still says the same. */
export function showControls(text: string): string {
  return text.replaceAll(OBEYED, inDigits)
}

/** For one cell or one name: line breaks and tabs, too. */
export function showControlsInLine(text: string): string {
  return showControls(text).replaceAll(/[\r\n\t]/g, inDigits)
}

function inDigits(character: string): string {
  return String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0')
}
