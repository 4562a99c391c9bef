import { OpenAPIHono } from '@hono/zod-openapi'
import { createPostDraft, editPostDraft, publishPostDraft } from '../../api/post-drafts.ts'
import { createDraft, editDraft, publishDraft, type DraftPorts } from '../../posts/drafts.ts'
import { readDelays } from '../../posts/delayed-post.ts'
import { queuedBody } from '../../posts/bodies/post-body.ts'
import { showPost, type ShowPorts } from '../../posts/show-post.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface DraftRoutePorts extends DraftPorts, ShowPorts {}

export function draftRoutes(ports: DraftRoutePorts) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(createPostDraft, async (c) => {
      const draft = await createDraft(ports, c.req.valid('json'))
      return c.json(await showPost(ports, draft), 201)
    })
    .openapi(editPostDraft, async (c) => {
      const draft = await editDraft(ports, c.req.valid('param').id, c.req.valid('json'))
      return c.json(await showPost(ports, draft), 200)
    })
    .openapi(publishPostDraft, async (c) => {
      const queued = await publishDraft(ports, c.req.valid('param').id)
      const delayed = await readDelays(ports)
      return c.json(queuedBody(delayed(queued)), 202)
    })
}
