// The apps of the two logins, and the steps of the guide that only the user can tick off. Internal: used by the page
// only.
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { AppId, AppSecret } from '../../../features/setup/login-apps.ts'
import { GuideProgress, type Setup } from '../../../features/setup/setup.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

/** Text from a form: trimmed, and empty removes the stored value. */
const entered = (shape: z.ZodString) =>
  z
    .string()
    .nullable()
    .transform((text) => text?.trim() || null)
    .pipe(shape.nullable())
    .optional()

const Change = z.object({
  platformAppId: entered(AppId),
  platformAppSecret: entered(AppSecret),
  partnerAppId: entered(AppId),
  partnerAppSecret: entered(AppSecret),
})

const Checked = z.object({ loginMethod: z.enum(['platform', 'partner']) })

export function setupRoutes(setup: Setup) {
  // Before the body is read: a locked set-up is locked for every body.
  const whileOpen: MiddlewareHandler<AppEnv> = async (_c, next) => {
    await setup.requireOpen()
    await next()
  }
  return new Hono<AppEnv>()
    .get('/setup', async (c) => c.json(await setup.read(), 200))
    .put('/setup', whileOpen, validJson(Change), async (c) =>
      c.json(await setup.change(c.req.valid('json')), 200),
    )
    .post('/setup/check', validJson(Checked), async (c) =>
      c.json(await setup.checkApp(c.req.valid('json').loginMethod), 200),
    )
    .post('/setup/complete', async (c) => c.json(await setup.complete(), 200))
    .get('/setup/guide', async (c) => c.json(await setup.readGuide(), 200))
    .put('/setup/guide', validJson(GuideProgress), async (c) =>
      c.json(await setup.saveGuide(c.req.valid('json')), 200),
    )
}
