// How a browser gets its login, and what the login permits: a short-lived JWT in a cookie, and a row that must be alive for the
// token to count. The keys to both are known here and nowhere else.
//
// A session ages by running time and by the wall clock, and ends by the one that says so first. So a computer that slept has
// ended it; and a clock that is put back neither ends the session of the person who has to release a hold nor prolongs one.
import { sign, verify } from 'hono/jwt'
import { z } from 'zod'
import { toBase64Url } from '../../base64url.ts'
import { CodedError } from '../../coded-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { SessionRecord, SessionStore } from '../../ports/session-store.ts'
import { equalInConstantTime } from '../../sha256.ts'
import { LOST_AT_MOST, type RunningTime } from '../../running-time.ts'
import { DAY, HOUR, SECOND, type Instant } from '../../time.ts'
import { launchProofOf, sealLaunchToken, type LaunchExchange } from './launch-proof.ts'
import type { LaunchTokens } from './launch-tokens.ts'
import { createMemorySessionStore } from './memory-session-store.ts'

export const SESSION_COOKIE = 'session'
export const SESSION_LIFE = 12 * HOUR
const LONGEST_LIFE = 30 * DAY
/** A session with less time left than this is prolonged when it is used. */
const RENEW_BELOW = SESSION_LIFE / 2
/** The row of a session in use is written at most this often: an open stream looks at its session every few seconds. */
const RENEWAL_RESOLUTION = HOUR
const BROWSERS_KEPT = 25
/** Only killed commands leave theirs behind. */
const COMMANDS_KEPT = 1_000
const AUDIENCE = 'ui'
/** Our tokens have about 360 bytes; a huge one is not worth hashing. */
const LONGEST_TOKEN = 2_000

interface TokenDeps {
  readonly sessions: Omit<SessionStore, 'add'>
  readonly clock: Pick<Clock, 'now'>
  readonly running: Pick<RunningTime, 'now'>
  readonly random: Random
  /** 32 random bytes that only this installation knows. */
  readonly sessionKey: Uint8Array
  /** The installation's id: a token of another installation is refused. */
  readonly instanceId: string
  readonly userId: string
}

export interface SessionsDeps extends TokenDeps {
  readonly sessions: SessionStore
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

/** Who signs in: a page, or a command of Nightpost for as long as it runs. */
export type SessionKind = 'browser' | 'command'

export function createSessions(deps: SessionsDeps) {
  const { launchTokens, folderSecret, life, random } = deps
  // In memory: a command ends with the server that it asks. Counted apart: no number of them signs a browser out.
  const commands = createMemorySessionStore()
  const all = { ...deps, sessions: eitherOf(commands, deps.sessions) }
  const exchangeOf = (nonce: string): LaunchExchange => ({ origin: deps.ownOrigin(), life, nonce })
  return {
    /** The cookie value of a new session. Throws AUTH_REQUIRED. */
    async signIn(launchToken: string, kind: SessionKind) {
      await checkSlowly(deps, () => launchTokens.redeem(launchToken))
      return kind === 'command'
        ? startSession({ ...deps, sessions: commands }, COMMANDS_KEPT)
        : startSession(deps)
    },
    /** Throws TOKEN_EXPIRED or TOKEN_INVALID. */
    check: (tokens: readonly string[]) => checkSession(all, tokens),
    end: (id: string) => all.sessions.remove(id),
    /** A link that signs one browser in at this origin of the server, once within ten minutes. */
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

/** Finds and changes each session where it was added. */
function eitherOf(commands: SessionStore, browsers: SessionStore): Omit<SessionStore, 'add'> {
  const storeOf = async (id: string) => ((await commands.find(id)) ? commands : browsers)
  return {
    find: async (id) => (await commands.find(id)) ?? browsers.find(id),
    extend: async (id, expiresAt) => (await storeOf(id)).extend(id, expiresAt),
    remove: async (id) => (await storeOf(id)).remove(id),
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

interface Session {
  readonly id: string
  /** A fresh cookie value, when this one was prolonged. */
  readonly renewedToken: string | null
}

export async function startSession(
  deps: TokenDeps & Pick<SessionsDeps, 'sessions'>,
  keep = BROWSERS_KEPT,
): Promise<string> {
  const now = await deps.running.now()
  const session: SessionRecord = { id: deps.random.uuid(), createdAt: now, expiresAt: now + SESSION_LIFE }
  await deps.sessions.add(session, keep)
  const begun = deps.clock.now()
  return tokenFor(deps, session, { now, begun, until: begun + SESSION_LIFE })
}

/**
 * Other programs on this host may have set cookies of the same name, since ports share the jar: any valid one counts.
 * Throws TOKEN_EXPIRED when the best of them was issued here and has expired, else TOKEN_INVALID.
 */
async function checkSession(deps: TokenDeps, tokens: readonly string[]): Promise<Session> {
  let expired = false
  for (const token of tokens) {
    const outcome = await readToken(deps, token)
    if (outcome === 'expired') expired = true
    else if (outcome !== 'invalid') return outcome
  }
  throw new CodedError(expired ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID')
}

async function readToken(deps: TokenDeps, token: string): Promise<Session | 'expired' | 'invalid'> {
  if (token.length > LONGEST_TOKEN) return 'invalid'
  const claims = await verifyClaims(deps, token)
  if (claims === null) return 'invalid'
  const now = await deps.running.now()
  const { iat, exp, jti, wall } = claims
  if (iat * SECOND > now + LOST_AT_MOST) return 'invalid'
  if (exp * SECOND <= now) return 'expired'
  if (wall.until * SECOND <= deps.clock.now()) return 'expired'
  const session = await deps.sessions.find(jti)
  if (!session) return 'invalid'
  if (session.expiresAt <= now) return 'expired'
  if (!isOf(claims, session)) return 'invalid'
  // On a full disk reads must continue; the session is prolonged another time.
  const renewedToken = await renewSession(deps, session, claims).catch(() => null)
  return { id: session.id, renewedToken }
}

/**
 * Exactly what `tokenFor` writes: the library accepts a token without `exp`, or with times that are not numbers. A
 * signature alone proves too little, should the key ever leak.
 */
const Claims = z
  .strictObject({
    iss: z.string(),
    aud: z.literal(AUDIENCE),
    sub: z.string(),
    iat: z.int().positive(),
    exp: z.int().positive(),
    jti: z.string(),
    born: z.int(),
    /** The other times are running time. */
    wall: z.strictObject({ begun: z.int(), until: z.int() }),
  })
  .refine(({ iat, exp }) => exp > iat && (exp - iat) * SECOND <= SESSION_LIFE)
type Claims = z.infer<typeof Claims>

/** Null when the token was not issued here. */
async function verifyClaims(deps: TokenDeps, token: string): Promise<Claims | null> {
  try {
    const options = { alg: 'HS256', exp: false, nbf: false, iat: false } as const
    const { data } = Claims.safeParse(await verify(token, secret(deps), options))
    return data && data.iss === deps.instanceId && data.sub === deps.userId ? data : null
  } catch {
    return null
  }
}

/** The row bounds the token: it was made for this session, in its life, and ends no later. */
function isOf({ iat, exp, born }: Claims, { createdAt, expiresAt }: SessionRecord): boolean {
  return born === createdAt && iat >= seconds(createdAt) && exp <= seconds(expiresAt)
}

const seconds = (at: Instant) => Math.floor(at / SECOND)

/** Judged by the token that came, not by the row: the reply with the last fresh token may never have arrived. */
async function renewSession(
  deps: TokenDeps,
  session: SessionRecord,
  { exp, wall }: Claims,
): Promise<string | null> {
  const [now, wallNow] = [await deps.running.now(), deps.clock.now()]
  const begun = wall.begun * SECOND
  const until = Math.min(wallNow + SESSION_LIFE, begun + LONGEST_LIFE)
  const endsSoon = wall.until * SECOND - wallNow < RENEW_BELOW
  const isGained = endsSoon && seconds(until) > wall.until
  if (exp * SECOND - now >= RENEW_BELOW && !isGained) return null
  const expiresAt = Math.min(now + SESSION_LIFE, session.createdAt + LONGEST_LIFE)
  const isWritten = expiresAt - session.expiresAt >= RENEWAL_RESOLUTION
  const renewed = { ...session, expiresAt: isWritten ? expiresAt : Math.min(expiresAt, session.expiresAt) }
  if (seconds(renewed.expiresAt) <= exp && !isGained) return null
  if (isWritten) await deps.sessions.extend(session.id, expiresAt)
  return tokenFor(deps, renewed, { now, begun, until })
}

interface TokenTimes {
  readonly now: Instant
  readonly begun: Instant
  readonly until: Instant
}

function tokenFor(
  deps: TokenDeps,
  session: SessionRecord,
  { now, begun, until }: TokenTimes,
): Promise<string> {
  const claims: Claims = {
    iss: deps.instanceId,
    aud: AUDIENCE,
    sub: deps.userId,
    // A killed process may have thrown running time back.
    iat: seconds(Math.max(now, session.createdAt)),
    exp: seconds(session.expiresAt),
    jti: session.id,
    born: session.createdAt,
    wall: { begun: seconds(begun), until: seconds(until) },
  }
  return sign(claims, secret(deps), 'HS256')
}

function secret({ sessionKey }: TokenDeps): string {
  return toBase64Url(sessionKey)
}
