// What a refused login means for the user. The hosts that issue tokens have no stable numbers for most of this, so
// their English messages are read; unknown ones are shown as they came.
import { CodedError } from '../../errors.ts'
import { failureSentence } from '../../notices/sentences.ts'
import type { AppVerdict, LoginMethod } from '../../ports/platform/login.ts'
import type { PlatformRefusal, PlatformReply } from '../../ports/platform/platform.ts'
import { judgeNumbers } from '../graph/error-table.ts'
import type { TokenRefusal } from './token-request.ts'

interface Names {
  /** The name by which people know the service. */
  readonly service: string
  /** The dashboard's names of the two halves of the app's credentials. */
  readonly credentials: string
}

export const NAMES: Readonly<Record<LoginMethod, Names>> = {
  platform: { service: 'Instagram', credentials: 'the Instagram app ID and the Instagram app secret' },
  partner: { service: 'Facebook', credentials: 'the Meta app ID and its app secret' },
}

const CODE_EXPIRED = 36_007
const REDIRECT_DIFFERS = 36_008
const CODE_USED = 36_009

const ABOUT_THE_APP = /secret|validating application|app[_ ]?id|client[_ ]?id|platform app|application/i

/**
 * The verdict when id and secret alone are refused. A refusal that does not certainly concern them says nothing about
 * them.
 */
export function appRefusal(method: LoginMethod, refusal: TokenRefusal): AppVerdict {
  const { service, credentials } = NAMES[method]
  const { code, message } = refusal
  const general = generalProblem(method, refusal)
  if (general) return { verdict: 'unknown', message: general.message }
  if (code === 1 && /client secret/i.test(message))
    return {
      verdict: 'refused',
      message: `${service} knows this app id, but the secret does not match. Show the secret in the dashboard and copy all of it.`,
    }
  if (code === 101 || ABOUT_THE_APP.test(message))
    return {
      verdict: 'refused',
      message: `${service} has no app with this id. Check that these are ${credentials}, both from the same app.`,
    }
  return {
    verdict: 'unknown',
    message: `${service} could not check the app: ${message || 'no reason given'}`,
  }
}

/** AUTH_FAILED for what went wrong between the consent page and the token. */
export function exchangeProblem(method: LoginMethod, refusal: TokenRefusal): CodedError {
  const { service, credentials } = NAMES[method]
  const { subcode, message } = refusal
  const general = generalProblem(method, refusal)
  if (general) return general
  if (subcode === REDIRECT_DIFFERS || /redirect_?uri/i.test(message))
    return failed(
      `${service} does not know this redirect URI. Enter the one that the set-up shows in the app dashboard, exactly as shown.`,
    )
  if (
    subcode === CODE_EXPIRED ||
    subcode === CODE_USED ||
    /(authorization|verification|matching) code/i.test(message)
  )
    return failed(`This login took too long or was already completed. Connect with ${service} again.`)
  if (ABOUT_THE_APP.test(message))
    return failed(
      `${service} does not accept the app id and secret. Check in the set-up that they are ${credentials}, both from the same app.`,
    )
  return failed(`${service} refused the login: ${message || 'no reason given'}`)
}

/** For a token that was just issued or pasted, and the call it was used for. */
export function tokenProblem(method: LoginMethod, refusal: PlatformRefusal | TokenRefusal): CodedError {
  const { service } = NAMES[method]
  const { code, subcode, message } = refusal
  const general = generalProblem(method, refusal)
  if (general) return general
  // A new token alone would be refused like this one.
  const cause = code === 190 && subcode !== null ? judgeNumbers({ code, subcode })?.advice : undefined
  if (cause && cause !== 'ACCESS_ENDED')
    return new CodedError('TOKEN_EXPIRED', failureSentence({ code: cause, params: {}, platform: null }))
  if ((code === 190 && subcode !== null) || code === 102 || (code === 190 && /expired/i.test(message)))
    return new CodedError('TOKEN_EXPIRED', `This token has expired. Get a new one from ${service}.`)
  if (code === 190 || /access token/i.test(message))
    return wrong(
      `${service} does not accept this token. Copy all of it, from the dashboard of the right app.`,
    )
  if (code === 10 || (code !== null && code >= 200 && code < 300))
    return wrong(`A permission is missing: ${message} Connect again and grant every permission.`)
  return new CodedError('PLATFORM_ERROR', `${service} refused: ${message}`)
}

export function noAnswerProblem(method: LoginMethod, reason: string): CodedError {
  const { service } = NAMES[method]
  const why = /fetch failed|terminated/.test(reason) ? 'no connection' : reason
  return new CodedError('PLATFORM_ERROR', `${service} gave no usable answer (${why}). Try again in a minute.`)
}

/** The value of a reply, or the problem that it names. */
export function requireValue<T>(method: LoginMethod, reply: PlatformReply<T>): T {
  if (reply.kind === 'ok') return reply.value
  throw reply.kind === 'refused' ? tokenProblem(method, reply.refusal) : noAnswerProblem(method, reply.reason)
}

export function wrong(message: string): CodedError {
  return new CodedError('VALIDATION_ERROR', message)
}

/** Names what was not ticked in the consent dialog. */
export function requireScopes(
  method: LoginMethod,
  granted: readonly string[] | null,
  needed: readonly string[],
): void {
  const missing = granted === null ? [] : needed.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return
  const { service } = NAMES[method]
  throw wrong(`${service} did not grant ${missing.join(', ')}. Connect again and grant every permission.`)
}

/** Problems that any of their hosts may report for any call. */
function generalProblem(
  method: LoginMethod,
  { code, message }: PlatformRefusal | TokenRefusal,
): CodedError | null {
  const { service } = NAMES[method]
  if (/insufficient developer role/i.test(message))
    return wrong(
      'The account has not accepted its tester invitation. In Instagram: Settings → Website permissions → Apps and websites → Tester invites, accept it, then try again.',
    )
  if (/api access (is )?blocked/i.test(message))
    return new CodedError(
      'PLATFORM_ERROR',
      `${service} has blocked the app itself, so a new token does not help. The app dashboard shows what to do.`,
    )
  if (code !== null && [4, 17, 32, 613, 80_001, 80_002].includes(code))
    return new CodedError('PLATFORM_ERROR', `${service}’s call limit has been reached. Try again in an hour.`)
  if (code === 1 && /secret|application/i.test(message)) return null
  if (code === 1 || code === 2 || code === -1)
    return new CodedError('PLATFORM_ERROR', `${service} had an internal error. Try again in a minute.`)
  return null
}

function failed(message: string): CodedError {
  return new CodedError('AUTH_FAILED', message)
}
