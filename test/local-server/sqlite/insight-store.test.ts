// What the store of insights does, on posts that the other stores have written.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InsightMedia } from '../../../core/ports/insights/insight-store.ts'
import type { InsightRow } from '../../../core/rules/insights/rows.ts'
import { DAY, HOUR } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { accept, mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { anInsightAccount } from '../../fakes/platform/audience.ts'
import { openTwoStores, type TwoStores } from './open-two.ts'

const ACCOUNT = anInsightAccount()
const ACCOUNT_ID = ACCOUNT.accountId
const aMedia = (igMediaId: string, change: Partial<InsightMedia> = {}): InsightMedia => ({
  accountId: ACCOUNT_ID,
  igMediaId,
  postId: null,
  permalink: `https://www.instagram.com/p/${igMediaId}/`,
  caption: null,
  kind: 'IMAGE',
  isTrial: false,
  publishedAt: START,
  done: 0,
  nextAt: START + HOUR,
  ...change,
})
const reach = (at: number, value: number | null): InsightRow => {
  return { metric: 'reach', at, value, reason: value === null ? 'gone' : null }
}

describe('SQLite as an InsightStore', () => {
  let store: TwoStores
  beforeEach(async () => {
    store = openTwoStores()
    await store.a.insights.putAccount(ACCOUNT)
  })
  afterEach(() => store.close())
  const a = () => store.a.insights
  const b = () => store.b.insights
  const record = (id: string, rows: InsightRow[], done = 1) =>
    a().record(aMedia(id), () => ({ rows, done, nextAt: START + 6 * HOUR }))
  const mediaOf = (accountId = ACCOUNT_ID) => b().media(accountId, [0, Number.MAX_SAFE_INTEGER])

  it('keeps accounts, and what their users have chosen', async () => {
    const chosen = { ...ACCOUNT, metric: 'saved', bestTimesForNextSlot: true }
    await b().putAccount(chosen)
    expect([await a().account(ACCOUNT_ID), await a().accounts()]).toEqual([chosen, [chosen]])
    expect(await a().account('another')).toBeNull()
  })

  it('adds a media once, and keeps how far its looks have come', async () => {
    await a().addMedia([aMedia('1'), aMedia('2', { nextAt: START + DAY, publishedAt: START - 1 })])
    await record('1', [reach(START + HOUR, 5)])
    await b().addMedia([aMedia('1', { caption: 'New', done: 0 })])
    expect(await b().media(ACCOUNT_ID, [0, START + 1])).toMatchObject([
      { igMediaId: '1', caption: 'New', done: 1, nextAt: START + 6 * HOUR },
      { igMediaId: '2' },
    ])
  })

  it('goes on under the new id when another login names a known media differently', async () => {
    await a().addMedia([aMedia('1')])
    await record('1', [reach(START + HOUR, 5)])
    await a().addMedia([aMedia('9', { permalink: 'https://www.instagram.com/p/1/' })])
    const rows = [reach(START + HOUR, 5)]
    expect(await mediaOf()).toMatchObject([{ igMediaId: '9', done: 1, rows }])
  })

  it('lists what is due, the youngest first, and nothing that is over', async () => {
    const young = { nextAt: START + DAY, publishedAt: START + 1 }
    await a().addMedia([aMedia('1'), aMedia('2', young), aMedia('3', { nextAt: null })])
    const due = await b().due(ACCOUNT_ID, START + DAY)
    expect(due.map(({ igMediaId }) => igMediaId)).toEqual(['2', '1'])
    expect([await a().nextAt(ACCOUNT_ID), await a().nextAt('another')]).toEqual([START + HOUR, null])
  })

  it('decides from the newest row of each metric, in one transaction', async () => {
    await a().addMedia([aMedia('1')])
    await record('1', [reach(START + HOUR, 5), { ...reach(START + HOUR, 7), metric: 'views' }])
    await record('1', [reach(START + 2 * HOUR, 6)])
    await b().record(aMedia('1'), (latest) => {
      expect(latest.map(({ metric, value }) => [metric, value])).toEqual([
        ['reach', 6],
        ['views', 7],
      ])
      return { rows: [], done: 2, nextAt: null }
    })
    expect(await a().due(ACCOUNT_ID, START + DAY)).toEqual([])
    expect(await a().oldestRow(ACCOUNT_ID)).toBe(START + HOUR)
  })

  it('writes one event for a media that has new rows, and none when there are none', async () => {
    const { post } = await accept(store.a, { platformAccountId: ACCOUNT_ID })
    await a().addMedia([aMedia('1', { postId: post.id })])
    const before = await store.a.events.latest()
    const changed = await record('1', [
      reach(START + HOUR, 5),
      { ...reach(START + HOUR, 7), metric: 'views' },
    ])
    await record('1', [])
    await record('1', [reach(START + HOUR, 5)])
    expect(changed).toBe(2)
    expect(await store.b.events.after(before, 10)).toMatchObject([
      { type: 'insights.updated', postId: post.id, accountId: ACCOUNT_ID },
    ])
  })

  it('replaces the figure of a day that has settled, and says whether it changed', async () => {
    await a().putAccount(ACCOUNT)
    expect(await a().recordOwn(ACCOUNT, [reach(START, 5)])).toBe(1)
    expect(await a().recordOwn(ACCOUNT, [reach(START, 5)])).toBe(0)
    expect(await a().recordOwn(ACCOUNT, [reach(START, 6)])).toBe(1)
    expect(await b().ownRows(ACCOUNT_ID)).toEqual([reach(START, 6)])
  })

  it('finds the posts that went live and are not known yet', async () => {
    const { post } = await accept(store.a, { platformAccountId: ACCOUNT_ID })
    await mustCommit(store.a, await mustClaim(store.a), PUBLISHED)
    const [found] = await b().unknownPosts(ACCOUNT_ID, 0)
    expect(found).toMatchObject({ postId: post.id, kind: post.mediaType, isTrial: false })
    if (found) await a().addMedia([found])
    expect(await b().unknownPosts(ACCOUNT_ID, 0)).toEqual([])
    expect((await a().mediaOfPost(post.id))?.igMediaId).toBe(found?.igMediaId)
    await store.a.ledger.archive(post.id, { at: START, from: 'LOCAL' })
    expect((await mediaOf())[0]?.postId).toBeNull()
  })

  it('learns which post a media is that the platform listed before the post was known to be live', async () => {
    const trial = JSON.stringify({ trialReel: { graduationStrategy: 'MANUAL' } })
    const { post } = await accept(store.a, { platformAccountId: ACCOUNT_ID, options: trial })
    await mustCommit(store.a, await mustClaim(store.a), PUBLISHED)
    const [found] = await b().unknownPosts(ACCOUNT_ID, 0)
    expect(await b().mediaOfPost(post.id)).toEqual({ ...found, rows: [] })
    await a().addMedia([aMedia(found?.igMediaId ?? '', { permalink: null })])
    await record(found?.igMediaId ?? '', [reach(START + HOUR, 5)])
    expect(await b().mediaOfPost(post.id)).toEqual({ ...found, rows: [reach(START + HOUR, 5)] })
    await a().addMedia(await b().unknownPosts(ACCOUNT_ID, 0))
    expect(await b().mediaOfPost(post.id)).toMatchObject({ igMediaId: found?.igMediaId, isTrial: true })
    expect(await b().unknownPosts(ACCOUNT_ID, 0)).toEqual([])
  })

  it.each([
    ['deleted', [{ igMediaId: '1', done: 0 }]],
    ['before-professional', []],
  ] as const)('plans anew what is listed although it was taken for deleted: %s', async (reason, due) => {
    await a().addMedia([aMedia('1')])
    const rows = [{ metric: 'look', at: START, value: null, reason }]
    await a().record(aMedia('1'), () => ({ rows, done: 20, nextAt: null }))
    await b().addMedia([aMedia('1')])
    expect(await a().due(ACCOUNT_ID, START + DAY)).toMatchObject(due)
  })

  it('knows a post by another login’s id for it, and does not go back to the former one', async () => {
    const { post } = await accept(store.a, { platformAccountId: ACCOUNT_ID })
    await mustCommit(store.a, await mustClaim(store.a), PUBLISHED)
    const [found] = await b().unknownPosts(ACCOUNT_ID, 0)
    const permalink = 'https://www.instagram.com/p/1/'
    await a().addMedia([{ ...aMedia(found?.igMediaId ?? ''), permalink, postId: post.id }])
    await a().addMedia([aMedia('9', { permalink })])
    expect(await b().unknownPosts(ACCOUNT_ID, 0)).toEqual([])
  })

  it('keeps nothing of a media or an account that has been deleted meanwhile', async () => {
    await a().remove(ACCOUNT_ID)
    await a().addMedia([aMedia('1')])
    await record('1', [reach(START + HOUR, 5)])
    expect(await a().recordOwn(ACCOUNT, [reach(START, 5)])).toBe(0)
    expect([await b().accounts(), await mediaOf(), await b().exported({ limit: 9 })]).toEqual([[], [], []])
  })

  it('exports everything in pages, with the media of each row', async () => {
    await a().addMedia([aMedia('1')])
    await record('1', [reach(START + HOUR, 5), reach(START + 2 * HOUR, null)])
    await a().recordOwn(ACCOUNT, [reach(START, 100)])
    const [own, ...others] = await b().exported({ limit: 9 })
    expect(own).toMatchObject({ username: 'night.owl', igMediaId: '', kind: null, value: 100 })
    expect(others).toMatchObject([
      { igMediaId: '1', kind: 'IMAGE', value: 5 },
      { value: null, reason: 'gone' },
    ])
    const after = own && { accountId: ACCOUNT_ID, igMediaId: '', at: own.at, metric: own.metric }
    expect(await b().exported({ accountId: ACCOUNT_ID, after, limit: 1 })).toEqual([others[0]])
    expect(await b().exported({ accountId: 'another', limit: 9 })).toEqual([])
  })

  it('gives what was kept to the account that was connected anew, and forgets what is to be forgotten', async () => {
    await a().addMedia([aMedia('1')])
    await record('1', [reach(START + HOUR, 5)])
    await a().adopt(ACCOUNT_ID, 'anew')
    expect(await mediaOf('anew')).toMatchObject([{ rows: [{ value: 5 }] }])
    expect(await b().accounts()).toMatchObject([{ accountId: 'anew' }])
    await a().remove('anew')
    expect([await b().accounts(), await b().exported({ limit: 9 })]).toEqual([[], []])
  })
})
