import { OpenAPIHono } from '@hono/zod-openapi'
import { getPost, listPosts, publishPost, recentCompletions } from '../../api/posts.ts'
import { CodedError } from '../../errors.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import { readDelays } from '../../posts/delayed-post.ts'
import { pageOfPosts } from '../../posts/bodies/page-of-posts.ts'
import { postBody, queuedBody } from '../../posts/bodies/post-body.ts'
import { publishNow, type PublishPorts } from '../../posts/publish-now.ts'
import { readCompletionQuery } from '../../posts/completions.ts'
import { showPost, type ShowPorts } from '../../posts/show-post.ts'
import { toIso } from '../../time.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface PostRoutePorts extends PublishPorts, ShowPorts {
  readonly posts: PostStore
}

export function postRoutes(ports: PostRoutePorts) {
  const { posts } = ports
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(publishPost, async (c) => {
      const post = await publishNow(ports, c.req.valid('json'))
      const delayed = await readDelays(ports)
      return c.json(queuedBody(delayed(post)), 202)
    })
    .openapi(recentCompletions, async (c) => {
      const { since, limit } = readCompletionQuery(c.req.valid('query'))
      const { records, total } = await posts.listCompleted({ since, limit })
      const until = records.at(-1)?.completedAt ?? since
      const page = records.map((record) => postBody(record, []))
      return c.json({ posts: page, total, hasMore: total > records.length, until: toIso(until) }, 200)
    })
    .openapi(listPosts, async (c) => {
      const { status, page, limit } = c.req.valid('query')
      const where = { limit, offset: (page - 1) * limit, ...(status ? { status } : {}) }
      return c.json(await pageOfPosts(ports, await posts.list(where), { page, limit }), 200)
    })
    .openapi(getPost, async (c) => {
      const post = await posts.get(c.req.valid('param').id)
      if (!post) throw new CodedError('NOT_FOUND', 'Post not found.')
      return c.json(await showPost(ports, post), 200)
    })
}
