// Logins in progress, and their outcomes. In memory only: a restart asks the user to click once more.
import { toBase64Url } from '../../base64url.ts'
import type { CodedError } from '../../coded-error.ts'
import { keepNewest } from '../../keep-newest.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LoginMethod, LoginToken } from '../../ports/platform/login.ts'
import type { Random } from '../../ports/random.ts'
import { MINUTE } from '../../time.ts'

export interface LoginOutcome {
  /** Usernames; empty when it failed. */
  readonly connected: readonly string[]
  readonly problem: Pick<CodedError, 'code' | 'message' | 'refusal'> | null
}

/** The place in our page where a login began, and to which the browser comes back. */
export interface LoginBeginning {
  readonly origin: string
  readonly place: 'accounts' | 'guide'
}

export interface EndedLogin {
  /** Null when that is not known. */
  readonly beginning: LoginBeginning | null
  readonly outcome: LoginOutcome
}

export interface LoginAttempts {
  /** The `state` of a new login: 256 random bits, good once within ten minutes. */
  begin(method: LoginMethod, beginning: LoginBeginning): string
  /** Returns where the login began, and burns the state; null when it is unknown, used, too old or of another login. */
  end(method: LoginMethod, state: string): LoginBeginning | null
  /** Keeps how the login of a burnt state ends, also while that is not known yet. */
  keepEnd(state: string, ended: Promise<EndedLogin>): void
  ended(state: string): Promise<EndedLogin> | null
  /** Keeps an outcome for the page that comes next; returns the name to ask for it. */
  keep(outcome: LoginOutcome): string
  outcome(name: string): LoginOutcome | null
  /** Keeps the token exchanged for a pasted one that was checked but not connected yet. Never written to disk. */
  keepAdopted(name: string, token: LoginToken): void
  /** Hands it over once: the next caller asks the platform again. */
  takeAdopted(name: string): LoginToken | null
}

const LIFE = 10 * MINUTE
const STATE_BYTES = 32
const NAME_BYTES = 16
/** More tabs than anybody has open; the oldest are forgotten. */
const MOST = 32

export function createLoginAttempts({ clock, random }: { clock: Clock; random: Random }): LoginAttempts {
  const begun = createShortMemory<{ method: LoginMethod; beginning: LoginBeginning }>(clock)
  const ends = createShortMemory<Promise<EndedLogin>>(clock)
  const outcomes = createShortMemory<LoginOutcome>(clock)
  const adopted = createShortMemory<LoginToken>(clock)
  return {
    begin: (method, beginning) => begun.add(toBase64Url(random.bytes(STATE_BYTES)), { method, beginning }),
    end(method, state) {
      const attempt = begun.get(state)
      begun.forget(state)
      return attempt?.method === method ? attempt.beginning : null
    },
    keepEnd: (state, ended) => void ends.add(state, ended),
    ended: (state) => ends.get(state),
    keep: (outcome) => outcomes.add(toBase64Url(random.bytes(NAME_BYTES)), outcome),
    outcome: (name) => outcomes.get(name),
    keepAdopted: (name, token) => void adopted.add(name, token),
    takeAdopted(name) {
      const token = adopted.get(name)
      adopted.forget(name)
      return token
    },
  }
}

/** Entries in the order of their age. */
function createShortMemory<T>(clock: Clock) {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    add(name: string, value: T): string {
      keepNewest(entries, name, { value, until: clock.monotonic() + LIFE }, MOST)
      return name
    },
    get(name: string): T | null {
      const entry = entries.get(name)
      return entry !== undefined && entry.until > clock.monotonic() ? entry.value : null
    },
    forget: (name: string) => void entries.delete(name),
  }
}
