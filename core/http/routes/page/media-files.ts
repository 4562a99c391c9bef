// The page's media library: search, one-click conversion to a shape or format that the platform accepts, and what still needs a
// file before it is deleted. Internal: used by the page only, behind its cookie.
import { Hono } from 'hono'
import { z } from 'zod'
import { MEDIA_TYPES } from '../../../rules/publication/post-words.ts'
import { TimeZone } from '../../../api/primitives.ts'
import { parseRatio } from '../../../rules/fit/fit-shape.ts'
import type { Media } from '../../../features/media/media.ts'
import type { AppEnv } from '../../context.ts'
import { validJson, validParam, validQuery } from '../../validated-routes.ts'

const Id = z.object({ id: z.uuid() })

const Part = z.number().min(0).max(1)
const Area = z
  .object({ left: Part, top: Part, width: Part.positive(), height: Part.positive() })
  // What is computed from pixels may be off by a hair.
  .refine(({ left, width, top, height }) => Math.max(left + width, top + height) <= 1.001, {
    message: 'must lie within the picture',
  })

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
  /** What `crop` keeps. */
  area: Area.optional(),
})

const Search = z.object({
  text: z.string().max(200).default(''),
  type: z.enum(['image', 'video']).optional(),
  worksFor: z.enum(MEDIA_TYPES).optional(),
  unused: z.literal('true').optional(),
  timeZone: TimeZone,
})

/** A few screens. */
const MOST_SHOWN = 200
/** The page asks for several files at once: an id that somebody typed keeps none of the others from being shown. */
const Shown = z.object({
  id: z.union([z.string().transform((id) => [id]), z.array(z.string()).max(MOST_SHOWN)]),
})

const Several = z.object({ ids: z.array(z.uuid()).min(1).max(1_000) })

export function mediaFileRoutes(media: Media) {
  const byId = validParam(Id)
  return (
    new Hono<AppEnv>()
      .get('/library', validQuery(Search), async (c) => {
        const { type, unused, ...rest } = c.req.valid('query')
        return c.json(
          await media.library.search({ ...rest, kind: type, isUnused: unused !== undefined }),
          200,
        )
      })
      .get('/library/files', validQuery(Shown), async (c) =>
        c.json(await media.library.showMany(c.req.valid('query').id), 200),
      )
      .post('/library/needed', validJson(Several), async (c) =>
        c.json(await media.library.neededOf(c.req.valid('json').ids), 200),
      )
      .post('/library/delete', validJson(Several), async (c) =>
        c.json(await media.library.removeUnneeded(c.req.valid('json').ids), 200),
      )
      .get('/media/:id/twin', byId, async (c) =>
        c.json(await media.library.findTwin(c.req.valid('param').id), 200),
      )
      .delete('/media/:id/copy', byId, async (c) =>
        c.json(await media.library.removeCopy(c.req.valid('param').id), 200),
      )
      // A picture is ready at once (200, the media file), a video takes its time (202, see GET …/transcode).
      .post('/media/:id/fit', byId, validJson(Fit), async (c) => {
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
