// What the server’s ledger does with posts beside what every engine’s does (`engine-ledger.contract.ts`), seen through two handles on
// one store.
import { describe, expect, it } from 'vitest'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { JobRecord } from '../../core/ports/posts/job-record.ts'
import { planReschedule, planRetry } from '../../core/features/posts/post-updates.ts'
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
  type PublishingStores,
} from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describePublicationLedger(
  name: string,
  open: () => Promise<TwoHandles<PublishingStores>>,
): void {
  describe(`${name} as a PublicationLedger`, () => {
    const store = openEach(open)
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

      it('takes the older of two jobs that are due at one instant', async () => {
        const young = await accept(a(), {}, { createdAt: START - 1 })
        const old = await accept(a(), {}, { createdAt: START - 2 })
        expect((await mustClaim(b())).postId).toBe(old.post.id)
        expect((await mustClaim(b())).postId).toBe(young.post.id)
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
    })

    describe('giving a claim back', () => {
      it('makes work after the job has ended due at the named time, too', async () => {
        await accept(a())
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        await mustCommit(a(), await mustClaim(a()), live)
        await a().ledger.release(await mustClaim(a(), START + 5), START + MINUTE)
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + MINUTE)
        expect(await claimAt(b(), START + MINUTE - 1)).toBeNull()
        expect(await claimAt(b(), START + MINUTE)).not.toBeNull()
      })
    })

    describe('following up', () => {
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
        const there = await due({ caption: 'worker’s', createdAt: START + 3, handover: 'cloud' })
        await due({ caption: 'later', isScheduled: true, scheduledFor: START + 6, status: 'SCHEDULED' })
        const inDoubt = await due(
          { caption: 'in doubt', status: 'FAILED', publishOutcome: 'unconfirmed' },
          { status: 'FAILED' },
        )
        await due({ caption: 'failed', status: 'FAILED', publishOutcome: 'confirmed' })
        await due({ caption: 'live', status: 'PUBLISHED', publishOutcome: 'confirmed' })
        await due({ caption: 'another account', platformAccountId: crypto.randomUUID() })
        const told = await b().ledger.listUnpublished(account, START + 5)
        const asItIs = { mediaType: 'IMAGE', isAtWorker: false, soughtAs: null }
        expect(
          told.toSorted(
            (one, two) => one.dueAt - two.dueAt || (one.caption ?? '').localeCompare(two.caption ?? ''),
          ),
        ).toEqual([
          { ...asItIs, postId: inDoubt, caption: 'in doubt', dueAt: START, acceptedAt: null },
          { ...asItIs, postId: waits, caption: 'waits', dueAt: START, acceptedAt: START + 2 },
          {
            ...asItIs,
            postId: there,
            caption: 'worker’s',
            dueAt: START + 3,
            acceptedAt: START,
            isAtWorker: true,
          },
          { ...asItIs, postId: overdue, caption: 'overdue', dueAt: START + 5, acceptedAt: START },
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

      it('marks the comment under a live post that was surely not posted by this run', async () => {
        const wanted = { state: 'wanted', monotonicAt: 0, sends: 1, looks: 2, missedAt: START } as const
        const firstComment = { ...wanted, refusal: null, commentId: null }
        const live = { ...PUBLISHED, step: 'confirmed', nextAt: START + 5 } as const
        const { post } = await accept(a())
        await mustCommit(a(), await mustClaim(a()), { ...live, firstComment })
        const stored = async () => (await b().ledger.latestPublication(post.id))?.firstComment
        expect(await stored()).toEqual(firstComment)
        await a().ledger.markWaiting(START)
        expect(await stored()).toEqual({ ...firstComment, state: 'uncertain', looks: 0, missedAt: null })
      })

      it('tells what a marked post was before its first change', async () => {
        const scheduled = { isScheduled: true, status: 'SCHEDULED', scheduledFor: START + HOUR } as const
        const times = { runAt: START + HOUR, wakeAt: START + HOUR }
        const { post } = await accept(a(), { caption: 'breakfast', ...scheduled }, times)
        await a().ledger.markWaiting(START)
        let before = post
        for (const caption of ['lunch', 'dinner']) {
          const after = { ...before, caption, updatedAt: before.updatedAt + 1 }
          expect(await a().ledger.update(post.id, planReschedule(before, after, times))).toBe(true)
          before = after
        }
        const traits: unknown[] = []
        await b().ledger.claim({ ...inDueLane(), now: START + HOUR }, (due) => {
          traits.push(due.soughtAs)
          return begin(START + HOUR)(due)
        })
        expect(traits).toEqual([{ mediaType: 'IMAGE', caption: 'breakfast' }])
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
    })
  })
}
