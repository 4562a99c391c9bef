import { expect, it } from 'vitest'
import { isForInputMethod } from '../../../local-server/ui/src/shared/input-method.ts'

const ENTER = 13
const OF_AN_INPUT_METHOD = 229

it('leaves the Enter that takes a word to the input method, also in Safari', () => {
  expect(isForInputMethod({ isComposing: true, keyCode: OF_AN_INPUT_METHOD })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: OF_AN_INPUT_METHOD })).toBe(true)
  expect(isForInputMethod({ isComposing: false, keyCode: ENTER })).toBe(false)
})
