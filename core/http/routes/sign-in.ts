// How a browser gets its cookie. Internal: the contract leaves the login flow open.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { CodedError } from '../../errors.ts'
import { equalInConstantTime, sha256Hex } from '../../sha256.ts'
import type { LaunchTokens } from '../../sessions/launch-tokens.ts'
import { setSessionCookie } from '../../sessions/session-cookie.ts'
import { startSession, type SessionPorts } from '../../sessions/sessions.ts'
import { isFromOwnPage } from '../authenticate.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface SignInPorts extends SessionPorts {
  readonly launchTokens: LaunchTokens
  /** Kept in the data folder: whoever can read it may sign in. */
  readonly folderSecret: string
  ownOrigins(): readonly string[]
  /** Slows guessing down. */
  pause(milliseconds: number): Promise<void>
}

const PAUSE_AFTER_WRONG = 200
const Secret = z.string().min(1).max(200)

export function signInRoutes(ports: SignInPorts) {
  return new Hono<AppEnv>()
    .post('/auth/session', zValidator('json', z.object({ t: Secret }), refuseInvalid), async (c) => {
      // A foreign page must not be able to sign the browser in, even with a token it was given.
      if (c.req.header('origin') !== undefined && !isFromOwnPage(c, ports.ownOrigins()))
        throw new CodedError('AUTH_REQUIRED')
      await slowly(ports, () => ports.launchTokens.redeem(c.req.valid('json').t))
      setSessionCookie(c, await startSession(ports))
      return c.body(null, 204)
    })
    .post('/auth/launch', zValidator('json', z.object({ secret: Secret }), refuseInvalid), async (c) => {
      await slowly(ports, () => checkFolderSecret(ports.folderSecret, c.req.valid('json').secret))
      return c.json({ t: await ports.launchTokens.issue() }, 200)
    })
}

async function checkFolderSecret(expected: string, given: string): Promise<void> {
  if (!equalInConstantTime(await sha256Hex(expected), await sha256Hex(given)))
    throw new CodedError('AUTH_REQUIRED')
}

async function slowly(ports: SignInPorts, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    await ports.pause(PAUSE_AFTER_WRONG)
    throw error
  }
}
