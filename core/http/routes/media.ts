import { OpenAPIHono } from '@hono/zod-openapi'
import { deleteMedia, getMedia, listMedia, uploadMedia } from '../../api/media.ts'
import { CodedError } from '../../errors.ts'
import { acceptUpload, type AcceptPorts } from '../../media/accept.ts'
import { removeMedia } from '../../media/remove.ts'
import { mediaBody, type MediaAddress } from '../../media/media-body.ts'
import type { Superseded } from '../../media/superseded.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface MediaRoutePorts extends AcceptPorts {
  readonly superseded: Superseded
  mediaAddress(): Promise<MediaAddress>
}

export function mediaRoutes(ports: MediaRoutePorts) {
  const { media } = ports
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(uploadMedia, async (c) => {
      const stored = await acceptUpload(ports, c.req.raw)
      return c.json(mediaBody(stored, await ports.mediaAddress()), 201)
    })
    .openapi(listMedia, async (c) => {
      const { limit, offset, type } = c.req.valid('query')
      const { records, total } = await media.list({ limit, offset, ...(type ? { kind: type } : {}) })
      const address = await ports.mediaAddress()
      const files = records.map((record) => mediaBody(record, address))
      return c.json({ files, total, hasMore: offset + files.length < total }, 200)
    })
    .openapi(getMedia, async (c) => {
      const record = await media.get(c.req.valid('param').id)
      if (!record) throw new CodedError('NOT_FOUND', 'Media file not found.')
      return c.json(mediaBody(record, await ports.mediaAddress()), 200)
    })
    .openapi(deleteMedia, async (c) => {
      const removed = await removeMedia(ports, c.req.valid('param').id)
      if (!removed) throw new CodedError('NOT_FOUND', 'Media file not found.')
      return c.json({ success: true } as const, 200)
    })
}
