// Which rows of a table are posts already. Internal: asked by the page and the command line before they import.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Scheduling } from '../../../features/scheduling/scheduling.ts'
import { MOST_POSTS } from '../../../rules/content/content-limits.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

const Key = z.string().min(1).max(100)
const Keys = z.object({ keys: z.array(Key).max(MOST_POSTS) })
const Known = z.object({ key: Key, content: Key, postId: z.uuid() })
const Rows = z.object({ rows: z.array(Known).max(MOST_POSTS) })

export function importedRowRoutes(scheduling: Scheduling) {
  return new Hono<AppEnv>()
    .post('/imported-rows/find', validJson(Keys), async (c) =>
      c.json({ rows: await scheduling.findRows(c.req.valid('json').keys) }, 200),
    )
    .put('/imported-rows', validJson(Rows), async (c) => {
      await scheduling.keepRows(c.req.valid('json').rows)
      return c.json({ success: true }, 200)
    })
}
