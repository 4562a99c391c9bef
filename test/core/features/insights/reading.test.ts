import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { anAccountRecord, START } from '../../../factories.ts'
import { aShown } from '../../../fakes/platform/audience.ts'
import { ACCOUNT_ID, createInsightWorld, type InsightWorld } from './insight-world.ts'

const STORY = aShown({ igMediaId: '18', kind: 'STORIES', publishedAt: START + HOUR })
const OTHER_ID = '00000000-0000-4000-8000-00000000bbbb'
const REEL = aShown({ igMediaId: '19', kind: 'REELS', publishedAt: START + HOUR })

describe('reading what the platform counts', () => {
  let world: InsightWorld
  beforeEach(async () => {
    world = await createInsightWorld()
    await world.pass(5 * MINUTE)
  })
  const looksAt = (what: string) => world.audience.heard.filter((call) => call.what === what)

  it('keeps a story to its end, although it was made elsewhere', async () => {
    world.audience.media = [STORY]
    await world.run(2 * DAY)
    const rows = await world.rowsOf('18')
    const last = rows.filter(({ metric }) => metric === 'look').at(-1)
    expect(last?.reason).toBeNull()
    expect(((last?.at ?? 0) - STORY.publishedAt) / HOUR).toBeGreaterThanOrEqual(23)
    expect(((last?.at ?? 0) - STORY.publishedAt) / HOUR).toBeLessThan(23.75)
  })

  it('keeps a story to its end while hundreds of older posts wait to be read', async () => {
    const reels = Array.from({ length: 400 }, (_, n) =>
      aShown({ igMediaId: String(1_000 + n), kind: 'REELS', publishedAt: START - (n + 10) * DAY }),
    )
    const story = { ...STORY, publishedAt: START - 22 * HOUR }
    world.audience.media = [...reels, story]
    const known = { accountId: ACCOUNT_ID, postId: null, isTrial: false, done: 0, nextAt: START }
    await world.run(MINUTE)
    await world.stores.insights.addMedia(reels.map((reel) => ({ ...reel, ...known })))
    await world.run(2.5 * HOUR)
    const last = (await world.rowsOf('18')).findLast(({ metric }) => metric === 'look')
    expect(last).toMatchObject({ reason: null })
    expect(await world.stores.insights.due(ACCOUNT_ID, world.truth.now())).not.toEqual([])
  })

  it.each([OTHER_ID, ACCOUNT_ID])(
    'leaves calls to the other account while many posts wait of %s',
    async (busy) => {
      await world.stores.accounts.put(anAccountRecord({ id: OTHER_ID, igUserId: '17841400000000099' }))
      const reels = Array.from({ length: 200 }, (_, n) =>
        aShown({ igMediaId: String(1_000 + n), kind: 'REELS', publishedAt: START - (n + 10) * DAY }),
      )
      const known = { accountId: busy, postId: null, isTrial: false, done: 0, nextAt: START }
      await world.insights.change(busy, {})
      await world.stores.insights.addMedia(reels.map((reel) => ({ ...reel, ...known })))
      world.audience.media = [{ ...STORY, publishedAt: START - 2 * HOUR }]
      await world.run(1.5 * HOUR)
      for (const id of [OTHER_ID, ACCOUNT_ID]) expect(await world.rowsOf('18', id)).not.toEqual([])
    },
  )

  it('keeps the figures that came with a list, however many younger posts wait', async () => {
    const young = Array.from({ length: 60 }, (_, n) =>
      aShown({ igMediaId: String(1_000 + n), kind: 'REELS', publishedAt: START - 3 * DAY + n }),
    )
    const known = { accountId: ACCOUNT_ID, postId: null, isTrial: false, done: 0, nextAt: START }
    await world.insights.change(ACCOUNT_ID, {})
    await world.stores.insights.addMedia(young.map((reel) => ({ ...reel, ...known })))
    world.audience.media = [aShown({ igMediaId: '20', publishedAt: START - 40 * DAY })]
    await world.run(10 * MINUTE)
    expect(await world.rowsOf('20')).not.toEqual([])
    expect(looksAt('20')).toEqual([])
  })

  it('reads everything else when one metric is refused, and does not ask for that one again', async () => {
    world.audience.media = [REEL]
    world.audience.refused.add('reels_skip_rate')
    await world.run(8 * HOUR)
    expect((await world.rowsOf('19')).map(({ metric }) => metric)).toContain('views')
    const calls = looksAt('19').length
    await world.run(2 * DAY)
    expect(looksAt('19').length - calls).toBeLessThanOrEqual(3)
  })

  it('reads one by one when a list is refused together with its figures', async () => {
    world.audience.media = [{ ...STORY }, { ...REEL, igMediaId: '20', kind: 'IMAGE' }]
    world.audience.refused.add('navigation').add('saved')
    await world.run(2 * DAY)
    expect(looksAt('18').length).toBeGreaterThan(0)
    expect((await world.rowsOf('20')).some(({ metric }) => metric === 'reach')).toBe(true)
  })

  it('looks on when the platform no longer knows the place in the list of older posts', async () => {
    world.audience.media = [REEL]
    world.audience.nextCursor = 'lost'
    await world.run(8 * HOUR)
    expect((await world.stores.insights.account(ACCOUNT_ID))?.progress).toMatchObject({
      olderPosts: null,
      trouble: null,
    })
    expect(await world.rowsOf('19')).not.toEqual([])
  })

  it('goes on behind a page of older posts on which nothing is shown', async () => {
    const old = { ...aShown({ igMediaId: '20', publishedAt: START - 90 * DAY }), figures: { reach: 7 } }
    world.audience.media = [REEL]
    world.audience.nextCursor = 'hidden'
    world.audience.older = { hidden: { media: [], next: 'shown' }, shown: { media: [old], next: null } }
    await world.run(DAY)
    expect(await world.rowsOf('20')).not.toEqual([])
  })

  it('makes no call shortly before a post, and makes up for it afterwards', async () => {
    world.audience.media = [STORY]
    const at = START + 3 * HOUR
    world.waiting.push({ postId: 'a post', at })
    await world.run(DAY)
    const near = world.audience.heard.filter((call) => call.at > at - 4 * MINUTE && call.at < at + 3 * MINUTE)
    expect(near).toEqual([])
    expect(await world.rowsOf('18')).not.toEqual([])
  })

  it('reads the account’s own last thirty days first, then a day at a time', async () => {
    await world.run(6 * HOUR)
    const days = (await world.stores.insights.ownRows(ACCOUNT_ID)).filter(({ metric }) => metric === 'reach')
    expect(days).toHaveLength(30)
    const before = looksAt('account').length
    await world.run(3 * DAY)
    expect(looksAt('account').length - before).toBeLessThanOrEqual(15)
  })

  it('pays for a list or for one media when somebody asks, not for both', async () => {
    const posts = ['20', '21'].map((igMediaId) => aShown({ igMediaId, publishedAt: START + HOUR }))
    world.audience.media = [...posts, STORY]
    await world.run(8 * HOUR)
    const before = world.audience.heard.length
    await world.insights.refresh(ACCOUNT_ID, null)
    const asked = world.audience.heard.slice(before).map(({ what }) => what)
    expect(asked.toSorted()).toEqual(['list of posts', 'list of stories'])
  })

  it('says why looks were missed while the platform did not answer', async () => {
    world.audience.media = [STORY]
    await world.run(8 * HOUR)
    world.audience.isSilent = true
    await world.run(2 * DAY)
    const rows = await world.rowsOf('18')
    expect(rows.at(-1)).toMatchObject({ metric: 'look', value: null, reason: 'not-answered' })
  })

  it('says that nobody could look while the lid was shut', async () => {
    world.audience.media = [STORY]
    await world.run(8 * HOUR)
    await world.pass(2 * DAY)
    await world.run(HOUR)
    const rows = await world.rowsOf('18')
    expect(rows.at(-1)).toMatchObject({ metric: 'look', value: null, reason: 'missed' })
  })

  it('answers with the newest days where there are more than fit', async () => {
    world.audience.media = [REEL]
    await world.run(8 * HOUR)
    const { groups, to } = await world.insights.compare({ accountId: ACCOUNT_ID, by: 'day', from: 0 })
    expect([groups.length, groups.at(-1)?.key]).toEqual([1_000, to.slice(0, 10)])
    expect(groups.at(-1)?.value).toBeGreaterThan(0)
  })

  it('asks nothing of an account whose login does not allow it, and says so once it did', async () => {
    const { accounts } = world.stores
    await accounts.update(ACCOUNT_ID, { grantedScopes: ['instagram_business_basic'] })
    await world.run(DAY)
    expect(world.audience.heard).toEqual([])
    expect(await world.stores.insights.accounts()).toEqual([])
    await world.insights.change(ACCOUNT_ID, { metric: 'views' })
    await world.run(HOUR)
    expect(await world.insights.show(ACCOUNT_ID)).toMatchObject({ permission: false, metric: 'views' })
    await accounts.update(ACCOUNT_ID, { grantedScopes: ['instagram_business_manage_insights'] })
    await world.run(DAY)
    expect((await world.stores.insights.account(ACCOUNT_ID))?.progress.trouble).toBeNull()
    expect(world.audience.heard.length).toBeGreaterThan(0)
  })

  it('leaves a connected account its numbers when another one takes its former name', async () => {
    world.audience.media = [REEL]
    await world.run(DAY)
    await world.stores.accounts.update(ACCOUNT_ID, { username: 'day.owl' })
    await world.stores.accounts.put(anAccountRecord({ id: OTHER_ID, igUserId: '17841400000000099' }))
    await world.run(HOUR)
    expect(await world.rowsOf('19')).not.toEqual([])
  })

  it('lists all posts anew after another login, which names them differently', async () => {
    world.audience.media = [REEL]
    await world.run(24.5 * HOUR)
    const lists = looksAt('list of posts').length
    await world.stores.accounts.update(ACCOUNT_ID, { loginMethod: 'partner' })
    world.audience.media = [{ ...REEL, igMediaId: '29' }]
    await world.run(3 * HOUR)
    expect(looksAt('list of posts').length).toBe(lists + 1)
    const rows = await world.rowsOf('29')
    expect(rows.filter(({ at }) => at < START + DAY)).not.toEqual([])
    expect(rows.filter(({ reason }) => reason !== null)).toEqual([])
  })

  it('looks at a post that is listed and denied as often as at another, and no more often', async () => {
    world.audience.media = [REEL]
    const { read } = world.audience.calls
    Object.assign(world.audience.calls, {
      read: (...[access, of, metrics]: Parameters<typeof read>) =>
        read(access, of.kind === 'ACCOUNT' ? of : { ...of, igMediaId: 'denied' }, metrics),
    })
    await world.run(8 * DAY)
    expect(looksAt('denied').length).toBeGreaterThan(6)
    expect(looksAt('denied').length).toBeLessThan(12)
    Object.assign(world.audience.calls, { read })
    await world.run(7 * DAY)
    expect((await world.rowsOf('19')).at(-1)).toMatchObject({ reason: null })
  })

  it.each(['platform', 'partner'] as const)(
    'goes on with the numbers of an account that was connected anew by the %s login',
    async (loginMethod) => {
      world.audience.media = [REEL]
      await world.run(DAY)
      const { igUserId } = (await world.stores.accounts.remove(ACCOUNT_ID)) ?? anAccountRecord()
      const anew = '00000000-0000-4000-8000-00000000aaaa'
      const own = loginMethod === 'platform' ? { igUserId } : {}
      await world.stores.accounts.put(anAccountRecord({ id: anew, loginMethod, ...own }))
      await world.run(HOUR)
      expect(await world.stores.insights.accounts()).toMatchObject([{ accountId: anew }])
      expect(await world.rowsOf('19', anew)).not.toHaveLength(0)
    },
  )

  it('takes the numbers of an account for no other one that has its old name', async () => {
    world.audience.media = [REEL]
    await world.run(DAY)
    await world.stores.accounts.remove(ACCOUNT_ID)
    world.audience.media = []
    await world.stores.accounts.put(anAccountRecord({ id: OTHER_ID }))
    await world.run(HOUR)
    expect(await world.rowsOf('19')).not.toHaveLength(0)
    expect(await world.rowsOf('19', OTHER_ID)).toHaveLength(0)
  })

  it('keeps nothing of an account whose numbers are deleted while they are read', async () => {
    world.audience.media = [REEL]
    await world.run(5 * MINUTE)
    const { list } = world.audience.calls
    const disconnect = async () => {
      await world.stores.accounts.remove(ACCOUNT_ID)
      await world.insights.forget(ACCOUNT_ID)
    }
    Object.assign(world.audience.calls, {
      list: async (...asked: Parameters<typeof list>) => {
        if (asked[1].of === 'posts') await disconnect()
        return list(...asked)
      },
    })
    await world.run(DAY)
    expect(await world.stores.insights.accounts()).toEqual([])
    expect(await world.stores.insights.countMedia(ACCOUNT_ID)).toBe(0)
  })

  it('begins nothing for an account that was disconnected during the turn of another', async () => {
    await world.stores.accounts.put(anAccountRecord({ id: OTHER_ID, username: 'day.owl' }))
    const { list } = world.audience.calls
    const disconnect = async (left: string) => {
      const [gone] = (await world.stores.accounts.list()).filter(({ id }) => id !== left)
      if (!gone) return
      await world.stores.accounts.remove(gone.id)
      await world.insights.forget(gone.id)
    }
    Object.assign(world.audience.calls, {
      list: (...asked: Parameters<typeof list>) => disconnect(asked[0].accountId).then(() => list(...asked)),
    })
    await world.run(HOUR)
    expect(await world.stores.insights.accounts()).toHaveLength(1)
  })

  it('dates followers by the platform’s day, whatever this computer’s clock says', async () => {
    const { accounts, insights } = world.stores
    const readProfile = (followersCount: number) =>
      accounts.update(ACCOUNT_ID, { followersCount, lastSyncedAt: world.clock.now() })
    const followers = async () =>
      (await insights.ownRows(ACCOUNT_ID)).filter(({ metric }) => metric === 'followers_count')
    const today = START - (START % DAY)
    world.clock.jump(10 * DAY)
    await readProfile(130)
    await world.run(HOUR)
    expect(await followers()).toMatchObject([{ at: today, value: 130 }])
    await readProfile(170)
    world.clock.jump(-10 * DAY)
    await world.run(DAY)
    expect(await followers()).toHaveLength(1)
    await readProfile(140)
    await world.run(DAY)
    expect((await followers()).map(({ value }) => value)).toEqual([130, 140])
  })

  it('keeps a story to its end on a computer that starts with a clock ahead', async () => {
    world.audience.media = [{ ...STORY, publishedAt: START - 4.5 * HOUR }]
    await world.run(18.3 * HOUR)
    world.restart()
    world.clock.jump(1.4 * HOUR)
    await world.pass(5 * MINUTE)
    await world.run(3 * HOUR)
    const last = (await world.rowsOf('18')).findLast(({ metric }) => metric === 'look')
    expect(last).toMatchObject({ value: expect.any(Number), reason: null })
  })
})
