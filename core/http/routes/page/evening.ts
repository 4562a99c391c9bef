// The hour at which posts of the next two days are tried for real. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Attention } from '../../../attention/attention.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

const Evening = z.object({ hour: z.int().min(0).max(23) })

export function eveningRoutes(attention: Attention) {
  return new Hono<AppEnv>()
    .get('/attention/evening', async (c) => c.json(await attention.readEvening(), 200))
    .put('/attention/evening', zValidator('json', Evening, refuseInvalid), async (c) => {
      await attention.changeEvening(c.req.valid('json').hour)
      return c.json(await attention.readEvening(), 200)
    })
}
