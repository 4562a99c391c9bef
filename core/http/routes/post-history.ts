import { OpenAPIHono } from '@hono/zod-openapi'
import {
  deletePostFromHistory,
  deletePostFromPlatform,
  listDeletedPosts,
  listPostAttempts,
  retryFailedPost,
} from '../../api/post-history.ts'
import { CodedError } from '../../errors.ts'
import { attemptBody } from '../../posts/bodies/attempt-body.ts'
import { readDelays } from '../../posts/delayed-post.ts'
import { deleteFromPlatform, type PlatformDeletePorts } from '../../posts/delete-from-platform.ts'
import { deletePost, type DeletePorts } from '../../posts/delete-post.ts'
import { postBody, queuedBody } from '../../posts/bodies/post-body.ts'
import { retryPost, type RetryPorts } from '../../posts/retry.ts'
import { toIso } from '../../time.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'
import { safeLink } from '../../posts/content/safe-link.ts'

export interface PostHistoryPorts
  extends RetryPorts, Omit<PlatformDeletePorts, 'ledger'>, Omit<DeletePorts, 'ledger'> {}

export function postHistoryRoutes(ports: PostHistoryPorts) {
  const { posts, ledger } = ports
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(listDeletedPosts, async (c) => {
      const { page, limit } = c.req.valid('query')
      const offset = (page - 1) * limit
      const { records, total } = await posts.listDeleted({ limit, offset })
      const shown = records.map(({ post, deletedAt, deletedFrom, permalink }) => ({
        post: postBody(post, []),
        deletedAt: toIso(deletedAt),
        deletedFrom,
        permalink: safeLink(permalink),
      }))
      return c.json({ posts: shown, total, page, limit, hasMore: offset + shown.length < total }, 200)
    })
    .openapi(retryFailedPost, async (c) => {
      const queued = await retryPost(ports, c.req.valid('param').id)
      const delayed = await readDelays(ports)
      return c.json(queuedBody(delayed(queued)), 202)
    })
    .openapi(deletePostFromHistory, async (c) => {
      const { id } = c.req.valid('param')
      await deletePost(ports, id)
      return c.json({ success: true as const, clearedPostId: id }, 200)
    })
    .openapi(deletePostFromPlatform, async (c) => {
      const { id } = c.req.valid('param')
      const { wasDeletedFromPlatform, deleteError, permalink } = await deleteFromPlatform(ports, id)
      const answer = { success: true, wasDeletedFromPlatform, clearedPostId: id, deleteError }
      return c.json({ ...answer, permalink: permalink ?? '' }, 200)
    })
    .openapi(listPostAttempts, async (c) => {
      const { id } = c.req.valid('param')
      if (!(await posts.get(id))) throw new CodedError('NOT_FOUND', 'Post not found.')
      const attempts = (await ledger.listAttempts(id)).map(attemptBody)
      return c.json({ attempts, hasMore: false }, 200)
    })
}
