// What every PublicationLedger does, fake or real, seen through two handles on one store.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { JobRecord } from '../../core/ports/posts/job-record.ts'
import { planRetry } from '../../core/features/posts/post-updates.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../core/time.ts'
import { aFailureDetail, aJob, anAccountRecord, aPost, inDueLane, START } from '../factories.ts'
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
  type OpenedPublishingStores,
} from './publishing-stores.ts'

export function describePublicationLedger(name: string, open: () => Promise<OpenedPublishingStores>): void {
  describe(`${name} as a PublicationLedger`, () => {
    let store: OpenedPublishingStores
    beforeEach(async () => {
      store = await open()
    })
    afterEach(async () => {
      await store.close?.()
    })
    const { a, b } = { a: () => store.a, b: () => store.b }

    describe('accepting a post', () => {
      it('shows post and job through the other handle', async () => {
        const { post } = await accept(a())
        expect(await b().posts.get(post.id)).toMatchObject(post)
        expect(await b().ledger.nextDue(inDueLane())).toBe(START)
      })

      it('is all or nothing', async () => {
        const { post, job } = await accept(a())
        const other = aPost()
        await expect(b().ledger.accept(other, aJob(other, { id: job.id }))).rejects.toThrow()
        await expect(b().ledger.accept(post, aJob(post, { runAt: 1 }))).rejects.toThrow()
        const lost = aPost({ mediaFileIds: [crypto.randomUUID()] })
        await expect(b().ledger.accept(lost, aJob(lost, { runAt: 1 }))).rejects.toThrow()
        expect(await a().posts.get(other.id)).toBeNull()
        expect(await a().posts.get(lost.id)).toBeNull()
        expect((await a().posts.list({ limit: 10, offset: 0 })).total).toBe(1)
        expect(await a().ledger.nextDue(inDueLane())).toBe(START)
      })
    })

    describe('claiming', () => {
      it('tells the claimer everything it needs', async () => {
        const pausedUntil = START + 7
        const account = await a().accounts.put(anAccountRecord({ pausedUntil }))
        const pictures = [aMediaRecord(), aMediaRecord()]
        for (const picture of pictures) await a().media.add(picture)
        const mediaFileIds = pictures.map(({ id }) => id).toReversed()
        const { post, job } = await accept(a(), { platformAccountId: account.id, mediaFileIds })
        await b().ledger.claim({ now: START, busyAccounts: [], queue: 'publish' }, (due) => {
          const items = pictures.toReversed().map(({ id }) => ({ mediaFileId: id }))
          const { id: postId, caption, platformAccountId: accountId } = post
          expect(due).toMatchObject({ jobId: job.id, postId, accountId, pausedUntil, previous: null })
          expect(due.payload).toMatchObject({ caption, items })
          return begin()(due)
        })
        expect.assertions(2)
      })

      it('says when the account or a file is gone', async () => {
        const [kept, deleted] = [aMediaRecord(), aMediaRecord()]
        for (const picture of [kept, deleted]) await a().media.add(picture)
        await accept(a(), { mediaFileIds: [deleted.id, kept.id] })
        await b().media.remove(deleted.id)
        await a().ledger.claim({ now: START, busyAccounts: [], queue: 'publish' }, (due) => {
          expect(due).toMatchObject({ pausedUntil: null, payload: { items: [] } })
          return begin()(due)
        })
        expect.assertions(1)
      })

      it('marks the post PROCESSING and says when the attempt began', async () => {
        const { post } = await accept(a())
        await mustClaim(b(), START + SECOND)
        expect(await a().posts.get(post.id)).toMatchObject({
          ...post,
          status: 'PROCESSING',
          lastAttemptAt: START + SECOND,
          updatedAt: START + SECOND,
        })
      })

      it('gives each piece of work to one of many claimers', async () => {
        const posts = await Promise.all(Array.from({ length: 10 }, () => accept(a())))
        const claims = Array.from({ length: 40 }, (_, i) => claimAt(i % 2 === 0 ? a() : b()))
        const claimed = (await Promise.all(claims)).flatMap((publication) => publication?.postId ?? [])
        expect(claimed.toSorted()).toEqual(posts.map(({ post }) => post.id).toSorted())
      })

      it('takes the job that has been due longest, and none before its time', async () => {
        const late = await accept(a(), {}, { runAt: START + 2, createdAt: START - MINUTE })
        const early = await accept(a(), {}, { runAt: START + 1 })
        const future = await accept(a(), {}, { runAt: START + MINUTE })
        expect((await mustClaim(b(), START + 2)).postId).toBe(early.post.id)
        expect((await mustClaim(b(), START + 2)).postId).toBe(late.post.id)
        expect(await claimAt(b(), START + MINUTE - 1)).toBeNull()
        expect((await mustClaim(b(), START + MINUTE)).postId).toBe(future.post.id)
      })

      it('takes the older of two jobs that are due at one instant', async () => {
        const young = await accept(a(), {}, { createdAt: START - 1 })
        const old = await accept(a(), {}, { createdAt: START - 2 })
        expect((await mustClaim(b())).postId).toBe(old.post.id)
        expect((await mustClaim(b())).postId).toBe(young.post.id)
      })

      it('passes over accounts that are being worked on', async () => {
        const [one, two] = [await accept(a(), {}, { runAt: START - 1 }), await accept(a())]
        const claimed = await claimAt(b(), START, [one.post.platformAccountId])
        expect(claimed?.postId).toBe(two.post.id)
        expect(await claimAt(b(), START, [one.post.platformAccountId])).toBeNull()
        expect(await b().ledger.nextDue(inDueLane([one.post.platformAccountId]))).toBeNull()
        expect(await b().ledger.nextDue(inDueLane())).toBe(START - 1)
      })

      it('leaves everything as it was when its beginning throws', async () => {
        const { post } = await accept(a())
        const refuse = () => {
          throw new Error('the payload cannot be read')
        }
        await expect(
          a().ledger.claim({ now: START, busyAccounts: [], queue: 'publish' }, refuse),
        ).rejects.toThrow('payload')
        expect(await b().posts.get(post.id)).toMatchObject(post)
        expect((await mustClaim(b())).postId).toBe(post.id)
      })

      it('finds nothing when nothing was accepted', async () => {
        expect(await claimAt(a())).toBeNull()
        expect(await a().ledger.nextDue(inDueLane())).toBeNull()
      })
    })

    describe('committing', () => {
      it('moves the post with the publication', async () => {
        const { post } = await accept(a())
        let publication = await mustClaim(a())
        const wait = { step: 'created', containerId: '17900000000000001', nextAt: START + 5 } as const
        publication = await mustCommit(a(), publication, wait)
        expect(await b().posts.get(post.id)).toMatchObject({
          status: 'PROCESSING',
          igContainerId: '17900000000000001',
          nextAttemptAt: START + 5,
        })
        publication = await mustCommit(a(), publication, { step: 'publishing', nextAt: null, intent: INTENT })
        expect(await b().posts.get(post.id)).toMatchObject({ status: 'PUBLISHING', nextAttemptAt: null })
        await mustCommit(a(), publication, { ...PUBLISHED, permalink: 'https://www.instagram.com/p/1/' })
        expect(await b().posts.get(post.id)).toMatchObject({
          status: 'PUBLISHED',
          igContainerId: null,
          igMediaId: '18010000000000001',
          igPermalink: 'https://www.instagram.com/p/1/',
          publishedAt: START,
          publishOutcome: 'confirmed',
          completedAt: expect.any(Number),
        })
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
      })

      it('tells the reader of a failed post what happened', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), FAILED)
        expect(await b().posts.get(post.id)).toMatchObject({
          status: 'FAILED',
          errorCode: 'PLATFORM_ERROR',
          errorDetail: aFailureDetail('The platform refused.'),
          recovery: 'retry',
          publishOutcome: 'confirmed',
        })
      })

      it('refuses a version that is no longer the latest', async () => {
        const { post } = await accept(a())
        const mine = await mustClaim(a())
        await a().ledger.releaseOrphans(START)
        const theirs = await mustClaim(b())
        expect(await a().ledger.commit(next(mine, PUBLISHED))).toBe(false)
        expect((await a().posts.get(post.id))?.status).toBe('PROCESSING')
        expect(await b().ledger.commit(next(theirs, FAILED))).toBe('kept')
        expect(await b().ledger.commit(next(theirs, PUBLISHED))).toBe(false)
        expect((await a().posts.get(post.id))?.status).toBe('FAILED')
      })

      it('lets one of two at once win', async () => {
        await accept(a())
        const publication = await mustClaim(a())
        const answers = await Promise.all([
          a().ledger.commit(next(publication, PUBLISHED)),
          b().ledger.commit(next(publication, FAILED)),
        ])
        expect(answers.toSorted()).toEqual([false, 'kept'])
      })

      it('refuses a publication that was never claimed', async () => {
        const { job } = await accept(a())
        const claimed = begin()({
          jobId: job.id,
          postId: job.postId,
          accountId: job.accountId,
          publishAt: null,
          acceptedAt: job.createdAt,
          payload: null,
          pausedUntil: null,
          previous: null,
          isNearLimit: false,
          isDeleted: false,
        })
        expect(await a().ledger.commit(next(claimed, PUBLISHED))).toBe(false)
      })

      it('hands the work on at the time it names, with the publication as it was', async () => {
        const { post } = await accept(a())
        const publication = await mustClaim(a())
        const waiting = await mustCommit(a(), publication, { step: 'created', reads: 3, nextAt: START + 5 })
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + 5)
        expect(await claimAt(b(), START + 4)).toBeNull()
        await b().ledger.claim({ now: START + 5, busyAccounts: [], queue: 'publish' }, (due) => {
          expect(due.previous).toEqual(waiting)
          expect(due.postId).toBe(post.id)
          return begin(START + 5)(due)
        })
        expect.assertions(5)
      })
    })

    describe('giving a claim back', () => {
      it('makes the work due at the named time, and not before', async () => {
        const { post } = await accept(a())
        await a().ledger.release(await mustClaim(a()), START + MINUTE)
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + MINUTE)
        expect(await claimAt(b(), START + MINUTE - 1)).toBeNull()
        expect((await mustClaim(b(), START + MINUTE)).postId).toBe(post.id)
      })

      it('does so for work after the job has ended, too', async () => {
        await accept(a())
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        await mustCommit(a(), await mustClaim(a()), live)
        await a().ledger.release(await mustClaim(a(), START + 5), START + MINUTE)
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + MINUTE)
        expect(await claimAt(b(), START + MINUTE - 1)).toBeNull()
        expect(await claimAt(b(), START + MINUTE)).not.toBeNull()
      })

      it('does nothing to a claim that somebody else has by now', async () => {
        await accept(a())
        const mine = await mustClaim(a())
        await a().ledger.releaseOrphans(START)
        const theirs = await mustClaim(b())
        await a().ledger.release(mine, START)
        expect(await claimAt(a())).toBeNull()
        expect(await b().ledger.commit(next(theirs, PUBLISHED))).toBe('kept')
      })

      it('does nothing to work that has ended', async () => {
        const { post } = await accept(a())
        const done = await mustCommit(a(), await mustClaim(a()), PUBLISHED)
        await a().ledger.release(done, START)
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
        expect((await b().posts.get(post.id))?.status).toBe('PUBLISHED')
      })
    })

    describe('a start after a crash', () => {
      it('finds work that a dead process held, due at once', async () => {
        const [one, two] = [await accept(a()), await accept(a())]
        const waiting = await accept(a(), {}, { runAt: START + MINUTE })
        await mustClaim(a())
        await mustClaim(a())
        expect(await b().ledger.releaseOrphans(START + SECOND)).toBe(2)
        expect(await b().ledger.releaseOrphans(START + SECOND)).toBe(0)
        const again = [await mustClaim(b(), START + SECOND), await mustClaim(b(), START + SECOND)]
        expect(again.map(({ postId }) => postId).toSorted()).toEqual([one.post.id, two.post.id].toSorted())
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + MINUTE)
        expect((await a().posts.get(waiting.post.id))?.status).toBe('QUEUED')
      })

      it('finds a follow-up that a dead process held, whatever the clock says now', async () => {
        await accept(a())
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        await mustCommit(a(), await mustClaim(a()), live)
        await mustClaim(a(), START + 5)
        expect(await claimAt(b(), START + MINUTE)).toBeNull()
        await b().ledger.releaseOrphans(START - MINUTE)
        expect(await claimAt(b(), START - MINUTE)).not.toBeNull()
      })
    })

    describe('following up', () => {
      it('goes on with a published post until there is nothing left to read', async () => {
        const { post } = await accept(a())
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        await mustCommit(a(), await mustClaim(a()), live)
        expect(await b().posts.get(post.id)).toMatchObject({ status: 'PUBLISHED', nextAttemptAt: null })
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + 5)
        expect(await b().ledger.nextDue(inDueLane([post.platformAccountId]))).toBeNull()
        expect(await claimAt(b(), START + 4)).toBeNull()
        expect(await claimAt(b(), START + 5, [post.platformAccountId])).toBeNull()
        const publication = await mustClaim(b(), START + 5)
        expect(await claimAt(a(), START + 6)).toBeNull()
        expect(await a().ledger.nextDue(inDueLane())).toBeNull()
        await mustCommit(b(), publication, { step: 'done', permalink: 'https://www.instagram.com/p/1/' })
        expect((await a().posts.get(post.id))?.igPermalink).toBe('https://www.instagram.com/p/1/')
        expect(await a().ledger.nextDue(inDueLane())).toBeNull()
      })

      it('lets due jobs go first', async () => {
        await accept(a())
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 1 } as const
        await mustCommit(a(), await mustClaim(a()), live)
        const job = await accept(a(), {}, { runAt: START + 2 })
        expect((await mustClaim(b(), START + 3)).postId).toBe(job.post.id)
        expect((await mustClaim(b(), START + 3)).postId).not.toBe(job.post.id)
      })

      it('goes on with a post whose outcome is unknown', async () => {
        const { post } = await accept(a())
        const unknown = { ...UNKNOWN, intent: INTENT, nextAt: START + 9 }
        expect(await b().ledger.needsAttention(START)).toBe(false)
        await mustCommit(a(), await mustClaim(a()), unknown)
        expect(await b().ledger.needsAttention(START)).toBe(true)
        expect(await b().posts.get(post.id)).toMatchObject({
          status: 'FAILED',
          publishOutcome: 'unconfirmed',
        })
        await mustCommit(b(), await mustClaim(b(), START + 9), { ...PUBLISHED, failure: null })
        expect(await a().posts.get(post.id)).toMatchObject({
          status: 'PUBLISHED',
          errorCode: null,
          publishOutcome: 'confirmed',
        })
        expect(await a().ledger.needsAttention(START)).toBe(false)
      })
    })

    describe('telling whose media is whose', () => {
      it('names those that belong to a post, of whichever account', async () => {
        const account = crypto.randomUUID()
        for (const [mediaId, platformAccountId] of [
          ['1', account],
          ['2', account],
          ['3', crypto.randomUUID()],
        ] as const) {
          await accept(a(), { platformAccountId })
          await mustCommit(a(), await mustClaim(a()), { ...PUBLISHED, mediaId })
        }
        expect((await b().ledger.listOwnedMediaIds(['3', '2', '9', '1'])).toSorted()).toEqual(['1', '2', '3'])
        expect(await b().ledger.listOwnedMediaIds([])).toEqual([])
      })

      it('forgets a publication that went live without an id long ago', async () => {
        const account = crypto.randomUUID()
        await accept(a(), { platformAccountId: account })
        const publication = await mustClaim(a())
        await mustCommit(a(), publication, { step: 'done', mediaId: null, intent: INTENT })
        const since = INTENT?.lastPossibleSend ?? Number.NaN
        expect(await b().ledger.listUnreconciled(account, crypto.randomUUID(), since)).toHaveLength(1)
        expect(await b().ledger.listUnreconciled(account, crypto.randomUUID(), since + 1)).toHaveLength(0)
      })

      it('tells the account’s posts that were due and are not known to be live', async () => {
        const account = crypto.randomUUID()
        const due = async (change: Partial<PostRecord>, job: Partial<JobRecord> = {}) =>
          (await accept(a(), { platformAccountId: account, ...change }, job)).post.id
        const waits = await due({ caption: 'waits', createdAt: START }, { createdAt: START + 2 })
        const overdue = await due({
          caption: 'overdue',
          isScheduled: true,
          scheduledFor: START + 5,
          status: 'SCHEDULED',
        })
        await due({ caption: 'later', isScheduled: true, scheduledFor: START + 6, status: 'SCHEDULED' })
        const inDoubt = await due(
          { caption: 'in doubt', status: 'FAILED', publishOutcome: 'unconfirmed' },
          { status: 'FAILED' },
        )
        await due({ caption: 'failed', status: 'FAILED', publishOutcome: 'confirmed' })
        await due({ caption: 'live', status: 'PUBLISHED', publishOutcome: 'confirmed' })
        await due({ caption: 'another account', platformAccountId: crypto.randomUUID() })
        const told = await b().ledger.listUnpublished(account, START + 5)
        expect(
          told.toSorted(
            (one, two) => one.dueAt - two.dueAt || (one.caption ?? '').localeCompare(two.caption ?? ''),
          ),
        ).toEqual([
          { postId: inDoubt, mediaType: 'IMAGE', caption: 'in doubt', dueAt: START, acceptedAt: null },
          { postId: waits, mediaType: 'IMAGE', caption: 'waits', dueAt: START, acceptedAt: START + 2 },
          { postId: overdue, mediaType: 'IMAGE', caption: 'overdue', dueAt: START + 5, acceptedAt: START },
        ])
      })

      it('marks what is still to publish: the next claim is told, and takes the mark away', async () => {
        const scheduled = { isScheduled: true, status: 'SCHEDULED', scheduledFor: START + HOUR } as const
        const { post: later } = await accept(a(), scheduled, { runAt: START + HOUR, wakeAt: START + HOUR })
        const { post: now } = await accept(a(), {}, { createdAt: START - MINUTE })
        const { post: ahead } = await accept(a(), {}, { createdAt: START + 2 })
        await a().ledger.markWaiting(START)
        await accept(a(), { caption: 'after' }, { createdAt: START })
        const told = async (): Promise<Map<string, unknown>> => {
          const marks = new Map<string, unknown>()
          const claim = () =>
            b().ledger.claim({ now: START + HOUR, busyAccounts: [], queue: 'publish' }, (due) => {
              marks.set(due.postId, due.soughtSince)
              return { ...begin(START + HOUR)(due), nextAt: START + HOUR + marks.size }
            })
          while (await claim());
          return marks
        }
        const marks = await told()
        expect(marks.size).toBe(4)
        expect(marks.get(now.id)).toBe(START - MINUTE)
        expect(marks.get(later.id)).toBe(START + HOUR)
        // Recorded by a clock that was wrong, then or now.
        expect(marks.get(ahead.id)).toBe(START - 2 * DAY)
        expect([...marks.values()].filter((since) => since === null)).toHaveLength(1)
      })

      it('tells whether a job was marked since it was claimed', async () => {
        const { job } = await accept(a())
        await a().ledger.markWaiting(START)
        expect(await b().ledger.isMarked(job.id)).toBe(true)
        await mustClaim(a())
        expect(await b().ledger.isMarked(job.id)).toBe(false)
        await a().ledger.markWaiting(START)
        expect(await b().ledger.isMarked(job.id)).toBe(true)
      })

      it('tells a post’s last publication', async () => {
        const { post } = await accept(a())
        expect(await b().ledger.latestPublication(post.id)).toBeNull()
        const { id } = await mustClaim(a())
        expect(await b().ledger.latestPublication(post.id)).toMatchObject({ id, postId: post.id })
      })

      it('tells the last publication by the order of recording, although the clock was ahead before', async () => {
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a(), START + HOUR), FAILED)
        expect(await a().ledger.update(post.id, planRetry(aJob(post)))).toBe(true)
        const retried = await mustClaim(a())
        await mustCommit(a(), retried, { step: 'created', nextAt: START })
        expect(await b().ledger.latestPublication(post.id)).toMatchObject({ id: retried.id })
        expect(await mustClaim(b())).toMatchObject({ id: retried.id, step: 'created' })
      })

      it('counts the account’s other publications that never learned their media id', async () => {
        const account = crypto.randomUUID()
        const sent = []
        for (const platformAccountId of [account, account, crypto.randomUUID()]) {
          await accept(a(), { platformAccountId })
          const publication = await mustClaim(a())
          sent.push(
            await mustCommit(a(), publication, { step: 'uncertain', intent: INTENT, nextAt: START + 9 }),
          )
        }
        const [mine, rival] = sent
        if (!mine || !rival) expect.unreachable()
        expect(await b().ledger.listUnreconciled(account, mine.id, START)).toHaveLength(1)
        expect(await b().ledger.listUnreconciled(account, crypto.randomUUID(), START)).toHaveLength(2)
        await mustCommit(a(), rival, { ...PUBLISHED, mediaId: '77' })
        expect(await b().ledger.listUnreconciled(account, mine.id, START)).toHaveLength(0)
        await mustCommit(a(), mine, FAILED)
        expect(await b().ledger.listUnreconciled(account, crypto.randomUUID(), START)).toHaveLength(0)
      })
    })
  })
}
