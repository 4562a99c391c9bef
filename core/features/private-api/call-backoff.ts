// The backoff of an account at the private API after a warning of the platform that answered any of its calls: a scan, a story
// or a log-in.
import type { PrivateApiState } from '../../ports/reposts/private-api.ts'
import { LONGEST_BACKOFF, backoffAfter } from '../../rules/reposts/backoff.ts'
import type { Instant } from '../../time.ts'
import type { ReplyVerdict } from './judge-reply.ts'
import type { PrivateApiDeps } from './private-api-deps.ts'

type Resting = Pick<PrivateApiState, 'restUntil'>

/** A time further ahead than any backoff was stored by a wrong clock. */
export function isInBackoff(state: Resting | null, now: Instant): boolean {
  const until = state?.restUntil ?? 0
  return now < until && until - now <= LONGEST_BACKOFF
}

/** The state after an answer. A shorter backoff does not end a longer one. */
export function withBackoff<S extends Resting>(state: S, verdict: ReplyVerdict, now: Instant): S {
  const backoff = verdict.kind === 'stopped' ? backoffAfter(verdict.stop) : null
  if (backoff === null) return state
  const before = isInBackoff(state, now) ? (state.restUntil ?? 0) : 0
  return { ...state, restUntil: Math.max(before, now + backoff) }
}

/** Stores the backoff after an answer, if it asks for one. */
export async function startBackoff(
  { store, clock }: Pick<PrivateApiDeps, 'store' | 'clock'>,
  accountId: string,
  verdict: ReplyVerdict,
): Promise<void> {
  const state = await store.get(accountId)
  // Removed with its account meanwhile.
  if (state === null) return
  const next = withBackoff(state, verdict, clock.now())
  if (next !== state) await store.put(accountId, next)
}
