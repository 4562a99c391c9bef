import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'wouter'

interface Arrival {
  /** True until the new page’s title has taken the focus. */
  pending: boolean
}

const ArrivalContext = createContext<Arrival>({ pending: false })

/** Notes that the reader went to another page. Its code may still have to be loaded, so its title takes the focus itself. */
export function TitleFocus({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation()
  const shown = useRef(location)
  const arrival = useMemo<Arrival>(() => ({ pending: false }), [])
  if (shown.current !== location) {
    // What the first address leads to is where the reader begins, at the top of the document.
    arrival.pending = shown.current !== '/'
    shown.current = location
  }
  return <ArrivalContext value={arrival}>{children}</ArrivalContext>
}

/** Moves the focus to the title of a new page. */
export function useTitleFocus(title: RefObject<HTMLElement | null>): void {
  const arrival = useContext(ArrivalContext)
  const [location] = useLocation()
  useEffect(() => {
    if (!arrival.pending) return
    arrival.pending = false
    window.scrollTo(0, 0)
    title.current?.focus({ preventScroll: true })
  }, [arrival, location, title])
}
