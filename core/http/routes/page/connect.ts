// Connecting accounts. Internal: used by the page, and by the return from the platform's consent page, which is open
// because a browser coming from there brings no session cookie; the `state` authorises it.
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Accounts } from '../../../features/accounts/accounts.ts'
import type { TokenCheck } from '../../../features/accounts/check-token.ts'
import { CodedError } from '../../../coded-error.ts'
import type { LoginBeginning } from '../../../features/accounts/login-attempts.ts'
import { OPTIONAL_PURPOSES, type LoginMethod } from '../../../ports/platform/login.ts'
import { toIsoOrNull } from '../../../time.ts'
import { originOf } from '../../authenticate.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

const Method = z.enum(['platform', 'partner'])
const Pasted = z.object({ loginMethod: Method, accessToken: z.string().min(1).max(5_000) })
/** Longer than anything that the platform sends back. */
const LONGEST = 5_000

export const CALLBACK_PATHS: readonly string[] = Method.options.map((method) => `/auth/callback/${method}`)

export function connectRoutes(accounts: Accounts, ownOrigins: () => readonly string[]) {
  return new Hono<AppEnv>()
    .post('/auth/accounts/token', validJson(Pasted), async (c) => {
      const { loginMethod, accessToken } = c.req.valid('json')
      return c.json(await accounts.connectByToken(loginMethod, accessToken), 201)
    })
    .post('/auth/accounts/token/check', validJson(Pasted), async (c) => {
      const { loginMethod, accessToken } = c.req.valid('json')
      return c.json(checkBody(await accounts.checkToken(loginMethod, accessToken)), 200)
    })
    .get('/auth/accounts/permissions', async (c) => c.json(await accounts.listPermissions(), 200))
    .get('/auth/connect/:method', async (c) => {
      const method = methodOf(c.req.param('method'))
      const place = query(c, 'from') === 'guide' ? 'guide' : 'accounts'
      const also = OPTIONAL_PURPOSES.filter((purpose) => query(c, purpose) === 'true')
      const beginning = { origin: originOf(c.req.raw.headers, ownOrigins()), place, also } as const
      return c.redirect(await accounts.beginLogin(method, beginning), 302)
    })
    .get('/auth/callback/:method', async (c) => {
      const back = { state: query(c, 'state'), code: query(c, 'code'), error: query(c, 'error') }
      const { beginning, outcome, name } = await accounts.endLogin(methodOf(c.req.param('method')), back)
      const result = outcome.problem === null ? 'connected' : 'problem'
      // Messages are named, not quoted, so that no address can put words into the page.
      const { origin, place } = beginning ?? { origin: likelyOrigin(c, ownOrigins()), place: 'accounts' }
      return c.redirect(`${origin}${PLACES[place]}?${result}=${name}`, 302)
    })
    .get('/auth/outcomes/:name', (c) => {
      const outcome = accounts.readOutcome(c.req.param('name'))
      if (outcome === null)
        throw new CodedError(
          'NOT_FOUND',
          'The result of this login is no longer known. See whether the account is connected; if not, connect it again.',
        )
      return c.json(outcome, 200)
    })
}

const PLACES: Readonly<Record<LoginBeginning['place'], string>> = {
  accounts: '/settings/accounts',
  guide: '/settings/accounts/guide',
}

/** Where the page probably is. The platform returns to `localhost`, whatever its address is; the links that sign in lead to the first one. */
function likelyOrigin({ req }: Context, ownOrigins: readonly string[]): string {
  const reached = originOf(req.raw.headers, ownOrigins)
  return reached.startsWith('https:') ? reached : (ownOrigins[0] ?? reached)
}

function checkBody({ accounts, expiresAt, scopes, missingScopes }: TokenCheck) {
  return {
    accounts: accounts.map(({ found, known }) => ({
      username: found.username,
      name: found.name,
      accountType: found.accountType,
      partnerPageName: found.page?.name ?? null,
      // Only of connected accounts; the page loads nothing from elsewhere.
      profilePictureUrl: known?.avatarKey ? `/uploads/${known.avatarKey}` : null,
      alreadyConnected: known !== null,
    })),
    expiresAt: toIsoOrNull(expiresAt),
    scopes,
    missingScopes,
  }
}

function methodOf(text: string): LoginMethod {
  const method = Method.safeParse(text)
  if (!method.success) throw new CodedError('NOT_FOUND', 'There are two logins: platform and partner.')
  return method.data
}

function query(c: Context, name: string): string {
  return (c.req.query(name) ?? '').slice(0, LONGEST)
}
