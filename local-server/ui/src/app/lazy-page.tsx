// Pages that the first paint does not wait for. Their code is fetched as soon as there is nothing else to do, so that they open
// at once, and also when the server has gone away since.
import { lazy, type ComponentType } from 'react'

type Load = () => Promise<ComponentType>

const RETRY_AFTER_MS = 1_000
const notFetched: Load[] = []

/** `lazyPage(async () => (await import('./plan-page.tsx')).PlanPage)` */
export function lazyPage(load: Load): ComponentType {
  notFetched.push(load)
  return lazy(async () => ({ default: await loadUntilReachable(load) }))
}

/** Who comes here before the code does, while the server is away, finds the page when it is back. */
async function loadUntilReachable(load: Load): Promise<ComponentType> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}

/** Returns how to give it up. */
export function prefetchWhenIdle(): () => void {
  const fetchAll = () => {
    for (const load of notFetched.splice(0)) load().catch(() => {})
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, RETRY_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const id = window.requestIdleCallback(fetchAll, { timeout: RETRY_AFTER_MS })
  return () => window.cancelIdleCallback(id)
}
