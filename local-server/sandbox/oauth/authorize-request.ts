// The request for a consent dialog, and everything that can be wrong with it.
import { OWN_NAMES } from '../own-origin.ts'
import { personOf } from '../people/cast.ts'
import type { SandboxPerson } from '../people/person.ts'
import type { LoginDialog } from './login-dialog.ts'

export interface AuthorizeRequest {
  readonly redirectUri: URL
  /** Exactly as it was sent: the exchange compares it to the letter. */
  readonly redirectText: string
  readonly state: string | null
  readonly scopes: readonly string[]
  /** Null while no person was chosen. */
  readonly person: SandboxPerson | null
}

/** Shown to the person in front of the browser, who then goes nowhere. */
export interface AuthorizeFault {
  readonly title: string
  readonly text: string
}

export function readAuthorizeRequest(
  dialog: LoginDialog,
  params: URLSearchParams,
): AuthorizeRequest | AuthorizeFault {
  const redirectText = params.get('redirect_uri') ?? ''
  const redirectUri = URL.canParse(redirectText) ? new URL(redirectText) : null
  if (params.get('client_id') !== dialog.app.id) {
    return {
      title: dialog.wrongAppTitle,
      text: 'The request is invalid: client_id is not the id of this app.',
    }
  }
  if (!redirectUri || !isAllowedReturn(redirectUri)) {
    return fault('redirect_uri must be an https address, or one of this computer.')
  }
  if ((params.get('response_type') ?? dialog.responseTypeByDefault) !== 'code') {
    return fault('response_type must be code.')
  }
  const scopes = readScopes(dialog, params)
  const unknown = scopes.filter((scope) => !dialog.scopes.includes(scope))
  if (unknown.length > 0) return { title: 'Invalid scopes', text: `Invalid Scopes: ${unknown.join(', ')}.` }
  if (scopes.length === 0) return fault('scope is required.')
  const person = personOf(params.get('sandbox_as') ?? '')
  const isKnown = person !== null && dialog.people.includes(person)
  return { redirectUri, redirectText, state: params.get('state'), scopes, person: isKnown ? person : null }
}

function readScopes(dialog: LoginDialog, params: URLSearchParams): readonly string[] {
  const named = (params.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  if (named.length > 0) return [...new Set(named)]
  return params.has('config_id') ? dialog.scopesByDefault : []
}

/** A dashboard takes https addresses. Those of this computer are taken, too: nothing else reaches a sandbox. */
function isAllowedReturn({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && OWN_NAMES.includes(hostname))
}

function fault(text: string): AuthorizeFault {
  return { title: 'Invalid request', text: `Request parameters are invalid: ${text}` }
}
