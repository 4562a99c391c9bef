import type { Strings } from '../strings/strings.ts'

const LONGEST = 60
/** Splits a text into what people take for one letter, emojis included. */
const LETTERS = new Intl.Segmenter()

/** The first line of a caption, cut between words where it is long. */
export function captionStart(caption: string | null): string | null {
  const line =
    caption
      ?.split('\n')
      .find((one) => one.trim() !== '')
      ?.trim() ?? ''
  if (line === '') return null
  if (line.length <= LONGEST) return line
  const letters = Array.from(LETTERS.segment(line), ({ segment }) => segment)
  if (letters.length <= LONGEST) return line
  const cut = letters.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > LONGEST / 2 ? cut.slice(0, space) : cut}…`
}

/** Name of a post in labels of buttons, which must differ from each other. */
export function postName(caption: string | null, { nameOf, nameless }: Strings['posts']): string {
  const start = captionStart(caption)
  return start === null ? nameless : nameOf(start)
}
