// The single-use tokens of the links that sign a browser in. Only their hashes are held, and only in memory.
import { toBase64Url } from '../../base64url.ts'
import { CodedError } from '../../coded-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import { equalInConstantTime, sha256Hex } from '../../sha256.ts'
import { MINUTE, SECOND } from '../../time.ts'

const LIFE = 10 * MINUTE
const TOKEN_BYTES = 32
const USED_KEPT = 8
/** Wrong tokens in a minute before their sender must wait: somebody is guessing, at 256 bits. */
const GUESSES = 20

export interface LaunchTokens {
  /** A token for `#t=` of the launch link, good once within ten minutes. */
  issue(): Promise<string>
  /** Burns the token. Throws AUTH_REQUIRED when it is unknown, used or too old, LOGIN_RATE_LIMITED after many such ones. */
  redeem(token: string): Promise<void>
}

export function createLaunchTokens({ clock, random }: { clock: Clock; random: Random }): LaunchTokens {
  let outstanding: { hash: string; expiresAt: number }[] = []
  /** Hashes of used links: opening one again is not a guess. */
  let usedHashes: string[] = []
  let misses: number[] = []
  /** Throws LOGIN_RATE_LIMITED. */
  function countMiss(now: number): void {
    misses = [...misses.filter((at) => at > now - MINUTE), now].slice(-GUESSES - 1)
    const [first = now] = misses
    if (misses.length <= GUESSES) return
    const retryAfter = Math.ceil((first + MINUTE - now) / SECOND)
    throw new CodedError('LOGIN_RATE_LIMITED', undefined, { retryAfter })
  }
  return {
    async issue() {
      const token = toBase64Url(random.bytes(TOKEN_BYTES))
      const hash = await sha256Hex(token)
      const now = clock.monotonic()
      // Without a limit: only the user and their programs can have one made, and each keeps its ten minutes.
      outstanding = [
        ...outstanding.filter(({ expiresAt }) => expiresAt > now),
        { hash, expiresAt: now + LIFE },
      ]
      return token
    },
    async redeem(token) {
      const hash = await sha256Hex(token)
      const now = clock.monotonic()
      // Found and burnt in one synchronous stretch: of fifty at once, one succeeds.
      const isThis = (one: string) => equalInConstantTime(one, hash)
      const found = outstanding.find((entry) => isThis(entry.hash))
      outstanding = outstanding.filter((entry) => entry !== found && entry.expiresAt > now)
      if (found) usedHashes = [...usedHashes.slice(1 - USED_KEPT), hash]
      if (found && found.expiresAt > now) return
      // A good link still works: otherwise anybody could lock its owner out.
      if (!usedHashes.some(isThis)) countMiss(now)
      throw new CodedError(
        'AUTH_REQUIRED',
        'This link has already been used or has expired. Start Nightpost again for a new one.',
      )
    },
  }
}
