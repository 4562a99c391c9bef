// This computer, as far as the page shows it. Internal: the page's own.
import { Hono } from 'hono'
import type { System } from '../../../ports/system.ts'
import type { AppEnv } from '../../context.ts'

export function systemRoutes(system: System) {
  return new Hono<AppEnv>().get('/system', async (c) => c.json(await system.readFacts(), 200))
}
