// One-click conversion to a shape or format that the platform accepts, and what still needs a file, which is asked
// before it is deleted. Internal: used by the page only, behind its cookie.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { parseRatio } from '../../../media/fit/fit-shape.ts'
import type { Media } from '../../../media/media.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

const Id = z.object({ id: z.uuid() })

const Fit = z.object({
  ratio: z.string().transform((text, context) => {
    const ratio = parseRatio(text)
    if (ratio !== null) return ratio
    context.addIssue('must be width to height between 1:4 and 4:1, like 4:5, 1:1, 1.91:1 or 9:16')
    return z.NEVER
  }),
  mode: z.enum(['crop', 'pad', 'blur']),
  /** Of the borders that `pad` adds. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #ffffff')
    .default('#ffffff'),
})

export function mediaFileRoutes(media: Media) {
  const byId = zValidator('param', Id, refuseInvalid)
  return (
    new Hono<AppEnv>()
      // A picture is ready at once (200, the media file), a video takes its time (202, see GET …/transcode).
      .post('/media/:id/fit', byId, zValidator('json', Fit, refuseInvalid), async (c) => {
        const fitted = await media.fit(c.req.valid('param').id, c.req.valid('json'))
        return 'state' in fitted ? c.json(fitted, 202) : c.json(fitted, 200)
      })
      .delete('/media/:id/fit', byId, async (c) => c.json(await media.undoFit(c.req.valid('param').id), 200))
      .post('/media/:id/transcode', byId, async (c) =>
        c.json(await media.transcode(c.req.valid('param').id), 202),
      )
      .get('/media/:id/transcode', byId, async (c) =>
        c.json(await media.readTranscode(c.req.valid('param').id), 200),
      )
      .get('/media/:id/uses', byId, async (c) => c.json(await media.countUses(c.req.valid('param').id), 200))
  )
}
