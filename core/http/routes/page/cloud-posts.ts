// What the page does with a post that the Worker has. Internal: only the person in front of it can take the risk.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Scheduling } from '../../../scheduling/scheduling.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

const PostId = z.object({ id: z.uuid() })
/** A Worker that does not answer may still publish it. */
const Confirmed = z.object({ confirm: z.literal(true) })

export function cloudPostRoutes(scheduling: Scheduling) {
  return new Hono<AppEnv>().post(
    '/cloud/posts/:id/take-over',
    zValidator('param', PostId, refuseInvalid),
    zValidator('json', Confirmed, refuseInvalid),
    async (c) => c.json(await scheduling.takeOver(c.req.valid('param').id), 200),
  )
}
