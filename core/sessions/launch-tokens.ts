// The single-use tokens of the links that sign a browser in. Only their hashes are held, and only in memory.
import { toBase64Url } from '../base64url.ts'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { equalInConstantTime, sha256Hex } from '../sha256.ts'
import { MINUTE } from '../time.ts'

const LIFE = 10 * MINUTE
const TOKEN_BYTES = 32
const OUTSTANDING = 8
/** Wrong tokens in a minute before all of them are burnt: somebody is guessing. */
const GUESSES = 20

export interface LaunchTokens {
  /** A token for `#t=` of the launch link, good once within ten minutes. */
  issue(): Promise<string>
  /** Burns the token. Throws AUTH_REQUIRED when it is unknown, used or too old. */
  redeem(token: string): Promise<void>
}

export function createLaunchTokens({ clock, random }: { clock: Clock; random: Random }): LaunchTokens {
  let outstanding: { hash: string; expiresAt: number }[] = []
  let misses: number[] = []
  return {
    async issue() {
      const token = toBase64Url(random.bytes(TOKEN_BYTES))
      const hash = await sha256Hex(token)
      outstanding = [...outstanding.slice(1 - OUTSTANDING), { hash, expiresAt: clock.monotonic() + LIFE }]
      return token
    },
    async redeem(token) {
      const hash = await sha256Hex(token)
      const now = clock.monotonic()
      // Found and burnt in one synchronous stretch: of fifty at once, one succeeds.
      const found = outstanding.find((entry) => equalInConstantTime(entry.hash, hash))
      outstanding = outstanding.filter((entry) => entry !== found && entry.expiresAt > now)
      if (found && found.expiresAt > now) return
      misses = [...misses.filter((at) => at > now - MINUTE), now]
      if (misses.length > GUESSES) outstanding = []
      throw new CodedError(
        'AUTH_REQUIRED',
        'This link has already been used or has expired. Run npm start again for a new one.',
      )
    },
  }
}
