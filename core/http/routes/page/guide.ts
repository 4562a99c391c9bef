// Progress with the guide that only the person can know of. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { GuideProgress, type Setup } from '../../../setup/setup.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export function guideRoutes(setup: Setup) {
  return new Hono<AppEnv>()
    .get('/setup/guide', async (c) => c.json(await setup.readGuide(), 200))
    .put('/setup/guide', zValidator('json', GuideProgress, refuseInvalid), async (c) =>
      c.json(await setup.saveGuide(c.req.valid('json')), 200),
    )
}
