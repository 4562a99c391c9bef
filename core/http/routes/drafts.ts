import { OpenAPIHono } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { createPostDraft, editPostDraft, publishPostDraft } from '../../api/post-drafts.ts'
import type { Posts } from '../../posts/posts.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export function draftRoutes(posts: Posts, remembered: MiddlewareHandler<AppEnv>) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi({ ...createPostDraft, middleware: [remembered] }, async (c) =>
      c.json(await posts.createDraft(c.req.valid('json'), c.var.repeatable), 201),
    )
    .openapi(editPostDraft, async (c) =>
      c.json(await posts.editDraft(c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi({ ...publishPostDraft, middleware: [remembered] }, async (c) =>
      c.json(await posts.publishDraft(c.req.valid('param').id, c.var.repeatable), 202),
    )
}
