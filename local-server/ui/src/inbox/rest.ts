// What stands under the pointer may change between looking and clicking: until it has stood still for a moment, a click on it decides
// nothing. Without React, so that a test holds the clock.
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'

/** As long as it takes to see that something else stands there. */
export const REST_MS = 1_000

/** `tell` gets what has stood still; null as soon as anything moves. */
export function createRest(tell: (settled: string | null) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Something else is shown from now on. */
    note(shown: string) {
      clearTimeout(timer)
      tell(null)
      timer = setTimeout(() => tell(shown), REST_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** Marks an element whose click decides something. */
export const DECIDES = { 'data-decides': '' } as const

/** False from the moment that what is shown, or where its buttons stand on the page, is another, until it has stood still. */
export function useIsAtRest(shown: string, list: RefObject<HTMLElement | null>): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  const [rest] = useState(() => createRest(setSettled))
  const places = usePlaces(list)
  const now = `${shown} ${places}`
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
