import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showControls, showControlsInLine } from '../../../local-server/terminal/show-controls.ts'

const OBEYED = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

it.each([
  ['writes the clipboard', '\u001B]52;c;aGk=\u0007', String.raw`\u001b]52;c;aGk=\u0007`],
  ['clears the screen', '\u001B[2J', String.raw`\u001b[2J`],
  ['begins a sequence in one character', '\u009B2J', String.raw`\u009b2J`],
  ['overwrites the line', 'Failed\rLive  ', String.raw`Failed\u000dLive  `],
  ['takes back what stood there', 'a\b\u007F', String.raw`a\u0008\u007f`],
  ['turns the direction', 'a\u202Egpj.exe\u2066', String.raw`a\u202egpj.exe\u2066`],
  ['ends the text', 'a\0', String.raw`a\u0000`],
])('shows a text that %s', (_what, text, shown) => {
  expect(showControls(`before ${text}`)).toBe(`before ${shown}`)
})

it('leaves lines, tabs, emoji and every script as they are', () => {
  const text = 'a\nb\tc\r\n👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 שלום مرحبا ✔ …'
  expect(showControls(text)).toBe(text)
})

it('leaves nothing in a line that a terminal obeys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(showControlsInLine(text)).not.toMatch(OBEYED)
    }),
  )
})

it('leaves JSON what it says', () => {
  const unit = fc.oneof(
    fc.constantFrom('\u001B', '\u009B', '\u202E', '\u007F', '\\', '\u2028', '"'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(unit), fc.constantFrom(0, 2), (said, indent) => {
      const shown = showControls(JSON.stringify(said, null, indent))
      expect(JSON.parse(shown)).toEqual(said)
      expect(shown.replaceAll('\n', '')).not.toMatch(OBEYED)
    }),
  )
})
