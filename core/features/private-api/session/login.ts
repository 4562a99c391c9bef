// One regular log-in with name and password, as the app of the pinned version makes it. Accounts are blocked for
// repeated log-ins, so there are few, counted before a password is sent. The password is never stored and never
// logged.
import * as z from 'zod'
import { CodedError } from '../../../coded-error.ts'
import type { AccountRecord } from '../../../ports/account-store.ts'
import type { PrivateApiSession, PrivateApiState } from '../../../ports/reposts/private-api.ts'
import type { LoginAttempt } from '../../reposts/settings/private-api-setup.ts'
import { ageOf, DAY, MINUTE, waitWords, type Duration, type Instant } from '../../../time.ts'
import { startBackoff } from '../call-backoff.ts'
import { withCall } from '../daily-calls.ts'
import { exchange } from '../exchange.ts'
import { loginProblem, noReplyProblem } from './login-problems.ts'
import type { PrivateApiLoginDeps, PrivateApiDeps } from '../private-api-deps.ts'
import type { ReplyVerdict } from '../judge-reply.ts'
import { requireConnectedAccount, requireOwner } from './session-import.ts'
import { hasCredentials, newDevice, newMobileSession, NO_STATE, pendingChallenge } from './session-state.ts'
import { PrivateApiUser } from '../user-answers.ts'

const TRIES = { most: 2, within: 15 * MINUTE } as const
const ONE_LOGIN_EVERY: Duration = DAY

/**
 * Throws LOGIN_RATE_LIMITED (also before any call), TWO_FACTOR_REQUIRED, LOGIN_FAILED, PLATFORM_ERROR, NOT_FOUND. When a code
 * can end what the platform asks for, LOGIN_FAILED says so and `startChallenge` is the next step.
 */
export async function logIntoPrivateApi(
  deps: PrivateApiLoginDeps,
  { accountId, username, password }: LoginAttempt,
): Promise<{ readonly username: string }> {
  const name = username.trim().replace(/^@/, '').toLowerCase()
  if (name === '' || password === '')
    throw new CodedError('VALIDATION_ERROR', 'Both the name and the password are needed.')
  const account = await requireConnectedAccount(deps, accountId)
  return deps.throttle.runExclusive(accountId, () => sendLogin(deps, account, { name, password }))
}

interface Person {
  readonly name: string
  readonly password: string
}

async function sendLogin(
  deps: PrivateApiLoginDeps,
  account: AccountRecord,
  person: Person,
): Promise<{ readonly username: string }> {
  const state = (await deps.store.get(account.id)) ?? NO_STATE
  requireLoginAllowed(state, deps.clock.now())
  const device = state.device ?? newDevice(deps.random)
  const draft = newMobileSession(device, account.username, deps.clock.now())
  const asking = withCall({ ...state, device }, deps.clock.now())
  await deps.store.put(account.id, asking)
  const key = await askForKey(deps, account, draft)
  const sealed = await deps.sealPassword({ ...key, password: person.password, time: deps.clock.now() })
  const trying = withCall(withTry(asking, deps.clock.now()), deps.clock.now())
  await deps.store.put(account.id, trying)
  const made = await exchange(deps, account, key.session, {
    method: 'POST',
    path: 'accounts/login/',
    signed: loginForm(key.session, person.name, sealed),
    secrets: [person.password, sealed],
  })
  if (made.verdict.kind === 'ok') return finishLogin(deps, account, { state: trying, person, ...made })
  // A new challenge replaces an old one; an existing session stays.
  const challenge = pendingChallenge(made, deps.clock.now())
  if (challenge) await deps.store.put(account.id, { ...trying, challenge })
  await startBackoff(deps, account.id, made.verdict)
  throw challenge ? codeNeeded() : loginProblem(made.verdict)
}

/** No call is made when it throws. */
function requireLoginAllowed({ loginTries, lastLoginAt }: PrivateApiState, now: Instant): void {
  const recent = loginTries.filter((at) => ageOf(at, now) < TRIES.within)
  const oldest = recent[0]
  if (oldest !== undefined && recent.length >= TRIES.most)
    throw limited('Only two password attempts are allowed in 15 minutes', oldest + TRIES.within - now)
  if (lastLoginAt !== null && ageOf(lastLoginAt, now) < ONE_LOGIN_EVERY)
    throw limited(
      'Only one login a day is allowed: more would make Instagram distrust the account',
      lastLoginAt + DAY - now,
    )
}

function limited(why: string, backoff: Duration): CodedError {
  return new CodedError('LOGIN_RATE_LIMITED', `${why}. Try again in ${waitWords(backoff)}.`)
}

function withTry(state: PrivateApiState, now: Instant): PrivateApiState {
  return { ...state, loginTries: [...state.loginTries.filter((at) => ageOf(at, now) < DAY), now] }
}

interface Key {
  readonly publicKey: string
  readonly keyId: number
  readonly session: PrivateApiSession
}

/** A light call that the app makes first; its reply names the key. "Too many calls" is ignored here. */
async function askForKey(
  deps: PrivateApiDeps,
  account: AccountRecord,
  draft: PrivateApiSession,
): Promise<Key> {
  const { session, verdict, headers } = await exchange(deps, account, draft, {
    method: 'POST',
    path: 'qe/sync/',
    signed: { id: draft.device.guid, server_config_retrieval: '1' },
  })
  const publicKey = headers?.get('ig-set-password-encryption-pub-key') ?? ''
  const keyId = Number(headers?.get('ig-set-password-encryption-key-id') ?? Number.NaN)
  if (publicKey !== '' && Number.isInteger(keyId) && keyId >= 0 && keyId < 256)
    return { publicKey, keyId, session }
  await startBackoff(deps, account.id, verdict)
  throw verdict.kind === 'ok' ? noReplyProblem('it named no key for the password') : loginProblem(verdict)
}

function loginForm({ device, cookies }: PrivateApiSession, username: string, sealed: string): object {
  const { csrftoken } = cookies
  return {
    username,
    enc_password: sealed,
    guid: device.guid,
    phone_id: device.phoneId,
    device_id: device.deviceId,
    adid: device.adid,
    google_tokens: '[]',
    login_attempt_count: '0',
    country_codes: JSON.stringify([{ country_code: '1', source: ['default'] }]),
    jazoest: jazoestOf(device.phoneId),
    ...(csrftoken === undefined ? {} : { _csrftoken: csrftoken }),
  }
}

/** `2` and the sum of the characters. */
function jazoestOf(uuid: string): string {
  return `2${Array.from(uuid, (char) => char.charCodeAt(0)).reduce((sum, code) => sum + code, 0)}`
}

const LoggedIn = z.object({ logged_in_user: PrivateApiUser })

interface LoginReply {
  readonly state: PrivateApiState
  readonly session: PrivateApiSession
  readonly verdict: ReplyVerdict
}

/** Stores the session of a reply that says who is logged in. Throws when it is not a session, or not the account's. */
async function finishLogin(
  deps: PrivateApiDeps,
  account: AccountRecord,
  { state, session, verdict, person }: LoginReply & { readonly person: Person },
): Promise<{ readonly username: string }> {
  const read = LoggedIn.safeParse(verdict.kind === 'ok' ? verdict.value : null)
  if (!read.success) throw noReplyProblem('it does not say who is logged in')
  if (!hasCredentials(session))
    throw new CodedError(
      'LOGIN_FAILED',
      'Instagram accepted the login but returned no session. Import one from your browser instead.',
    )
  const { pk, username } = read.data.logged_in_user
  requireOwner(account, { pk, username, secrets: [person.password] })
  await requireConnectedAccount(deps, account.id)
  const now = deps.clock.now()
  const kept = { ...session, userId: pk, createdAt: now, lastOkAt: now }
  await deps.store.put(account.id, { ...state, session: kept, challenge: null, lastLoginAt: now })
  return { username: account.username }
}

function codeNeeded(): CodedError {
  return new CodedError(
    'LOGIN_FAILED',
    'Instagram wants to make sure that it is you and offers to send a code. Request the code and enter it here.',
  )
}
