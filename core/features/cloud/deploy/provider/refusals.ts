// What the provider's numbers mean for the user, and what to do about it.
import {
  deployRefusal,
  deployRefusalSentence,
  type DEPLOY_REFUSALS,
  type DeployRefusalDetail,
} from '../../../../rules/notices/deploy-refusals.ts'
import type { PlainCode } from '../../../../rules/notices/notice.ts'
import { safeSentence, safeText } from '../../../../redact.ts'
import { isRefusedWith, type ProviderFailure } from './provider-api.ts'

/** The token itself is refused; for a call that needs a permission, the last two mean that one is missing. */
export const TOKEN_REFUSED = [1000, 6003, 6111, 9106, 10000, 9109]
export const PERMISSION_MISSING = [10000, 9109]
export const R2_NOT_ENABLED = [10042, 10084]

const MEANS: Readonly<Record<number, PlainCode<typeof DEPLOY_REFUSALS>>> = {
  1000: 'TOKEN_REFUSED',
  6003: 'TOKEN_REFUSED',
  6111: 'TOKEN_REFUSED',
  9106: 'TOKEN_REFUSED',
  10021: 'CODE_REFUSED',
  10027: 'CODE_TOO_LARGE',
  10034: 'EMAIL_UNVERIFIED',
  10035: 'CHANGED_ELSEWHERE',
  10037: 'TOO_MANY_WORKERS',
  10041: 'NAMESPACE_DELETED',
  10042: 'R2_OFF',
  10063: 'NAME_MISSING',
  10072: 'TOO_MANY_CRONS',
  10074: 'WORKER_NEWER',
  10079: 'WORKER_NEWER',
  10084: 'R2_OFF',
  10085: 'BUCKET_DELETED',
}

export function refusalOf({ reply, needs }: ProviderFailure): DeployRefusalDetail {
  if (reply.kind !== 'refused') return deployRefusal('NO_ANSWER', { reason: reply.reason })
  const { httpStatus, codes, message } = reply.refusal
  if (httpStatus === 429) return deployRefusal('TOO_MANY_CALLS')
  if (needs !== null && codes.some((code) => PERMISSION_MISSING.includes(code)))
    return deployRefusal('PERMISSION_MISSING', { permission: safeText(needs) })
  const known = codes.map((code) => MEANS[code]).find((meaning) => meaning !== undefined)
  if (known !== undefined) return deployRefusal(known)
  const numbers = codes.length > 0 ? ` (${codes.join(', ')})` : ''
  return deployRefusal('OTHER', { said: safeSentence(`${message}${numbers}`) })
}

export const isTokenRefused = ({ reply, needs }: ProviderFailure): boolean =>
  needs === null && isRefusedWith(reply, ...TOKEN_REFUSED)

/** One sentence for the user. */
export const explain = (failure: ProviderFailure): string => deployRefusalSentence(refusalOf(failure))
