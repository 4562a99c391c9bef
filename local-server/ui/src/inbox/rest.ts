import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'

// What stands under the pointer may change between looking and clicking: until it has stood still for a moment, a click on it decides
// nothing. Without React, so that a test holds the clock.

/** As long as it takes to see that something else stands there. */
export const REST_MS = 1_000

export function createRest() {
  let settled: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const settle = (shown: string | null) => {
    if (settled === shown) return
    settled = shown
    for (const listener of listeners) listener()
  }
  return {
    /** What has stood still; null while anything moves. */
    settled: () => settled,
    /** Something else is shown from now on. */
    note(shown: string) {
      clearTimeout(timer)
      settle(null)
      timer = setTimeout(() => settle(shown), REST_MS)
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end: () => clearTimeout(timer),
  }
}

/** Marks an element whose click decides something. */
export const DECIDES = { 'data-decides': '' } as const

/** False from the moment that what is shown, or where its buttons stand on the page, is another, until it has stood still. */
export function useIsAtRest(shown: string, list: RefObject<HTMLElement | null>): boolean {
  const [rest] = useState(createRest)
  const places = usePlaces(list)
  const now = `${shown} ${places}`
  const settled = useSyncExternalStore(rest.subscribe, rest.settled)
  useLayoutEffect(() => rest.note(now), [rest, now])
  useEffect(() => rest.end, [rest])
  return settled === now
}

/** Where the buttons stand on the page. Scrolling moves none: it is the person who moves then. */
function usePlaces(list: RefObject<HTMLElement | null>): string {
  const [places, setPlaces] = useState('')
  useEffect(() => {
    const look = () => {
      const buttons = [...(list.current?.querySelectorAll('[data-decides]') ?? [])]
      setPlaces(
        buttons
          .map((button) => button.getBoundingClientRect())
          .map(({ x, y }) => `${Math.round(x + window.scrollX)},${Math.round(y + window.scrollY)}`)
          .join(' '),
      )
    }
    const observer = new ResizeObserver(look)
    // Anything that grows or shrinks, here or above, changes the height of one of these.
    observer.observe(document.body)
    for (const child of document.querySelectorAll('main > *')) observer.observe(child)
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  })
  return places
}
