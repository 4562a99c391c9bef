import { OpenAPIHono } from '@hono/zod-openapi'
import { accountBody } from '../../accounts/account-body.ts'
import { removeAccount, type DisconnectPorts } from '../../accounts/disconnect.ts'
import { checkAuth, disconnectAccount, getMe, logout } from '../../api/auth.ts'
import { clearSessionCookie } from '../../sessions/session-cookie.ts'
import { endSession, type SessionPorts } from '../../sessions/sessions.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface AuthRoutePorts extends SessionPorts, DisconnectPorts {}

export function authRoutes(ports: AuthRoutePorts) {
  return new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })
    .openapi(checkAuth, async (c) => {
      if (c.var.caller.kind === 'nobody') return c.json({ authenticated: false }, 200)
      const [first] = await ports.accounts.list()
      return c.json({ authenticated: true, ...(first ? { username: first.username } : {}) }, 200)
    })
    .openapi(getMe, async (c) => {
      const accounts = await ports.accounts.list()
      return c.json({ user: { id: ports.userId }, accounts: accounts.map(accountBody) }, 200)
    })
    .openapi(logout, async (c) => {
      const { caller } = c.var
      if (caller.kind === 'session') {
        await endSession(ports, caller.sessionId)
        clearSessionCookie(c)
      }
      return c.json({ success: true } as const, 200)
    })
    .openapi(disconnectAccount, async (c) => {
      await removeAccount(ports, c.req.valid('param').id)
      return c.json({ success: true } as const, 200)
    })
}
