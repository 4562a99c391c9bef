// What a failed log-in means for the user: one of the codes of the contract, and a sentence that says what helps.
import { CodedError } from '../../../coded-error.ts'
import type { ErrorCode } from '../../../errors.ts'
import type { SignalCause } from '../signals.ts'
import type { ReplyVerdict } from '../judge-reply.ts'

const INSTEAD = 'You can import a session from your browser instead.'
const APP = 'Open the Instagram app, confirm that it is you, and try again later.'
const WAIT = 'Instagram asks you to wait. Try again in a few hours, not sooner.'

type Row = readonly [code: ErrorCode, message: string]

const BY_CAUSE: Readonly<Partial<Record<SignalCause, Row>>> = {
  'second-factor': [
    'TWO_FACTOR_REQUIRED',
    `The account uses two-factor authentication, which this login does not support. ${INSTEAD}`,
  ],
  'too-many': ['LOGIN_RATE_LIMITED', WAIT],
  wait: ['LOGIN_RATE_LIMITED', WAIT],
  'rate-limit': ['LOGIN_RATE_LIMITED', WAIT],
  'require-login': ['LOGIN_RATE_LIMITED', WAIT],
  'network-refused': [
    'LOGIN_RATE_LIMITED',
    'Instagram refuses logins from this network for now. Wait a day, and use the network at home.',
  ],
  suspended: [
    'LOGIN_FAILED',
    'Instagram has suspended this account. Open the Instagram app to see what can be done.',
  ],
  inactive: [
    'LOGIN_FAILED',
    'Instagram has disabled this account. Open the Instagram app to see what can be done.',
  ],
  scraping: [
    'LOGIN_FAILED',
    'Instagram suspects that the account is automated. Open the Instagram app, and leave story mentions off.',
  ],
  outdated: ['LOGIN_FAILED', `Instagram no longer accepts logins from this version of Nightpost. ${INSTEAD}`],
  spam: ['LOGIN_FAILED', `Instagram has blocked actions of this account for a while. ${APP}`],
  feedback: ['LOGIN_FAILED', `Instagram has blocked actions of this account for a while. ${APP}`],
  consent: [
    'LOGIN_FAILED',
    'Instagram wants you to agree to something. Open the Instagram app, respond there, and try again.',
  ],
  'logged-out': ['LOGIN_FAILED', 'Instagram has ended this session. Log in once more in the browser.'],
  'login-page': ['LOGIN_FAILED', 'Instagram has ended this session. Log in once more in the browser.'],
  offline: ['PLATFORM_ERROR', 'Instagram could not be reached. Check the connection and try again.'],
}
const CONFIRM: Row = [
  'LOGIN_FAILED',
  `Instagram wants to make sure that it is you, which only works in its app. ${APP}`,
]

const BY_ERROR_TYPE: Readonly<Record<string, string>> = {
  // Also said of a correct password when the platform does not trust this kind of log-in. The two cannot be
  // distinguished.
  bad_password: `Instagram did not accept the password. If it is correct, Instagram does not trust this kind of login: do not try again. ${INSTEAD}`,
  invalid_user: 'Instagram finds no account with this name, at least not from this network. Check the name.',
  unusable_password: `This account has no password that works here, for example because it logs in through Facebook. ${INSTEAD}`,
}

/** For every reply that is not a success. */
export function loginProblem(verdict: Exclude<ReplyVerdict, { kind: 'ok' }>): CodedError {
  if (verdict.kind === 'stopped') return new CodedError(...(BY_CAUSE[verdict.cause] ?? CONFIRM))
  if (verdict.kind === 'unknown') return noReplyProblem(verdict.reason)
  const { errorType, message, httpStatus } = verdict.refusal
  const known =
    BY_ERROR_TYPE[errorType ?? ''] ?? (isUnknownUser(message) ? BY_ERROR_TYPE['invalid_user'] : undefined)
  return new CodedError('LOGIN_FAILED', known ?? `Instagram refused: ${message || `HTTP ${httpStatus}`}`)
}

export function noReplyProblem(reason: string): CodedError {
  return new CodedError(
    'PLATFORM_ERROR',
    `Instagram gave no usable answer (${reason}). Try again in a few minutes.`,
  )
}

function isUnknownUser(message: string): boolean {
  return /username[^.]*(?:does ?n['’]t|does not) (?:appear to )?belong/i.test(message)
}
