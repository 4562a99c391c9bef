// Posts that are held for confirmation. Internal: only the person in front of the page can give the word.
import { Hono } from 'hono'
import type { Scheduling } from '../../../scheduling/scheduling.ts'
import type { AppEnv } from '../../context.ts'

export function queueRoutes(scheduling: Scheduling) {
  return new Hono<AppEnv>()
    .get('/queue/state', async (c) => c.json(await scheduling.readHold(), 200))
    .post('/queue/confirm', async (c) => c.json(await scheduling.confirmHeld(), 200))
}
