// The browser asks before the tab is closed while something is under way that would be lost.
import { useEffect } from 'react'

type What = 'unsaved' | 'upload'

const askers = new Map<unknown, What>()
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** `asker` names what is under way, `active` whether it still is. */
export function askBeforeLeaving(asker: unknown, active: boolean, what: What = 'unsaved'): void {
  if (active) askers.set(asker, what)
  else askers.delete(asker)
  if (askers.size > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** They end with the session, and so does what waits for them. */
export function isAnyUploadUnderWay(): boolean {
  return [...askers.values()].includes('upload')
}

/** The user has been asked, or cannot stay. */
export function stopAsking(): void {
  askers.clear()
  window.removeEventListener('beforeunload', ask)
}

export function useAskBeforeLeaving(active: boolean, what?: What): void {
  useEffect(() => {
    const asker = {}
    askBeforeLeaving(asker, active, what)
    return () => askBeforeLeaving(asker, false)
  }, [active, what])
}
