// The browser asks before the tab is closed while something is under way that it would take along.
import { useEffect } from 'react'

const askers = new Set<unknown>()
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** `asker` names what is under way, `active` whether it still is. */
export function askBeforeLeaving(asker: unknown, active: boolean): void {
  if (active) askers.add(asker)
  else askers.delete(asker)
  if (askers.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** Whoever leaves has been asked, or cannot stay. */
export function stopAsking(): void {
  askers.clear()
  window.removeEventListener('beforeunload', ask)
}

export function useAskBeforeLeaving(active: boolean): void {
  useEffect(() => {
    const asker = {}
    askBeforeLeaving(asker, active)
    return () => askBeforeLeaving(asker, false)
  }, [active])
}
