// How a browser gets its login, and what the login permits. The keys to both are known here and nowhere else.
import { CodedError } from '../errors.ts'
import { equalInConstantTime } from '../sha256.ts'
import { launchProofOf, sealLaunchToken, type LaunchExchange } from './launch-proof.ts'
import type { LaunchTokens } from './launch-tokens.ts'
import { checkSession, endSession, startSession, type SessionTokenDeps } from './session-tokens.ts'

export interface SessionsDeps extends SessionTokenDeps {
  readonly launchTokens: LaunchTokens
  /** Kept in the data folder: anyone who can read it may sign in. It never travels. */
  readonly folderSecret: string
  /** This run of the server, as the data folder names it. */
  readonly life: string
  /** The address that the data folder names. */
  ownOrigin(): string
  /** Slows down guessing. */
  pause(milliseconds: number): Promise<void>
}

const PAUSE_AFTER_WRONG = 200

export function createSessions(deps: SessionsDeps) {
  const { launchTokens, folderSecret, life, random } = deps
  const exchangeOf = (nonce: string): LaunchExchange => ({ origin: deps.ownOrigin(), life, nonce })
  return {
    /** The cookie value of a new session. Throws AUTH_REQUIRED. */
    async signIn(launchToken: string) {
      await checkSlowly(deps, () => launchTokens.redeem(launchToken))
      return startSession(deps)
    },
    /** Throws TOKEN_EXPIRED or TOKEN_INVALID. */
    check: (tokens: readonly string[]) => checkSession(deps, tokens),
    end: (id: string) => endSession(deps, id),
    /** A link that signs one browser in at this origin of ours, once within ten minutes. */
    newLink: async (origin: string) => `${origin}/#t=${await launchTokens.issue()}`,
    /** For a program that can read the data folder: the server's proof that it can, too. */
    proveToCaller: (nonce: string) => launchProofOf(folderSecret, 'server', exchangeOf(nonce)),
    /** A launch token that only such a program can open. Throws AUTH_REQUIRED. */
    async sealLaunchTokenFor(nonce: string, proof: string) {
      const exchange = exchangeOf(nonce)
      await checkSlowly(deps, async () => {
        if (!equalInConstantTime(await launchProofOf(folderSecret, 'caller', exchange), proof))
          throw new CodedError('AUTH_REQUIRED')
      })
      return sealLaunchToken(folderSecret, exchange, await launchTokens.issue(), random)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

async function checkSlowly({ pause }: SessionsDeps, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    await pause(PAUSE_AFTER_WRONG)
    throw error
  }
}
