// Pages that the first paint does not wait for. Their code is fetched as soon as there is nothing else to do, so that they open
// at once, and also when the server has gone away since.
import { lazy, type ComponentType } from 'react'
import { loadUntilReachable } from '../shared/load-until-reachable.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

const IDLE_AFTER_MS = 1_000
const notFetched: (() => Promise<unknown>)[] = []

/** `lazyPage(async () => (await import('./plan-page.tsx')).PlanPage)` */
export function lazyPage<Props = object>(load: Load<Props>): ComponentType<Props> {
  notFetched.push(load)
  return lazy(async () => ({ default: await loadUntilReachable(load) }))
}

/** Returns a function that cancels it. */
export function prefetchWhenIdle(): () => void {
  const fetchAll = () => {
    for (const load of notFetched.splice(0)) load().catch(() => {})
  }
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, IDLE_AFTER_MS)
    return () => clearTimeout(timer)
  }
  const id = window.requestIdleCallback(fetchAll, { timeout: IDLE_AFTER_MS })
  return () => window.cancelIdleCallback(id)
}
