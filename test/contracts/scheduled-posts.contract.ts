// Scheduled posts in a PostLedger and a PostStore, fake or real, seen through two handles on one store: the two queues, other
// versions, taking back, losing their account, clocks that are set back.
import type { JobRecord } from '../../core/ports/posts/job-record.ts'
import { describe, expect, it } from 'vitest'
import {
  planDraft,
  planReschedule,
  planRetry,
  planUnschedule,
} from '../../core/features/posts/post-updates.ts'
import { warning } from '../../core/rules/notices/warnings.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { Queue } from '../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { HOUR, MINUTE } from '../../core/time.ts'
import { aJob, aWarning, anAccountRecord, inDueLane, START } from '../factories.ts'
import {
  accept,
  begin,
  INTENT,
  mustCommit,
  next,
  PUBLISHED,
  UNKNOWN,
  type PublishingStores,
} from './publishing-stores.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

const AT = START + HOUR
const WAKE = AT - MINUTE
const LATER = { runAt: AT + HOUR, wakeAt: WAKE + HOUR }

export function describeScheduledPosts(
  name: string,
  open: () => Promise<TwoHandles<PublishingStores>>,
): void {
  describe(`${name}: scheduled posts`, () => {
    const opened = openEach(open)
    const a = () => opened.a
    const b = () => opened.b

    const schedule = (post: Partial<PostRecord> = {}, job: Partial<JobRecord> = {}) =>
      accept(
        a(),
        { status: 'SCHEDULED', isScheduled: true, scheduledFor: AT, ...post },
        { runAt: post.scheduledFor ?? AT, wakeAt: (post.scheduledFor ?? AT) - MINUTE, ...job },
      )
    const claim = (queue: Queue, now: number, busyAccounts: readonly string[] = []) =>
      b().ledger.claim({ now, queue, busyAccounts }, (due) => ({
        ...begin(now)(due),
        publishAt: due.publishAt,
      }))
    const mustClaim = async (queue: Queue, now: number): Promise<Publication> =>
      (await claim(queue, now)) ?? expect.unreachable('nothing is due')
    const version = (post: PostRecord, change: Partial<PostRecord>): PostRecord => ({
      ...post,
      ...change,
      updatedAt: post.updatedAt + 1,
    })
    const asDraft = (post: PostRecord) =>
      version(post, { status: 'DRAFT', isScheduled: false, scheduledFor: null })
    const stored = async (post: PostRecord) => (await b().posts.get(post.id)) ?? expect.unreachable()

    describe('the two queues', () => {
      it('have a post in the queue ahead from its wake time, and in the due queue from its own', async () => {
        const { post } = await schedule()
        expect(await claim('prepare', WAKE - 1)).toBeNull()
        expect(await claim('publish', AT - 1)).toBeNull()
        expect(await claim('prepare', AT)).toBeNull()
        const publication = await mustClaim('prepare', WAKE)
        expect(publication).toMatchObject({ postId: post.id, publishAt: AT })
      })

      it('say when they next have work', async () => {
        const { post } = await schedule()
        const ahead = { now: START, queue: 'prepare' as const, busyAccounts: [] }
        expect(await b().ledger.nextDue(ahead)).toBe(WAKE)
        expect(await b().ledger.nextDue({ ...ahead, busyAccounts: [post.platformAccountId] })).toBeNull()
        expect(await b().ledger.nextDue(inDueLane())).toBe(AT)
        expect(await b().ledger.nextDue({ ...ahead, now: AT })).toBeNull()
      })

      it('leave a busy account alone', async () => {
        const { post } = await schedule()
        expect(await claim('prepare', WAKE, [post.platformAccountId])).toBeNull()
        expect(await claim('publish', AT, [post.platformAccountId])).toBeNull()
      })

      it('hand a prepared post over at its time, with what was prepared', async () => {
        const { post } = await schedule()
        const prepared = await mustCommit(b(), await mustClaim('prepare', WAKE), {
          step: 'staged',
          containerId: '17900000000000001',
          nextAt: AT,
          updatedAt: WAKE,
        })
        expect(await stored(post)).toMatchObject({ status: 'SCHEDULED', igContainerId: null })
        expect(await claim('prepare', AT - 1)).toBeNull()
        expect(await claim('publish', AT - 1)).toBeNull()
        expect(await mustClaim('publish', AT)).toMatchObject({
          id: prepared.id,
          containerId: '17900000000000001',
        })
      })

      it('keep their warnings while they wait, and not once they are published', async () => {
        const { post } = await schedule({ warnings: [aWarning('runs here')] })
        const prepared = { step: 'staged', nextAt: AT, updatedAt: WAKE } as const
        await mustCommit(b(), await mustClaim('prepare', WAKE), prepared)
        expect((await stored(post)).warnings).toEqual([aWarning('runs here')])
        await mustCommit(b(), await mustClaim('publish', AT), PUBLISHED)
        expect((await stored(post)).warnings).toBeNull()
      })

      it('return work that a dead process held ahead of its time to the prepare queue', async () => {
        await schedule()
        await mustClaim('prepare', WAKE)
        expect(await claim('prepare', WAKE + 1)).toBeNull()
        await b().ledger.releaseOrphans(WAKE + 2)
        expect(await claim('publish', WAKE + 2)).toBeNull()
        expect(await claim('prepare', WAKE + 2)).not.toBeNull()
      })

      it('take what is due in the order of the times, however early it was to be prepared', async () => {
        const { post: second } = await schedule({ scheduledFor: AT + 5 })
        const { post: first } = await schedule({ scheduledFor: AT })
        expect((await mustClaim('publish', AT + HOUR)).postId).toBe(first.id)
        expect((await mustClaim('publish', AT + HOUR)).postId).toBe(second.id)
      })
    })

    describe('another version', () => {
      it('replaces the post and moves its job', async () => {
        const { post } = await schedule()
        const after = version(post, { caption: 'New', scheduledFor: LATER.runAt })
        expect(await a().ledger.update(post.id, planReschedule(post, after, LATER))).toBe(true)
        expect(await stored(post)).toMatchObject({ caption: 'New', scheduledFor: LATER.runAt })
        expect(await claim('publish', AT)).toBeNull()
        expect(await claim('prepare', LATER.wakeAt)).not.toBeNull()
      })

      it('drops what was prepared of the old one, also while a step is under way', async () => {
        const { post } = await schedule()
        const old = await mustClaim('prepare', WAKE)
        const after = version(await stored(post), { caption: 'New' })
        const times = { runAt: AT, wakeAt: WAKE }
        expect(await a().ledger.update(post.id, planReschedule(await stored(post), after, times))).toBe(true)
        expect(await b().ledger.commit(next(old, PUBLISHED))).toBe(false)
        const anew = await mustClaim('prepare', WAKE)
        expect(anew.id).not.toBe(old.id)
        expect(await stored(post)).toMatchObject({ status: 'SCHEDULED', caption: 'New' })
      })

      it('is refused when another one was faster', async () => {
        const { post } = await schedule()
        const both = ['one', 'two'].map((caption) => version(post, { caption }))
        const taken = await Promise.all(
          both.map((after) => a().ledger.update(post.id, planReschedule(post, after, LATER))),
        )
        expect(taken.filter(Boolean)).toHaveLength(1)
      })

      it('is refused once publishing has begun, and nothing changes', async () => {
        const { post } = await schedule()
        const publication = await mustClaim('publish', AT)
        const seen = await stored(post)
        expect(
          await a().ledger.update(seen.id, planReschedule(seen, version(seen, { caption: 'New' }), LATER)),
        ).toBe(false)
        await mustCommit(b(), publication, { step: 'publishing', intent: INTENT })
        const sending = await stored(post)
        expect(
          await a().ledger.update(
            sending.id,
            planReschedule(sending, version(sending, { caption: 'New' }), LATER),
          ),
        ).toBe(false)
        expect(await stored(post)).toEqual(sending)
      })

      it('is refused while it is not known whether the post is live already', async () => {
        const { post } = await schedule()
        await mustCommit(a(), await mustClaim('publish', AT), { ...UNKNOWN, step: 'failed', intent: INTENT })
        expect(await a().ledger.update(post.id, planRetry(aJob(post, { runAt: AT })))).toBe(true)
        const again = await stored(post)
        const edit = planReschedule(again, version(again, { caption: 'New' }), LATER)
        expect(await a().ledger.update(post.id, edit)).toBe(false)
        expect(await stored(post)).toEqual(again)
      })

      it('is refused for a post that the Worker has', async () => {
        const { post } = await schedule({ handover: 'cloud' })
        expect(
          await a().ledger.update(post.id, planReschedule(post, version(post, { caption: 'New' }), LATER)),
        ).toBe(false)
        expect(await a().ledger.update(post.id, planUnschedule(post, asDraft(post)))).toBe(false)
      })
    })

    describe('taking back', () => {
      it('makes it a draft of which nothing is ever published', async () => {
        const { post } = await schedule()
        expect(await a().ledger.update(post.id, planUnschedule(post, asDraft(post)))).toBe(true)
        expect(await stored(post)).toMatchObject({ status: 'DRAFT', isScheduled: false, scheduledFor: null })
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
        expect(await claim('publish', AT + HOUR)).toBeNull()
      })

      it('is possible until the publish intent is stored, and not after it', async () => {
        const { post } = await schedule()
        const early = await mustClaim('publish', AT)
        const begun = await stored(post)
        expect(begun.status).toBe('PROCESSING')
        expect(await a().ledger.update(begun.id, planUnschedule(begun, asDraft(begun)))).toBe(true)
        expect(await b().ledger.commit(next(early, { step: 'publishing', intent: INTENT }))).toBe(false)

        const { post: other } = await schedule()
        await mustCommit(b(), await mustClaim('publish', AT), { step: 'publishing', intent: INTENT })
        const sending = await stored(other)
        expect(await a().ledger.update(sending.id, planUnschedule(sending, asDraft(sending)))).toBe(false)
        expect(await stored(other)).toEqual(sending)
      })

      it('of several at once, or against an edit, succeeds for one', async () => {
        const { post } = await schedule()
        const moves = await Promise.all([
          a().ledger.update(post.id, planUnschedule(post, asDraft(post))),
          b().ledger.update(post.id, planUnschedule(post, asDraft(post))),
          a().ledger.update(post.id, planReschedule(post, version(post, { caption: 'New' }), LATER)),
        ])
        expect(moves.filter(Boolean)).toHaveLength(1)
      })
    })

    describe('taking back what an earlier run may have published', () => {
      it('leaves it marked for its next job, until that is claimed', async () => {
        const wasDue = START - 2 * MINUTE
        const { post, job } = await schedule({ scheduledFor: wasDue }, { createdAt: START - HOUR })
        await a().ledger.markWaiting(START)
        const draft = asDraft(post)
        expect(await b().ledger.marksNextJob(post.id)).toBe(false)
        await a().ledger.update(post.id, planUnschedule(post, draft))
        expect(await b().ledger.marksNextJob(post.id)).toBe(true)
        const again = version(draft, { status: 'SCHEDULED', isScheduled: true, scheduledFor: LATER.runAt })
        const scheduledAgain = aJob(again, LATER)
        await a().ledger.update(post.id, planDraft(draft, again, scheduledAgain))
        expect(await b().ledger.isMarked(scheduledAgain.id)).toBe(true)

        const draftAgain = asDraft(again)
        await a().ledger.update(post.id, planUnschedule(again, draftAgain))
        const queued = version(draftAgain, { status: 'QUEUED' })
        const third = aJob(queued, { runAt: START, createdAt: START })
        await a().ledger.update(post.id, planDraft(draftAgain, queued, third))
        const marks: unknown[] = []
        await b().ledger.claim(inDueLane(), (due) => {
          marks.push(due.soughtSince)
          return begin(START)(due)
        })
        expect(marks).toEqual([wasDue])
        for (const { id } of [job, scheduledAgain, third]) expect(await b().ledger.isMarked(id)).toBe(false)
      })

      it('leaves it marked although it was claimed, until it has been looked for', async () => {
        const wasDue = START - 2 * MINUTE
        const { post } = await schedule({ scheduledFor: wasDue }, { createdAt: START - HOUR })
        await a().ledger.markWaiting(START)
        const sought = { dueAt: wasDue, since: wasDue, shown: false, looks: 1 }
        await mustCommit(a(), await mustClaim('publish', START), { sought, nextAt: AT })
        const claimed = await stored(post)
        expect(await a().ledger.update(post.id, planUnschedule(claimed, asDraft(claimed)))).toBe(true)
        expect(await b().ledger.marksNextJob(post.id)).toBe(true)
      })

      it('ends the mark of one that was not yet due', async () => {
        const { post } = await schedule()
        await a().ledger.markWaiting(START)
        await a().ledger.update(post.id, planUnschedule(post, asDraft(post)))
        expect(await b().ledger.marksNextJob(post.id)).toBe(false)
      })
    })

    describe('losing their account', () => {
      it('does not say that a post is not live which an earlier run may have published', async () => {
        const mine = { platformAccountId: crypto.randomUUID() }
        const early = { createdAt: START - HOUR }
        const retried = await accept(a(), mine)
        await mustCommit(a(), await mustClaim('publish', START), { ...UNKNOWN, step: 'failed' })
        await a().ledger.update(retried.post.id, planRetry(aJob(retried.post, { runAt: AT })))
        const lookedFor = await accept(a(), mine)
        const sought = { dueAt: START - HOUR, since: START - HOUR, shown: false, looks: 1 }
        await mustCommit(a(), await mustClaim('publish', START), { sought, nextAt: AT })
        const queued = await accept(a(), mine, early)
        const overdue = await schedule({ ...mine, scheduledFor: START - 2 * MINUTE }, early)
        const later = await schedule(mine, early)
        await a().ledger.markWaiting(START)
        const unmarked = await accept(a(), mine)
        const failed = await b().ledger.failWaitingPosts(mine.platformAccountId, START + 1)
        for (const { post } of [queued, overdue, lookedFor, retried])
          expect(await stored(post)).toMatchObject({
            status: 'FAILED',
            errorDetail: { code: 'ACCOUNT_DISCONNECTED' },
            recovery: 'reconnect',
            publishOutcome: 'unconfirmed',
          })
        for (const { post } of [later, unmarked])
          expect(await stored(post)).toMatchObject({ status: 'FAILED', publishOutcome: 'confirmed' })
        expect(failed).toBe(6)
        expect(await b().ledger.nextDue(inDueLane())).toBeNull()
        const last = await b().ledger.latestPublication(lookedFor.post.id)
        expect(last?.failure?.unconfirmed).toBe(true)
      })
    })

    describe('a clock that was set back', () => {
      const WRONG = AT + 1_000 * HOUR
      it('postpones nothing beyond its own time', async () => {
        const { post } = await schedule()
        const held = await mustClaim('publish', WRONG)
        await mustCommit(b(), held, { step: 'staged', nextAt: WRONG + MINUTE, updatedAt: WRONG })
        await b().ledger.correctTimesTo(START)
        expect(await b().ledger.nextDue(inDueLane())).toBe(AT)
        // Its preparation goes on at once.
        expect(await b().ledger.nextDue({ now: START, queue: 'prepare', busyAccounts: [] })).toBe(START)
        expect((await mustClaim('publish', AT)).postId).toBe(post.id)
      })

      it('lets a post without a time go on at once, also when it was accepted by the wrong clock', async () => {
        await accept(a(), {}, { createdAt: WRONG, runAt: WRONG })
        await b().ledger.correctTimesTo(START)
        expect(await b().ledger.nextDue(inDueLane())).toBe(START)
      })

      it('still lets a post be prepared ahead that was scheduled by the wrong clock', async () => {
        await schedule({}, { createdAt: START + MINUTE })
        await b().ledger.correctTimesTo(START)
        expect(await b().ledger.nextDue({ now: START, queue: 'prepare', busyAccounts: [] })).toBe(WAKE)
        expect(await b().ledger.nextDue(inDueLane())).toBe(AT)
      })

      it('takes up at once what waits as staged, to ask for the true time', async () => {
        const { post } = await schedule()
        const held = await mustClaim('prepare', WAKE)
        await mustCommit(b(), held, { step: 'staged', nextAt: AT, updatedAt: WAKE })
        expect(await b().ledger.nextDue({ now: WAKE, queue: 'prepare', busyAccounts: [] })).toBeNull()
        await b().ledger.correctTimesTo(WAKE + 1)
        expect(await b().ledger.nextDue({ now: WAKE + 1, queue: 'prepare', busyAccounts: [] })).toBe(WAKE + 1)
        expect((await mustClaim('prepare', WAKE + 1)).postId).toBe(post.id)
      })

      it.each([
        ['ends', (held: Publication) => mustCommit(b(), held, { nextAt: START + 5, updatedAt: START })],
        ['fails', (held: Publication) => b().ledger.release(held, START + 5)],
      ])('lets a post go on whose step was under way then, when the step %s', async (_how, end) => {
        const { post } = await accept(a(), {}, { createdAt: WRONG, runAt: WRONG })
        await end(await mustClaim('publish', WRONG))
        expect(await b().ledger.nextDue(inDueLane())).toBe(START + 5)
        expect((await mustClaim('publish', START + 5)).postId).toBe(post.id)
      })

      it('lets a post go on whose process died before that', async () => {
        await accept(a(), {}, { createdAt: WRONG, runAt: WRONG })
        await mustClaim('publish', WRONG)
        await b().ledger.correctTimesTo(START)
        await b().ledger.releaseOrphans(START)
        expect(await claim('publish', START)).not.toBeNull()
      })

      it('leaves alone what was stored by the right one', async () => {
        await schedule()
        await b().ledger.correctTimesTo(START + MINUTE)
        expect(await b().ledger.nextDue({ now: START, queue: 'prepare', busyAccounts: [] })).toBe(WAKE)
      })

      it('ends a pause of an account that lies absurdly far ahead', async () => {
        const account = await a().accounts.put(anAccountRecord({ pausedUntil: WRONG }))
        await b().ledger.correctTimesTo(START)
        expect((await b().accounts.get(account.id))?.pausedUntil).toBeNull()
      })
    })

    it('ask for attention when they are still to go out minutes after their time', async () => {
      const { post } = await schedule()
      expect(await b().ledger.needsAttention(AT + MINUTE)).toBe(false)
      expect(await b().ledger.needsAttention(AT + 3 * MINUTE)).toBe(true)
      await a().ledger.update(post.id, planUnschedule(post, asDraft(post)))
      expect(await b().ledger.needsAttention(AT + 3 * MINUTE)).toBe(false)
    })

    it('ask for attention after their time as long as they wait or are looked for, not while they are sent', async () => {
      const needsAttention = () => b().ledger.needsAttention(AT + 3 * MINUTE)
      await schedule({ status: 'PROCESSING' })
      await schedule({ status: 'QUEUED', warnings: [warning('WAITS_FOR_ROOM')] })
      expect(await needsAttention()).toBe(false)
      await schedule({ status: 'PROCESSING', warnings: [warning('LIVE_CHECK_PENDING')] })
      expect(await needsAttention()).toBe(true)
    })

    it('are listed soonest first, with and without a status, in pages', async () => {
      const times = [3, 1, 2].map((n) => AT + n * MINUTE)
      for (const scheduledFor of times) await schedule({ scheduledFor })
      await mustClaim('publish', AT + MINUTE)
      await accept(a(), { status: 'QUEUED' })
      const all = await b().posts.listScheduled({ limit: 2, offset: 0 })
      expect(all.total).toBe(3)
      expect(all.records.map(({ scheduledFor }) => scheduledFor)).toEqual([AT + MINUTE, AT + 2 * MINUTE])
      expect((await b().posts.listScheduled({ limit: 2, offset: 2 })).records).toHaveLength(1)
      const waiting = await b().posts.listScheduled({ status: 'SCHEDULED', limit: 9, offset: 0 })
      expect([waiting.total, waiting.records.length]).toEqual([2, 2])
      const begun = await b().posts.listScheduled({ status: 'PROCESSING', limit: 9, offset: 0 })
      expect([begun.total, begun.records.length]).toEqual([1, 1])
    })
  })
}
