// How a browser gets its cookie. Internal: the contract leaves the login flow open.
import { Hono } from 'hono'
import { z } from 'zod'
import { CodedError } from '../../coded-error.ts'
import { requireOwnPage, setSessionCookie } from '../authenticate.ts'
import type { Sessions } from '../../features/sessions/sessions.ts'
import type { AppEnv } from '../context.ts'
import { validJson } from '../validated-routes.ts'

const Secret = z.string().min(1).max(200)
const Proof = z.string().regex(/^[\w-]{43}$/)
/** A command of Nightpost says that it is one. */
const SignIn = z.object({ t: Secret, as: z.enum(['browser', 'command']).default('browser') })
const Challenge = z.object({ nonce: Proof })

export function signInRoutes(sessions: Sessions, ownOrigins: () => readonly string[]) {
  return new Hono<AppEnv>()
    .post('/auth/session', validJson(SignIn), async (c) => {
      // A foreign page must not be able to sign the browser in, even with a token it was given.
      requireOwnPage(c, ownOrigins())
      const { t, as } = c.req.valid('json')
      setSessionCookie(c, await sessions.signIn(t, as), ownOrigins())
      return c.body(null, 204)
    })
    .post('/auth/phone-link', async (c) => {
      const origin = ownOrigins().find((one) => one.startsWith('https:'))
      if (origin === undefined)
        throw new CodedError(
          'NOT_CONFIGURED',
          'Nightpost has no address that a phone can reach. Name one with NIGHTPOST_ORIGIN and start again.',
        )
      return c.json({ link: await sessions.newLink(origin) }, 200)
    })
    .post('/auth/launch/challenge', validJson(Challenge), async (c) =>
      c.json({ proof: await sessions.proveToCaller(c.req.valid('json').nonce) }, 200),
    )
    .post('/auth/launch', validJson(Challenge.extend({ proof: Proof })), async (c) => {
      const { nonce, proof } = c.req.valid('json')
      return c.json({ sealed: await sessions.sealLaunchTokenFor(nonce, proof) }, 200)
    })
}
