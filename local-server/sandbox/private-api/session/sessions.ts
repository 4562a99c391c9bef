// The sessions at the private hosts: browsers from the beginning, apps after a login. Kept in the store, so that a restart
// logs nobody out.
import { toBase64Url } from '../../../../core/base64url.ts'
import type { Random } from '../../../../core/ports/random.ts'
import type { Recall } from '../../state/recall.ts'
import type { SandboxStore } from '../../state/store.ts'
import { PRIVATE_API_PEOPLE, type PrivateApiPerson } from '../practice.ts'

/** A session belongs to one host only. */
export type SessionKind = 'mobile' | 'web'

export interface SandboxSession {
  /** Stays the same when the `sessionid` rotates. */
  readonly id: string
  readonly kind: SessionKind
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

interface SessionPorts {
  readonly store: SandboxStore
  readonly recall: Recall
  readonly random: Random
}

export function createSessionBook({ store, recall, random }: SessionPorts): SessionBook {
  let read: Map<string, SandboxSession> | undefined
  const sessions = () => (read ??= readSessions(recall))
  const keep = (session: SandboxSession) => {
    store.put('native-session', session.id, JSON.stringify(session))
    sessions().set(session.id, session)
    return session
  }
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
      return [...sessions().values()].find((one) => one.sessionId === sessionId) ?? null
    },
    rotate: (session) => keep({ ...session, sessionId: newSessionId(session.pk) }),
  }
}

function readSessions(recall: Recall): Map<string, SandboxSession> {
  const browsers = PRIVATE_API_PEOPLE.map(({ pk, browser }): SandboxSession => {
    const { sessionid, csrftoken } = browser
    return { id: `browser-${pk}`, kind: 'web', pk, sessionId: decoded(sessionid), csrfToken: csrftoken }
  })
  const kept = recall('native-session').map(({ json }) => JSON.parse(json) as SandboxSession)
  return new Map([...browsers, ...kept].map((session) => [session.id, session]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
