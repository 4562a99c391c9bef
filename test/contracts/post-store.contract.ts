// What every PostStore does, fake or real, seen through two handles on one store. Posts change through the ledger only.
import type { PostFilter } from '../../core/ports/posts/post-store.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST_STATUSES, type PostStatus } from '../../core/rules/publication/post-words.ts'
import type { LookalikeQuery, PostRecord } from '../../core/ports/posts/post-store.ts'
import { planRetry } from '../../core/features/posts/post-updates.ts'
import { HOUR, MINUTE } from '../../core/time.ts'
import { aJob, aPost, START } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import {
  accept,
  claimAt,
  FAILED,
  mustClaim,
  mustCommit,
  PUBLISHED,
  UNKNOWN,
  type PublishingStores,
} from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describePostStore(name: string, open: () => Promise<TwoHandles<PublishingStores>>): void {
  describe(`${name} as a PostStore`, () => {
    const store = openEach(open)
    const { a, b } = { a: () => store.a, b: () => store.b }

    it('gives back a post as it was accepted, with its media in order', async () => {
      const pictures = Array.from({ length: 10 }, () => aMediaRecord())
      for (const picture of pictures) await a().media.add(picture)
      const { post } = await accept(a(), {
        mediaType: 'CAROUSEL',
        sourceType: 'SCHEDULED',
        caption: 'a "quoted" caption \\ with 夜 and 🌙\nand a line break',
        userTags: '[{"username":"owl","x":0.25,"y":1}]',
        crossPostToPartner: true,
        isScheduled: true,
        scheduledFor: START + MINUTE,
        timezone: 'Europe/Berlin',
        mediaFileIds: pictures.map(({ id }) => id),
      })
      expect(await b().posts.get(post.id)).toMatchObject(post)
    })

    it('gives one file twice when the post has it twice', async () => {
      const picture = aMediaRecord()
      await a().media.add(picture)
      const { post } = await accept(a(), { mediaFileIds: [picture.id, picture.id] })
      expect((await b().posts.get(post.id))?.mediaFileIds).toEqual([picture.id, picture.id])
    })

    it('gives back many as it gives back each', async () => {
      const pictures = [aMediaRecord(), aMediaRecord()]
      for (const picture of pictures) await a().media.add(picture)
      const { post: one } = await accept(a(), { mediaFileIds: pictures.map(({ id }) => id) })
      const { post: other } = await accept(a(), { crossPostToPartner: true })
      await accept(a())
      const found = await b().posts.getMany([other.id, crypto.randomUUID(), one.id, one.id])
      const each = [await b().posts.get(one.id), await b().posts.get(other.id)]
      expect(found).toHaveLength(2)
      expect(found).toEqual(expect.arrayContaining(each))
      expect(await b().posts.getMany([])).toEqual([])
    })

    it('knows nothing of unknown ids', async () => {
      expect(await a().posts.get(crypto.randomUUID())).toBeNull()
    })

    it('keeps a post whose file was deleted, with null in the file’s place', async () => {
      const pictures = [aMediaRecord(), aMediaRecord()]
      for (const picture of pictures) await a().media.add(picture)
      const [kept, deleted] = pictures.map(({ id }) => id)
      const { post } = await accept(a(), { mediaFileIds: [kept ?? '', deleted ?? ''] })
      await b().media.remove(deleted ?? '')
      expect(await a().posts.get(post.id)).toMatchObject({ ...post, mediaFileIds: [kept, null] })
    })

    it('lists the most recently accepted post first, whatever the clock said, page by page', async () => {
      const ids: string[] = []
      for (const createdAt of [START + 5, START, START, START - 5, START + 1]) {
        ids.unshift((await accept(a(), { createdAt })).post.id)
      }
      const pages = [
        await b().posts.list({ limit: 2, offset: 0 }),
        await b().posts.list({ limit: 2, offset: 2 }),
        await b().posts.list({ limit: 2, offset: 4 }),
        await b().posts.list({ limit: 2, offset: 6 }),
      ]
      expect(pages.map(({ records }) => records.length)).toEqual([2, 2, 1, 0])
      expect(pages.flatMap(({ records }) => records.map(({ id }) => id))).toEqual(ids)
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    })

    it('lists the post first that was accepted first, where that is asked for', async () => {
      const made: string[] = []
      for (const status of ['DRAFT', 'QUEUED', 'DRAFT'] as const)
        made.push((await accept(a(), { status })).post.id)
      const listed = async (filter: object) => {
        const { records, total } = await b().posts.list({ order: 'oldest', limit: 2, offset: 0, ...filter })
        return { ids: records.map(({ id }) => id), total }
      }
      expect(await listed({})).toEqual({ ids: made.slice(0, 2), total: 3 })
      expect(await listed({ status: 'DRAFT' })).toEqual({ ids: [made[0], made[2]], total: 2 })
    })

    it('lists and counts one status', async () => {
      const [first, second] = [await accept(a()), await accept(a())]
      await mustCommit(a(), await mustClaim(a()), FAILED)
      const failed = await b().posts.list({ status: 'FAILED', limit: 10, offset: 0 })
      expect(failed).toMatchObject({ records: [{ id: first.post.id, mediaFileIds: [] }], total: 1 })
      const queued = await b().posts.list({ status: 'QUEUED', limit: 10, offset: 0 })
      expect(queued).toMatchObject({ records: [{ id: second.post.id }], total: 1 })
      expect(await b().posts.list({ status: 'DRAFT', limit: 10, offset: 0 })).toEqual({
        records: [],
        total: 0,
      })
    })

    it('lists and counts a live post as PUBLISHING until its link is known or ten seconds have passed', async () => {
      const { post } = await accept(a(), { isScheduled: true, scheduledFor: START })
      await accept(a())
      const live = await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, step: 'confirmed' })
      const at = async (now: number) => {
        const page = { limit: 10, offset: 0, now }
        const ids = ({ records, total }: { records: { id: string }[]; total: number }) => {
          expect(total).toBe(records.length)
          return records.map(({ id }) => id)
        }
        return {
          publishing: ids(await b().posts.list({ ...page, status: 'PUBLISHING' })),
          published: ids(await b().posts.list({ ...page, status: 'PUBLISHED' })),
          ofItsAccount: ids(
            await b().posts.list({ ...page, status: 'PUBLISHED', accountId: post.platformAccountId }),
          ),
          all: ids(await b().posts.list(page)).length,
          scheduled: ids(await b().posts.listScheduled(page)),
          beingPublished: ids(await b().posts.listScheduled({ ...page, status: 'PUBLISHING' })),
          isAwaited: await b().posts.isAnyAwaitingLink(now),
        }
      }
      const [ours, none] = [[post.id], []]
      const waits = { publishing: ours, published: none, ofItsAccount: none, scheduled: ours }
      const AWAITING = { ...waits, all: 2, beingPublished: ours, isAwaited: true }
      const over = { publishing: none, published: ours, ofItsAccount: ours, scheduled: none }
      const SETTLED = { ...over, all: 2, beingPublished: none, isAwaited: false }
      const { completedAt } = (await b().posts.get(post.id)) ?? expect.unreachable()
      const from = completedAt ?? expect.unreachable()
      expect(await at(from)).toEqual(AWAITING)
      expect(await at(from + 9_999)).toEqual(AWAITING)
      for (const now of [from + 10_000, from - 1]) expect(await at(now)).toEqual(SETTLED)
      await mustCommit(a(), live, { ...PUBLISHED, permalink: 'https://p' })
      expect(await at(from)).toEqual(SETTLED)
    })

    it('lists and counts what matches an account, a text and a span of time together', async () => {
      const platformAccountId = crypto.randomUUID()
      const own = { platformAccountId, caption: 'Über Nacht' }
      const [first, second] = [await accept(a(), own), await accept(a(), { ...own, scheduledFor: START + 9 })]
      await accept(a(), { ...own, caption: null })
      await accept(a(), { caption: own.caption })
      const find = async (filter: PostFilter, limit = 9) => {
        const { records, total } = await b().posts.list({ ...filter, limit, offset: 0 })
        return [total, ...records.map(({ id }) => id)]
      }
      const said = { accountId: platformAccountId, text: 'üBER' }
      expect(await find(said)).toEqual([2, second.post.id, first.post.id])
      expect(await find(said, 1)).toEqual([2, second.post.id])
      expect(await find({ ...said, from: START + 9 })).toEqual([1, second.post.id])
      expect(await find({ ...said, until: START + 9 })).toEqual([1, first.post.id])
      expect(await find({ ...said, status: 'FAILED' })).toEqual([0])
      expect(await find({ text: '%' })).toEqual([0])
    })

    it('counts correctly after any number of moves', async () => {
      const move = fc.constantFrom('accept', 'claim', 'publish', 'fail', 'wait', 'orphans')
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 40 }), async (moves) => {
          for (const one of moves) await make(one)
          await expectRightCounts()
        }),
        { numRuns: 15 },
      )
    })

    async function make(move: string): Promise<void> {
      if (move === 'accept') await accept(a())
      else if (move === 'orphans') await b().ledger.releaseOrphans(START)
      else {
        const publication = await claimAt(b())
        if (!publication || move === 'claim') return
        const change = { publish: PUBLISHED, fail: FAILED, wait: { nextAt: START + 1 } }[move]
        if (change) await mustCommit(a(), publication, change)
      }
    }

    async function expectRightCounts(): Promise<void> {
      const { records, total } = await a().posts.list({ limit: 10_000, offset: 0 })
      expect(total).toBe(records.length)
      const counted: Partial<Record<PostStatus, number>> = {}
      const told: Partial<Record<PostStatus, number>> = {}
      for (const status of POST_STATUSES) {
        counted[status] = records.filter((post) => post.status === status).length
        told[status] = (await b().posts.list({ status, limit: 1, offset: 0 })).total
      }
      expect(told).toEqual(counted)
    }

    it('gives back a later version after each change, also after the clock was set back', async () => {
      const now = START - HOUR
      const { post } = await accept(a(), {}, { runAt: now })
      const versions = [post.updatedAt]
      const changed = async () => void versions.push((await b().posts.get(post.id))?.updatedAt ?? 0)
      const publication = await mustClaim(a(), now)
      await changed()
      await mustCommit(a(), publication, FAILED)
      await changed()
      await b().ledger.update(post.id, planRetry(aJob(post, { createdAt: now })))
      await changed()
      await b().ledger.failWaitingPosts(post.platformAccountId, now)
      await changed()
      expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
      expect(versions).toHaveLength(5)
    })

    describe('the list of completions', () => {
      it('has posts that are PUBLISHED or FAILED, oldest completion first', async () => {
        const [one, two] = [await accept(a()), await accept(a())]
        await accept(a())
        const [first, second] = [await mustClaim(a()), await mustClaim(a())]
        await mustCommit(a(), second, { ...FAILED, updatedAt: START + 1 })
        await mustCommit(a(), first, { ...PUBLISHED, updatedAt: START + 2 })
        const { records, total } = await b().posts.listCompleted({ since: START, limit: 10 })
        expect(records.map(({ id }) => id)).toEqual([two.post.id, one.post.id])
        expect(records.map(({ completedAt }) => completedAt)).toEqual([START + 1, START + 2])
        expect(total).toBe(2)
      })

      it('rises strictly when many complete at one instant, or the clock goes back', async () => {
        for (let i = 0; i < 6; i += 1) {
          await accept(a())
          await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, updatedAt: START - i * MINUTE })
        }
        const { records } = await b().posts.listCompleted({ since: 0, limit: 100 })
        const times = records.map(({ completedAt }) => completedAt)
        expect(times).toEqual([START, START + 1, START + 2, START + 3, START + 4, START + 5])
      })

      it('is read to its end by a cursor that skips nothing and repeats nothing', async () => {
        const ids: string[] = []
        for (let i = 0; i < 17; i += 1) {
          ids.push((await accept(a())).post.id)
          const outcome = i % 3 === 0 ? FAILED : PUBLISHED
          await mustCommit(a(), await mustClaim(a()), { ...outcome, updatedAt: START + (i >> 2) })
        }
        const seen: string[] = []
        let since = 0
        for (let page = 0; page < 6; page += 1) {
          const { records, total } = await b().posts.listCompleted({ since, limit: 3 })
          expect(total).toBe(ids.length - seen.length)
          seen.push(...records.map(({ id }) => id))
          since = records.at(-1)?.completedAt ?? since
        }
        expect(seen).toEqual(ids)
      })

      it('keeps a post in its place while its permalink is read', async () => {
        const { post } = await accept(a())
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5, updatedAt: START + 1 } as const
        await mustCommit(a(), await mustClaim(a()), live)
        const done = {
          step: 'done',
          permalink: 'https://www.instagram.com/p/1/',
          updatedAt: START + 9,
        } as const
        await mustCommit(a(), await mustClaim(a(), START + 5), done)
        expect((await b().posts.get(post.id))?.completedAt).toBe(START + 1)
        expect((await b().posts.listCompleted({ since: START + 1, limit: 10 })).records).toEqual([])
      })

      it('reports a post again that was FAILED in doubt and turns out to be PUBLISHED', async () => {
        const { post } = await accept(a())
        const unknown = { ...UNKNOWN, nextAt: START + 5, updatedAt: START + 1 }
        await mustCommit(a(), await mustClaim(a()), unknown)
        const { records } = await b().posts.listCompleted({ since: 0, limit: 10 })
        expect(records).toMatchObject([{ id: post.id, status: 'FAILED', completedAt: START + 1 }])
        const found = { ...PUBLISHED, failure: null, updatedAt: START + 9 }
        await mustCommit(b(), await mustClaim(b(), START + 5), found)
        const later = await b().posts.listCompleted({ since: START + 1, limit: 10 })
        expect(later.records).toMatchObject([{ id: post.id, status: 'PUBLISHED', completedAt: START + 9 }])
      })
    })

    describe('looking for a lookalike', () => {
      const picture = aMediaRecord()
      const account = crypto.randomUUID()
      beforeEach(() => a().media.add(picture))

      const planned = async (at: number, change: Partial<PostRecord> = {}) => {
        const times = { status: 'SCHEDULED', isScheduled: true, scheduledFor: at } as const
        return (await accept(a(), { platformAccountId: account, caption: 'Fog', ...times, ...change })).post
          .id
      }
      const find = (change: Partial<LookalikeQuery> = {}) =>
        b().posts.findLookalike({
          platformAccountId: account,
          caption: 'Fog',
          mediaFileIds: [picture.id],
          at: START,
          within: HOUR,
          exceptPostId: null,
          ...change,
        })

      it('finds the one that is nearest in time, before or after, and says what they share', async () => {
        await planned(START + 40 * MINUTE, { mediaFileIds: [picture.id] })
        const postId = await planned(START - 30 * MINUTE)
        const both = await planned(START + 20 * MINUTE, { mediaFileIds: [picture.id, picture.id] })
        const shares = { standing: 'planned', sharesCaption: true }
        expect(await find()).toEqual({ ...shares, postId: both, at: START + 20 * MINUTE, sharesMedia: true })
        const at = START - 30 * MINUTE
        expect(await find({ exceptPostId: both })).toEqual({ ...shares, postId, at, sharesMedia: false })
        expect(await find({ exceptPostId: both, caption: 'Other' })).toMatchObject({ sharesCaption: false })
      })

      it('takes a live post by the time at which it went live', async () => {
        const postId = await planned(START - MINUTE)
        await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, publishedAt: START + 5 })
        expect(await find()).toMatchObject({ postId, at: START + 5, standing: 'live' })
      })

      it('finds nothing of another account, too far away, or without anything in common', async () => {
        await planned(START, { platformAccountId: crypto.randomUUID(), mediaFileIds: [picture.id] })
        await planned(START + HOUR)
        await planned(START - HOUR, { mediaFileIds: [picture.id] })
        await planned(START, { caption: 'fog' })
        expect(await find()).toBeNull()
        expect(await find({ at: START + 1 })).toMatchObject({ at: START + HOUR })
      })

      it('does not take two missing captions for the same caption', async () => {
        await planned(START, { caption: null })
        await planned(START, { caption: '' })
        expect(await find({ caption: null })).toBeNull()
        expect(await find({ caption: '' })).toBeNull()
      })

      it('counts a post that failed and may be live', async () => {
        const postId = await planned(START)
        await mustCommit(a(), await mustClaim(a()), { ...UNKNOWN, nextAt: START + 5, updatedAt: START + 1 })
        expect(await find()).toMatchObject({ postId, standing: 'unconfirmed' })
      })

      it('counts neither drafts nor posts that failed for sure', async () => {
        await a().ledger.saveDraft(aPost({ status: 'DRAFT', platformAccountId: account, caption: 'Fog' }))
        await planned(START)
        await mustCommit(a(), await mustClaim(a()), FAILED)
        expect(await find()).toBeNull()
      })
    })
  })
}
