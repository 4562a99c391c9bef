// Sets up reading with the owner's own session of the private API. Never returns anything secret.
import type { PrivateApiState } from '../../ports/reposts/private-api.ts'
import type { PrivateApiSetup, SourcesBody } from '../reposts/settings/private-api-setup.ts'
import type { Instant } from '../../time.ts'
import { canReadMessages } from '../../rules/accounts/permissions.ts'
import { CHALLENGE_LIFE, startChallenge, submitChallenge } from './session/challenge.ts'
import { logIntoPrivateApi } from './session/login.ts'
import { forgetPrivateApiSession } from './private-api.ts'
import type { PrivateApiLoginDeps } from './private-api-deps.ts'
import { importSession, requireConnectedAccount } from './session/session-import.ts'

export function createPrivateApiSetup(deps: PrivateApiLoginDeps): PrivateApiSetup {
  return {
    async sources(accountId) {
      const { loginMethod, grantedScopes } = await requireConnectedAccount(deps, accountId)
      const state = await deps.store.get(accountId)
      return { official: canReadMessages(loginMethod, grantedScopes), ...ofState(state, deps.clock.now()) }
    },
    async login(attempt) {
      await logIntoPrivateApi(deps, attempt)
    },
    async importSession({ accountId, pasted, userAgent }) {
      await importSession(deps, accountId, pasted, userAgent)
    },
    forget: (accountId) => forgetPrivateApiSession(deps, accountId),
    startChallenge: (accountId) => startChallenge(deps, accountId),
    async submitChallenge(accountId, code) {
      await submitChallenge(deps, accountId, code)
    },
  }
}

function ofState(state: PrivateApiState | null, now: Instant): Omit<SourcesBody, 'official'> {
  const { session = null, challenge = null } = state ?? {}
  const isOpen = challenge !== null && now - challenge.startedAt < CHALLENGE_LIFE
  return {
    native: session && !session.isDead ? { transport: session.transport, username: session.username } : null,
    sessionEnded: session?.isDead ?? false,
    challenge: isOpen ? { contactPoint: challenge.contactPoint } : null,
  }
}
