// The partner's login: one person, their Pages, and the accounts linked to these. Its tokens last sixty days and
// cannot be renewed; the Page tokens obtained through them do not expire.
import * as z from 'zod'
import { loginRefusal } from '../../../rules/notices/login-refusals.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  AppVerdict,
  Authorization,
  FoundAccount,
  Login,
  Profile,
  Redemption,
} from '../../../ports/platform/login.ts'
import type { PlatformRefusal, PlatformReply } from '../../../ports/platform/platform.ts'
import { safeText } from '../../../redact.ts'
import { SECOND, type Instant } from '../../../time.ts'
import { mapReply } from '../graph/graph-request.ts'
import { GRAPH_VERSION } from '../graph/graph-version.ts'
import {
  appRefusal,
  noAnswerProblem,
  requireScopes,
  requireToken,
  tokenProblem,
  requireValue,
  wrong,
} from './login-refusals.ts'
import { PlatformId, PROFILE_FIELDS, ProfileFields, toProfile } from './login-shapes.ts'
import { callPartner, listLinkedPages, type LinkedPage, type PartnerGraph } from './linked-pages.ts'
import { permissionsFor, permissionsToAsk } from '../../../rules/accounts/permissions.ts'
import { requestToken, ScopeList, type GivenToken } from './token-request.ts'

export interface PartnerLoginHosts {
  /** The consent page's host. Neither ends in a slash. */
  readonly authUrl: string
  readonly graphUrl: string
}

export interface PartnerLoginOptions {
  readonly fetch: typeof fetch
  readonly clock: Clock
  hosts(): PartnerLoginHosts
}

const NEEDED = permissionsFor('partner', 'publish')

const Node = z.object({
  ...ProfileFields,
  id: PlatformId,
})
const Permissions = z.object({
  data: z.array(z.object({ permission: z.string(), status: z.string() }).or(z.unknown())),
})
const Moment = z.coerce.number().int().nonnegative().nullish().catch(null)
const TokenFacts = z.object({
  data: z.object({
    type: z.string().nullish().catch(null),
    issued_at: Moment,
    expires_at: Moment,
    scopes: ScopeList.nullish().catch(null),
  }),
})

export function createPartnerLogin(options: PartnerLoginOptions): Login {
  const { fetch } = options
  const graph = (): PartnerGraph => ({ fetch, graphUrl: options.hosts().graphUrl })
  return {
    refresh: null,
    checkApp: (app) => checkApp(options, app),
    authorizeUrl: (authorization) => authorizeUrl(options.hosts().authUrl, authorization),
    async redeem(redemption) {
      const short = await exchange(options, codeFields(redemption))
      const long = await exchange(options, lengtheningFields(redemption.app, short.token))
      const scopes = await grantedScopes(graph(), long.token)
      return { ...(await withEnd(graph(), long)), scopes }
    },
    async adopt(token, app) {
      const facts = await factsOf(graph(), token)
      if (/^page$/i.test(facts?.type ?? '')) throw wrong(loginRefusal('PAGE_TOKEN'))
      const scopes = await grantedScopes(graph(), token)
      const long = app && (await lengthenToken(options, app, token))
      if (long) return { ...(await withEnd(graph(), long)), scopes }
      return { token, issuedAt: atOrNull(facts?.issued_at), expiresAt: atOrNull(facts?.expires_at), scopes }
    },
    accounts: ({ token }) => accountsOf(graph(), token),
    async profile(token, igUserId) {
      return mapReply(await readNode(graph(), token, igUserId), profileOf)
    },
  }
}

function authorizeUrl(authUrl: string, { appId, redirectUri, state, also = [] }: Authorization): string {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: permissionsToAsk('partner', also).join(','),
    // Asks again for what was once declined.
    auth_type: 'rerequest',
    state,
  })
  return `${authUrl}/${GRAPH_VERSION}/dialog/oauth?${query}`
}

const codeFields = ({ app, redirectUri, code }: Redemption) => ({
  client_id: app.id,
  client_secret: app.secret,
  redirect_uri: redirectUri,
  code,
})

const lengtheningFields = (app: Redemption['app'], token: string) => ({
  grant_type: 'fb_exchange_token',
  client_id: app.id,
  client_secret: app.secret,
  fb_exchange_token: token,
})

/** The app requests its own token, for which id and secret suffice. The token is not stored. */
async function checkApp(options: PartnerLoginOptions, app: Redemption['app']): Promise<AppVerdict> {
  const fields = { grant_type: 'client_credentials', client_id: app.id, client_secret: app.secret }
  const reply = await ask(options, fields)
  if (reply.kind === 'ok') return { verdict: 'accepted', detail: loginRefusal('APP_ACCEPTED') }
  if (reply.kind === 'refused') return appRefusal('partner', reply.refusal)
  return { verdict: 'unknown', detail: noAnswerProblem('partner', reply.reason).refusal }
}

function ask({ fetch, clock, hosts }: PartnerLoginOptions, fields: Record<string, string>) {
  const url = `${hosts().graphUrl}/${GRAPH_VERSION}/oauth/access_token`
  return requestToken({ fetch, clock, method: 'GET', url, fields })
}

async function exchange(options: PartnerLoginOptions, fields: Record<string, string>): Promise<GivenToken> {
  return requireToken('partner', await ask(options, fields))
}

/** Null when there is none: a token of another app works until it expires. */
async function lengthenToken(options: PartnerLoginOptions, app: Redemption['app'], token: string) {
  const reply = await ask(options, lengtheningFields(app, token))
  return reply.kind === 'ok' ? reply.value : null
}

/** A token may read its own facts. Best effort: what is missing stays unknown. */
async function factsOf(graph: PartnerGraph, token: string) {
  const path = 'debug_token'
  const reply = await callPartner(graph, token, { path, fields: { input_token: token }, answer: TokenFacts })
  return reply.kind === 'ok' ? reply.value.data : null
}

/** An exchange does not always say when the token ends. Nobody renews it, so its end must be known ahead. */
async function withEnd(graph: PartnerGraph, given: GivenToken): Promise<GivenToken> {
  if (given.expiresAt !== null) return given
  return { ...given, expiresAt: atOrNull((await factsOf(graph, given.token))?.expires_at) }
}

async function grantedScopes(graph: PartnerGraph, token: string): Promise<string[]> {
  const reply = await callPartner(graph, token, { path: 'me/permissions', fields: {}, answer: Permissions })
  // Only a person has permissions; other things have no such field.
  if (reply.kind === 'refused' && reply.refusal.code === 100) throw wrong(loginRefusal('NOT_A_USER_TOKEN'))
  const scopes = requireValue('partner', reply).data.flatMap((entry) => {
    const known = z.object({ permission: z.string(), status: z.literal('granted') }).safeParse(entry)
    return known.success ? [known.data.permission] : []
  })
  requireScopes('partner', scopes, NEEDED)
  return scopes
}

async function accountsOf(graph: PartnerGraph, token: string): Promise<FoundAccount[]> {
  const pages = await listLinkedPages(graph, token)
  const linked = pages.filter(({ igUserId }) => igUserId !== null)
  if (linked.length === 0) throw nothingLinked(pages)
  const found = new Map<string, FoundAccount>()
  let refusal: PlatformRefusal | null = null
  for (const { igUserId, id, name, token: pageToken } of linked) {
    if (igUserId === null || found.has(igUserId)) continue
    const node = await readNode(graph, token, igUserId)
    // One account that refuses must not hide the others.
    if (node.kind === 'refused') refusal ??= node.refusal
    else
      found.set(igUserId, {
        ...profileOf(requireValue('partner', node)),
        page: { id, name, token: pageToken },
      })
  }
  if (refusal !== null && found.size === 0) throw tokenProblem('partner', refusal)
  return [...found.values()]
}

function nothingLinked(pages: readonly LinkedPage[]) {
  if (pages.length === 0) return wrong(loginRefusal('NO_PAGE'))
  const names = pages
    .slice(0, 3)
    .map(({ name, id }) => name || id)
    .join(', ')
  return wrong(loginRefusal('NOTHING_LINKED', { pages: safeText(names) }))
}

function readNode(
  graph: PartnerGraph,
  token: string,
  igUserId: string,
): Promise<PlatformReply<z.infer<typeof Node>>> {
  return callPartner(graph, token, {
    path: igUserId,
    fields: { fields: `id,${PROFILE_FIELDS}` },
    answer: Node,
  })
}

function profileOf(node: z.infer<typeof Node>): Profile {
  return toProfile(node.id, null, node)
}

/** Seconds since 1970; zero means "never". */
function atOrNull(seconds: number | null | undefined): Instant | null {
  return seconds ? seconds * SECOND : null
}
