import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Asked, useAsking } from '../kit/unsaved.tsx'

/** Asks before something unsaved on a page is left for another one, by a link, a key or the browser’s way back. */
export function UnsavedPage({ children }: { readonly children: ReactNode }) {
  const asking = useAsking()
  const [, navigate] = useLocation()
  const isAnswered = useRef(false)
  const ask = useEffectEvent((event: NavigateEvent) => {
    const { sameDocument, url, key } = event.destination
    const next = new URL(url)
    // What only lies over the page has the same path, and is closed by the way back. Of what leaves the document the browser asks.
    const leaves =
      next.pathname !== window.location.pathname || (asking.isOver && event.navigationType === 'traverse')
    if (!sameDocument || !leaves || !event.cancelable || isAnswered.current) return
    event.preventDefault()
    asking.place.leave(() => {
      isAnswered.current = true
      if (event.navigationType === 'traverse') window.navigation.traverseTo(key)
      else navigate(`${next.pathname}${next.search}`)
    })
  })
  useEffect(() => {
    isAnswered.current = false
    // A browser from before 2026 may lack it; there, the tab alone asks.
    if (!asking.isUnsaved || !('navigation' in window)) return
    const listen = (event: NavigateEvent) => ask(event)
    window.navigation.addEventListener('navigate', listen)
    return () => window.navigation.removeEventListener('navigate', listen)
  }, [asking.isUnsaved])
  return <Asked by={asking}>{children}</Asked>
}
