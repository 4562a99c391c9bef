// What still needs a media file: asked before it is deleted. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import type { PlannerStore } from '../../../ports/posts/planner-store.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

const Id = z.object({ id: z.uuid() })

export function mediaUseRoutes({ planner }: { readonly planner: Pick<PlannerStore, 'usesOf'> }) {
  return new Hono<AppEnv>().get('/media/:id/uses', zValidator('param', Id, refuseInvalid), async (c) => {
    const { drafts, scheduled } = await planner.usesOf(c.req.valid('param').id)
    return c.json({ drafts, scheduled }, 200)
  })
}
