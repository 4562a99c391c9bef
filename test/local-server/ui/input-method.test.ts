import { expect, it } from 'vitest'
import { isForInputMethod, letterOf } from '../../../local-server/ui/src/shared/input-method.ts'

const ENTER = 13
const OF_AN_INPUT_METHOD = 229

it('leaves the Enter that takes a word to the input method, also in Safari', () => {
  expect(isForInputMethod({ isComposing: true, keyCode: OF_AN_INPUT_METHOD })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: OF_AN_INPUT_METHOD })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: ENTER })).toBe(false)
})

it.each([
  ['с', 'KeyC', 'c', 'Cyrillic'],
  ['Ψ', 'KeyC', 'c', 'Greek'],
  ['я', 'KeyZ', 'z', 'Cyrillic'],
  ['z', 'KeyY', 'z', 'German'],
  ['C', 'KeyJ', 'c', 'Dvorak'],
  ['ö', 'KeyC', 'ö', 'Turkish F'],
  ['?', 'Digit7', '?', 'Cyrillic'],
])('takes %s at %s for %s, on a layout that is %s', (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})
