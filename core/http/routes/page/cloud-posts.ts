// What the page does with a post that the Worker has. Internal: only the person in front of it can take the risk.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { CodedError } from '../../../errors.ts'
import type { PostStore } from '../../../ports/posts/post-store.ts'
import { showPost, type ShowPorts } from '../../../posts/show-post.ts'
import type { CloudRunner } from '../../../scheduling/cloud-runner.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export interface CloudPostRoutePorts extends ShowPorts {
  readonly posts: PostStore
  readonly cloud: CloudRunner
}

const PostId = z.object({ id: z.uuid() })
/** A Worker that does not answer may still publish it. */
const Confirmed = z.object({ confirm: z.literal(true) })

export function cloudPostRoutes(ports: CloudPostRoutePorts) {
  return new Hono<AppEnv>().post(
    '/cloud/posts/:id/take-over',
    zValidator('param', PostId, refuseInvalid),
    zValidator('json', Confirmed, refuseInvalid),
    async (c) => {
      const { id } = c.req.valid('param')
      const post = await requirePost(ports, id)
      if (post.handover === null)
        throw new CodedError(
          'INVALID_STATUS',
          'The cloud does not have this post, so there is nothing to take over.',
        )
      await ports.cloud.takeOver(post)
      return c.json(await showPost(ports, await requirePost(ports, id)), 200)
    },
  )
}

async function requirePost({ posts }: CloudPostRoutePorts, id: string) {
  const post = await posts.get(id)
  if (!post) throw new CodedError('NOT_FOUND', 'Post not found.')
  return post
}
