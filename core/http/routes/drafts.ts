import type { MiddlewareHandler } from 'hono'
import { createPostDraft, createPostDrafts, editPostDraft, publishPostDraft } from '../../api/post-drafts.ts'
import { etagOf, readIfMatch } from '../../api/post-version.ts'
import type { Posts } from '../../features/posts/posts.ts'
import type { AppEnv } from '../context.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function draftRoutes(posts: Posts, remembered: MiddlewareHandler<AppEnv>) {
  return openApiRoutes()
    .openapi({ ...createPostDraft, middleware: [remembered] }, async (c) =>
      c.json(await posts.createDraft(c.req.valid('json'), c.var.repeatable), 201),
    )
    .openapi({ ...createPostDrafts, middleware: [remembered] }, async (c) =>
      c.json(await posts.createDrafts(c.req.valid('json'), c.var.repeatable), 200),
    )
    .openapi(editPostDraft, async (c) => {
      const wanted = readIfMatch(c.req.header('if-match'))
      const draft = await posts.editDraft(c.req.valid('param').id, c.req.valid('json'), wanted)
      return c.json(draft, 200, { ETag: etagOf(draft.updatedAt) })
    })
    .openapi({ ...publishPostDraft, middleware: [remembered] }, async (c) => {
      const wanted = readIfMatch(c.req.header('if-match'))
      const queued = await posts.publishDraft(c.req.valid('param').id, wanted, c.var.repeatable)
      return c.json(queued, 202)
    })
}
