// The figures of a real account's media over HTTP, at the sandbox that refuses what the platform refuses, through both logins.
import { describe, expect, it } from 'vitest'
import { createGraphInsights } from '../../../../core/engine/platform/insights/graph-insights.ts'
import { createInsightOffers } from '../../../../core/features/insights/offers.ts'
import { permissionsFor } from '../../../../core/rules/accounts/permissions.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { SANDBOX_PARTNER_APP, SANDBOX_PLATFORM_APP } from '../../../../local-server/sandbox/oauth/apps.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import {
  answerOf,
  BY_PARTNER,
  BY_PLATFORM,
  HARBOUR,
  openKitchen,
  ORIGIN,
  partnerLoginWith,
  platformLoginWith,
  REEL,
  type Kitchen,
  type Login,
} from '../../../local-server/sandbox/kitchen.ts'
import type { SandboxOptions } from '../../../../local-server/sandbox/sandbox.ts'
import { ACCOUNT_ID, createInsightWorld } from './insight-world.ts'

const LOGINS = [
  ['platform', BY_PLATFORM, platformLoginWith],
  ['partner', BY_PARTNER, partnerLoginWith],
] as const

/** One that lives for sixty days in place of an hour. */
async function longOf({ sandbox }: Kitchen, { host, token }: Login): Promise<Login> {
  const isPartner = host === 'graph.facebook.com'
  const [path, app, grant_type, name] = isPartner
    ? ['/v25.0/oauth/access_token', SANDBOX_PARTNER_APP, 'fb_exchange_token', 'fb_exchange_token']
    : ['/access_token', SANDBOX_PLATFORM_APP, 'ig_exchange_token', 'access_token']
  const query = new URLSearchParams({
    grant_type,
    client_id: app.id,
    client_secret: app.secret,
    [name]: token,
  })
  const answer = await sandbox.app.request(`/sandbox/${host}${path}?${query}`)
  return { host, token: (await answerOf<{ access_token: string }>(answer)).access_token }
}

describe.each(LOGINS)('an account of the %s login', (loginMethod, full, loginWith) => {
  async function aScene(behaviour: SandboxOptions['behaviour'] = {}) {
    const clock = createManualClock()
    const kitchen = openKitchen({ clock, behaviour })
    let login = full
    const own = { accountId: ACCOUNT_ID, igUserId: HARBOUR, loginMethod, isSandbox: true }
    const world = await createInsightWorld({
      clock,
      calls: createGraphInsights({
        fetch: async (input, init) => kitchen.sandbox.app.request(new Request(input, init)),
        graphUrl: () => `${ORIGIN}/sandbox/${full.host}`,
      }),
      account: { igUserId: HARBOUR, username: 'harbour.bakery', loginMethod, grantedScopes: null },
      accessTo: async () => ({ ...own, token: login.token, page: null, pausedUntil: null }),
    })
    const permissions = permissionsFor(loginMethod, 'publish')
    return {
      world,
      post: (fields: Record<string, string> = {}) => kitchen.postAs(full, fields),
      figures: (id: string, at: number) => kitchen.sandbox.figures(at).get(id) ?? {},
      /** What its user allows from now on. */
      async allow(isAllowed: boolean) {
        const without = () => loginWith(kitchen.sandbox, permissions.join(','))
        login = isAllowed ? full : await longOf(kitchen, await without())
      },
      trouble: async () => (await world.stores.insights.account(ACCOUNT_ID))?.progress.trouble,
    }
  }

  it('has rows that are what the sandbox’s own ledger says of their time, for each kind', async () => {
    const { world, post, figures } = await aScene()
    const ids = [
      await post(),
      await post({ image_url: '', media_type: 'REELS', video_url: REEL }),
      await post({ media_type: 'STORIES' }),
    ]
    await world.run(2 * DAY)
    for (const id of ids) {
      const rows = (await world.rowsOf(id)).filter(({ metric }) => metric !== 'look')
      expect(new Set(rows.map(({ metric }) => metric))).toContain('reach')
      for (const { metric, at, value } of rows) expect(value).toBe(figures(id, at)[metric])
    }
    const [, , story = ''] = ids
    const end = (await world.rowsOf(story)).filter(({ metric }) => metric === 'look').at(-1)
    expect(end?.value).not.toBeNull()
    const own = await world.stores.insights.ownRows(ACCOUNT_ID)
    expect(new Set(own.map(({ metric }) => metric))).toContain('profile_links_taps')
  })

  it('adds up by day to what the ledger says in all, with what was taken back', async () => {
    const { world, post, figures } = await aScene()
    const ids = [await post(), await post({ caption: 'Rye' })]
    await world.run(5 * DAY)
    const { groups } = await world.insights.compare({ accountId: ACCOUNT_ID, by: 'day', metric: 'views' })
    const total = groups.reduce((sum, { value, correction }) => sum + (value ?? 0) + correction, 0)
    let told = 0
    for (const id of ids) {
      const { at = 0 } = (await world.rowsOf(id)).findLast(({ metric }) => metric === 'views') ?? {}
      told += figures(id, at)['views'] ?? Number.NaN
    }
    expect(total).toBe(told)
  })

  it('keeps everything else where shares of pictures are refused and one media is too old', async () => {
    const { world, post } = await aScene({
      sharesOfPictures: false,
      professionalSince: createManualClock().now() + MINUTE,
    })
    const old = await post()
    await world.pass(HOUR)
    const young = await post()
    await world.run(8 * HOUR)
    const metricsOf = async (id: string) => (await world.rowsOf(id)).map(({ metric }) => metric)
    expect(await world.rowsOf(old)).toMatchObject([{ metric: 'look', reason: 'before-professional' }])
    expect(await metricsOf(young)).toEqual(expect.arrayContaining(['reach', 'likes', 'profile_visits']))
    expect(await metricsOf(young)).not.toContain('shares')
  })

  it('does not take a missing permission for too few viewers of a story that had enough', async () => {
    const { world, post, allow } = await aScene()
    const id = await post({ media_type: 'STORIES' })
    await world.run(8 * HOUR)
    await allow(false)
    await world.run(DAY)
    const looks = (await world.rowsOf(id)).filter(({ metric }) => metric === 'look')
    expect(new Set(looks.map(({ reason }) => reason))).toEqual(new Set(['no-permission']))
  })

  it('says once that the permission is missing, asks nothing else meanwhile, and goes on when it is given', async () => {
    const { world, post, allow, trouble } = await aScene()
    const id = await post()
    await world.run(2 * HOUR)
    const before = (await world.rowsOf(id)).length
    expect(before).toBeGreaterThan(0)
    await allow(false)
    await world.run(2 * DAY)
    expect(await trouble()).toMatchObject({ reason: 'no-permission' })
    expect((await world.rowsOf(id)).length).toBe(before)
    await allow(true)
    await world.run(8 * HOUR)
    expect(await trouble()).toBeNull()
    const rows = await world.rowsOf(id)
    expect(rows).toContainEqual(expect.objectContaining({ metric: 'look', reason: 'no-permission' }))
    expect(rows.at(-1)?.value).not.toBeNull()
  })

  it('tells of a permission that was granted once and taken back since, until the account is connected again', async () => {
    const { world, post, allow } = await aScene()
    const { accounts, insights } = world.stores
    const grantedScopes = [
      ...permissionsFor(loginMethod, 'publish'),
      ...permissionsFor(loginMethod, 'insights'),
    ]
    const tokenExpiresAt = world.clock.now() + 30 * DAY
    await accounts.update(ACCOUNT_ID, { grantedScopes, tokenExpiresAt })
    const { findMoreTroubles } = createInsightOffers(insights)
    const told = async () => [
      (await world.insights.show(ACCOUNT_ID)).permission,
      ...(await findMoreTroubles(await accounts.list())).map(({ code }) => code),
    ]
    await post()
    await world.run(2 * HOUR)
    expect(await told()).toEqual([true])
    await allow(false)
    await world.run(8 * HOUR)
    expect(await told()).toEqual([false, 'INSIGHTS_NOT_ALLOWED'])
    const before = await findMoreTroubles(await accounts.list())
    await world.run(4 * HOUR)
    expect(await findMoreTroubles(await accounts.list())).toEqual(before)
    // An access that has ended says so itself.
    await accounts.update(ACCOUNT_ID, { tokenExpiresAt: world.clock.now() - 9 * HOUR })
    expect(await told()).toEqual([true])
    await accounts.update(ACCOUNT_ID, { tokenExpiresAt, tokenIssuedAt: world.clock.now() })
    expect(await told()).toEqual([true])
  })
})
