// What an API key was used for. Internal: by cookie only, because a key must not learn what others do.
import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiKeys } from '../../../features/api-keys/keys.ts'
import type { AppEnv } from '../../context.ts'
import { validQuery } from '../../validated-routes.ts'

const Page = z.object({ before: z.coerce.number().int().min(1).default(Number.MAX_SAFE_INTEGER) })

export function keyCallRoutes({ calls }: ApiKeys) {
  return new Hono<AppEnv>().get('/settings/api-keys/:id/calls', validQuery(Page), async (c) =>
    c.json(await calls.list(c.req.param('id'), c.req.valid('query').before), 200),
  )
}
