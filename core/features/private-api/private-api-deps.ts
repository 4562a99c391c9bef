import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { PrivateApiStore } from '../../ports/reposts/private-api.ts'
import type { Random } from '../../ports/random.ts'
import type { Instant } from '../../time.ts'
import type { PrivateApiAddresses } from './hosts.ts'
import type { Throttle } from './throttle.ts'

/** What calls to the private API need. All callers share one. */
export interface PrivateApiDeps extends PrivateApiAddresses {
  readonly fetch: typeof fetch
  readonly store: PrivateApiStore
  readonly accounts: Pick<AccountStore, 'get'>
  readonly throttle: Throttle
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Logging in needs a cipher that only some runtimes have. */
export interface PrivateApiLoginDeps extends PrivateApiDeps {
  sealPassword(input: PasswordToSeal): Promise<string>
}

export interface PasswordToSeal {
  /** Base64 of a PEM, as the platform sends it. */
  readonly publicKey: string
  readonly keyId: number
  readonly password: string
  readonly time: Instant
}
