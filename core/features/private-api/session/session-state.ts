// The session of an account at the private API, and how each answer changes it. Pure.
import { toHex } from '../../../base64url.ts'
import type {
  PendingChallenge,
  PrivateApiDevice,
  PrivateApiSession,
  PrivateApiState,
} from '../../../ports/reposts/private-api.ts'
import type { Random } from '../../../ports/random.ts'
import type { Instant } from '../../../time.ts'
import { MOBILE_USER_AGENT } from '../hosts.ts'
import type { ReplyVerdict } from '../judge-reply.ts'

export const NO_STATE: PrivateApiState = {
  session: null,
  challenge: null,
  device: null,
  loginTries: [],
  lastLoginAt: null,
}

/** Names for this installation, made once: they imitate no other device. */
export function newDevice(random: Random): PrivateApiDevice {
  return {
    guid: random.uuid(),
    phoneId: random.uuid(),
    deviceId: `android-${toHex(random.bytes(8))}`,
    adid: random.uuid(),
  }
}

/** A session that nothing was answered to yet. */
export function newSession(
  begun: Omit<
    PrivateApiSession,
    'authorization' | 'wwwClaim' | 'routing' | 'lastOkAt' | 'doubtedAt' | 'isDead'
  >,
): PrivateApiSession {
  return {
    ...begun,
    authorization: null,
    wwwClaim: '0',
    routing: {},
    lastOkAt: null,
    doubtedAt: null,
    isDead: false,
  }
}

/** It is not logged in yet. */
export function newMobileSession(
  device: PrivateApiDevice,
  username: string,
  createdAt: Instant,
): PrivateApiSession {
  const nobody = { userId: '', cookies: {}, mid: null }
  return newSession({
    ...nobody,
    transport: 'mobile',
    username,
    device,
    userAgent: MOBILE_USER_AGENT,
    createdAt,
  })
}

/**
 * The challenge that an answer asks for, and a code can end. A browser's session is confirmed in the browser: codes are for
 * sessions of the app.
 */
export function pendingChallenge(
  { session, verdict }: { readonly session: PrivateApiSession; readonly verdict: ReplyVerdict },
  now: Instant,
): PendingChallenge | null {
  if (verdict.kind !== 'stopped' || verdict.challenge === null || session.transport === 'web') return null
  return { ...verdict.challenge, stepName: '', contactPoint: null, session, startedAt: now, tries: 0 }
}

/** Whether it holds anything that identifies the account to the platform. */
export function hasCredentials({ authorization, cookies }: PrivateApiSession): boolean {
  return authorization !== null || (cookies['sessionid'] ?? '') !== ''
}

/** Values that the platform wants sent back, by its names on later requests. */
const ROUTING = ['ig-u-ds-user-id', 'ig-u-rur', 'ig-u-shbid', 'ig-u-shbts', 'ig-u-ig-direct-region-hint']
/** An empty one ends in a colon. */
const BEARER = /^Bearer IGT:2:[\w+/=-]+$/
const SENDABLE = /^[\x20-\x7e]{1,4096}$/

/** Updates the session from the headers of an answer, also of a refusal. */
export function afterHeaders(session: PrivateApiSession, headers: Headers): PrivateApiSession {
  const cookies = mergedCookies(session.cookies, headers.getSetCookie())
  const sent = (name: string) => {
    const value = headers.get(name)
    return value !== null && SENDABLE.test(value) ? value : null
  }
  const routing = { ...session.routing }
  for (const name of ROUTING) {
    const value = sent(`ig-set-${name}`)
    if (value !== null) routing[name] = value
  }
  const bearer = sent('ig-set-authorization')
  return {
    ...session,
    cookies,
    routing,
    authorization: bearer !== null && BEARER.test(bearer) ? bearer : session.authorization,
    wwwClaim: sent('x-ig-set-www-claim') ?? session.wwwClaim,
    mid: sent('ig-set-x-mid') ?? cookies['mid'] ?? session.mid,
  }
}

const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]{1,64}$/
/** Printable, without space, comma and semicolon; the platform's own values hold quotes and backslashes. */
const COOKIE_VALUE = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,4096}$/
/** More than the platform uses. */
const MOST_COOKIES = 40

export function isCookie(name: string, value: string): boolean {
  return COOKIE_NAME.test(name) && COOKIE_VALUE.test(value)
}

function mergedCookies(
  known: Readonly<Record<string, string>>,
  lines: readonly string[],
): Record<string, string> {
  const cookies = new Map(Object.entries(known))
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';')
    const split = pair.indexOf('=')
    const name = pair.slice(0, Math.max(split, 0)).trim()
    const value = pair.slice(split + 1).trim()
    if (isTakenBack(value, attributes)) cookies.delete(name)
    else if (isCookie(name, value) && (cookies.has(name) || cookies.size < MOST_COOKIES))
      cookies.set(name, value)
  }
  return Object.fromEntries(cookies)
}

/** `expires` alone is ignored: hosts that take a cookie back also empty it. */
function isTakenBack(value: string, attributes: readonly string[]): boolean {
  return (
    value === '' ||
    value === '""' ||
    attributes.some((attribute) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(attribute))
  )
}
