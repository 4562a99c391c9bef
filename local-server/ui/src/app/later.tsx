// Pages that the first paint does not wait for. Their code is fetched as soon as there is nothing else to do, so that they open
// at once, and also when the server has gone away since.
import { lazy, type ComponentType } from 'react'

type Load = () => Promise<ComponentType>

const LOOK_AGAIN_MS = 1_000
const waiting: Load[] = []

/** `later(async () => (await import('./plan-page.tsx')).PlanPage)` */
export function later(load: Load): ComponentType {
  waiting.push(load)
  return lazy(async () => ({ default: await untilThere(load) }))
}

/** Who comes here before the code does, while the server is away, finds the page when it is back. */
async function untilThere(load: Load): Promise<ComponentType> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }
}

/** Returns how to give it up. */
export function fetchWhenIdle(): () => void {
  const fetchAll = () => {
    for (const load of waiting.splice(0)) load().catch(() => {})
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }
  const id = window.requestIdleCallback(fetchAll, { timeout: LOOK_AGAIN_MS })
  return () => window.cancelIdleCallback(id)
}
