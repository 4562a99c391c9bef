// The tokens of the platform's own login: code to short, short to long, long to longer.
import type { CallInput } from '../graph/call-input.ts'
import { GraphError } from '../graph/graph-error.ts'
import { badParameter, graphErrorOf } from '../graph/refusals.ts'
import { openWith } from '../graph/token.ts'
import { hasScope, type TokenBearer } from '../tokens/reach.ts'
import { MIN_AGE_TO_REFRESH, PLATFORM_SHORT_LIFE } from '../tokens/token.ts'
import { personOf } from '../people/cast.ts'
import { SANDBOX_PLATFORM_APP } from './apps.ts'
import type { CodeBook, CodeFault, Grant } from './codes.ts'
import type { ExchangeCall } from './exchange-call.ts'
import { issueLong, issueShort } from './issue-token.ts'
import type { GraphPorts } from '../graph/ports.ts'

/** `POST api.instagram.com/oauth/access_token`, which has an error shape of its own. */
export function codeExchange(codes: CodeBook): ExchangeCall {
  return {
    on: 'token',
    run: (ports, input) => exchangeCode(ports, codes, input),
    refusal: ({ httpStatus, message, facts: { type = 'OAuthException' } }) =>
      Response.json({ error_type: type, code: httpStatus, error_message: message }, { status: httpStatus }),
  }
}

async function exchangeCode(ports: GraphPorts, codes: CodeBook, input: CallInput): Promise<string> {
  if (input.text('client_id') !== SANDBOX_PLATFORM_APP.id) throw plain('Invalid platform app')
  if (input.text('client_secret') !== SANDBOX_PLATFORM_APP.secret) {
    throw plain('Error validating client secret.')
  }
  if (input.text('grant_type') !== 'authorization_code') throw plain('Invalid grant_type')
  const grant = codes.redeem('platform', input.text('code') ?? '', input.text('redirect_uri') ?? '')
  if (typeof grant === 'string') throw plain(CODE_FAULTS[grant])
  return exchanged(ports, grant, await issueShort(ports, grant, PLATFORM_SHORT_LIFE))
}

/** As text: the id is a bare number, which `JSON.stringify` would write with wrong digits. */
function exchanged({ behaviour }: GraphPorts, { personKey, scopes }: Grant, token: string): string {
  const userId = personOf(personKey)?.platformAccount?.appScopedId ?? '0'
  const permissions = JSON.stringify(behaviour.permissionsAsText ? scopes.join(',') : scopes)
  const flat = `{"access_token":${JSON.stringify(token)},"user_id":${userId},"permissions":${permissions}}`
  return behaviour.wrappedAnswers ? `{"data":[${flat}]}` : flat
}

const CODE_FAULTS: Readonly<Record<CodeFault, string>> = {
  unknown: 'Invalid authorization code',
  used: 'This authorization code has been used.',
  expired: 'This authorization code has expired.',
  'redirect mismatch':
    'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
}

function plain(message: string): GraphError {
  return new GraphError({ code: 400, message })
}

/** `GET graph.instagram.com/access_token` */
export const LONG_LIVED: ExchangeCall = {
  on: 'exchange',
  async run(ports, input) {
    if (input.text('grant_type') !== 'ig_exchange_token') throw badParameter('Invalid grant_type.')
    const caller = await callerIn(ports, input)
    if (input.text('client_secret') !== SANDBOX_PLATFORM_APP.secret) throw wrongSecret()
    // @NOTE Seen for tokens that are long-lived already.
    if (caller.facts.life === 'long') throw new GraphError({ code: 452, message: 'Session key invalid.' })
    return issueLong(ports, caller.facts)
  },
}

/** `GET graph.instagram.com/refresh_access_token`. @NOTE It is documented that young tokens are refused, but not how. */
export const REFRESHED: ExchangeCall = {
  on: 'refresh',
  async run(ports, input) {
    if (input.text('grant_type') !== 'ig_refresh_token') throw badParameter('Invalid grant_type.')
    const caller = await callerIn(ports, input)
    if (!hasScope(caller, 'instagram_business_basic')) throw graphErrorOf('permissionMissing')
    const { life, issuedAt } = caller.facts
    if (life === 'short') throw badParameter('Only long-lived tokens can be refreshed.')
    if (ports.clock.now() - issuedAt < MIN_AGE_TO_REFRESH) {
      throw badParameter('The token must be at least 24 hours old to be refreshed.')
    }
    return issueLong(ports, caller.facts)
  },
}

/** The caller, by a token in a parameter: nothing else is documented for these two. */
function callerIn(ports: GraphPorts, input: CallInput): Promise<TokenBearer> {
  const token = input.text('access_token')
  if (token === null) throw graphErrorOf('tokenMissing')
  return openWith(ports, token, ['platform'])
}

export function wrongSecret(): GraphError {
  return new GraphError({ code: 1, message: 'Error validating client secret.' })
}
