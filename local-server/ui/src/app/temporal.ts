// Replaces core's 'temporal-polyfill' in the page's build (vite.config.ts): browsers that have Temporal fetch none.
import type { Temporal as Polyfill } from 'temporal-polyfill'
import { loadUntilReachable } from '../shared/load-until-reachable.ts'

/** @public What core imports as the polyfill's; no import names this file. */
export let Temporal = (globalThis as { Temporal?: typeof Polyfill }).Temporal

/** To be awaited before anything that reckons with dates is rendered. */
export async function needTemporal(): Promise<void> {
  Temporal ??= (await loadUntilReachable(() => import('temporal-polyfill/implementation'))).Temporal
}
