import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { SECOND } from '../time.ts'
import { SESSION_COOKIE, SESSION_LIFE } from './session-tokens.ts'

/** No `Secure`: this is plain http on loopback, where not every browser would take it. No `Domain`: this host only. */
export function setSessionCookie(c: Context, token: string): void {
  setCookie(c, SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: SESSION_LIFE / SECOND,
  })
}

export function clearSessionCookie(c: Context): void {
  deleteCookie(c, SESSION_COOKIE, { path: '/', httpOnly: true, sameSite: 'Strict' })
}
