// Logging in: the dialogs on the web hosts, and the calls on the other hosts that issue tokens.
import { Hono } from 'hono'
import { VERSION } from '../graph/account-calls.ts'
import { authorizeHandler } from './authorize-routes.ts'
import { createCodeBook } from './codes.ts'
import { exchangeHandler } from './exchange-call.ts'
import { PARTNER_LOGIN, PLATFORM_LOGIN } from './login-dialog.ts'
import { partnerExchange } from './partner-tokens.ts'
import { codeExchange, LONG_LIVED, REFRESHED } from './platform-tokens.ts'
import type { GraphPorts } from '../graph/ports.ts'

/** In front of the hosts' own paths, which would take these for nodes. */
export function oauthRoutes(ports: GraphPorts): Hono {
  const routes = new Hono()
  const codes = createCodeBook(ports)
  const platform = authorizeHandler(PLATFORM_LOGIN, codes)
  const partner = authorizeHandler(PARTNER_LOGIN, codes)

  routes.on(['GET', 'POST'], '/www.instagram.com/oauth/authorize', platform)
  routes.on(
    ['GET', 'POST'],
    ['/www.facebook.com/dialog/oauth', `/www.facebook.com${VERSION}/dialog/oauth`],
    partner,
  )
  const byCode = codeExchange(codes)
  routes.post(
    '/api.instagram.com/oauth/access_token',
    exchangeHandler(ports, () => byCode),
  )
  routes.on(
    'GET',
    ['/graph.instagram.com/access_token', `/graph.instagram.com${VERSION}/access_token`],
    exchangeHandler(ports, () => LONG_LIVED),
  )
  routes.on(
    'GET',
    ['/graph.instagram.com/refresh_access_token', `/graph.instagram.com${VERSION}/refresh_access_token`],
    exchangeHandler(ports, () => REFRESHED),
  )
  routes.on(
    ['GET', 'POST'],
    ['/graph.facebook.com/oauth/access_token', `/graph.facebook.com${VERSION}/oauth/access_token`],
    exchangeHandler(ports, partnerExchange(codes)),
  )
  return routes
}
