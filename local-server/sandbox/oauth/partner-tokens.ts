// The tokens of the partner's login: code to short, any to long, and the app's own. There is no refresh, only a new login.
import { toBase64Url } from '../../../core/base64url.ts'
import type { CallInput } from '../graph/call-input.ts'
import { GraphError } from '../graph/graph-error.ts'
import { openWith } from '../graph/token.ts'
import { PARTNER_SHORT_LIFE } from '../tokens/token.ts'
import { SANDBOX_PARTNER_APP } from './apps.ts'
import type { CodeBook, CodeFault } from './codes.ts'
import type { ExchangeCall } from './exchange-call.ts'
import { bearer, issueLong, issueShort } from './issue-token.ts'
import { wrongSecret } from './platform-tokens.ts'
import type { GraphPorts } from '../graph/ports.ts'

/** `graph.facebook.com/{v}/oauth/access_token`: one address for all, told apart by `grant_type`. */
export function partnerExchange(codes: CodeBook): (input: CallInput) => ExchangeCall {
  const byCode: ExchangeCall = { on: 'token', run: (ports, input) => exchangeCode(ports, codes, input) }
  return (input) => GRANTS[input.text('grant_type') ?? ''] ?? byCode
}

async function exchangeCode(ports: GraphPorts, codes: CodeBook, input: CallInput): Promise<object> {
  checkApp(input)
  const grant = codes.redeem('partner', input.text('code') ?? '', input.text('redirect_uri') ?? '')
  if (typeof grant === 'string') throw new GraphError({ code: 100, ...CODE_FAULTS[grant] })
  return bearer(await issueShort(ports, grant, PARTNER_SHORT_LIFE), PARTNER_SHORT_LIFE)
}

const LONG_LIVED: ExchangeCall = {
  on: 'exchange',
  async run(ports, input) {
    checkApp(input)
    const { facts } = await openWith(ports, input.required('fb_exchange_token'), ['user'])
    return issueLong(ports, facts)
  },
}

/** The app's own token, which belongs to no account and opens nothing here. @NOTE The real one is `id|text`, too. */
const APP_ITSELF: ExchangeCall = {
  on: 'token',
  async run({ random }, input) {
    checkApp(input)
    const token = `${SANDBOX_PARTNER_APP.id}|${toBase64Url(random.bytes(20))}`
    return { access_token: token, token_type: 'bearer' }
  },
}

const GRANTS: Readonly<Record<string, ExchangeCall>> = {
  fb_exchange_token: LONG_LIVED,
  client_credentials: APP_ITSELF,
}

/** @NOTE The subcodes are known from the wild, not from the documents. */
const CODE_FAULTS: Readonly<Record<CodeFault, { readonly subcode?: number; readonly message: string }>> = {
  unknown: { message: 'Invalid verification code format.' },
  expired: { subcode: 36007, message: 'This authorization code has expired.' },
  'redirect mismatch': {
    subcode: 36008,
    message:
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
  },
  used: { subcode: 36009, message: 'This authorization code has been used.' },
}

function checkApp(input: CallInput): void {
  if (input.text('client_id') !== SANDBOX_PARTNER_APP.id) {
    throw new GraphError({ code: 101, message: 'Error validating application. Invalid application ID.' })
  }
  if (input.text('client_secret') !== SANDBOX_PARTNER_APP.secret) throw wrongSecret()
}
