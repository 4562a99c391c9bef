// The apps of the two logins. Internal: the page's own.
import { zValidator } from '@hono/zod-validator'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { LoginMethod } from '../../../ports/platform/login.ts'
import { checkApp, type AppCheckPorts } from '../../../setup/check-app.ts'
import {
  AppId,
  readAppState,
  AppSecret,
  changeApps,
  completeSetup,
  isSetupComplete,
  requireOpenSetup,
} from '../../../setup/login-apps.ts'
import type { AppEnv } from '../../context.ts'
import { refuseInvalid } from '../../validation-hook.ts'

export interface SetupRoutePorts extends AppCheckPorts {
  redirectUri(method: LoginMethod): string
}

/** Text from a form: trimmed, and nothing at all removes what was set. */
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

export function setupRoutes(ports: SetupRoutePorts) {
  // Before the body is looked at: what is locked is locked for every body.
  const whileOpen: MiddlewareHandler<AppEnv> = async (_c, next) => {
    await requireOpenSetup(ports)
    await next()
  }
  return new Hono<AppEnv>()
    .get('/setup', async (c) => c.json(await setupBody(ports), 200))
    .put('/setup', whileOpen, zValidator('json', Change, refuseInvalid), async (c) => {
      await changeApps(ports, c.req.valid('json'))
      return c.json(await setupBody(ports), 200)
    })
    .post('/setup/check', zValidator('json', Checked, refuseInvalid), async (c) =>
      c.json(await checkApp(ports, c.req.valid('json').loginMethod), 200),
    )
    .post('/setup/complete', async (c) => {
      await completeSetup(ports)
      return c.json(await setupBody(ports), 200)
    })
}

async function setupBody(ports: SetupRoutePorts) {
  const loginBody = async (method: LoginMethod) => ({
    ...(await readAppState(ports, method)),
    redirectUri: ports.redirectUri(method),
  })
  return {
    complete: await isSetupComplete(ports),
    platform: await loginBody('platform'),
    partner: await loginBody('partner'),
  }
}
