import { useEffect, useEffectEvent, type MouseEvent } from 'react'
import { isForInputMethod } from '../shared/input-method.ts'

/** What lies over the page, the topmost last. */
const opened: object[] = []

/**
 * The props of the library’s dialog or drawer by which Escape closes what lies on top, and does nothing below it: the library
 * would close all of it at once.
 */
export function useEscape(isOpened: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpened) return
    const self = {}
    opened.push(self)
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isForInputMethod(event) || opened.at(-1) !== self || isForLess(event))
        return
      event.stopImmediatePropagation()
      close()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      window.removeEventListener('keydown', press, { capture: true })
      opened.splice(opened.indexOf(self), 1)
    }
  }, [isOpened])
  return { onClose, closeOnEscape: false } as const
}

/** Props of what comes to lie where somebody has just clicked: the second click of a double click is not meant for it. */
export const SINGLE_CLICKS = {
  onClickCapture: (event: MouseEvent) => void (event.detail > 1 && event.stopPropagation()),
} as const

/** Within it a menu, a list of suggestions or a question is open, or a file is being carried. */
const isForLess = ({ target }: KeyboardEvent) =>
  document.querySelector('[role=dialog] [data-dragged]') !== null ||
  (target instanceof Element &&
    target.closest('[data-mantine-stop-propagation=true], .mantine-Popover-dropdown') !== null)
