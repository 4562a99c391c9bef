// Authorization codes: valid for an hour and for one use. Forgotten with the process, as no login spans a restart.
import { toBase64Url } from '../../../core/base64url.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Random } from '../../../core/ports/random.ts'
import { HOUR, type Instant } from '../../../core/time.ts'

/** The grant that somebody consented to. */
export interface Grant {
  readonly login: 'platform' | 'partner'
  readonly personKey: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly declined: readonly string[]
  /** The ticked Pages; null is all. */
  readonly sharedPages: readonly string[] | null
}

/** Why a code opens nothing. */
export type CodeFault = 'unknown' | 'used' | 'expired' | 'redirect mismatch'

export interface CodeBook {
  issue(grant: Grant): string
  /** Uses the code up, unless something is wrong with it. */
  redeem(login: Grant['login'], code: string, redirectUri: string): Grant | CodeFault
}

const CODE_LIFE = HOUR

export function createCodeBook({ clock, random }: { clock: Clock; random: Random }): CodeBook {
  const codes = new Map<string, { grant: Grant; issuedAt: Instant; isUsed: boolean }>()
  return {
    issue(grant) {
      const code = `AQ${toBase64Url(random.bytes(45))}`
      codes.set(code, { grant, issuedAt: clock.now(), isUsed: false })
      return code
    },
    redeem(login, code, redirectUri) {
      const entry = codes.get(code)
      if (entry?.grant.login !== login) return 'unknown'
      if (entry.isUsed) return 'used'
      if (clock.now() - entry.issuedAt >= CODE_LIFE) return 'expired'
      if (entry.grant.redirectUri !== redirectUri) return 'redirect mismatch'
      entry.isUsed = true
      return entry.grant
    },
  }
}
