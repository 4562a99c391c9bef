import type { MiddlewareHandler } from 'hono'
import {
  cancelScheduledPost,
  editScheduledPost,
  getQueueStatus,
  getScheduledPost,
  listScheduledPosts,
  schedulePost,
  schedulePostDraft,
} from '../../api/schedule/schedule.ts'
import { changePosts } from '../../api/many-posts.ts'
import { scheduleBulk } from '../../api/schedule/bulk.ts'
import { validatePost } from '../../api/validate.ts'
import { etagOf, readIfMatch } from '../../api/post-version.ts'
import type { Scheduling } from '../../features/scheduling/scheduling.ts'
import { toIso } from '../../time.ts'
import type { AppEnv } from '../context.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function scheduleRoutes(scheduling: Scheduling, remembered: MiddlewareHandler<AppEnv>) {
  return openApiRoutes()
    .openapi({ ...schedulePost, middleware: [remembered] }, async (c) =>
      c.json(await scheduling.schedule(c.req.valid('json'), c.var.repeatable), 201),
    )
    .openapi({ ...scheduleBulk, middleware: [remembered] }, async (c) =>
      c.json(await scheduling.scheduleBulk(c.req.valid('json'), c.var.repeatable), 200),
    )
    .openapi({ ...changePosts, middleware: [remembered] }, async (c) =>
      c.json(await scheduling.changeMany(c.req.valid('json'), c.var.repeatable), 200),
    )
    .openapi(validatePost, async (c) => c.json(await scheduling.validate(c.req.valid('json')), 200))
    .openapi({ ...schedulePostDraft, middleware: [remembered] }, async (c) => {
      const { id } = c.req.valid('param')
      const when = { ...c.req.valid('json'), wanted: readIfMatch(c.req.header('if-match')) }
      return c.json(await scheduling.scheduleDraft(id, when, c.var.repeatable), 201)
    })
    .openapi(listScheduledPosts, async (c) => c.json(await scheduling.list(c.req.valid('query')), 200))
    .openapi(getQueueStatus, async (c) =>
      c.json({ queue: 'publishing', counts: await scheduling.countQueue() }, 200),
    )
    .openapi(getScheduledPost, async (c) => {
      const post = await scheduling.show(c.req.valid('param').id)
      return c.json(post, 200, { ETag: etagOf(post.updatedAt) })
    })
    .openapi(editScheduledPost, async (c) => {
      const wanted = readIfMatch(c.req.header('if-match'))
      const post = await scheduling.edit(c.req.valid('param').id, c.req.valid('json'), wanted)
      return c.json(post, 200, { ETag: etagOf(post.updatedAt) })
    })
    .openapi(cancelScheduledPost, async (c) => {
      const wanted = readIfMatch(c.req.header('if-match'))
      const { updatedAt } = await scheduling.cancel(c.req.valid('param').id, wanted)
      return c.json({ success: true as const, updatedAt: toIso(updatedAt) }, 200)
    })
}
