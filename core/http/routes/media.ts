import type { MiddlewareHandler } from 'hono'
import { deleteMedia, editMedia, getMedia, listMedia, uploadMedia } from '../../api/media.ts'
import type { Media } from '../../features/media/media.ts'
import type { AppEnv } from '../context.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function mediaRoutes(media: Media, remembered: MiddlewareHandler<AppEnv>) {
  return openApiRoutes()
    .openapi({ ...uploadMedia, middleware: [remembered] }, async (c) =>
      c.json(await media.upload(c.req.raw, c.var.repeatable), 201),
    )
    .openapi(listMedia, async (c) => c.json(await media.list(c.req.valid('query')), 200))
    .openapi(getMedia, async (c) => c.json(await media.show(c.req.valid('param').id), 200))
    .openapi(editMedia, async (c) =>
      c.json(await media.edit(c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteMedia, async (c) => {
      await media.remove(c.req.valid('param').id)
      return c.json({ success: true } as const, 200)
    })
}
