// What keys want to send, and a person’s answer. Internal: by cookie only, because the key must never give it itself.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Approvals } from '../../../features/approvals/approvals.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

const Seen = z.object({ contentHash: z.string() })

export function approvalAnswerRoutes(approvals: Approvals) {
  return new Hono<AppEnv>()
    .get('/approvals/waiting', async (c) => c.json(await approvals.listWithPosts(), 200))
    .post('/approvals/:id/approve', validJson(Seen), async (c) => {
      await approvals.approve(c.req.param('id'), c.req.valid('json').contentHash)
      return c.body(null, 204)
    })
    .post('/approvals/:id/take-back', async (c) => {
      await approvals.takeBack(c.req.param('id'))
      return c.body(null, 204)
    })
    .post('/approvals/:id/decline', async (c) => {
      await approvals.decline(c.req.param('id'))
      return c.body(null, 204)
    })
}
