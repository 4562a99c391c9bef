// Sets up reading with the owner's own session of the private API. Nothing secret comes out of it.
import type { PrivateApiState } from '../../ports/reposts/private-api.ts'
import type { PrivateApiSetup, SourcesBody } from '../../reposts/settings/private-api-setup.ts'
import type { Instant } from '../../time.ts'
import { canReadMessages } from '../mentions/permissions.ts'
import { CHALLENGE_LIFE, startChallenge, submitChallenge } from './session/challenge.ts'
import { logIntoPrivateApi } from './session/login.ts'
import { forgetPrivateApiState } from './private-api.ts'
import type { PrivateApiLoginDeps } from './private-api-world.ts'
import { importSession, requireAccount } from './session/session-import.ts'

export function createPrivateApiSetup(world: PrivateApiLoginDeps): PrivateApiSetup {
  return {
    async sources(accountId) {
      const { loginMethod, grantedScopes } = await requireAccount(world, accountId)
      const state = await world.store.get(accountId)
      return { official: canReadMessages(loginMethod, grantedScopes), ...ofState(state, world.clock.now()) }
    },
    async login(attempt) {
      await logIntoPrivateApi(world, attempt)
    },
    async importSession({ accountId, pasted, userAgent }) {
      await importSession(world, accountId, pasted, userAgent)
    },
    forget: (accountId) => forgetPrivateApiState(world, accountId),
    startChallenge: (accountId) => startChallenge(world, accountId),
    async submitChallenge(accountId, code) {
      await submitChallenge(world, accountId, code)
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
