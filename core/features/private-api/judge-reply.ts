// The meaning of one answer of the private API. Pure. The order of the questions matters: answers carry several signs at once, and
// the gravest is asked for first.
import * as z from 'zod'
import type { ReplyOrUnknown } from '../../ports/reply.ts'
import type { Stop } from '../../ports/reposts/mention-source.ts'
import type { PrivateApiRefusal } from '../../ports/reposts/private-api.ts'
import { safeText } from '../../redact.ts'
import { HOUR, SECOND, type Duration, type Instant } from '../../time.ts'
import { stopFor, type SignalCause } from './signals.ts'

export interface RawReply {
  readonly httpStatus: number
  /** Where a redirect leads. */
  readonly location: string | null
  readonly retryAfter: Duration | null
  readonly text: string
  /** Undefined when it is not JSON. */
  readonly body: unknown
}

/** A challenge that a code can end. */
export interface SolvableChallenge {
  readonly apiPath: string
  readonly context: string | null
}

export interface Stopped {
  readonly kind: 'stopped'
  readonly cause: SignalCause
  readonly stop: Stop
  readonly challenge: SolvableChallenge | null
}

export type ReplyVerdict = ReplyOrUnknown<unknown, PrivateApiRefusal> | Stopped

export interface Doubt {
  /** `PrivateApiSession.doubtedAt`. */
  readonly doubtedAt: Instant | null
  readonly now: Instant
}

/** What was sent and must not be repeated. */
type Secrets = readonly string[]

/** A log-in demanded again after this long has nothing to do with the calls before. */
const DOUBT: Duration = HOUR

export function judgeReply(answer: RawReply, doubt: Doubt, secrets: Secrets = []): ReplyVerdict {
  const { httpStatus, body, text, retryAfter } = answer
  if (httpStatus >= 300 && httpStatus < 400) return readRedirect(answer)
  const envelope = Envelope.safeParse(body).data ?? null
  if (envelope?.spam === true) return stopped('spam', { said: said(envelope, secrets) })
  if (asksForSecondFactor(answer, envelope)) return stopped('second-factor')
  if (httpStatus === 404 && text.trim() === 'Not Found') return stopped('hidden')
  if (httpStatus === 429) return stopped('too-many', { waitFor: retryAfter })
  if (envelope === null) return readOther(answer)
  const cause = causeIn(envelope)
  if (cause === 'require-login' && isRepeated(doubt)) return stopped('logged-out')
  if (cause === 'challenge') return { ...stopped('challenge'), challenge: solvable(envelope.challenge) }
  if (cause !== null)
    return stopped(cause, { said: cause === 'feedback' ? said(envelope, secrets) : '', waitFor: retryAfter })
  if (httpStatus >= 500) return { kind: 'unknown', reason: safeText(`HTTP ${httpStatus}`) }
  if (httpStatus < 400 && envelope.status !== 'fail' && envelope.error_title === undefined)
    return { kind: 'ok', value: body }
  const message = safeText(envelope.message ?? envelope.error_title ?? `HTTP ${httpStatus}`, secrets)
  return { kind: 'refused', refusal: { httpStatus, message, errorType: errorTypeOf(envelope) } }
}

/** A field of another type counts as missing. */
const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)
const Challenge = z
  .object({ url: text, api_path: text, native_flow: flag, challenge_context: text })
  .optional()
  .catch(undefined)
const Envelope = z.object({
  status: text,
  message: text,
  error_type: text,
  exception_name: text,
  error_title: text,
  feedback_message: text,
  spam: flag,
  require_login: flag,
  two_factor_required: flag,
  two_factor_info: z.unknown().optional(),
  checkpoint_url: text,
  challenge: Challenge,
  step_name: text,
  bloks_action: text,
})
type Envelope = z.infer<typeof Envelope>

function stopped(
  cause: SignalCause,
  more: { readonly said?: string; readonly waitFor?: Duration | null } = {},
): Stopped {
  return { kind: 'stopped', cause, stop: stopFor(cause, more), challenge: null }
}

function said({ feedback_message, message }: Envelope, secrets: Secrets): string {
  const words = feedback_message ?? message ?? ''
  return words === 'feedback_required' ? '' : safeText(words, secrets)
}

function asksForSecondFactor({ httpStatus, text: raw }: RawReply, envelope: Envelope | null): boolean {
  if (envelope === null) return false
  if (envelope.two_factor_required === true || envelope.two_factor_info instanceof Object) return true
  // Newer accounts have it anywhere in an answer that is not a success.
  const isSuccess = httpStatus < 400 && envelope.status === 'ok'
  return !isSuccess && raw.includes('"two_step_verification_context"')
}

/** `message`, then `error_type`, then `exception_name`. */
function causeIn(envelope: Envelope): SignalCause | null {
  const { message = '', error_type = '', challenge, checkpoint_url = '', require_login } = envelope
  const urls = [challenge?.url ?? '', checkpoint_url, challenge?.api_path ?? '']
  const steps = [envelope.step_name ?? '', challenge?.challenge_context ?? '']
  if ([message, error_type, ...steps, ...urls].some((word) => /scraping_warning/i.test(word)))
    return 'scraping'
  if (urls.some((url) => url.includes('/suspended/'))) return 'suspended'
  if (urls.some((url) => url.includes('/unsupported_version/'))) return 'outdated'
  if (require_login === true) return 'require-login'
  if (/wait a few minutes/i.test(message)) return 'wait'
  return (
    MESSAGES.get(message) ??
    ERROR_TYPES.get(error_type) ??
    ERROR_TYPES.get(envelope.exception_name ?? '') ??
    (challenge?.api_path === undefined ? null : 'challenge')
  )
}

const MESSAGES: ReadonlyMap<string, SignalCause> = new Map<string, SignalCause>([
  ['feedback_required', 'feedback'],
  ['challenge_required', 'challenge'],
  ['checkpoint_required', 'checkpoint'],
  ['consent_required', 'consent'],
  ['login_required', 'logged-out'],
  ['user_has_logged_out', 'logged-out'],
  ['inactive user', 'inactive'],
])
const ERROR_TYPES: ReadonlyMap<string, SignalCause> = new Map<string, SignalCause>([
  ['rate_limit_error', 'rate-limit'],
  ['sentry_block', 'network-refused'],
  ['inactive_user', 'inactive'],
  ['inactive user', 'inactive'],
  ['needs_upgrade', 'outdated'],
  ['checkpoint_challenge_required', 'challenge'],
  ['checkpoint_required', 'checkpoint'],
  ['login_required', 'logged-out'],
  ['two_factor_required', 'second-factor'],
])

function errorTypeOf({ error_type, exception_name }: Envelope): string | null {
  return error_type ?? (exception_name === 'UserInvalidCredentials' ? 'bad_password' : null)
}

/**
 * The first demand for a log-in is taken for "too many calls", and the session backs off. If it is demanded again after that,
 * the session has ended.
 */
function isRepeated({ doubtedAt, now }: Doubt): boolean {
  return doubtedAt !== null && now - doubtedAt >= DOUBT
}

/** With a `native_flow`, or any other path, only a person in the app can continue. */
const CODE_PATH = /^\/challenge\/\d+\/[\w-]+\/$/

function solvable(challenge: Envelope['challenge']): SolvableChallenge | null {
  const { api_path: apiPath, native_flow, challenge_context } = challenge ?? {}
  if (apiPath === undefined || native_flow === true || !CODE_PATH.test(apiPath)) return null
  return { apiPath, context: challenge_context ?? null }
}

const REDIRECTS: readonly (readonly [path: RegExp, cause: SignalCause])[] = [
  [/^\/accounts\/login\b/, 'login-page'],
  [/\/scraping_warning\b/, 'scraping'],
  [/\/suspended\b/, 'suspended'],
  [/\/unsupported_version\b/, 'outdated'],
  [/^\/(challenge|checkpoint|auth_platform)\b/, 'checkpoint'],
  [/^\/consent\b/, 'consent'],
]

function readRedirect({ httpStatus, location }: RawReply): ReplyVerdict {
  const path = URL.parse(location ?? '', 'https://www.instagram.com/')?.pathname ?? ''
  // A stand-in has its hosts below a path of its own.
  const below = path.replace(/^\/sandbox\/[^/]+/, '')
  const row = REDIRECTS.find(([pattern]) => pattern.test(below))
  if (row) return stopped(row[1])
  return { kind: 'unknown', reason: safeText(`HTTP ${httpStatus}: the address leads elsewhere`) }
}

/** Neither JSON nor a redirect. A log-in page comes with 200. */
function readOther({ httpStatus, text: page }: RawReply): ReplyVerdict {
  const isPage = /^\s*<(!doctype|html)/i.test(page)
  const isLogin = /\/accounts\/login|loginForm|name="(username|password)"|<title>[^<]*log ?in/i.test(page)
  if (httpStatus < 300 && isPage && isLogin) return stopped('login-page')
  return { kind: 'unknown', reason: safeText(`HTTP ${httpStatus} with an answer that is no JSON`) }
}

/** Seconds only; a date was never seen in this header. */
export function readRetryAfter(headers: Headers): Duration | null {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,7}$/.test(text) ? Number(text) * SECOND : null
}
