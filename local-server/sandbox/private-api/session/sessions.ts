// The sessions at the private hosts: browsers from the beginning, apps after a login. Kept in the store, so that a restart
// logs nobody out.
import { toBase64Url } from '../../../../core/base64url.ts'
import type { Random } from '../../../../core/ports/random.ts'
import type { Journal } from '../../state/journal.ts'
import { PRIVATE_API_PEOPLE, type PrivateApiPerson } from '../practice.ts'

/** A session belongs to one host only. */
export type SessionHost = 'mobile' | 'web'

export interface SandboxSession {
  /** Stays the same when the `sessionid` rotates. */
  readonly id: string
  readonly kind: SessionHost
  readonly pk: string
  /** Not percent-encoded. */
  readonly sessionId: string
  readonly csrfToken: string
}

export interface SessionBook {
  /** A new session of the app. Earlier ones of the person stay valid. */
  open(person: PrivateApiPerson): SandboxSession
  /** By its present `sessionid`, percent-encoded or not. */
  find(sessionId: string): SandboxSession | null
  /** Gives it a new `sessionid`; the old one opens nothing any more. */
  rotate(session: SandboxSession): SandboxSession
}

export function createSessionBook(journal: Journal, random: Random): SessionBook {
  const kept = journal.kept<SandboxSession>('native-session')
  const keep = (session: SandboxSession) => kept.put(session.id, session)
  const newSessionId = (pk: string) =>
    `${pk}:${toBase64Url(random.bytes(12))}:27:${toBase64Url(random.bytes(18))}`
  return {
    open({ pk }) {
      const id = random.uuid()
      const csrfToken = toBase64Url(random.bytes(24))
      return keep({ id, kind: 'mobile', pk, sessionId: newSessionId(pk), csrfToken })
    },
    find(given) {
      const sessionId = decoded(given)
      // One of a browser that was rotated stands in place of its beginning.
      const sessions = new Map([...BROWSER_SESSIONS, ...kept.all()])
      return [...sessions.values()].find((one) => one.sessionId === sessionId) ?? null
    },
    rotate: (session) => keep({ ...session, sessionId: newSessionId(session.pk) }),
  }
}

const BROWSER_SESSIONS = PRIVATE_API_PEOPLE.map(({ pk, browser }): [string, SandboxSession] => {
  const id = `browser-${pk}`
  const { sessionid, csrftoken: csrfToken } = browser
  return [id, { id, kind: 'web', pk, sessionId: decoded(sessionid), csrfToken }]
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
