// The two logins, as far as their consent dialogs differ.
import { CAST } from '../people/cast.ts'
import type { SandboxPerson } from '../people/person.ts'
import { PARTNER_SCOPES, PLATFORM_SCOPES } from '../tokens/scopes.ts'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP, type SandboxApp } from './apps.ts'

export interface LoginDialog {
  readonly login: 'platform' | 'partner'
  /** The name by which people know it. */
  readonly name: string
  readonly app: SandboxApp
  readonly scopes: readonly string[]
  /** Scopes of a request that names none. */
  readonly scopesByDefault: readonly string[]
  readonly people: readonly SandboxPerson[]
  readonly wrongAppTitle: string
  /** The `response_type` of a request that leaves it out; null when it is required. */
  readonly responseTypeByDefault: string | null
  /** Appended to the return address; not part of the code. */
  readonly fragment: string
  /** Fields of a refusal besides `error` and `error_reason`. */
  readonly denial: Readonly<Record<string, string>>
}

export const PLATFORM_LOGIN: LoginDialog = {
  login: 'platform',
  name: 'Instagram',
  app: SANDBOX_PLATFORM_APP,
  scopes: PLATFORM_SCOPES,
  scopesByDefault: [],
  people: CAST.filter(({ platformAccount }) => platformAccount !== null),
  wrongAppTitle: 'Invalid platform app',
  responseTypeByDefault: null,
  fragment: '#_',
  denial: { error_description: 'The user denied your request.' },
}

export const PARTNER_LOGIN: LoginDialog = {
  login: 'partner',
  name: 'Facebook',
  app: SANDBOX_PARTNER_APP,
  scopes: PARTNER_SCOPES,
  // A request that names a configuration instead gets what the configuration says, which is everything here.
  scopesByDefault: PARTNER_SCOPES,
  people: CAST.filter(({ partnerUserId }) => partnerUserId !== null),
  wrongAppTitle: 'Invalid App ID',
  responseTypeByDefault: 'code',
  fragment: '#_=_',
  denial: { error_code: '200', error_description: 'Permissions error' },
}
