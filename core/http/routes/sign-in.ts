// How a browser gets its cookie. Internal: the contract leaves the login flow open.
import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { CodedError } from '../../errors.ts'
import type { Random } from '../../ports/random.ts'
import { equalInConstantTime } from '../../sha256.ts'
import { launchProofOf, sealLaunchToken, type LaunchExchange } from '../../sessions/launch-proof.ts'
import type { LaunchTokens } from '../../sessions/launch-tokens.ts'
import { setSessionCookie } from '../../sessions/session-cookie.ts'
import { startSession, type SessionPorts } from '../../sessions/sessions.ts'
import { isFromOwnPage } from '../authenticate.ts'
import type { AppEnv } from '../context.ts'
import { refuseInvalid } from '../validation-hook.ts'

export interface SignInPorts extends SessionPorts {
  readonly launchTokens: LaunchTokens
  /** Kept in the data folder: whoever can read it may sign in. It never travels. */
  readonly folderSecret: string
  /** This life of the server, as the data folder names it. */
  readonly life: string
  readonly random: Random
  /** The address that the data folder names. */
  ownOrigin(): string
  ownOrigins(): readonly string[]
  /** Slows guessing down. */
  pause(milliseconds: number): Promise<void>
}

const PAUSE_AFTER_WRONG = 200
const Secret = z.string().min(1).max(200)
const Proof = z.string().regex(/^[\w-]{43}$/)
const Challenge = z.object({ nonce: Proof })

export function signInRoutes(ports: SignInPorts) {
  return new Hono<AppEnv>()
    .post('/auth/session', zValidator('json', z.object({ t: Secret }), refuseInvalid), async (c) => {
      // A foreign page must not be able to sign the browser in, even with a token it was given.
      if (isFromBrowser(c) && !isFromOwnPage(c, ports.ownOrigins())) throw new CodedError('AUTH_REQUIRED')
      await checkSlowly(ports, () => ports.launchTokens.redeem(c.req.valid('json').t))
      setSessionCookie(c, await startSession(ports))
      return c.body(null, 204)
    })
    .post('/auth/launch/challenge', zValidator('json', Challenge, refuseInvalid), async (c) => {
      const exchange = exchangeOf(ports, c.req.valid('json').nonce)
      return c.json({ proof: await launchProofOf(ports.folderSecret, 'server', exchange) }, 200)
    })
    .post(
      '/auth/launch',
      zValidator('json', Challenge.extend({ proof: Proof }), refuseInvalid),
      async (c) => {
        const { nonce, proof } = c.req.valid('json')
        const exchange = exchangeOf(ports, nonce)
        await checkSlowly(ports, () => checkProof(ports, exchange, proof))
        return c.json({ sealed: await sealTokenFor(ports, exchange) }, 200)
      },
    )
}

/** A program may leave both out; a browser says at least one. */
function isFromBrowser(c: Context): boolean {
  return c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined
}

function exchangeOf({ life, ownOrigin }: SignInPorts, nonce: string): LaunchExchange {
  return { origin: ownOrigin(), life, nonce }
}

async function checkProof(ports: SignInPorts, exchange: LaunchExchange, proof: string): Promise<void> {
  if (!equalInConstantTime(await launchProofOf(ports.folderSecret, 'caller', exchange), proof))
    throw new CodedError('AUTH_REQUIRED')
}

async function sealTokenFor(ports: SignInPorts, exchange: LaunchExchange): Promise<string> {
  return sealLaunchToken(ports.folderSecret, exchange, await ports.launchTokens.issue(), ports.random)
}

async function checkSlowly(ports: SignInPorts, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (error) {
    await ports.pause(PAUSE_AFTER_WRONG)
    throw error
  }
}
