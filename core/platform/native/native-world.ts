import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { NativeStore } from '../../ports/native-host.ts'
import type { Random } from '../../ports/random.ts'
import type { Instant } from '../../time.ts'
import type { NativeHosts } from './hosts.ts'
import type { Pace } from './pace.ts'

/** What talking to the native hosts asks of the world. All who talk to them share one. */
export interface NativeWorld extends NativeHosts {
  readonly fetch: typeof fetch
  readonly store: NativeStore
  readonly accounts: Pick<AccountStore, 'get'>
  readonly pace: Pace
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Logging in needs a cipher that only some runtimes have. */
export interface NativeLoginWorld extends NativeWorld {
  sealPassword(input: PasswordToSeal): Promise<string>
}

export interface PasswordToSeal {
  /** Base64 of a PEM, as the platform hands it out. */
  readonly publicKey: string
  readonly keyId: number
  readonly password: string
  readonly time: Instant
}
