// This computer, as far as the page shows it, and whether anything that it shows has changed since it last asked, which it does
// every second or so. Internal: the page's own.
import { Hono } from 'hono'
import type { System } from '../../../ports/system.ts'
import type { AppEnv } from '../../context.ts'

export function systemRoutes(system: System) {
  return new Hono<AppEnv>()
    .get('/system', async (c) => c.json(await system.readFacts(), 200))
    .get('/changes', (c) => c.json(system.revision(), 200))
}
