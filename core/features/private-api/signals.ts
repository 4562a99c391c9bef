// The reasons to make no more calls to the private API, each with its signal and a sentence for people.
import { MOST_CALLS } from './daily-calls.ts'
import type { Stop, PlatformSignal } from '../../ports/reposts/mention-source.ts'
import { safeSentence } from '../../redact.ts'
import type { Duration } from '../../time.ts'

/**
 * What an answer revealed.
 * require-login   A log-in is asked for, but nothing says that the session has ended.
 * hidden          A bare "Not Found" where a call certainly exists: a challenge that is not named.
 * second-factor   A call was answered like a login that needs a second factor.
 */
export type SignalCause =
  | 'spam'
  | 'feedback'
  | 'too-many'
  | 'wait'
  | 'rate-limit'
  | 'require-login'
  | 'challenge'
  | 'checkpoint'
  | 'consent'
  | 'hidden'
  | 'scraping'
  | 'suspended'
  | 'inactive'
  | 'network-refused'
  | 'outdated'
  | 'logged-out'
  | 'login-page'
  | 'second-factor'
  | 'no-session'
  | 'backoff'
  | 'spent'
  | 'offline'

type Row = readonly [signal: PlatformSignal, message: string]

const BLOCKED: Row = ['action-blocked', 'Instagram has blocked actions of this account for a while.']
const SLOWER: Row = ['rate-limited', 'Instagram asks you to wait: there were too many requests.']
const ENDED: Row = ['session-dead', 'Instagram has ended this session. Sign in for story mentions again.']
const CONFIRM: Row = [
  'challenge',
  'Instagram wants to make sure that it is you. Open the Instagram app and confirm it there.',
]

const STOPS: Readonly<Record<SignalCause, Row>> = {
  spam: BLOCKED,
  feedback: BLOCKED,
  'too-many': SLOWER,
  wait: SLOWER,
  'rate-limit': SLOWER,
  'require-login': [
    'rate-limited',
    'Instagram asks you to log in, which often means that there were too many requests.',
  ],
  challenge: CONFIRM,
  checkpoint: CONFIRM,
  hidden: CONFIRM,
  consent: [
    'challenge',
    'Instagram wants you to agree to something. Open the Instagram app and respond there.',
  ],
  scraping: ['banned', 'Instagram suspects that the account is automated.'],
  suspended: ['banned', 'Instagram has suspended this account.'],
  inactive: ['banned', 'Instagram has disabled this account.'],
  'network-refused': ['banned', 'Instagram refuses requests from this network.'],
  outdated: ['outdated', 'Instagram no longer accepts requests from this version of Nightpost.'],
  'logged-out': ENDED,
  'login-page': ENDED,
  'second-factor': ['session-dead', 'Instagram asks for a second factor, which this session cannot give.'],
  'no-session': ['session-dead', 'There is no session for story mentions. Sign in for them first.'],
  backoff: ['offline', 'Instagram gave a warning, so no requests are made for a while.'],
  spent: [
    'offline',
    `Today’s ${MOST_CALLS} requests have been made. The next ones wait until 24 hours are over.`,
  ],
  offline: ['offline', 'Instagram could not be reached.'],
}

export function stopFor(
  cause: SignalCause,
  more: { readonly said?: string; readonly waitFor?: Duration | null } = {},
): Stop {
  const [signal, message] = STOPS[cause]
  const said = more.said === undefined || more.said === '' ? '' : ` It says: “${more.said}”`
  return {
    signal,
    message: safeSentence(message + said),
    ...(cause === 'second-factor' ? { code: 'TWO_FACTOR_REQUIRED' } : {}),
    ...(cause === 'offline' ? { neverArrived: true } : {}),
    ...(more.waitFor === undefined || more.waitFor === null ? {} : { waitFor: more.waitFor }),
  }
}
