// The night check, which tries the posts of the next two days: its hour, and at once. Internal: used by the page only.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Attention } from '../../../features/attention/attention.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

const Evening = z.object({ hour: z.int().min(0).max(23) })

export function eveningRoutes(attention: Attention) {
  return new Hono<AppEnv>()
    .get('/attention/evening', async (c) => c.json(await attention.readEvening(), 200))
    .post('/attention/check', async (c) => {
      await attention.checkNow()
      return c.json(await attention.list(), 200)
    })
    .put('/attention/evening', validJson(Evening), async (c) => {
      await attention.changeEvening(c.req.valid('json').hour)
      return c.json(await attention.readEvening(), 200)
    })
}
