import { useEffect, useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { createRest } from './rest.ts'

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
