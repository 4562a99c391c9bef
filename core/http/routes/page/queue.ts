// Posts that wait for the user's confirmation: those on hold, and those of a Worker that does not answer. Internal:
// only the person at the page can confirm, and accept the risk.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Scheduling } from '../../../features/scheduling/scheduling.ts'
import type { AppEnv } from '../../context.ts'
import { validJson, validParam } from '../../validated-routes.ts'

const PostId = z.object({ id: z.uuid() })
/** A Worker that does not answer may still publish it. */
const Confirmed = z.object({ confirm: z.literal(true) })

export function queueRoutes(scheduling: Scheduling) {
  return new Hono<AppEnv>()
    .get('/queue/state', async (c) => c.json(await scheduling.readHold(), 200))
    .get('/queue/outlook', async (c) => c.json(await scheduling.foreseeRelease(), 200))
    .post('/queue/confirm', async (c) => c.json(await scheduling.confirmHeld(), 200))
    .post('/cloud/posts/:id/take-over', validParam(PostId), validJson(Confirmed), async (c) =>
      c.json(await scheduling.takeOver(c.req.valid('param').id), 200),
    )
}
