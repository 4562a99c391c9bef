// One click to a shape or a format that the platform takes. Internal: the page's own, behind its cookie.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { CodedError } from '../../../errors.ts'
import { parseRatio } from '../../../media/fit/fit-shape.ts'
import { mediaBody, type MediaAddress } from '../../../media/media-body.ts'
import { renderFittedImage, undoRendering, type RenderPorts } from '../../../media/render.ts'
import type { Transcodes } from '../../../media/transcodes.ts'
import type { MediaRecord } from '../../../ports/media/media-store.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export interface MediaRenderingPorts extends RenderPorts {
  readonly transcodes: Transcodes
  mediaAddress(): Promise<MediaAddress>
}

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

export function mediaRenderingRoutes(ports: MediaRenderingPorts) {
  const { media, transcodes } = ports
  const known = async (id: string): Promise<MediaRecord> => {
    const record = await media.get(id)
    if (record === null) throw new CodedError('NOT_FOUND', 'Media file not found.')
    return record
  }
  const byId = zValidator('param', Id, refuseInvalid)
  const body = async (record: MediaRecord) => mediaBody(record, await ports.mediaAddress())
  return (
    new Hono<AppEnv>()
      // A picture is fitted at once (200, the media file), a video takes its time (202, see GET …/transcode).
      .post('/media/:id/fit', byId, zValidator('json', Fit, refuseInvalid), async (c) => {
        const record = await known(c.req.valid('param').id)
        const shape = c.req.valid('json')
        if (record.kind === 'video') return c.json(transcodes.start(record, shape), 202)
        return c.json(await body(await renderFittedImage(ports, record, shape)), 200)
      })
      .delete('/media/:id/fit', byId, async (c) => {
        const record = await known(c.req.valid('param').id)
        return c.json(await body(await undoRendering(ports, record)), 200)
      })
      .post('/media/:id/transcode', byId, async (c) => {
        const record = await known(c.req.valid('param').id)
        return c.json(transcodes.start(record, null), 202)
      })
      .get('/media/:id/transcode', byId, async (c) => {
        const { id } = await known(c.req.valid('param').id)
        const state = transcodes.stateOf(id)
        if (state === null) throw new CodedError('NOT_FOUND', 'No conversion of this file was requested.')
        return c.json(state, 200)
      })
  )
}
