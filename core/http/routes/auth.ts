import type { Accounts } from '../../features/accounts/accounts.ts'
import { changeAccount, checkAuth, disconnectAccount, getMe, logout } from '../../api/auth.ts'
import { runDry } from '../../api/dry-run.ts'
import { getPublishingLimit } from '../../api/publishing-limit.ts'
import { clearSessionCookie } from '../authenticate.ts'
import type { System } from '../../ports/system.ts'
import type { Insights } from '../../features/insights/insights.ts'
import type { Sessions } from '../../features/sessions/sessions.ts'
import { openApiRoutes } from '../validated-routes.ts'

export function authRoutes(
  accounts: Accounts,
  sessions: Sessions,
  { startCommand }: System,
  insights: Pick<Insights, 'forget'>,
) {
  return openApiRoutes()
    .openapi(checkAuth, async (c) => {
      if (c.var.caller.kind === 'anonymous') return c.json({ authenticated: false, startCommand }, 200)
      const [first] = await accounts.list()
      const username = first ? { username: first.username } : {}
      return c.json({ authenticated: true, ...username, startCommand }, 200)
    })
    .openapi(getMe, async (c) => {
      const { caller } = c.var
      const rights = caller.kind === 'key' ? caller.rights : 'full'
      return c.json({ ...(await accounts.readMe()), rights }, 200)
    })
    .openapi(logout, async (c) => {
      const { caller } = c.var
      if (caller.kind === 'session') {
        await sessions.end(caller.sessionId)
        clearSessionCookie(c)
      }
      return c.json({ success: true } as const, 200)
    })
    .openapi(getPublishingLimit, async (c) =>
      c.json(await accounts.readPublishingLimit(c.req.valid('param').id), 200),
    )
    .openapi(runDry, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await accounts.dryRun(id, c.req.valid('query').mediaFileId), 200)
    })
    .openapi(changeAccount, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await accounts.change(id, c.req.valid('json')), 200)
    })
    .openapi(disconnectAccount, async (c) => {
      const isKept = c.req.valid('query').insights === 'keep'
      await accounts.disconnect(c.req.valid('param').id, isKept ? undefined : insights.forget)
      return c.json({ success: true } as const, 200)
    })
}
