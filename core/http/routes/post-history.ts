import { OpenAPIHono } from '@hono/zod-openapi'
import {
  deletePostFromHistory,
  deletePostFromPlatform,
  listDeletedPosts,
  listPostAttempts,
  retryFailedPost,
} from '../../api/post-history.ts'
import type { Posts } from '../../posts/posts.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export function postHistoryRoutes(posts: Posts) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(listDeletedPosts, async (c) => c.json(await posts.listDeleted(c.req.valid('query')), 200))
    .openapi(retryFailedPost, async (c) => c.json(await posts.retry(c.req.valid('param').id), 202))
    .openapi(deletePostFromHistory, async (c) => {
      const { id } = c.req.valid('param')
      await posts.delete(id)
      return c.json({ success: true as const, clearedPostId: id }, 200)
    })
    .openapi(deletePostFromPlatform, async (c) => {
      const { id } = c.req.valid('param')
      const { wasDeletedFromPlatform, deleteError, permalink } = await posts.deleteFromPlatform(id)
      const answer = { success: true, wasDeletedFromPlatform, clearedPostId: id, deleteError }
      return c.json({ ...answer, permalink: permalink ?? '' }, 200)
    })
    .openapi(listPostAttempts, async (c) => c.json(await posts.listAttempts(c.req.valid('param').id), 200))
}
