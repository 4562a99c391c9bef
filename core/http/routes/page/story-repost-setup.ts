// Story repost beyond the contract: one mention, all settings, and the owner's session at the private API. Internal:
// used by the page only. Secrets go in here and never come out again.
import { Hono } from 'hono'
import { validator } from 'hono/validator'
import { z } from 'zod'
import { TimeZone } from '../../../api/primitives.ts'
import { CodedError } from '../../../coded-error.ts'
import type { Reposts } from '../../../features/reposts/reposts.ts'
import { toIso } from '../../../time.ts'
import { readOverlay } from '../../../rules/reposts/overlay.ts'
import { SETTING_BOUNDS, type BoundedSetting } from '../../../rules/reposts/setting-bounds.ts'
import type { AppEnv } from '../../context.ts'
import { validJson } from '../../validated-routes.ts'

const within = (setting: BoundedSetting) =>
  z.int().min(SETTING_BOUNDS[setting].least).max(SETTING_BOUNDS[setting].most).optional()
const hour = z.int().min(0).max(23).optional()
const Settings = z.object({
  accountId: z.uuid(),
  source: z.enum(['official', 'native']).optional(),
  pollIntervalHours: within('pollIntervalHours'),
  jitterMinutes: within('jitterMinutes'),
  timezone: TimeZone.optional(),
  sleepWindowStart: hour,
  sleepWindowEnd: hour,
  dailyRepostLimit: within('dailyRepostLimit'),
  autoRepostEnabled: z.boolean().optional(),
  autoTagOriginalPoster: z.boolean().optional(),
  signatureOverlay: z
    .string()
    .max(1_000)
    .refine(
      (json) => readOverlay(json) !== null,
      'must be JSON like {"text":"via @{username}","x":0.5,"y":0.9,"colour":"#ffffff"}',
    )
    .nullish(),
})

const Credentials = z.object({
  accountId: z.uuid(),
  username: z.string().trim().min(1).max(64),
  password: z.string().min(1).max(256),
})
const Session = z.object({
  accountId: z.uuid(),
  /** What the user copied from the browser. */
  cookies: z.union([
    z.string().max(20_000),
    z.record(z.string(), z.unknown()),
    z.array(z.unknown()).max(500),
  ]),
  userAgent: z.string().trim().min(10).max(500),
})
/** Parsed leniently: these two routes have their own codes for missing fields. */
const Challenge = z.object({ accountId: z.unknown().optional(), code: z.unknown().optional() })

/** For the types of the page's client; parsed by hand, because missing fields have codes of their own. */
const ofAccount = validator('query', ({ accountId }): { accountId?: string | undefined } => ({
  accountId: [accountId].flat()[0],
}))
const Id = z.uuid()

export function storyRepostSetupRoutes(reposts: Reposts) {
  const { session } = reposts
  return new Hono<AppEnv>()
    .put('/story-repost/settings', validJson(Settings), async (c) => {
      const { accountId, ...change } = c.req.valid('json')
      return c.json(await reposts.changeSettings(accountId, change), 200)
    })
    .get('/story-repost/sources', ofAccount, async (c) =>
      c.json(await session.sources(readId(c.req.valid('query').accountId)), 200),
    )
    .post('/story-repost/credentials', validJson(Credentials), async (c) => {
      const { accountId, username, password } = c.req.valid('json')
      await session.login({ accountId, username, password })
      return c.json(await session.sources(accountId), 200)
    })
    .post('/story-repost/session', validJson(Session), async (c) => {
      const { accountId, cookies, userAgent } = c.req.valid('json')
      await session.importSession({ accountId, pasted: asText(cookies), userAgent })
      return c.json(await session.sources(accountId), 200)
    })
    .delete('/story-repost/session', ofAccount, async (c) => {
      await session.forget(readId(c.req.valid('query').accountId))
      return c.json({ success: true as const }, 200)
    })
    .post('/story-repost/challenge/start', validJson(Challenge), async (c) => {
      const { stepName, contactPoint, expiresAt } = await session.startChallenge(
        accountOf(c.req.valid('json')),
      )
      return c.json({ stepName, contactPoint, expiresAt: toIso(expiresAt) }, 200)
    })
    .post('/story-repost/challenge', validJson(Challenge), async (c) => {
      const given = c.req.valid('json')
      const accountId = accountOf(given)
      // Instagram's messages group the digits: 424 242.
      const code = typeof given.code === 'string' ? given.code.replaceAll(/\s/g, '') : ''
      if (!/^[0-9]{6}$/.test(code)) throw new CodedError('INVALID_CODE')
      await session.submitChallenge(accountId, code)
      return c.json(await session.sources(accountId), 200)
    })
    .get('/story-repost/:id/story', async (c) => {
      const id = readId(c.req.param('id'))
      const { contentType, body: bytes } = await reposts.showStory(id)
      // It may contain anything: a browser must neither run nor keep it.
      c.header('Content-Security-Policy', "sandbox; default-src 'none'")
      c.header('Content-Type', contentType)
      return c.body(bytes, 200)
    })
    .post('/story-repost/:id/repost', async (c) =>
      c.json(await reposts.repost(readId(c.req.param('id'))), 200),
    )
    .post('/story-repost/:id/dismiss', async (c) =>
      c.json(await reposts.dismiss(readId(c.req.param('id'))), 200),
    )
}

function asText(cookies: z.infer<typeof Session>['cookies']): string {
  return typeof cookies === 'string' ? cookies : JSON.stringify(cookies)
}

function accountOf({ accountId }: z.infer<typeof Challenge>): string {
  if (accountId === undefined || accountId === null || accountId === '')
    throw new CodedError('MISSING_ACCOUNT_ID')
  const id = Id.safeParse(accountId)
  if (!id.success) throw new CodedError('VALIDATION_ERROR', 'accountId: must be an id.')
  return id.data
}

function readId(text: string | undefined): string {
  if (text === undefined || text === '')
    throw new CodedError('MISSING_PARAM', 'Add accountId, the id of the account.')
  if (!Id.safeParse(text).success) throw new CodedError('NOT_FOUND', 'Not found.')
  return text
}
