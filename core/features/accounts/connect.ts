// Connects an account: by a token that the user pastes, or by the platform's consent page and back.
import { CodedError } from '../../coded-error.ts'
import { loginRefusal } from '../../rules/notices/login-refusals.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import {
  OPTIONAL_PURPOSES,
  type AppCredentials,
  type Login,
  type LoginMethod,
  type LoginToken,
  type OptionalPurpose,
} from '../../ports/platform/login.ts'
import type { EndedLogin, LoginBeginning } from './login-attempts.ts'
import { LoginRefusal } from '../../engine/platform/logins/login-refusal.ts'
import { permissionsFor } from '../../rules/accounts/permissions.ts'
import { saveAccount } from './save-account.ts'
import type { ConnectDeps } from './connect-deps.ts'

/** The parameters that the platform's page sends back. */
export interface Return {
  readonly state: string
  readonly code: string
  readonly error: string
}

const TOKEN = /^[\x21-\x7e]{10,4000}$/

/** Throws what `Login` throws. */
export async function connectByToken(
  deps: ConnectDeps,
  loginMethod: LoginMethod,
  pasted: string,
): Promise<AccountRecord[]> {
  const adopted = await connectPasted(deps, loginMethod, pasted)
  const saved = await saveAccounts(deps, adopted)
  adopted.forget()
  return saved
}

interface Adopted extends LoggedIn {
  /** Keeps the token, so that connecting next does not exchange it again. */
  remember(): void
  forget(): void
}

/** Connects the accounts of a pasted token. Throws what `Login` throws. */
export async function connectPasted(
  deps: ConnectDeps,
  loginMethod: LoginMethod,
  pasted: string,
): Promise<Adopted> {
  // Terminals and mails break long lines; a token has no spaces.
  const text = pasted.replaceAll(/\s+/g, '')
  if (!TOKEN.test(text)) throw new LoginRefusal('VALIDATION_ERROR', loginRefusal('NOT_A_TOKEN'))
  const isSandbox = deps.logins.isSandboxToken(text)
  const login = deps.logins.login(loginMethod, isSandbox)
  const app = isSandbox ? null : await deps.appFor(loginMethod)
  // Another app exchanges the same token for a different one.
  const name = [loginMethod, app?.id, app?.secret, text].join(' ')
  const token = deps.attempts.takeAdopted(name) ?? (await login.adopt(text, app))
  const remember = () => deps.attempts.keepAdopted(name, token)
  const forget = () => void deps.attempts.takeAdopted(name)
  // The exchange may have ended the pasted token, so the new one must outlive a call that fails from here on.
  if (token.token !== text) remember()
  return { login, loginMethod, token, isSandbox, remember, forget }
}

/** The address of the consent page. Throws NOT_CONFIGURED. */
export async function beginLogin(
  deps: ConnectDeps,
  method: LoginMethod,
  { also: wanted = [], ...beginning }: LoginBeginning & { readonly also?: readonly OptionalPurpose[] },
): Promise<string> {
  const app = await requireApp(deps, method)
  const also = [...new Set([...wanted, ...(await grantedBefore(deps, method))])]
  const state = deps.attempts.begin(method, beginning)
  const redirectUri = deps.redirectUri(method)
  return deps.logins.login(method, false).authorizeUrl({ appId: app.id, redirectUri, state, also })
}

/** Connecting again must not drop what was granted before. */
async function grantedBefore({ accounts }: ConnectDeps, method: LoginMethod): Promise<OptionalPurpose[]> {
  const connected = (await accounts.list()).filter(
    ({ loginMethod, isSandbox }) => loginMethod === method && !isSandbox,
  )
  return OPTIONAL_PURPOSES.filter((purpose) =>
    connected.some(({ grantedScopes }) =>
      permissionsFor(method, purpose).every((scope) => grantedScopes?.includes(scope)),
    ),
  )
}

/**
 * Only the state authorises this call, so it is burnt before anything else happens. A browser that is reloaded meanwhile comes back
 * twice, and the code works once: both times the login ends alike. Never rejects for a refused login.
 */
export function endLogin(deps: ConnectDeps, method: LoginMethod, back: Return): Promise<EndedLogin> {
  const { attempts } = deps
  const earlier = attempts.ended(back.state)
  if (earlier !== null) return earlier
  const beginning = attempts.end(method, back.state)
  const ended = connectBack(deps, method, back, beginning)
  if (beginning !== null) attempts.keepEnd(back.state, ended)
  return ended
}

async function connectBack(
  deps: ConnectDeps,
  method: LoginMethod,
  back: Return,
  beginning: LoginBeginning | null,
): Promise<EndedLogin> {
  try {
    if (beginning === null) throw new LoginRefusal('AUTH_FAILED', loginRefusal('LOGIN_UNKNOWN'))
    const connected = await connectByCode(deps, method, back)
    return { beginning, outcome: { connected: connected.map(({ username }) => username), problem: null } }
  } catch (error) {
    if (!(error instanceof CodedError)) deps.log.error('a login could not be completed', { error })
    const { code, message, refusal } = error instanceof CodedError ? error : new CodedError('AUTH_FAILED')
    return { beginning, outcome: { connected: [], problem: { code, message, refusal } } }
  }
}

async function connectByCode(
  deps: ConnectDeps,
  method: LoginMethod,
  { code, error }: Return,
): Promise<AccountRecord[]> {
  if (error === 'access_denied') throw new LoginRefusal('VALIDATION_ERROR', loginRefusal('NOT_ALLOWED'))
  // Their pages add this to the address; it is not part of the code.
  const clean = code.replace(/#_(?:=_)?$/, '')
  if (error !== '' || !TOKEN.test(clean)) throw new LoginRefusal('AUTH_FAILED', loginRefusal('NO_CODE'))
  const app = await requireApp(deps, method)
  const login = deps.logins.login(method, false)
  const token = await login.redeem({ app, redirectUri: deps.redirectUri(method), code: clean })
  return saveAccounts(deps, { login, loginMethod: method, token, isSandbox: false })
}

interface LoggedIn {
  readonly login: Login
  readonly loginMethod: LoginMethod
  readonly token: LoginToken
  readonly isSandbox: boolean
}

async function saveAccounts(deps: ConnectDeps, logged: LoggedIn): Promise<AccountRecord[]> {
  const { login, loginMethod, token, isSandbox } = logged
  const saved: AccountRecord[] = []
  for (const found of await login.accounts(token)) {
    saved.push(await saveAccount(deps, { loginMethod, token, isSandbox, found }))
    // Posts at the Worker would fail with the old token.
    deps.cloud.accountChanged()
  }
  return saved
}

async function requireApp(deps: ConnectDeps, method: LoginMethod): Promise<AppCredentials> {
  const app = await deps.appFor(method)
  if (app) return app
  throw new LoginRefusal('NOT_CONFIGURED', loginRefusal('NO_APP'))
}
