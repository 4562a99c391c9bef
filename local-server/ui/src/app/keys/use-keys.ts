import { useWindowEvent } from '@mantine/hooks'
import { letterOf } from '../../shared/input-method.ts'
import { useKept } from '../../shared/kept-texts.ts'

/** A letter alone, or with the key for commands: `mod+k`. */
export type Keys = Readonly<Record<string, () => void>>

/** Single letters get in the way of speech input, so they can be switched off. */
export function useSingleKeys() {
  return useKept('keys', true)
}

/** Goes by the letter, wherever its key is; by the key where there is no such letter. Off while somebody types, something lies over the page, or a card is dragged. */
export function useKeys(keys: Keys): void {
  const [hasSingleKeys] = useSingleKeys()
  useWindowEvent('keydown', (event) => {
    const { altKey, shiftKey, ctrlKey, metaKey, defaultPrevented, target } = event
    const isCommand = ctrlKey || metaKey
    if (defaultPrevented || altKey || (isCommand && shiftKey) || isTyping(target) || isBusy()) return
    if (!isCommand && !hasSingleKeys) return
    const act = keys[`${isCommand ? 'mod+' : ''}${letterOf(event)}`]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select'))
  )
}

const isBusy = () => document.querySelector('[role=dialog], [role=menu], [data-dragged]') !== null
