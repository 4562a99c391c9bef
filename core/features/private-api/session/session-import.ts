// A session that the owner made in a browser and handed over. It is tried with one call before it is stored, and it
// must belong to the account.
import * as z from 'zod'
import { CodedError } from '../../../coded-error.ts'
import type { AccountRecord } from '../../../ports/account-store.ts'
import { safeText } from '../../../redact.ts'
import { startBackoff } from '../call-backoff.ts'
import { withCall } from '../daily-calls.ts'
import { exchange } from '../exchange.ts'
import { loginProblem, noReplyProblem } from './login-problems.ts'
import type { PrivateApiDeps } from '../private-api-deps.ts'
import { readPasted } from './pasted-session.ts'
import { newDevice, newSession, NO_STATE } from './session-state.ts'
import { isSameName, PrivateApiUser } from '../user-answers.ts'

const Me = z.object({ user: PrivateApiUser })

/**
 * Throws VALIDATION_ERROR when it is not a session, NOT_FOUND for an unknown account, LOGIN_FAILED when the session
 * has ended or belongs to another account, LOGIN_RATE_LIMITED, PLATFORM_ERROR without a reply.
 */
export async function importSession(
  deps: PrivateApiDeps,
  accountId: string,
  pasted: string,
  userAgent: string,
): Promise<{ readonly username: string }> {
  const read = readPasted(pasted, userAgent)
  const account = await requireConnectedAccount(deps, accountId)
  return deps.throttle.runExclusive(accountId, async () => {
    const state = withCall((await deps.store.get(accountId)) ?? NO_STATE, deps.clock.now())
    await deps.store.put(accountId, state)
    const device = state.device ?? newDevice(deps.random)
    const draft = newSession({
      ...read,
      transport: 'web',
      username: account.username,
      mid: read.cookies['mid'] ?? null,
      device,
      createdAt: deps.clock.now(),
    })
    const { session, verdict } = await exchange(deps, account, draft, {
      method: 'GET',
      path: 'accounts/current_user/',
      query: { edit: 'true' },
      secrets: Object.values(read.cookies),
    })
    await startBackoff(deps, accountId, verdict)
    if (verdict.kind !== 'ok') throw loginProblem(verdict)
    const me = Me.safeParse(verdict.value)
    if (!me.success) throw noReplyProblem('an answer of another shape')
    requireOwner(account, { ...me.data.user, expectedId: read.userId })
    // Checked again: the account may be gone by now, and nothing is kept for an account that is gone.
    await requireConnectedAccount(deps, accountId)
    await deps.store.put(accountId, { ...state, device, session, challenge: null })
    return { username: account.username }
  })
}

export async function requireConnectedAccount(
  { accounts }: PrivateApiDeps,
  accountId: string,
): Promise<AccountRecord> {
  const account = await accounts.get(accountId)
  if (account) return account
  throw new CodedError('NOT_FOUND', 'This account is not connected.')
}

/** Throws LOGIN_FAILED when somebody else is logged in. */
export function requireOwner(
  { username }: AccountRecord,
  found: {
    readonly username: string
    readonly pk: string
    readonly expectedId?: string
    readonly secrets?: readonly string[]
  },
): void {
  const isExpected = found.expectedId === undefined || found.expectedId === found.pk
  if (isSameName(found.username, username) && isExpected) return
  throw new CodedError(
    'LOGIN_FAILED',
    `This session belongs to @${safeText(found.username, found.secrets)}, not to @${username}. Log in as @${username} and try again.`,
  )
}
