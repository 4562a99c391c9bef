// What a refused login means for the user. The hosts that issue tokens have no stable numbers for most of this, so
// their English messages are read; unknown ones are shown as they came.
import { LoginRefusal } from './login-refusal.ts'
import { loginRefusal, type LoginRefusalDetail } from '../../../rules/notices/login-refusals.ts'
import type { AppVerdict, LoginMethod } from '../../../ports/platform/login.ts'
import type { PlatformRefusal, PlatformReply } from '../../../ports/platform/platform.ts'
import { safeText, type SafeText } from '../../../redact.ts'
import { judgeNumbers } from '../../../rules/publication/error-table.ts'
import type { GivenToken, TokenRefusal, TokenReply } from './token-request.ts'

/** The names by which people know the services. */
const SERVICES: Readonly<Record<LoginMethod, SafeText>> = {
  platform: safeText('Instagram'),
  partner: safeText('Facebook'),
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
  const service = SERVICES[method]
  const { code, message } = refusal
  const general = generalProblem(method, refusal)
  if (general) return { verdict: 'unknown', detail: general.refusal }
  if (code === 1 && /client secret/i.test(message))
    return { verdict: 'refused', detail: loginRefusal('SECRET_DIFFERS', { service }) }
  if (code === 101 || ABOUT_THE_APP.test(message))
    return {
      verdict: 'refused',
      detail: loginRefusal(method === 'platform' ? 'INSTAGRAM_APP_UNKNOWN' : 'FACEBOOK_APP_UNKNOWN'),
    }
  return {
    verdict: 'unknown',
    detail:
      message === ''
        ? loginRefusal('APP_NOT_CHECKED_SILENTLY', { service })
        : loginRefusal('APP_NOT_CHECKED', { service, said: message }),
  }
}

/** AUTH_FAILED for what went wrong between the consent page and the token. */
function exchangeProblem(method: LoginMethod, refusal: TokenRefusal): LoginRefusal {
  const service = SERVICES[method]
  const { subcode, message } = refusal
  const general = generalProblem(method, refusal)
  if (general) return general
  if (subcode === REDIRECT_DIFFERS || /redirect_?uri/i.test(message))
    return failed(loginRefusal('REDIRECT_UNKNOWN', { service }))
  if (
    subcode === CODE_EXPIRED ||
    subcode === CODE_USED ||
    /(authorization|verification|matching) code/i.test(message)
  )
    return failed(loginRefusal('LOGIN_OVER', { service }))
  if (ABOUT_THE_APP.test(message))
    return failed(loginRefusal(method === 'platform' ? 'INSTAGRAM_APP_REFUSED' : 'FACEBOOK_APP_REFUSED'))
  return failed(
    message === ''
      ? loginRefusal('LOGIN_REFUSED_SILENTLY', { service })
      : loginRefusal('LOGIN_REFUSED', { service, said: message }),
  )
}

/** For a token that was just issued or pasted, and the call it was used for. */
export function tokenProblem(method: LoginMethod, refusal: PlatformRefusal | TokenRefusal): LoginRefusal {
  const service = SERVICES[method]
  const { code, subcode, message } = refusal
  const general = generalProblem(method, refusal)
  if (general) return general
  // A new token alone would be refused like this one.
  const cause = code === 190 && subcode !== null ? judgeNumbers({ code, subcode })?.advice : undefined
  if (cause && cause !== 'ACCESS_ENDED')
    return new LoginRefusal(
      'TOKEN_EXPIRED',
      loginRefusal('FAILURE', { failure: { code: cause, params: {}, platform: null } }),
    )
  if ((code === 190 && subcode !== null) || code === 102 || (code === 190 && /expired/i.test(message)))
    return new LoginRefusal('TOKEN_EXPIRED', loginRefusal('TOKEN_EXPIRED', { service }))
  if (code === 190 || /access token/i.test(message)) return wrong(loginRefusal('TOKEN_REFUSED', { service }))
  if (code === 10 || (code !== null && code >= 200 && code < 300))
    return wrong(loginRefusal('PERMISSION_MISSING', { said: message }))
  return platformError(loginRefusal('REFUSED', { service, said: message }))
}

/** A certificate that is not accepted is told in words: a wrong clock, or a network's log-in page, only its user can put right. */
const NOT_CONNECTED = /^its address|^nothing answers|fetch failed|terminated/

export function noAnswerProblem(method: LoginMethod, reason: SafeText): LoginRefusal {
  const service = SERVICES[method]
  return platformError(
    NOT_CONNECTED.test(reason)
      ? loginRefusal('NO_CONNECTION', { service })
      : loginRefusal('NO_ANSWER', { service, reason }),
  )
}

/** The value of a reply, or the problem that it names. */
export function requireValue<T>(method: LoginMethod, reply: PlatformReply<T>): T {
  if (reply.kind === 'ok') return reply.value
  throw reply.kind === 'refused' ? tokenProblem(method, reply.refusal) : noAnswerProblem(method, reply.reason)
}

/** The same for a call between the consent page and the token. */
export function requireToken(method: LoginMethod, reply: TokenReply): GivenToken {
  if (reply.kind === 'ok') return reply.value
  throw reply.kind === 'refused'
    ? exchangeProblem(method, reply.refusal)
    : noAnswerProblem(method, reply.reason)
}

/** Names what was not ticked in the consent dialog. */
export function requireScopes(
  method: LoginMethod,
  granted: readonly string[] | null,
  needed: readonly string[],
): void {
  const missing = granted === null ? [] : needed.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return
  const service = SERVICES[method]
  throw wrong(loginRefusal('NOT_GRANTED', { service, permissions: safeText(missing.join(', ')) }))
}

/** Problems that any of their hosts may report for any call. */
function generalProblem(
  method: LoginMethod,
  { code, message }: PlatformRefusal | TokenRefusal,
): LoginRefusal | null {
  const service = SERVICES[method]
  if (/insufficient developer role/i.test(message)) return wrong(loginRefusal('INVITATION_OPEN'))
  if (/api access (is )?blocked/i.test(message))
    return platformError(loginRefusal('APP_BLOCKED', { service }))
  if (code !== null && [4, 17, 32, 613, 80_001, 80_002].includes(code))
    return platformError(loginRefusal('LIMIT_REACHED', { service }))
  if (code === 1 && /secret|application/i.test(message)) return null
  if (code === 1 || code === 2 || code === -1)
    return platformError(loginRefusal('INTERNAL_ERROR', { service }))
  return null
}

export function wrong(refusal: LoginRefusalDetail): LoginRefusal {
  return new LoginRefusal('VALIDATION_ERROR', refusal)
}

function platformError(refusal: LoginRefusalDetail): LoginRefusal {
  return new LoginRefusal('PLATFORM_ERROR', refusal)
}

function failed(refusal: LoginRefusalDetail): LoginRefusal {
  return new LoginRefusal('AUTH_FAILED', refusal)
}
