// The calls of an account to the private API, as its stored session: one after the other, seconds apart. What an answer
// changes in the session is stored before the answer is returned: the old session may no longer work.
import type {
  PrivateApi,
  PrivateApiReply,
  PrivateApiRequest,
  PrivateApiSession,
} from '../../ports/reposts/private-api.ts'
import { safeText } from '../../redact.ts'
import { isInBackoff, withBackoff } from './call-backoff.ts'
import { exchange, isUsableSession, type Exchange } from './exchange.ts'
import { CALLS_OF_A_STORY, callsLeft, untilNextCalls, withCall, withoutCall } from './daily-calls.ts'
import type { PrivateApiDeps } from './private-api-deps.ts'
import { NO_STATE, pendingChallenge } from './session/session-state.ts'
import { stopFor } from './signals.ts'

export function createPrivateApi(deps: PrivateApiDeps): PrivateApi {
  return {
    async transportOf(accountId) {
      try {
        const session = (await deps.store.get(accountId))?.session
        return isUsableSession(session) ? session.transport : null
      } catch (error) {
        deps.log.error('a private-API session could not be read', { accountId, error })
        return null
      }
    },
    async mayBeginStory(accountId) {
      const state = await deps.store.get(accountId)
      const now = deps.clock.now()
      return !isInBackoff(state, now) && callsLeft(state, now) >= CALLS_OF_A_STORY
    },
    async call(accountId, request) {
      try {
        return await deps.throttle.runExclusive(accountId, () => sendCall(deps, accountId, request))
      } catch (error) {
        deps.log.error('a call to the private API failed', { accountId, error })
        return { kind: 'unknown', reason: safeText('something failed on our side') }
      }
    },
  }
}

/**
 * Forgets the session of the account, after a call in progress: its answer must not restore it. What limits the account's calls
 * and log-ins stays, since the platform does not forget them either.
 */
export async function forgetPrivateApiSession(
  { throttle, store }: PrivateApiDeps,
  accountId: string,
): Promise<void> {
  await throttle.runExclusive(accountId, async () => {
    const state = await store.get(accountId).catch(() => null)
    await (state
      ? store.put(accountId, { ...state, session: null, challenge: null })
      : store.remove(accountId))
  })
}

async function sendCall<T>(
  deps: PrivateApiDeps,
  accountId: string,
  request: PrivateApiRequest<T>,
): Promise<PrivateApiReply<T>> {
  const account = await deps.accounts.get(accountId)
  const state = await deps.store.get(accountId)
  const session = state?.session
  if (account === null || state === null || !isUsableSession(session))
    return { kind: 'stopped', stop: stopFor('no-session') }
  const now = deps.clock.now()
  if (isInBackoff(state, now)) return { kind: 'stopped', stop: stopFor('backoff') }
  const { answer, isClosing = false, ...sent } = request
  if (!isClosing && callsLeft(state, now) <= 0)
    return { kind: 'stopped', stop: stopFor('spent', { waitFor: untilNextCalls(state, now) }) }
  await deps.store.put(accountId, withCall(state, now))
  const made = await exchange(deps, account, session, sent)
  await storeSession(deps, { accountId, before: session, made })
  return replyOf(made.verdict, answer)
}

interface Kept {
  readonly accountId: string
  readonly before: PrivateApiSession
  readonly made: Exchange
}

async function storeSession(deps: PrivateApiDeps, { accountId, before, made }: Kept): Promise<void> {
  const { session, verdict } = made
  if (verdict.kind === 'stopped')
    deps.log.warn('the private API signals stop', {
      accountId,
      signal: verdict.stop.signal,
      cause: verdict.cause,
    })
  const state = (await deps.store.get(accountId)) ?? NO_STATE
  // Forgotten or replaced meanwhile: what came back belongs to no session any more.
  if (state.session?.createdAt !== before.createdAt) return
  const challenge = pendingChallenge(made, deps.clock.now()) ?? state.challenge
  const isUnsent = verdict.kind === 'stopped' && verdict.cause === 'offline'
  await deps.store.put(accountId, {
    ...withBackoff(isUnsent ? withoutCall(state) : state, verdict, deps.clock.now()),
    session,
    challenge,
  })
}

function replyOf<T>(
  verdict: Exchange['verdict'],
  answer: PrivateApiRequest<T>['answer'],
): PrivateApiReply<T> {
  if (verdict.kind === 'stopped') return { kind: 'stopped', stop: verdict.stop }
  if (verdict.kind !== 'ok') return verdict
  const read = answer.safeParse(verdict.value)
  return read.success
    ? { kind: 'ok', value: read.data }
    : { kind: 'unknown', reason: safeText('an answer of another shape') }
}
