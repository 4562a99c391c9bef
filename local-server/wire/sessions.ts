// Signing in. The keys to a login come here and go no further.
import { createLaunchTokens } from '../../core/features/sessions/launch-tokens.ts'
import { createSessions, type Sessions } from '../../core/features/sessions/sessions.ts'
import type { LoginRows } from './data-folder.ts'
import type { Parts } from './outside.ts'

export interface SigningIn {
  readonly sessions: Sessions
  /** A link that signs one browser in, once within ten minutes. */
  newLink(origin: string): Promise<string>
  /** This run of the server, as the data folder names it. */
  readonly life: string
}

export function composeSessions(parts: Parts, login: LoginRows): SigningIn {
  const life = parts.random.uuid()
  const sessions = createSessions({ ...parts, ...login, life, launchTokens: createLaunchTokens(parts) })
  return { sessions, newLink: sessions.newLink, life }
}
