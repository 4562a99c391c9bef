// The client's state that an answer carries: it comes in headers and cookies, and a client that misses some is logged out.
import type { Clock } from '../../../../core/ports/clock.ts'
import { SECOND } from '../../../../core/time.ts'
import { PRACTICE_KEY_ID, PRACTICE_PUBLIC_KEY } from './practice-key.ts'
import { privateApiPersonOf } from '../practice.ts'
import type { SandboxSession } from './sessions.ts'

const LIVES = 'expires=Fri, 19-Nov-2027 13:00:00 GMT; Max-Age=31449600'
const SCOPE = 'Domain=.instagram.com; Path=/; Secure'

/** A value that ends after the colon is empty: a client that stores it has no session. */
export const EMPTY_AUTHORIZATION = 'Bearer IGT:2:'

export function authorizationOf({ pk, sessionId }: SandboxSession): string {
  const fields = {
    ds_user_id: pk,
    sessionid: encodeURIComponent(sessionId),
    should_use_header_over_cookies: true,
  }
  return `${EMPTY_AUTHORIZATION}${btoa(JSON.stringify(fields))}`
}

/** The `sessionid` in a header of the form above; null when there is none. */
export function sessionIdIn(authorization: string): string | null {
  try {
    const fields: unknown = JSON.parse(atob(authorization.slice(EMPTY_AUTHORIZATION.length)))
    const sessionId = (fields as { sessionid?: unknown } | null)?.sessionid
    return authorization.startsWith(EMPTY_AUTHORIZATION) && typeof sessionId === 'string' ? sessionId : null
  } catch {
    return null
  }
}

/** Everything that a new session consists of. */
export function setSession(response: Response, session: SandboxSession, clock: Clock): void {
  const { headers } = response
  headers.set('ig-set-authorization', authorizationOf(session))
  headers.set('x-ig-set-www-claim', `hmac.SANDBOX${session.pk.slice(-4)}`)
  headers.set('ig-set-ig-u-ds-user-id', session.pk)
  headers.set('ig-set-ig-u-ig-direct-region-hint', 'LLA')
  headers.set('ig-set-x-mid', midOf(session))
  setSessionIdCookie(response, session)
  headers.append('set-cookie', `ds_user_id=${session.pk}; ${LIVES}; ${SCOPE}`)
  headers.append('set-cookie', `csrftoken=${session.csrfToken}; ${LIVES}; ${SCOPE}`)
  headers.append('set-cookie', `mid=${midOf(session)}; ${LIVES}; ${SCOPE}`)
  setRouting(response, session, clock)
}

export function setSessionIdCookie({ headers }: Response, { sessionId }: SandboxSession): void {
  headers.append('set-cookie', `sessionid=${encodeURIComponent(sessionId)}; ${LIVES}; HttpOnly; ${SCOPE}`)
}

/** Sent with every answer, and never the same. */
export function setRouting({ headers }: Response, { pk, kind }: SandboxSession, clock: Clock): void {
  const rur = `CLN,${pk},${Math.floor(clock.now() / SECOND) + 31_536_000}:01f7sandbox`
  headers.append('set-cookie', `rur="${rur.replaceAll(',', '\\054')}"; HttpOnly; ${SCOPE}`)
  if (kind === 'mobile') headers.set('ig-set-ig-u-rur', rur)
}

/** Sets what a client needs before it has a session. */
export function setBeginning({ headers }: Response): void {
  headers.set('ig-set-password-encryption-key-id', String(PRACTICE_KEY_ID))
  headers.set('ig-set-password-encryption-pub-key', PRACTICE_PUBLIC_KEY)
  headers.set('ig-set-x-mid', 'SANDBOXmidofanewdevice')
  headers.append('set-cookie', `csrftoken=SANDBOXcsrfofanewdevice; ${LIVES}; ${SCOPE}`)
  headers.append('set-cookie', `mid=SANDBOXmidofanewdevice; ${LIVES}; ${SCOPE}`)
}

function midOf({ pk }: SandboxSession): string {
  return privateApiPersonOf(pk)?.browser.mid ?? ''
}
