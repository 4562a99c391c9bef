// This computer, as the page shows it, and whether anything on the page has changed, which the page asks after an event. Internal:
// used by the page and the command line only.
import { Hono } from 'hono'
import { z } from 'zod'
import { SHORTEST_PASSPHRASE } from '../../../backup-passphrase.ts'
import type { System } from '../../../ports/system.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

const Order = z.object({
  passphrase: z
    .string()
    .min(SHORTEST_PASSPHRASE)
    .max(1_000)
    .regex(/^[^\r\n]*$/, 'must be one line'),
  withMedia: z.boolean(),
})

export function systemRoutes(system: System) {
  return new Hono<AppEnv>()
    .get('/system', async (c) => c.json(await system.readFacts(), 200))
    .get('/changes', (c) => c.json(system.revision(), 200))
    .post('/stop', (c) => {
      system.stop()
      // It would wait for a connection that became idle.
      return c.body(null, 202, { connection: 'close' })
    })
    .post('/backup', validJson(Order), async (c) => {
      const { size, body } = await system.makeBackup(c.req.valid('json'), c.req.raw.signal)
      const type = 'application/octet-stream'
      return c.body(body, 200, {
        'content-type': type,
        'content-length': `${size}`,
        'content-disposition': 'attachment',
      })
    })
}
