// What every PlannerStore does, fake or real, on posts that the other stores have written.
import { describe, expect, it } from 'vitest'
import type { MediaRecord } from '../../core/ports/media/media-store.ts'
import type { MediaSearch, PlannerFilter, PlannerStore } from '../../core/ports/posts/planner-store.ts'
import type { Change } from '../../core/rules/publication/publication.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import { DAY, HOUR } from '../../core/time.ts'
import { aWarning, anAccountRecord, START } from '../factories.ts'
import { aMediaRecord, aVideoRecord, SOME_FACTS } from '../fakes/media/a-media-record.ts'
import {
  accept,
  FAILED,
  mustClaim,
  mustCommit,
  PUBLISHED,
  UNKNOWN,
  type PublishingStores,
} from './publishing-stores.ts'
import { openEach } from './two-handles.ts'

export interface OpenedPlannerStores {
  readonly a: PublishingStores
  readonly b: PublishingStores & { readonly planner: PlannerStore }
  close?(): Promise<void>
}

const ANY = { accountIds: [], statuses: [], mediaTypes: [] }

export function describePlannerStore(name: string, open: () => Promise<OpenedPlannerStores>): void {
  describe(`${name} as a PlannerStore`, () => {
    const stores = openEach(open)
    const planner = () => stores.b.planner

    const added = async (post: Partial<PostRecord>) => (await accept(stores.a, post)).post
    const scheduled = (scheduledFor: number, post: Partial<PostRecord> = {}) =>
      added({ status: 'SCHEDULED', isScheduled: true, scheduledFor, ...post })
    const captions = (found: readonly { readonly post: PostRecord }[]) =>
      found.map(({ post }) => post.caption)
    const between = async (from: number, until: number, filter: Partial<PlannerFilter> = {}, limit = 100) =>
      planner().between({ ...ANY, ...filter, from, until, limit })
    const search = (text: string, change: object = {}) =>
      planner().search({ ...ANY, text, limit: 100, offset: 0, ...change })

    describe('a list that is searched', () => {
      it('begins with what goes out next, where it is asked for, and goes on with the latest of the rest', async () => {
        await added({ status: 'FAILED', caption: 'failed', createdAt: START - HOUR, completedAt: START })
        await scheduled(START + 2 * HOUR, { caption: 'later' })
        await added({ status: 'DRAFT', caption: 'draft', createdAt: START - 2 * HOUR })
        await scheduled(START + HOUR, { caption: 'next' })
        expect(captions(await search('', { order: 'due' }))).toEqual(['next', 'later', 'failed', 'draft'])
        expect(captions(await search('', { order: 'due', limit: 2, offset: 1 }))).toEqual(['later', 'failed'])
        expect(captions(await search(''))).toEqual(['next', 'draft', 'later', 'failed'])
        const byStatus = captions(await search('', { order: 'status' }))
        expect(byStatus).toEqual(['draft', 'failed', 'next', 'later'])
      })
    })

    describe('a view of a calendar', () => {
      it('has what goes out in it, in the order of time, from its first instant to before its last', async () => {
        await scheduled(START + 2 * HOUR, { caption: 'third' })
        await scheduled(START, { caption: 'first' })
        await scheduled(START + HOUR, { caption: 'second' })
        await scheduled(START + HOUR, { caption: 'accepted after it' })
        await scheduled(START - 1, { caption: 'before' })
        await scheduled(START + 3 * HOUR, { caption: 'after' })
        const found = await between(START, START + 3 * HOUR)
        expect(captions(found)).toEqual(['first', 'second', 'accepted after it', 'third'])
        expect(found.map(({ at }) => at)).toEqual([START, START + HOUR, START + HOUR, START + 2 * HOUR])
        expect(captions(await between(START, START + 3 * HOUR, {}, 2))).toEqual(['first', 'second'])
      })

      it('lists ids and times of the same posts, without their content', async () => {
        const post = await scheduled(START + HOUR)
        await scheduled(START + 2 * HOUR)
        await scheduled(START + DAY)
        const query = { ...ANY, from: START, until: START + DAY, limit: 1 }
        expect(await planner().places(query)).toEqual([
          { id: post.id, accountId: post.platformAccountId, at: START + HOUR },
        ])
        expect(await planner().places({ ...query, limit: 9 })).toHaveLength(2)
        expect(await planner().places({ ...query, statuses: ['PUBLISHED'] })).toEqual([])
      })

      it('has when posts went live, of one account or of all, also of those deleted since', async () => {
        const [owl, fox] = [crypto.randomUUID(), crypto.randomUUID()]
        for (const [account, at] of [
          [owl, START - 1],
          [owl, START],
          [fox, START + 1],
          [owl, START + 2],
        ] as const) {
          const post = await added({ platformAccountId: account })
          await mustCommit(stores.a, await mustClaim(stores.a), { ...PUBLISHED, publishedAt: at })
          if (at > START) await stores.a.ledger.archive(post.id, { at: START + 9, from: 'LOCAL' })
        }
        const ofOwl = [START, START + 2].map((at) => ({ accountId: owl, at }))
        expect(await planner().publishTimes(START, owl)).toEqual(ofOwl)
        const all = (await planner().publishTimes(START)).toSorted((one, other) => one.at - other.at)
        expect(all).toEqual([ofOwl[0], { accountId: fox, at: START + 1 }, ofOwl[1]])
        expect(await stores.b.ledger.listPublishTimes(owl, START)).toEqual([START, START + 2])
      })

      it('shows a post when it went live, else when it is scheduled, else when it was made', async () => {
        const live = await scheduled(START - HOUR, { caption: 'live' })
        await mustCommit(stores.a, await mustClaim(stores.a), { ...PUBLISHED, publishedAt: START + 5 })
        await added({ caption: 'made', createdAt: START + 7 })
        await scheduled(START + 6, { caption: 'to be' })
        const found = await between(START, START + DAY)
        expect(captions(found)).toEqual(['live', 'to be', 'made'])
        expect(found[0]).toMatchObject({ at: START + 5, post: { id: live.id, status: 'PUBLISHED' } })
      })

      it('has no drafts: they have no time', async () => {
        await added({ status: 'DRAFT', createdAt: START })
        expect(await between(START - DAY, START + DAY)).toEqual([])
      })

      it('has what passes every filter', async () => {
        const owl = crypto.randomUUID()
        await scheduled(START, { caption: 'owl’s reel', platformAccountId: owl, mediaType: 'REELS' })
        await scheduled(START, { caption: 'owl’s photo', platformAccountId: owl })
        await scheduled(START, { caption: 'a reel', mediaType: 'REELS' })
        await added({ caption: 'waiting', createdAt: START })
        const only = (filter: object) => between(START, START + 1, filter).then(captions)
        expect(await only({ accountIds: [owl] })).toEqual(['owl’s reel', 'owl’s photo'])
        expect(await only({ accountIds: [owl], mediaTypes: ['REELS'] })).toEqual(['owl’s reel'])
        expect(await only({ statuses: ['QUEUED'] })).toEqual(['waiting'])
        expect(await only({ statuses: ['QUEUED', 'SCHEDULED'], mediaTypes: ['REELS', 'STORIES'] })).toEqual([
          'owl’s reel',
          'a reel',
        ])
        expect(await only({ accountIds: [crypto.randomUUID()] })).toEqual([])
        expect(await only({ exceptAccountIds: [owl] })).toEqual(['a reel', 'waiting'])
      })

      it('leaves out, if asked to, what a hold keeps, before it counts', async () => {
        for (const handover of [null, 'uploading', 'pending', 'cloud'] as const)
          await scheduled(START, { caption: handover, handover })
        const notKept = { exceptKeptByHold: true }
        expect(captions(await between(START, START + 1, notKept, 2))).toEqual(['pending', 'cloud'])
      })

      it('says how many files a post has and shows the first, and nothing else of them', async () => {
        const pictures = ['one.jpg', 'two.jpg'].map((thumbnailPath) => aMediaRecord({ thumbnailPath }))
        for (const picture of pictures) await stores.a.media.add(picture)
        const mediaFileIds = pictures.map(({ id }) => id)
        await scheduled(START, { mediaFileIds: mediaFileIds.toReversed() })
        await scheduled(START + 1, { mediaFileIds: [] })
        const [two, none] = await between(START, START + 2)
        expect(two).toMatchObject({ mediaCount: 2, thumbnailKey: 'two.jpg', post: { mediaFileIds: [] } })
        expect(none).toMatchObject({ mediaCount: 0, thumbnailKey: null })
      })

      it('shows a picture as it was cropped, and of a video that was rewritten the frame that it has', async () => {
        const picture = aMediaRecord({ thumbnailPath: 'whole.jpg', processedPath: 'cropped.jpg' })
        const video = aVideoRecord({ thumbnailPath: 'frame.jpg', processedPath: 'rewritten.mp4' })
        for (const file of [picture, video]) await stores.a.media.add(file)
        await scheduled(START, { mediaFileIds: [picture.id] })
        await scheduled(START + 1, { mediaFileIds: [video.id] })
        const shown = (await between(START, START + 2)).map(({ thumbnailKey }) => thumbnailKey)
        expect(shown).toEqual(['cropped.jpg', 'frame.jpg'])
      })

      it('counts a file that was deleted, and shows none in its place', async () => {
        const picture = aMediaRecord({ thumbnailPath: 'gone.jpg' })
        await stores.a.media.add(picture)
        await scheduled(START, { mediaFileIds: [picture.id] })
        await stores.a.media.remove(picture.id)
        expect(await between(START, START + 1)).toMatchObject([{ mediaCount: 1, thumbnailKey: null }])
      })

      it('gives the record as it is kept', async () => {
        const post = await scheduled(START, { timezone: 'Europe/Berlin', warnings: [aWarning('a warning')] })
        const [found] = await between(START, START + 1)
        expect(found?.post).toEqual(await stores.b.posts.get(post.id))
      })
    })

    describe('a search', () => {
      it('looks for the text anywhere in the caption, whatever its case', async () => {
        await added({ caption: 'Über den Dächern' })
        await added({ caption: 'ÜBERALL 100% _echt_' })
        await added({ caption: null })
        expect(captions(await search('über'))).toEqual(['ÜBERALL 100% _echt_', 'Über den Dächern'])
        expect(captions(await search('% _'))).toEqual(['ÜBERALL 100% _echt_'])
        expect(captions(await search('%'))).toEqual(['ÜBERALL 100% _echt_'])
        expect(await search('nowhere')).toEqual([])
      })

      it('takes letters for the same that only their capitals show to be so', async () => {
        await added({ caption: 'Οδοσήμανση' })
        await added({ caption: 'Straßenfest' })
        expect(captions(await search('οδος'))).toEqual(['Οδοσήμανση'])
        expect(captions(await search('STRASSEN'))).toEqual(['Straßenfest'])
      })

      it('has everything without a text, drafts too, newest first, page by page', async () => {
        await added({ caption: 'first', status: 'DRAFT' })
        await scheduled(START - DAY, { caption: 'second' })
        await added({ caption: null })
        expect(captions(await search('', { limit: 2 }))).toEqual([null, 'second'])
        expect(captions(await search('', { limit: 2, offset: 2 }))).toEqual(['first'])
        expect(captions(await search('', { statuses: ['DRAFT'] }))).toEqual(['first'])
      })
    })

    describe('the failures', () => {
      it('are those since a given time, and all that may be live, whenever they were made, newest first', async () => {
        const end = async (caption: string, change: Change, updatedAt: number) => {
          const { post } = await accept(stores.a, { caption }, { runAt: updatedAt })
          await mustCommit(stores.a, await mustClaim(stores.a, updatedAt), { ...change, updatedAt })
          return post
        }
        await end('may be live', UNKNOWN, START)
        await end('long ago', FAILED, START + 1)
        await end('live', PUBLISHED, START + 3)
        await end('just then', FAILED, START + 4)
        const later = await end('later', FAILED, START + 5)
        const failures = (limit: number) => planner().failures({ since: START + 4, limit })
        expect(captions(await failures(9))).toEqual(['later', 'just then', 'may be live'])
        expect(captions(await failures(2))).toEqual(['later', 'just then'])
        const others = { since: START + 4, limit: 1, exceptAccountIds: [later.platformAccountId] }
        expect(captions(await planner().failures(others))).toEqual(['just then'])
      })
    })

    describe('the last outcome', () => {
      it('is the post that ended last, live or failed, whenever it was made; none before that', async () => {
        expect(await planner().lastCompleted()).toBeNull()
        const own = () => added({ platformAccountId: crypto.randomUUID() })
        const [older, newer] = [await own(), await own()]
        const claims = [await mustClaim(stores.a), await mustClaim(stores.a)]
        const claimOf = (id: string) => claims.find(({ postId }) => postId === id) ?? expect.unreachable()
        await mustCommit(stores.a, claimOf(newer.id), PUBLISHED)
        expect((await planner().lastCompleted())?.post).toMatchObject({ id: newer.id, status: 'PUBLISHED' })
        await mustCommit(stores.a, claimOf(older.id), FAILED)
        await added({ caption: 'on its way' })
        expect((await planner().lastCompleted())?.post).toMatchObject({ id: older.id, status: 'FAILED' })
      })
    })

    describe('the uses of a file', () => {
      it('are drafts, and posts still to go out, that publish it or have it as their cover', async () => {
        const picture = aMediaRecord()
        await stores.a.media.add(picture)
        const options = JSON.stringify({ cover: { mediaFileId: picture.id } })
        await added({ status: 'DRAFT', options })
        await scheduled(START, { options })
        for (const status of ['QUEUED', 'PROCESSING', 'PUBLISHING'] as const)
          await added({ status, mediaFileIds: [picture.id] })
        await added({ status: 'PUBLISHED', options })
        await added({ status: 'DRAFT', options: '{"cover":{"frameMs":1}}' })
        expect(await planner().usesOf(picture.id)).toEqual({ drafts: 1, toGoOut: 4 })
      })

      it('tell of many files at once which have any', async () => {
        const [planned, queued, cover, unused] = [1, 2, 3, 4].map(() => aMediaRecord())
        if (!planned || !queued || !cover || !unused) expect.unreachable()
        for (const record of [planned, queued, cover, unused]) await stores.a.media.add(record)
        await scheduled(START, { mediaFileIds: [planned.id] })
        await added({ status: 'QUEUED', mediaFileIds: [queued.id] })
        await added({ status: 'DRAFT', options: JSON.stringify({ cover: { mediaFileId: cover.id } }) })
        await added({ status: 'PUBLISHED', mediaFileIds: [unused.id] })
        const used = await planner().usedOf([planned.id, queued.id, unused.id, cover.id, crypto.randomUUID()])
        expect(used).toEqual(new Set([planned.id, queued.id, cover.id]))
        expect(await planner().usedOf([])).toEqual(new Set())
      })

      it('name the posts of any status, the newest first, each once', async () => {
        const [twice, cover, unused] = [1, 2, 3].map(() => aMediaRecord())
        if (!twice || !cover || !unused) expect.unreachable()
        for (const record of [twice, cover, unused]) await stores.a.media.add(record)
        const options = JSON.stringify({ cover: { mediaFileId: cover.id } })
        const older = await added({
          status: 'PUBLISHED',
          mediaFileIds: [twice.id, twice.id],
          createdAt: START,
        })
        const newer = await added({
          status: 'DRAFT',
          mediaFileIds: [twice.id],
          createdAt: START + 1,
          options,
        })
        expect(await planner().postsUsing([twice.id, cover.id, unused.id])).toEqual(
          new Map([
            [twice.id, [newer.id, older.id]],
            [cover.id, [newer.id]],
          ]),
        )
        expect(await planner().postsUsing([])).toEqual(new Map())
      })
    })

    describe('a search of files', () => {
      const file = async (change: Partial<MediaRecord> = {}) => {
        const record = aMediaRecord(change)
        await stores.a.media.add(record)
        return record.id
      }
      const find = async (change: Partial<MediaSearch> = {}) =>
        (await planner().findMedia({ text: '', isUnused: false, ...change })).map(({ id }) => id)

      it('has all of them, in the order of the list', async () => {
        const ids = [await file({ createdAt: 5 }), await file({ createdAt: 7 }), await file({ createdAt: 5 })]
        const listed = (await stores.b.media.list({ limit: 10, offset: 0 })).records
        expect(await find()).toEqual(listed.map(({ id }) => id))
        expect((await find()).toSorted()).toEqual(ids.toSorted())
        expect(await planner().findMedia({ text: '', isUnused: false })).toContainEqual({
          id: ids[1],
          createdAt: 7,
        })
      })

      it('finds a letter with an accent in either of its Unicode forms, as macOS names files', async () => {
        const named = await file({ originalFilename: 'Kürbis.jpg'.normalize('NFD') })
        for (const form of ['NFC', 'NFD'])
          expect(await find({ text: 'KÜRBIS'.normalize(form) })).toEqual([named])
      })

      it('looks in names, alt texts and captions of posts, whatever their case', async () => {
        const named = await file({ originalFilename: 'Hafen-ÜBERSICHT.jpg', createdAt: 3 })
        const described = await file({ altText: 'Boote, übersichtlich', createdAt: 2 })
        const used = await file({ createdAt: 1 })
        await file()
        await added({ caption: 'Eine Übersicht', mediaFileIds: [used], status: 'PUBLISHED' })
        expect(await find({ text: 'übersicht' })).toEqual([named, described, used])
        expect(await find({ text: '%' })).toEqual([])
      })

      it('finds what no post uses, neither in its files nor as its cover', async () => {
        const [used, cover, unused] = [await file(), await file(), await file()]
        await added({ status: 'PUBLISHED', mediaFileIds: [used, null] })
        await added({ status: 'DRAFT', options: JSON.stringify({ cover: { mediaFileId: cover } }) })
        expect(await find({ isUnused: true })).toEqual([unused])
      })

      it('finds one kind, and what fits', async () => {
        const video = aVideoRecord({ processedPath: 'x', processedPublicKey: 'y' })
        await stores.a.media.add({ ...video, processedFacts: { ...SOME_FACTS, height: 1080 } })
        const picture = await file()
        expect(await find({ kind: 'video' })).toEqual([video.id])
        expect(await find({ kind: 'image' })).toEqual([picture])
        expect(await find({ fits: (record) => record.processedFacts?.height === 1080 })).toEqual([video.id])
      })
    })

    describe('the outlook of an account', () => {
      it('counts what is scheduled, what is at risk, and what failed in the last seven days', async () => {
        const { id } = await stores.a.accounts.put(anAccountRecord({ tokenExpiresAt: START + 2 * DAY }))
        const ofIt = { platformAccountId: id }
        for (const days of [3, 1]) await scheduled(START + days * DAY, ofIt)
        await scheduled(START + 2 * DAY, { ...ofIt, handover: 'cloud' })
        for (const updatedAt of [START - 8 * DAY, START - 6 * DAY]) {
          await accept(stores.a, ofIt, { runAt: updatedAt })
          await mustCommit(stores.a, await mustClaim(stores.a, updatedAt), { ...FAILED, updatedAt })
        }
        expect(await planner().outlook(START)).toEqual([
          { accountId: id, scheduled: 3, local: 2, atRisk: 2, failed: 1, nextAt: START + DAY },
        ])
      })

      it('counts no risk where the access does not end, and leaves out accounts without such posts', async () => {
        const [busy, idle] = [
          await stores.a.accounts.put(anAccountRecord()),
          await stores.a.accounts.put(anAccountRecord()),
        ]
        await scheduled(START + DAY, { platformAccountId: busy.id })
        await added({ platformAccountId: idle.id, status: 'DRAFT' })
        expect(await planner().outlook(START)).toEqual([
          { accountId: busy.id, scheduled: 1, local: 1, atRisk: 0, failed: 0, nextAt: START + DAY },
        ])
      })
    })
  })
}
