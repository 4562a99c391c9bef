// Posts are chosen with Shift, which takes all from one card to another, and one by one with Ctrl or ⌘. Below React: the press that
// begins a choice begins no drag.
import { useEffect } from 'react'
import type { Selection } from '../../shared/use-selection.ts'

function cardAt(target: EventTarget | null): string | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('main button[data-drag]') : null
  return card?.dataset['drag'] ?? null
}

export function useChoosing({ choose, sweep, clear }: Selection): void {
  useEffect(() => {
    const ended = new AbortController()
    const options = { capture: true, signal: ended.signal }
    /** The card on which Shift was pressed. */
    let from: string | null = null
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    const press = (event: MouseEvent) => {
      from = event.shiftKey && event.button === 0 ? cardAt(event.target) : null
      if (from !== null) stop(event)
    }
    const release = ({ target }: MouseEvent) => {
      const to = from === null ? null : cardAt(target)
      if (from === null || to === null) return
      if (from === to) choose([to], true)
      else sweep(from, to)
    }
    const click = (event: MouseEvent) => {
      const card = cardAt(event.target)
      const isByKey = event.detail === 0
      if (from !== null) stop(event)
      else if (card !== null && (event.ctrlKey || event.metaKey || (isByKey && event.shiftKey))) {
        stop(event)
        choose([card], event.shiftKey)
      }
      from = null
    }
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) clear()
    }
    document.addEventListener('mousedown', press, options)
    document.addEventListener('mouseup', release, options)
    document.addEventListener('click', click, options)
    document.addEventListener('keydown', key, { signal: ended.signal })
    return () => ended.abort()
  }, [choose, sweep, clear])
}
