// This computer, as the page shows it, and whether anything on the page has changed, which the page asks after an event. Internal:
// used by the page only.
import { Hono } from 'hono'
import type { System } from '../../../ports/system.ts'
import type { AppEnv } from '../../context.ts'

export function systemRoutes(system: System) {
  return new Hono<AppEnv>()
    .get('/system', async (c) => c.json(await system.readFacts(), 200))
    .get('/changes', (c) => c.json(system.revision(), 200))
}
