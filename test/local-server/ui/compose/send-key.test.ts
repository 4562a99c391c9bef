import { expect, it } from 'vitest'
import { isSendKey } from '../../../../local-server/ui/src/compose/send/send-key.ts'

const ENTER = { key: 'Enter', ctrlKey: false, metaKey: false, repeat: false, isComposing: false, keyCode: 13 }

it.each([
  ['Enter alone', {}, false],
  ['Ctrl with Enter', { ctrlKey: true }, true],
  ['⌘ with Enter', { metaKey: true }, true],
  ['held down', { ctrlKey: true, repeat: true }, false],
  ['while a word is being composed', { ctrlKey: true, isComposing: true }, false],
  ['that takes the word, in Safari', { metaKey: true, keyCode: 229 }, false],
])('sends by the keyboard: %s', (_what, pressed, isSent) => {
  expect(isSendKey({ ...ENTER, ...pressed })).toBe(isSent)
})
