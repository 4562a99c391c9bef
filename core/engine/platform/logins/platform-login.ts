// The platform's own login: one account, one token, sixty days, renewable. Steps as documented for its business login.
import * as z from 'zod'
import { loginRefusal } from '../../../rules/notices/login-refusals.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  Authorization,
  FoundAccount,
  Login,
  LoginToken,
  Profile,
  Redemption,
} from '../../../ports/platform/login.ts'
import { NO_ANSWER, type PlatformReply } from '../../../ports/platform/platform.ts'
import { safeText } from '../../../redact.ts'
import { DAY } from '../../../time.ts'
import { graphRequest, mapReply } from '../graph/graph-request.ts'
import { GRAPH_VERSION } from '../graph/graph-version.ts'
import { requireScopes, requireToken, requireValue, wrong } from './login-refusals.ts'
import { PlatformId, PROFILE_FIELDS, ProfileFields, Text, toProfile, unwrapped } from './login-shapes.ts'
import { permissionsFor, permissionsToAsk } from '../../../rules/accounts/permissions.ts'
import { requestToken, type GivenToken, type TokenReply } from './token-request.ts'

export interface PlatformLoginHosts {
  /** The consent page's host. None of them ends in a slash. */
  readonly authUrl: string
  /** Exchanges codes for tokens. */
  readonly apiUrl: string
  readonly graphUrl: string
}

export interface PlatformLoginOptions {
  readonly fetch: typeof fetch
  readonly clock: Clock
  hosts(): PlatformLoginHosts
}

const NEEDED = permissionsFor('platform', 'publish')

/** The lifetime of every long-lived token, including those from the platform's dashboard. */
const USUAL_LIFE = 60 * DAY

const Me = unwrapped(
  z.object({
    ...ProfileFields,
    user_id: PlatformId,
    account_type: Text,
  }),
)
const ME_FIELDS = `user_id,account_type,${PROFILE_FIELDS}`

export function createPlatformLogin(options: PlatformLoginOptions): Login {
  const { fetch, clock, hosts } = options
  const profile = (token: string) =>
    graphRequest({
      fetch,
      method: 'GET',
      url: `${hosts().graphUrl}/${GRAPH_VERSION}/me`,
      token,
      fields: { fields: ME_FIELDS },
      answer: Me,
    })
  const renew = (fields: Record<string, string>, path: string) =>
    requestToken({ fetch, clock, method: 'GET', url: `${hosts().graphUrl}/${path}`, fields })

  const refresh = async (token: string) => {
    const reply = await renew({ grant_type: 'ig_refresh_token', access_token: token }, 'refresh_access_token')
    return asLoginReply(reply)
  }
  return {
    refresh,
    // The host issues nothing to an app alone: only a login shows whether id and secret are right.
    checkApp: null,
    authorizeUrl: (authorization) => authorizeUrl(hosts().authUrl, authorization),
    async redeem(redemption) {
      const short = requireToken('platform', await requestToken(codeRequest(options, redemption)))
      requireScopes('platform', short.scopes, NEEDED)
      const fields = {
        grant_type: 'ig_exchange_token',
        client_secret: redemption.app.secret,
        access_token: short.token,
      }
      const long = requireToken('platform', await renew(fields, 'access_token'))
      return { ...longLived(long), scopes: short.scopes }
    },
    async adopt(token) {
      const renewed = await refresh(token)
      if (renewed.kind === 'ok') return renewed.value
      // Most likely younger than a day: fresh from the dashboard. If it is older, only its end is shown too late, and
      // the next attempt, a day from now, corrects that.
      const now = renewed.platformTime ?? clock.now()
      return { token, issuedAt: null, expiresAt: now + USUAL_LIFE, scopes: null }
    },
    accounts: async ({ token }) => [found(requireValue('platform', await profile(token)))],
    profile: async (token) => mapReply(await profile(token), profileOf),
  }
}

function authorizeUrl(authUrl: string, { appId, redirectUri, state, also = [] }: Authorization): string {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: permissionsToAsk('platform', also).join(','),
    state,
  })
  return `${authUrl}/oauth/authorize?${query}`
}

function codeRequest({ fetch, clock, hosts }: PlatformLoginOptions, { app, redirectUri, code }: Redemption) {
  const fields = {
    client_id: app.id,
    client_secret: app.secret,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code,
  }
  return { fetch, clock, method: 'POST', url: `${hosts().apiUrl}/oauth/access_token`, fields } as const
}

function longLived(long: GivenToken): LoginToken {
  return { ...long, expiresAt: long.expiresAt ?? long.issuedAt + USUAL_LIFE }
}

function asLoginReply(reply: TokenReply): PlatformReply<LoginToken> {
  const around = { platformTime: reply.platformTime, facts: NO_ANSWER }
  if (reply.kind === 'ok') return { kind: 'ok', value: longLived(reply.value), ...around }
  if (reply.kind !== 'refused') return { kind: 'unknown', reason: reply.reason, ...around }
  return { kind: 'refused', refusal: { ...reply.refusal, title: null, traceId: null }, ...around }
}

function found(me: z.infer<typeof Me>): FoundAccount {
  if (/^personal$/i.test(me.account_type ?? ''))
    throw wrong(loginRefusal('PERSONAL_ACCOUNT', { username: safeText(me.username) }))
  return { ...profileOf(me), page: null }
}

function profileOf(me: z.infer<typeof Me>): Profile {
  return toProfile(me.user_id, accountTypeOf(me.account_type ?? ''), me)
}

/** Documented in mixed case. */
function accountTypeOf(type: string): Profile['accountType'] {
  if (/^business$/i.test(type)) return 'BUSINESS'
  return /^(media_)?creator$/i.test(type) ? 'CREATOR' : null
}
