// How posts enter a PublicationLedger and leave it, fake or real, seen through two handles on one store.
import { ENGLISH } from '../../core/rules/notices/english/english.ts'
import { warningSentence } from '../../core/rules/notices/sentences.ts'
import { warning } from '../../core/rules/notices/warnings.ts'
import { describe, expect, it } from 'vitest'
import { planDraft, planRetry } from '../../core/features/posts/post-updates.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { PostDecision, StoredPost } from '../../core/ports/posts/publication-ledger.ts'
import { safeText } from '../../core/redact.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import { anAccountRecord, aWarning, aJob, aPost, inDueLane, START } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import {
  accept,
  begin,
  claimAt,
  FAILED,
  INTENT,
  mustClaim,
  mustCommit,
  next,
  PUBLISHED,
  UNKNOWN,
  type PublishingStores,
} from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describePostCommands(name: string, open: () => Promise<TwoHandles<PublishingStores>>): void {
  describe(`${name}: ways in and out`, () => {
    const store = openEach(open)
    const { a, b } = { a: () => store.a, b: () => store.b }

    async function aPicture(): Promise<string> {
      const picture = aMediaRecord()
      await a().media.add(picture)
      return picture.id
    }

    async function aDraft(change: Partial<PostRecord> = {}): Promise<PostRecord> {
      const draft = aPost({ status: 'DRAFT', platformAccountId: crypto.randomUUID(), ...change })
      await a().ledger.saveDraft(draft)
      return draft
    }

    /** A publication that has stored its intent, and the post it belongs to. */
    async function sent(change: Partial<PostRecord> = {}) {
      const { post, job } = await accept(a(), change)
      const publication = await mustClaim(a())
      const publishing = { step: 'publishing', intent: INTENT, nextAt: null } as const
      return { post, job, publication: await mustCommit(a(), publication, publishing) }
    }

    describe('accepting', () => {
      it('says MEDIA_INVALID when a file was deleted meanwhile, and leaves nothing behind', async () => {
        const lost = aPost({ mediaFileIds: [await aPicture(), crypto.randomUUID()] })
        await expect(a().ledger.accept(lost, aJob(lost))).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
        await expect(a().ledger.saveDraft(lost)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
        expect(await b().posts.get(lost.id)).toBeNull()
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
      })
    })

    describe('keeping a draft', () => {
      it('shows it through the other handle, with nothing to do', async () => {
        const draft = await aDraft({ mediaFileIds: [await aPicture()] })
        expect(await b().posts.get(draft.id)).toEqual(draft)
        expect(await b().posts.list({ status: 'DRAFT', limit: 9, offset: 0 })).toMatchObject({ total: 1 })
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
        expect(await claimAt(b())).toBeNull()
      })

      it('is refused when the id is taken', async () => {
        const draft = await aDraft()
        await expect(b().ledger.saveDraft(draft)).rejects.toThrow()
      })
    })

    describe('replacing a draft', () => {
      it('replaces every field and its files together', async () => {
        const [one, two, three] = [await aPicture(), await aPicture(), await aPicture()]
        const draft = await aDraft({ mediaFileIds: [one, two] })
        const after: PostRecord = {
          ...draft,
          mediaType: 'CAROUSEL',
          caption: null,
          userTags: '[{"username":"owl","x":0,"y":1}]',
          collaborators: '["bat"]',
          storyMentions: '[]',
          locationId: '1',
          locationName: 'Berlin',
          crossPostToPartner: true,
          platformAccountId: crypto.randomUUID(),
          mediaFileIds: [three, one, three],
          updatedAt: START + 1,
        }
        expect(await a().ledger.update(draft.id, planDraft(draft, after, null))).toBe(true)
        expect(await b().posts.get(draft.id)).toEqual(after)
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
      })

      it('queues it with its job', async () => {
        const draft = await aDraft()
        const queued: PostRecord = { ...draft, status: 'QUEUED', updatedAt: START + 1 }
        expect(await a().ledger.update(draft.id, planDraft(draft, queued, aJob(draft)))).toBe(true)
        expect(await mustClaim(b())).toMatchObject({ postId: draft.id })
        expect(await b().posts.list({ status: 'DRAFT', limit: 9, offset: 0 })).toMatchObject({ total: 0 })
      })

      it('refuses what is no longer a draft, and records no job then', async () => {
        const { post } = await accept(a())
        const job = aJob(post, { runAt: START - 9 })
        expect(await b().ledger.update(post.id, planDraft(post, { ...post, caption: 'late' }, job))).toBe(
          false,
        )
        expect(await a().posts.get(post.id)).toEqual(post)
        expect(await a().ledger.nextDue(inDueLane())).toBe(START)
        const gone = aPost({ status: 'DRAFT' })
        expect(await b().ledger.update(gone.id, planDraft(gone, gone, null))).toBe(false)
        expect(await a().posts.get(gone.id)).toBeNull()
      })

      it('refuses a version that somebody else has changed meanwhile', async () => {
        const draft = await aDraft()
        const mine = { ...draft, caption: 'mine', updatedAt: START + 1 }
        const theirs = { ...draft, caption: 'theirs', updatedAt: START + 1 }
        const both = [
          a().ledger.update(draft.id, planDraft(draft, mine, null)),
          b().ledger.update(draft.id, planDraft(draft, theirs, null)),
        ]
        expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
        expect(await b().ledger.update(draft.id, planDraft(draft, theirs, null))).toBe(false)
      })

      it('refuses a file that was deleted meanwhile, and changes nothing', async () => {
        const kept = await aPicture()
        const draft = await aDraft({ mediaFileIds: [kept] })
        const lost = { ...draft, caption: 'x', mediaFileIds: [crypto.randomUUID()], updatedAt: START + 1 }
        expect(await a().ledger.update(draft.id, planDraft(draft, lost, aJob(draft)))).toBe(false)
        expect(await b().posts.get(draft.id)).toEqual(draft)
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
      })

      it('keeps null in the place of a file that was deleted before', async () => {
        const [kept, lost] = [await aPicture(), await aPicture()]
        const draft = await aDraft({ mediaFileIds: [lost, kept] })
        await a().media.remove(lost)
        const read = await b().posts.get(draft.id)
        expect(read?.mediaFileIds).toEqual([null, kept])
        if (!read) expect.unreachable()
        const edited = { ...read, caption: 'new', updatedAt: START + 1 }
        expect(await b().ledger.update(read.id, planDraft(read, edited, null))).toBe(true)
        expect(await a().posts.get(draft.id)).toEqual(edited)
      })
    })

    describe('updating a post', () => {
      it('decides upon what is stored now, with its last publication', async () => {
        const { post } = await accept(a())
        const publication = await mustClaim(b())
        const seen: StoredPost[] = []
        const isUpdated = await a().ledger.update(post.id, (stored) => {
          seen.push(stored)
          return { post: { ...stored.post, caption: `${stored.post.status} seen` } }
        })
        expect(isUpdated).toBe(true)
        expect(seen).toMatchObject([{ post: { status: 'PROCESSING' }, last: publication }])
        expect(await b().posts.get(post.id)).toMatchObject({
          status: 'PROCESSING',
          caption: 'PROCESSING seen',
        })
      })

      it('changes nothing when there is no such post, nothing is wanted, or the decision throws', async () => {
        const { post } = await accept(a())
        const nothing = () => null
        expect(await a().ledger.update(crypto.randomUUID(), ({ post: known }) => ({ post: known }))).toBe(
          false,
        )
        expect(await b().ledger.update(post.id, nothing)).toBe(false)
        const refusal = new Error('refused')
        const refuse = () => {
          throw refusal
        }
        await expect(b().ledger.update(post.id, refuse)).rejects.toBe(refusal)
        expect(await a().posts.get(post.id)).toEqual(post)
        expect(await a().ledger.nextDue(inDueLane())).toBe(START)
      })

      it('loses none of many at once', async () => {
        const draft = await aDraft()
        const add = (text: string): PostDecision => {
          const added = warning('TEXT', { text: safeText(text) })
          return ({ post }) => ({ post: { ...post, warnings: [...(post.warnings ?? []), added] } })
        }
        const all = Array.from({ length: 50 }, (_, n) => `change ${n}`)
        await Promise.all(all.map((one, n) => (n % 2 === 0 ? a() : b()).ledger.update(draft.id, add(one))))
        const { warnings } = (await a().posts.get(draft.id)) ?? draft
        expect(new Set(warnings?.map((one) => warningSentence(one, ENGLISH)))).toEqual(new Set(all))
        expect(warnings).toHaveLength(all.length)
      })
    })

    describe('queueing a failed post again', () => {
      it('clears what failed it, keeps the rest, and is due', async () => {
        const { post } = await accept(a(), { retryCount: 2 })
        await mustCommit(a(), await mustClaim(a()), FAILED)
        const job = aJob(post, { createdAt: START + 5, runAt: START + 5 })
        expect(await a().ledger.update(post.id, planRetry(job))).toBe(true)
        expect(await b().posts.get(post.id)).toEqual({
          ...post,
          status: 'QUEUED',
          retryCount: 2,
          lastAttemptAt: START,
          updatedAt: START + 5,
          warnings: expect.toSatisfy((warnings) => warnings === null || warnings.length === 0),
        })
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + 5)
        expect((await b().posts.listCompleted({ since: 0, limit: 9 })).total).toBe(0)
      })

      it('lets one of many at once win', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), FAILED)
        const retries = Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? a() : b()).ledger.update(post.id, planRetry(aJob(post))),
        )
        expect((await Promise.all(retries)).filter(Boolean)).toHaveLength(1)
        await mustClaim(a())
        expect(await claimAt(b())).toBeNull()
      })

      it('refuses a post in any other state, and records no job', async () => {
        const { post } = await accept(a(), {}, { runAt: START + HOUR })
        expect(await a().ledger.update(post.id, planRetry(aJob(post)))).toBe(false)
        const draft = await aDraft()
        expect(await a().ledger.update(draft.id, planRetry(aJob(draft)))).toBe(false)
        const nobody = aPost()
        expect(await a().ledger.update(nobody.id, planRetry(aJob(nobody)))).toBe(false)
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + HOUR)
      })

      it('ends a background look: it can no longer commit, and the next one starts from its intent', async () => {
        const { post, publication } = await sent()
        const looking = await mustCommit(a(), publication, { ...UNKNOWN, nextAt: START + HOUR })
        expect(await b().ledger.listUnreconciled(post.platformAccountId, 'another', START)).toHaveLength(1)
        expect(await b().ledger.update(post.id, planRetry(aJob(post, { createdAt: START + 1 })))).toBe(true)
        expect(await a().ledger.commit(next(looking, { ...PUBLISHED, failure: null }))).toBe(false)
        expect((await b().posts.get(post.id))?.status).toBe('QUEUED')
        expect(await b().ledger.needsAttention(START)).toBe(false)
        await b().ledger.claim({ now: START + 1, busyAccounts: [], queue: 'publish' }, (due) => {
          expect(due.previous).toMatchObject({ id: publication.id, step: 'failed', intent: INTENT })
          return begin(START + 1)(due)
        })
        expect(await a().ledger.nextDue(inDueLane())).toBeNull()
      })

      it('counts as unreconciled for other posts while it waits and may be live, but not for itself', async () => {
        const { post, publication } = await sent()
        await mustCommit(a(), publication, { ...UNKNOWN, nextAt: START + HOUR })
        await b().ledger.update(post.id, planRetry(aJob(post)))
        const unsettled = (except: string, since = START) =>
          b().ledger.listUnreconciled(post.platformAccountId, except, since)
        expect(await unsettled('another')).toHaveLength(1)
        expect(await unsettled('another', START + 1)).toHaveLength(0)
        const looking = await mustClaim(a())
        expect(await unsettled('another')).toHaveLength(0)
        const waiting = { step: 'uncertain', intent: INTENT, nextAt: START + 9 } as const
        await mustCommit(a(), looking, waiting)
        expect(await unsettled(looking.id)).toHaveLength(0)
        expect(await unsettled('another')).not.toEqual([])
      })

      it('ends the background look also while it is claimed', async () => {
        const { post, publication } = await sent()
        await mustCommit(a(), publication, { ...UNKNOWN, nextAt: START + 1 })
        const held = await mustClaim(a(), START + 1)
        expect(await b().ledger.update(post.id, planRetry(aJob(post, { runAt: START + 2 })))).toBe(true)
        expect(await a().ledger.commit(next(held, { ...PUBLISHED, failure: null }))).toBe(false)
        await a().ledger.release(held, START)
        expect(await a().ledger.nextDue(inDueLane())).toBe(START + 2)
      })

      it('moves the post to a later place among the completions', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), { ...FAILED, updatedAt: START + MINUTE })
        await a().ledger.update(post.id, planRetry(aJob(post)))
        await mustCommit(a(), await mustClaim(a()), { ...FAILED, updatedAt: START })
        const later = await b().posts.listCompleted({ since: START + MINUTE, limit: 9 })
        expect(later.records).toMatchObject([{ id: post.id, completedAt: START + MINUTE + 1 }])
      })
    })

    describe('archiving a post', () => {
      const leave = { at: START + SECOND, from: 'LOCAL' } as const

      it('moves it whole, and leaves no trace in the history', async () => {
        const picture = await aPicture()
        const { post } = await accept(a(), { mediaFileIds: [picture], warnings: [aWarning('Mind the gap.')] })
        const link = 'https://www.instagram.com/p/1/'
        await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, permalink: link })
        const before = await a().posts.get(post.id)
        expect(await a().ledger.archive(post.id, { at: START + 9, from: 'PLATFORM' })).toEqual(before)
        expect(await b().posts.get(post.id)).toBeNull()
        expect(await b().posts.list({ limit: 9, offset: 0 })).toEqual({ records: [], total: 0 })
        expect(await b().posts.listDeleted({ limit: 9, offset: 0 })).toEqual({
          records: [{ post: before, deletedAt: START + 9, deletedFrom: 'PLATFORM', permalink: link }],
          total: 1,
        })
        expect(await b().media.get(picture)).not.toBeNull()
      })

      it('leaves its place in the publishing limit taken: the platform counts it all the same', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, publishedAt: START })
        await a().ledger.archive(post.id, leave)
        const { platformAccountId: account } = post
        expect(await b().ledger.listPublishTimes(account, START)).toEqual([START])
        expect(await b().ledger.listPublishTimes(account, START + 1)).toEqual([])
      })

      it('is done once', async () => {
        const { post } = await accept(a())
        const both = [a().ledger.archive(post.id, leave), b().ledger.archive(post.id, leave)]
        expect((await Promise.all(both)).filter((archived) => archived !== null)).toHaveLength(1)
        expect(await a().ledger.archive(post.id, leave)).toBeNull()
        expect(await a().ledger.archive(crypto.randomUUID(), leave)).toBeNull()
        expect((await b().posts.listDeleted({ limit: 9, offset: 0 })).total).toBe(1)
      })

      it('lists the one deleted last first, page by page', async () => {
        const ids: string[] = []
        for (let i = 0; i < 5; i += 1) ids.unshift((await aDraft()).id)
        for (const id of ids.toReversed())
          await a().ledger.archive(id, { at: START - ids.indexOf(id), from: 'LOCAL' })
        const pages = []
        for (const offset of [0, 2, 4, 6]) pages.push(await b().posts.listDeleted({ limit: 2, offset }))
        expect(pages.flatMap(({ records }) => records.map(({ post }) => post.id))).toEqual(ids)
        expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
      })

      it('cancels what waits in the queue', async () => {
        const { post } = await accept(a())
        await a().ledger.archive(post.id, leave)
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
        expect(await claimAt(b())).toBeNull()
      })

      it('cancels a publication under way that has stored no intent: its step cannot commit', async () => {
        const { post } = await accept(a())
        const publication = await mustClaim(a())
        await b().ledger.archive(post.id, leave)
        const intent = { step: 'publishing', intent: INTENT, nextAt: null } as const
        expect(await a().ledger.commit(next(publication, intent))).toBe(false)
        await a().ledger.release(publication, START)
        expect(await a().ledger.releaseOrphans(START)).toBe(0)
        expect(await claimAt(a(), START + HOUR)).toBeNull()
        expect(await b().posts.get(post.id)).toBeNull()
      })

      it('lets one that has stored its intent end, and tells the archive what became of it', async () => {
        const { post, publication } = await sent()
        await b().ledger.archive(post.id, leave)
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        expect(await a().ledger.commit(next(publication, live))).toBe('archived')
        expect(await archived(b())).toMatchObject([
          {
            post: { status: 'PUBLISHED', igMediaId: PUBLISHED.mediaId, publishedAt: START },
            permalink: null,
          },
        ])
        const reading = await mustClaim(b(), START + 5)
        expect(reading.postId).toBe(post.id)
        const link = 'https://www.instagram.com/p/1/'
        await mustCommit(b(), reading, { step: 'done', permalink: link })
        expect(await archived(a())).toMatchObject([{ post: { igPermalink: link }, permalink: link }])
        expect(await a().posts.get(post.id)).toBeNull()
        expect((await a().posts.list({ limit: 9, offset: 0 })).total).toBe(0)
        expect((await a().posts.listCompleted({ since: 0, limit: 9 })).total).toBe(0)
        expect(await a().ledger.nextDue(inDueLane())).toBeNull()
      })

      it('does nothing more for one that was deleted at the platform', async () => {
        const { post, publication } = await sent()
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        const reading = await mustCommit(a(), publication, live)
        await b().ledger.archive(post.id, { at: START + 1, from: 'PLATFORM' })
        expect(await a().ledger.nextDue(inDueLane())).toBeNull()
        expect(await a().ledger.commit(next(reading, { step: 'done' }))).toBe(false)
        expect(await archived(a())).toMatchObject([
          { post: { status: 'PUBLISHED' }, deletedFrom: 'PLATFORM' },
        ])
      })

      it('lets the next process find such a publication, too', async () => {
        const { post } = await sent()
        await b().ledger.archive(post.id, leave)
        expect(await b().ledger.releaseOrphans(START + 9)).toBe(1)
        expect(await b().ledger.nextDue(inDueLane())).toBeLessThanOrEqual(START + 9)
        await b().ledger.claim({ now: START + 9, busyAccounts: [], queue: 'publish' }, (due) => {
          expect(due).toMatchObject({
            postId: post.id,
            isDeleted: true,
            previous: { step: 'publishing', intent: INTENT },
          })
          return begin(START + 9)(due)
        })
        expect.assertions(4)
      })

      it('lets a background look end', async () => {
        const { post, publication } = await sent()
        await mustCommit(a(), publication, { ...UNKNOWN, nextAt: START + 9 })
        await b().ledger.archive(post.id, leave)
        expect(await b().ledger.needsAttention(START)).toBe(false)
        await mustCommit(b(), await mustClaim(b(), START + 9), { ...PUBLISHED, failure: null })
        expect(await archived(a())).toMatchObject([{ post: { status: 'PUBLISHED', errorCode: null } }])
      })

      it('still says which media are its own', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), PUBLISHED)
        await a().ledger.archive(post.id, leave)
        const mediaId = PUBLISHED.mediaId ?? ''
        expect(await b().ledger.listOwnedMediaIds([mediaId, '9'])).toEqual([mediaId])
      })

      it('does not give its place among the completions to another post', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, updatedAt: START + MINUTE })
        await a().ledger.archive(post.id, leave)
        const other = await accept(a())
        await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, updatedAt: START })
        expect((await b().posts.get(other.post.id))?.completedAt).toBe(START + MINUTE + 1)
      })
    })

    describe('a disconnected account', () => {
      const lost = {
        status: 'FAILED',
        errorCode: 'NOT_FOUND',
        errorDetail: expect.objectContaining({ code: 'DISCONNECTED_BEFORE' }),
        recovery: 'reconnect',
        publishOutcome: 'confirmed',
      }

      it('fails what waits for it, and nothing else', async () => {
        const account = crypto.randomUUID()
        const mine = { platformAccountId: account }
        const queued = await accept(a(), mine)
        const scheduled = await accept(a(), { ...mine, status: 'SCHEDULED' }, { runAt: START + HOUR })
        const draft = await aDraft(mine)
        const stranger = await accept(a(), {}, { runAt: START + MINUTE })
        expect(await b().ledger.failWaitingPosts(account, START + 1)).toBe(2)
        for (const { post } of [queued, scheduled]) expect(await a().posts.get(post.id)).toMatchObject(lost)
        expect(await a().posts.get(draft.id)).toEqual(draft)
        expect(await a().posts.get(stranger.post.id)).toEqual(stranger.post)
        expect(await a().ledger.nextDue(inDueLane())).toBe(START + MINUTE)
        expect(await b().ledger.failWaitingPosts(account, START + 2)).toBe(0)
      })

      it('takes back what was promised of what waits, and leaves what was told of the past', async () => {
        const warnings = [warning('WAITS_FOR_ROOM'), warning('TAKEN_OVER')]
        const { post } = await accept(a(), { warnings })
        await a().ledger.failWaitingPosts(post.platformAccountId, START + 1)
        expect(await b().posts.get(post.id)).toMatchObject({ ...lost, warnings: [warning('TAKEN_OVER')] })
      })

      it('tells of each failure among the completions, under a time of its own', async () => {
        const account = crypto.randomUUID()
        for (let i = 0; i < 3; i += 1) await accept(a(), { platformAccountId: account })
        await a().ledger.failWaitingPosts(account, START + 1)
        const { records } = await b().posts.listCompleted({ since: START, limit: 9 })
        expect(records.map(({ completedAt }) => completedAt)).toEqual([START + 1, START + 2, START + 3])
      })

      it('stops a publication under way that has stored no intent', async () => {
        const { post } = await accept(a())
        const publication = await mustClaim(a())
        expect(await b().ledger.failWaitingPosts(post.platformAccountId, START + 1)).toBe(1)
        const intent = { step: 'publishing', intent: INTENT, nextAt: null } as const
        expect(await a().ledger.commit(next(publication, intent))).toBe(false)
        await a().ledger.release(publication, START)
        expect(await a().posts.get(post.id)).toMatchObject({ ...lost, igContainerId: null })
        expect(await claimAt(a(), START + HOUR)).toBeNull()
      })

      it('leaves a post that has stored its intent, and one that is uncertain, to be reconciled', async () => {
        const account = crypto.randomUUID()
        const { post, publication } = await sent({ platformAccountId: account })
        expect(await b().ledger.failWaitingPosts(account, START + 1)).toBe(0)
        expect((await a().posts.get(post.id))?.status).toBe('PUBLISHING')
        await mustCommit(a(), publication, { ...UNKNOWN, nextAt: START + 9 })
        expect(await b().ledger.failWaitingPosts(account, START + 2)).toBe(0)
        await a().ledger.update(post.id, planRetry(aJob(post)))
        expect(await b().ledger.failWaitingPosts(account, START + 3)).toBe(0)
        expect((await a().posts.get(post.id))?.status).toBe('QUEUED')
        expect(await a().ledger.nextDue(inDueLane())).toBe(START)
      })

      it('leaves what has ended as it is', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), PUBLISHED)
        const before = await a().posts.get(post.id)
        expect(await b().ledger.failWaitingPosts(post.platformAccountId, START + 1)).toBe(0)
        expect(await a().posts.get(post.id)).toEqual(before)
      })
    })

    describe('a pause of an account', () => {
      const UNTIL = START + DAY
      async function aPostPutOff(change: Partial<PostRecord> = {}) {
        const { id } = await a().accounts.put(anAccountRecord({ pausedUntil: UNTIL }))
        const { post } = await accept(a(), { platformAccountId: id, ...change })
        await mustCommit(a(), await mustClaim(a()), { step: 'created', nextAt: UNTIL })
        return { id, post }
      }

      it.each([null, START + 2])('that ends releases what it put off, and leaves %s', async (left) => {
        const { id, post } = await aPostPutOff()
        await b().ledger.endPause(id, { until: UNTIL, now: START + 1, left })
        expect((await a().accounts.get(id))?.pausedUntil).toBe(left)
        expect((await a().posts.get(post.id))?.nextAttemptAt).toBeNull()
        expect((await mustClaim(a(), START + 1)).postId).toBe(post.id)
      })

      it('that lasts until another time stays, and can only get longer', async () => {
        const { id } = await aPostPutOff()
        await b().ledger.endPause(id, { until: UNTIL - 1, now: START + 1, left: null })
        expect((await a().accounts.get(id))?.pausedUntil).toBe(UNTIL)
        expect(await claimAt(a(), UNTIL - 1)).toBeNull()
        for (const until of [UNTIL + 2, UNTIL + 1]) await b().ledger.extendPause(id, until)
        expect((await a().accounts.get(id))?.pausedUntil).toBe(UNTIL + 2)
      })
    })

    describe('what was asked of the platform', () => {
      it('is empty for a post that was never tried, and for an unknown one', async () => {
        const { post } = await accept(a())
        expect(await b().ledger.listAttempts(post.id)).toEqual([])
        expect(await b().ledger.listAttempts(crypto.randomUUID())).toEqual([])
      })
    })
  })
}

async function archived({ posts }: PublishingStores) {
  return (await posts.listDeleted({ limit: 9, offset: 0 })).records
}
