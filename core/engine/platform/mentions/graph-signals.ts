// What a failed call means for the search for mentions: when to stop, in words for people.
import { CodedError } from '../../../coded-error.ts'
import type { Stop, PlatformSignal } from '../../../ports/reposts/mention-source.ts'
import type { AnswerFacts, PlatformRefusal, Usage } from '../../../ports/platform/platform.ts'
import { judge } from '../../../rules/publication/error-table.ts'
import { safeSentence } from '../../../redact.ts'

const SENTENCES = {
  'rate-limited': 'Instagram takes no more requests for now.',
  'action-blocked': 'Instagram is limiting this account. Leave it alone for a day.',
  banned: 'Instagram has restricted this account. Sign in to the Instagram app and do what it asks.',
  'not-permitted':
    'The permission to read messages is missing. Reconnect the account and grant every permission.',
  'token-expired': 'Access to this account has ended. Reconnect it.',
  offline: 'Instagram could not be reached.',
  failed: 'Instagram did not answer as expected.',
} as const satisfies Partial<Record<PlatformSignal, string>>

export function stopWith(signal: keyof typeof SENTENCES, detail = ''): Stop {
  return { signal, message: safeSentence(SENTENCES[signal] + (detail === '' ? '' : ` (${detail})`)) }
}

export function stopOfRefusal(refusal: PlatformRefusal, { usage }: AnswerFacts): Stop {
  const signal = signalOf(refusal)
  return { ...stopWith(signal, refusal.message), ...(signal === 'rate-limited' && waitOf(usage)) }
}

/** No usable answer. */
export function stopOfSilence(reason: string, { neverArrived, httpStatus, usage }: AnswerFacts): Stop {
  if (httpStatus === 429) return { ...stopWith('rate-limited', reason), ...waitOf(usage) }
  return stopWith(neverArrived ? 'offline' : 'failed', reason)
}

/** The stop after a good answer that used up the call limit. */
export function stopOfUsage(usage: Usage | null): Stop | null {
  return usage === null || usage.percent < 100 ? null : { ...stopWith('rate-limited'), ...waitOf(usage) }
}

/** No valid token: the account was disconnected, or its token cannot be read. */
export function stopOfAccess(error: unknown): Stop {
  if (!(error instanceof CodedError)) return stopWith('failed')
  return {
    signal: error.code === 'TOKEN_EXPIRED' ? 'token-expired' : 'failed',
    message: safeSentence(error.message),
  }
}

function signalOf(refusal: PlatformRefusal): keyof typeof SENTENCES {
  const { code, subcode } = refusal
  const verdict = judge(refusal)
  if (verdict.code === 'TOKEN_EXPIRED') return 'token-expired'
  if (verdict.retry === 'wait' || refusal.httpStatus === 429) return 'rate-limited'
  if (verdict.retry === 'block') return 'action-blocked'
  if (code === 25 && subcode === 2_207_050) return 'banned'
  const lacksPermission = code === 10 || code === 3 || (code !== null && code >= 200 && code < 300)
  return lacksPermission ? 'not-permitted' : 'failed'
}

function waitOf(usage: Usage | null): Pick<Stop, 'waitFor'> {
  return usage?.regainAfter ? { waitFor: usage.regainAfter } : {}
}
