// Whether anything that the page shows has changed since it last asked. Internal: the page's own, asked every second or so.
import { Hono } from 'hono'
import type { System } from '../../../ports/system.ts'
import type { AppEnv } from '../../context.ts'

export function changesRoutes(system: System) {
  return new Hono<AppEnv>().get('/changes', (c) => c.json(system.revision(), 200))
}
