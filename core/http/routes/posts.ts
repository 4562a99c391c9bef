import { OpenAPIHono } from '@hono/zod-openapi'
import { getPost, listPosts, publishPost, recentCompletions } from '../../api/posts.ts'
import { readCompletionQuery } from '../../posts/completions.ts'
import type { Posts } from '../../posts/posts.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export function postRoutes(posts: Posts) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(publishPost, async (c) => c.json(await posts.publishNow(c.req.valid('json')), 202))
    .openapi(recentCompletions, async (c) =>
      c.json(await posts.listCompleted(readCompletionQuery(c.req.valid('query'))), 200),
    )
    .openapi(listPosts, async (c) => c.json(await posts.list(c.req.valid('query')), 200))
    .openapi(getPost, async (c) => c.json(await posts.show(c.req.valid('param').id), 200))
}
