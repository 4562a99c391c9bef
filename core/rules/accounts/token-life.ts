// How long an account can still be published to, and how many posts are due after that. Pure: the page shows it, upkeep warns
// by it.
import type { LoginMethod } from '../../ports/platform/login.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'

/** People need time to reconnect. */
export const WARN_BEFORE: Duration = 10 * DAY
/** The life of a token of either login: a full bar. */
const FULL_LIFE: Duration = 60 * DAY

export interface TokenHolder {
  readonly loginMethod: LoginMethod
  /** Null: it is not known to end. */
  readonly tokenExpiresAt: Instant | null
}

export type TokenLife =
  | { readonly kind: 'endless' }
  | { readonly kind: 'ended'; readonly endedAt: Instant }
  | {
      /** `ending`: it is time to connect the account again. */
      readonly kind: 'running' | 'ending'
      readonly endsAt: Instant
      readonly left: Duration
      /** The part of a full life that is left, 0..1. */
      readonly share: number
      /** Nightpost renews a token from half of its life on, so one that is ending could not be renewed. */
      readonly renewsItself: boolean
    }

export function tokenLife({ loginMethod, tokenExpiresAt }: TokenHolder, now: Instant): TokenLife {
  if (tokenExpiresAt === null) return { kind: 'endless' }
  const left = tokenExpiresAt - now
  if (left <= 0) return { kind: 'ended', endedAt: tokenExpiresAt }
  return {
    kind: left <= WARN_BEFORE ? 'ending' : 'running',
    endsAt: tokenExpiresAt,
    left,
    share: Math.min(1, left / FULL_LIFE),
    renewsItself: loginMethod === 'platform',
  }
}

/** Counts the posts due after the end as it is known today that will fail unless the user acts. */
export function postsAtRisk(life: TokenLife, dueAfterTheEnd: number): number {
  return life.kind === 'running' && life.renewsItself ? 0 : dueAfterTheEnd
}
