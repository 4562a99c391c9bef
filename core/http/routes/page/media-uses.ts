// What still needs a media file: asked before it is deleted. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Media } from '../../../media/media.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

const Id = z.object({ id: z.uuid() })

export function mediaUseRoutes(media: Media) {
  return new Hono<AppEnv>().get('/media/:id/uses', zValidator('param', Id, refuseInvalid), async (c) =>
    c.json(await media.countUses(c.req.valid('param').id), 200),
  )
}
