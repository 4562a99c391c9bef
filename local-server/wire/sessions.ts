// Signing in. The keys to a login come here and go no further.
import { setTimeout as pause } from 'node:timers/promises'
import { webCryptoRandom as random } from '../../core/random.ts'
import { createLaunchTokens } from '../../core/features/sessions/launch-tokens.ts'
import { createSessions, type Sessions } from '../../core/features/sessions/sessions.ts'
import { nodeClock as clock } from '../node-clock.ts'
import type { Folder, LoginRows } from './data-folder.ts'

export interface SigningIn {
  readonly sessions: Sessions
  /** A link that signs one browser in, once within ten minutes. */
  newLink(origin: string): Promise<string>
  /** This run of the server, as the data folder names it. */
  readonly life: string
}

export function composeSessions(
  { instanceId, userId, running }: Folder,
  { sessions, sessionKey, folderSecret }: LoginRows,
  ownOrigin: () => string,
): SigningIn {
  const [launchTokens, life] = [createLaunchTokens({ clock, random }), random.uuid()]
  const module = createSessions({
    sessions,
    sessionKey,
    folderSecret,
    instanceId,
    userId,
    life,
    launchTokens,
    clock,
    running,
    random,
    ownOrigin,
    pause: (milliseconds) => pause(milliseconds),
  })
  return { sessions: module, newLink: module.newLink, life }
}
