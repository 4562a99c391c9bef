import { isForInputMethod } from '../../shared/input-method.ts'

type SendKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'repeat' | 'isComposing' | 'keyCode'>

/** Ctrl or ⌘ with Enter: once for each press, and not where that takes a word of an input method. */
export function isSendKey(event: SendKey): boolean {
  const isPressed = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  return isPressed && !event.repeat && !isForInputMethod(event)
}
