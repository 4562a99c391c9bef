// What every store of hand-overs promises: who has a post is decided by one move at a time, and a post has one owner.
import { beforeEach, describe, expect, it } from 'vitest'
import { NEVER_ASKED, whileAsked } from '../../core/rules/ownership/ownership.ts'
import { planRetry } from '../../core/features/posts/post-updates.ts'
import type { Handover } from '../../core/ports/cloud/handover-store.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { AttemptStep } from '../../core/ports/posts/job-record.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { aFailureDetail, aJob, aPost, aPublication, START } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import {
  accepted,
  aCloudPost,
  aHandover,
  AT_WORKER,
  move,
  next,
  PUBLISH_AT,
  theirs,
  type HandoverStores,
} from './handover-builders.ts'
import { describeTakingOver, describeUnknown } from './handover-owners.contract.ts'
import { begin, claimAt, INTENT, PUBLISHED } from './publishing-stores.ts'
import { safeText } from '../../core/redact.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeHandoverStore(name: string, open: () => Promise<TwoHandles<HandoverStores>>): void {
  describe(`hand-overs in ${name}`, () => {
    const opened = openEach(open)
    let stores: HandoverStores
    beforeEach(() => void (stores = opened.a))

    it('are recorded with their post, and found by either until they end', async () => {
      const { post, handover } = await accepted(stores)
      const { handovers, posts } = opened.b
      expect(await handovers.get(handover.id)).toEqual(handover)
      expect(await handovers.ofPost(post.id)).toEqual(handover)
      expect(await handovers.open()).toEqual([handover])
      expect(await posts.get(post.id)).toEqual(post)
      await move({ handovers }, next(handover, { isEnded: true, nextAt: null }))
      expect(await handovers.get(handover.id)).toMatchObject({ isEnded: true })
      expect(await handovers.ofPost(post.id)).toBeNull()
      expect(await handovers.open()).toEqual([])
    })

    it('are not recorded without their post', async () => {
      const post = aCloudPost({ mediaFileIds: [crypto.randomUUID()] })
      const handover = aHandover(post)
      await expect(stores.handovers.accept(post, handover)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
      expect(await stores.handovers.get(handover.id)).toBeNull()
      expect(await stores.posts.get(post.id)).toBeNull()
    })

    it('are asked about again at once when a clock that was ahead had postponed that, and nothing else is', async () => {
      const ownership = whileAsked(NEVER_ASKED, { kind: 'delegate', revision: 1 }, 'key')
      const ahead = { nextAt: START + 3 * HOUR, updatedAt: START + 2 * HOUR }
      const { handover } = await accepted(stores, { ownership, ...ahead })
      await accepted(stores, { ownership, nextAt: START + MINUTE })
      await accepted(stores, { ...AT_WORKER, ...ahead })
      await stores.ledger.correctTimesTo(START)
      expect(await opened.b.handovers.due(START + 2 * MINUTE)).toMatchObject([
        { ...handover, nextAt: START },
        { nextAt: START + MINUTE },
      ])
      expect(await opened.b.handovers.due(START + 2 * HOUR)).toHaveLength(2)
    })

    it('never give their post to the job loop', async () => {
      await accepted(stores)
      expect(await claimAt(stores, PUBLISH_AT + DAY)).toBeNull()
    })

    it('keep their post out of the archive as long as the Worker can be kept from publishing it', async () => {
      const { post, handover } = await accepted(stores)
      const deleted = { at: START, from: 'LOCAL' } as const
      expect(await stores.ledger.archive(post.id, deleted)).toBeNull()
      await move(stores, next(handover, AT_WORKER), {
        post: {
          ...post,
          status: 'PUBLISHED',
          handover: 'cloud',
        },
      })
      expect(await stores.ledger.archive(post.id, deleted)).toMatchObject({ id: post.id })
      expect(await stores.handovers.ofPost(post.id)).toMatchObject(AT_WORKER)
    })

    it('are listed by the times of their posts, and are due at their own', async () => {
      const later = await accepted(stores, { nextAt: START + 3 }, { scheduledFor: PUBLISH_AT + 1 })
      const sooner = await accepted(stores, { nextAt: START + 9 })
      const resting = await accepted(stores, { nextAt: null }, { scheduledFor: PUBLISH_AT + 2 })
      const { handovers } = stores
      const ids = (list: Handover[]) => list.map(({ id }) => id)
      expect(ids(await handovers.open())).toEqual([sooner, later, resting].map(({ handover }) => handover.id))
      expect(ids(await handovers.due(START + 3))).toEqual([later.handover.id])
      await move({ handovers }, next(later.handover, { isEnded: true }))
      expect(await handovers.due(START + 8)).toEqual([])
    })

    it('let one of two moves at once be decided after the other', async () => {
      const { post, handover } = await accepted(stores)
      const seen: unknown[] = []
      const asking = next(handover, AT_WORKER)
      const here = { ...post, handover: null, cloudJobId: null }
      const job = aJob(post, { runAt: PUBLISH_AT })
      const moved = await Promise.all([
        opened.a.handovers.update(handover.id, (stored) => {
          seen.push([stored.handover.ownership.state, stored.post?.handover])
          return { next: asking, post: { ...post, handover: 'pending' } }
        }),
        opened.b.handovers.update(handover.id, (stored) => {
          seen.push([stored.handover.ownership.state, stored.post?.handover])
          return { next: next(stored.handover, { isEnded: true, nextAt: null }), post: here, job }
        }),
      ])
      expect(seen).toEqual([
        ['local', 'uploading'],
        ['worker', 'pending'],
      ])
      expect(moved[0]).toEqual({ handover: asking, post: { ...post, handover: 'pending' } })
      expect(moved[1]).toMatchObject({ handover: { isEnded: true, version: 3 }, post: { handover: null } })
      expect(await claimAt(stores, PUBLISH_AT)).toMatchObject({ jobId: job.id })
    })

    it('stay ended, whatever tries to continue them', async () => {
      const { post, handover } = await accepted(stores)
      const ended = next(handover, { isEnded: true, nextAt: null })
      expect(await move(stores, ended)).toBe(true)
      expect(await move(stores, next(ended, AT_WORKER), { post: { ...post, caption: 'late' } })).toBe(false)
      expect((await stores.posts.get(post.id))?.caption).toBe(post.caption)
    })

    it('move the post, and leave its links to media as they are', async () => {
      const media = aMediaRecord()
      await stores.media.add(media)
      const { post, handover } = await accepted(stores, {}, { mediaFileIds: [media.id] })
      await stores.media.remove(media.id)
      await move(stores, next(handover, AT_WORKER), {
        post: {
          ...post,
          handover: 'cloud',
          caption: 'new',
        },
      })
      const stored = await stores.posts.get(post.id)
      expect(stored).toMatchObject({ handover: 'cloud', caption: 'new', mediaFileIds: [null] })
    })

    it('link the post to other files, but for what was deleted meanwhile', async () => {
      const [one, two] = [aMediaRecord(), aMediaRecord()]
      for (const record of [one, two]) await stores.media.add(record)
      const { post, handover } = await accepted(stores, {}, { mediaFileIds: [one.id] })
      const asked = { ...post, mediaFileIds: [two.id, crypto.randomUUID(), one.id] }
      await move(stores, next(handover, AT_WORKER), { post: asked })
      expect((await opened.b.posts.get(post.id))?.mediaFileIds).toEqual([two.id, null, one.id])
    })

    it('keep the objects of every version that the Worker may have, and let go of those before it', async () => {
      const { handover } = await accepted(stores)
      const old = handover.files[0] ?? expect.unreachable('it has no file')
      const file = { ...old, key: `media/${crypto.randomUUID()}.jpg` }
      await stores.objects.note(file.key, START)
      await stores.objects.expire([file.key], START + 1)
      const both = next(handover, { ...AT_WORKER, otherFiles: [file] })
      await move(stores, both)
      expect(await stores.objects.due(START + 9 * DAY)).toEqual([])
      await move(stores, next(both, { files: [file], otherFiles: undefined, updatedAt: START }))
      expect(await stores.objects.due(START + DAY)).toEqual([old.key])
    })

    it('are followed by another one of the same post, with its objects', async () => {
      const { post, handover } = await accepted(stores)
      const followedBy = aHandover(post, { files: handover.files, accountId: crypto.randomUUID() })
      await move(stores, next(handover, { isEnded: true, nextAt: null }), { followedBy })
      expect(await opened.b.handovers.ofPost(post.id)).toEqual(followedBy)
      expect(await stores.objects.due(START + 9 * DAY)).toEqual([])
    })

    it('give a post that fails its completion time', async () => {
      const { post, handover } = await accepted(stores)
      const failed = { ...post, status: 'FAILED', handover: null, publishOutcome: 'confirmed' } as const
      await move(stores, next(handover, { isEnded: true, updatedAt: START + 5 }), { post: failed })
      const { records } = await stores.posts.listCompleted({ since: START, limit: 10 })
      expect(records.map(({ id, completedAt }) => [id, completedAt])).toEqual([[post.id, START + 5]])
    })

    it('schedule a post here with its job', async () => {
      const { post, handover } = await accepted(stores)
      const here = { ...post, handover: null, cloudJobId: null, bucketMediaKey: null }
      const job = aJob(post, { runAt: PUBLISH_AT, wakeAt: PUBLISH_AT - MINUTE })
      expect(await move(stores, next(handover, { isEnded: true }), { post: here, job: job })).toBe(true)
      expect(await stores.posts.get(post.id)).toEqual(here)
      expect(await claimAt(stores, PUBLISH_AT)).toMatchObject({ postId: post.id, jobId: job.id })
    })

    it('schedule a post here with the mark of its job', async () => {
      const { post, handover } = await accepted(stores)
      const job = aJob(post, { runAt: PUBLISH_AT, wakeAt: PUBLISH_AT, soughtSince: PUBLISH_AT - 1 })
      await move(stores, next(handover, { isEnded: true }), { post: { ...post, handover: null }, job })
      const due = { now: PUBLISH_AT, busyAccounts: [], queue: 'publish' } as const
      const claimed = await stores.ledger.claim(due, (found) => {
        expect(found).toMatchObject({ jobId: job.id, soughtSince: PUBLISH_AT - 1 })
        return begin(PUBLISH_AT)(found)
      })
      expect(claimed).not.toBeNull()
    })

    it('leave no trace of a post whose sender was never told of it', async () => {
      const { post, handover } = await accepted(stores)
      expect(await move(stores, next(handover, { isEnded: true }), { forgetsPost: true })).toBe(true)
      expect(await stores.posts.get(post.id)).toBeNull()
      expect((await stores.posts.listDeleted({ limit: 10, offset: 0 })).total).toBe(0)
      // The same post may be accepted again: it never was.
      await stores.ledger.accept({ ...post, handover: null, cloudJobId: null }, aJob(post))
    })

    it('take up a draft, if it is still this version', async () => {
      const { handovers, posts, ledger } = stores
      const draft = aPost({ status: 'DRAFT' })
      await ledger.saveDraft(draft)
      const post = aCloudPost({ ...draft, status: 'SCHEDULED', updatedAt: START + 1 })
      const handover = aHandover(post)
      expect(await handovers.acceptDraft({ ...draft, updatedAt: START - 1 }, post, handover)).toBe(false)
      expect(await handovers.get(handover.id)).toBeNull()
      expect(await posts.get(draft.id)).toEqual(draft)
      expect(await handovers.acceptDraft(draft, post, handover)).toBe(true)
      expect(await opened.b.handovers.ofPost(draft.id)).toEqual(handover)
      expect(await posts.get(draft.id)).toEqual(post)
      expect(await handovers.acceptDraft(draft, post, aHandover(post))).toBe(false)
    })

    it('turn a post back into the draft that it was while its sender knows of nothing else', async () => {
      const { handovers, posts, ledger } = stores
      const draft = aPost({ status: 'DRAFT' })
      await ledger.saveDraft(draft)
      const post = aCloudPost({ ...draft, status: 'SCHEDULED', updatedAt: START + 1 })
      const handover = aHandover(post)
      await handovers.acceptDraft(draft, post, handover)
      expect(await move({ handovers }, next(handover, { isEnded: true }), { post: draft })).toBe(true)
      expect(await posts.get(draft.id)).toEqual(draft)
      expect(await handovers.ofPost(draft.id)).toBeNull()
      // And it may be taken up again.
      expect(await handovers.acceptDraft(draft, post, aHandover(post))).toBe(true)
    })

    it('move a post to the archive, where later reports about it go', async () => {
      const { post, handover } = await accepted(stores, AT_WORKER)
      const going = next(handover, {})
      expect(await move(stores, going, { archivedAt: START + 7 })).toBe(true)
      expect(await stores.posts.get(post.id)).toBeNull()
      const publication = aPublication(
        { id: handover.id, postId: post.id, accountId: post.platformAccountId },
        {
          ...PUBLISHED,
          intent: INTENT,
          version: 4,
        },
      )
      await move(stores, next(going, { isEnded: true, nextAt: null }), {
        there: { publication: publication, attempts: [] },
      })
      const { records } = await stores.posts.listDeleted({ limit: 10, offset: 0 })
      expect(records).toHaveLength(1)
      expect(records[0]).toMatchObject({
        deletedAt: START + 7,
        deletedFrom: 'LOCAL',
        post: { id: post.id, status: 'PUBLISHED', igMediaId: PUBLISHED.mediaId, handover: null },
      })
    })

    it('give no job to a post that was deleted meanwhile', async () => {
      const { post, handover } = await accepted(stores, AT_WORKER)
      const going = next(handover, {})
      await move(stores, going, { archivedAt: START })
      await move(stores, next(going, { isEnded: true }), {
        post: { ...post, handover: null },
        job: aJob(post),
      })
      expect(await claimAt(stores, PUBLISH_AT + DAY)).toBeNull()
      expect(await stores.posts.get(post.id)).toBeNull()
    })

    describeAdoption(() => stores)
    describeTakingOver(() => stores)
    describeUnknown(() => opened.a)

    it('let what is uploaded go at once when nothing of it will ever be published', async () => {
      const { handover } = await accepted(stores)
      const [file] = handover.files
      const files = file
        ? [
            { ...file, uploaded: true },
            { ...file, key: 'media/under-way.jpg' },
          ]
        : []
      for (const { key } of files) await stores.objects.note(key, START)
      const ended = { isEnded: true, files, isCancelled: true, updatedAt: START + HOUR } as const
      await move(stores, next(handover, ended))
      expect(await stores.objects.due(START + HOUR)).toEqual([file?.key])
      expect(await stores.objects.due(START + HOUR + DAY)).toHaveLength(2)
    })

    it('let their objects go a day after they end, and no sooner', async () => {
      const { handover } = await accepted(stores)
      const { handovers, objects } = stores
      const keys = handover.files.map(({ key }) => key)
      expect(await objects.due(START + 365 * DAY)).toEqual([])
      await move({ handovers }, next(handover, { isEnded: true, updatedAt: START + HOUR }))
      expect(await objects.due(START + HOUR + DAY - 1)).toEqual([])
      expect(await objects.due(START + HOUR + DAY)).toEqual(keys)
      await objects.forget(keys[0] ?? '')
      expect(await objects.due(START + 365 * DAY)).toEqual([])
    })
  })

  describe(`objects of the bucket in ${name}`, () => {
    it('are due when they have expired, the latest end counts, and they are noted once', async () => {
      const { a, close } = await open()
      const { objects } = a
      for (const key of ['media/a.jpg', 'media/b.jpg', 'media/a.jpg']) await objects.note(key, START)
      await objects.expire(['media/b.jpg'], START + 5)
      await objects.expire(['media/a.jpg'], START + 9)
      await objects.expire(['media/a.jpg', 'media/unknown.jpg'], START + 7)
      expect(await objects.due(START + 8)).toEqual(['media/b.jpg'])
      expect(await objects.due(START + 9)).toEqual(['media/b.jpg', 'media/a.jpg'])
      await close?.()
    })
  })
}

function describeAdoption(stores: () => HandoverStores): void {
  it('make the Worker’s publication the post’s last one, which nobody here ever takes up', async () => {
    const { post, handover } = await accepted(stores(), AT_WORKER)
    const looking = theirs(post, handover, {
      step: 'confirmed',
      intent: INTENT,
      mediaId: '18010000000000009',
      version: 6,
    })
    expect(await move(stores(), next(handover, {}), { there: { publication: looking, attempts: [] } })).toBe(
      true,
    )
    const { ledger, posts } = stores()
    expect(await ledger.latestPublication(post.id)).toEqual(looking)
    expect(await posts.get(post.id)).toMatchObject({
      status: 'PUBLISHED',
      handover: 'cloud',
      igMediaId: looking.mediaId,
    })
    expect(await claimAt(stores(), PUBLISH_AT + DAY)).toBeNull()
    expect(await ledger.nextDue({ now: START, queue: 'publish', busyAccounts: [] })).toBeNull()
    expect(await ledger.releaseOrphans(START)).toBe(0)
    expect(await claimAt(stores(), PUBLISH_AT + DAY)).toBeNull()
  })

  it('apply a report that arrives twice once, and no older one', async () => {
    const { post, handover } = await accepted(stores(), AT_WORKER)
    const { handovers, ledger, posts } = stores()
    const done = theirs(post, handover, { ...PUBLISHED, intent: INTENT, version: 7 })
    const steps = [aStep(1), aStep(2)]
    const once = next(handover, {})
    await move({ handovers }, once, { there: { publication: done, attempts: steps } })
    const completedAt = (await posts.get(post.id))?.completedAt
    const twice = next(once, {})
    await move({ handovers }, twice, { there: { publication: done, attempts: [...steps, aStep(3)] } })
    await move({ handovers }, next(twice, {}), {
      there: { publication: { ...done, version: 5, step: 'uncertain', mediaId: null }, attempts: steps },
    })
    expect(await posts.get(post.id)).toMatchObject({ status: 'PUBLISHED', completedAt })
    expect(await ledger.latestPublication(post.id)).toEqual(done)
    expect(await ledger.listAttempts(post.id)).toEqual([aStep(1), aStep(2), aStep(3)])
  })

  it('leave a FAILED post to be retried here, starting from what the Worker knew', async () => {
    const { post, handover } = await accepted(stores(), AT_WORKER)
    const failure = {
      code: 'UNKNOWN_ERROR',
      detail: aFailureDetail('no'),
      recovery: 'retry',
      transient: false,
      unconfirmed: true,
    } as const
    const lost = theirs(post, handover, {
      step: 'uncertain',
      intent: INTENT,
      failure,
      nextAt: START + 1,
      version: 3,
    })
    const open = next(handover, {})
    await move(stores(), open, { there: { publication: lost, attempts: [] } })
    const { ledger, posts } = stores()
    const job = aJob(post, { runAt: START + MINUTE, createdAt: START + MINUTE })
    // Only the Worker may go on with it.
    expect(await ledger.update(post.id, planRetry(job))).toBe(false)
    await move(stores(), next(open, { isEnded: true }), { there: { publication: lost, attempts: [] } })
    expect(await ledger.update(post.id, planRetry(job))).toBe(true)
    expect(await posts.get(post.id)).toMatchObject({ status: 'QUEUED', handover: null, cloudJobId: null })
    let previous: Publication | null = null
    await ledger.claim({ now: START + HOUR, queue: 'publish', busyAccounts: [] }, (due) => {
      previous = due.previous
      return aPublication(job, { createdAt: START + HOUR })
    })
    expect(previous).toMatchObject({ id: lost.id, step: 'failed', intent: INTENT })
  })

  it('end what the Worker had prepared and not sent, when the post is scheduled here', async () => {
    const { post, handover } = await accepted(stores(), AT_WORKER)
    const prepared = theirs(post, handover, { step: 'created', containerId: '17900000000000001', version: 2 })
    const open = next(handover, {})
    const { handovers, ledger } = stores()
    await move({ handovers }, open, { there: { publication: prepared, attempts: [] } })
    const here = { ...post, handover: null, cloudJobId: null }
    await move({ handovers }, next(open, { isEnded: true }), {
      post: here,
      job: aJob(post, { runAt: PUBLISH_AT }),
    })
    let previous: Publication | null = null
    await ledger.claim({ now: PUBLISH_AT, queue: 'publish', busyAccounts: [] }, (due) => {
      previous = due.previous
      return aPublication(
        { id: due.jobId, postId: post.id, accountId: due.accountId },
        { createdAt: PUBLISH_AT },
      )
    })
    expect(previous).toMatchObject({ id: prepared.id, step: 'failed', intent: null })
  })

  it('keep the wait for room of what comes back to be published here, and not that of what becomes a draft', async () => {
    const { handovers, ledger } = stores()
    const waitOf = async (status: PostRecord['status']) => {
      const { post, handover } = await accepted(stores(), AT_WORKER)
      const waiting = theirs(post, handover, {
        roomAt: PUBLISH_AT + DAY,
        nextAt: PUBLISH_AT + DAY,
        version: 2,
      })
      const open = next(handover, {})
      await move({ handovers }, open, { there: { publication: waiting, attempts: [] } })
      const here = { ...post, handover: null, cloudJobId: null, status }
      await move({ handovers }, next(open, { isEnded: true }), { post: here })
      return (await ledger.latestPublication(post.id))?.roomAt
    }
    expect(await waitOf('SCHEDULED')).toBe(PUBLISH_AT + DAY)
    expect(await waitOf('DRAFT')).toBeNull()
  })
}

function aStep(minute: number): AttemptStep {
  return {
    at: START + minute * MINUTE,
    engine: 'cloud',
    step: 'claimed',
    call: 'create container',
    httpStatus: 200,
    platformCode: null,
    platformSubcode: null,
    platformTitle: null,
    traceId: null,
    outcome: safeText('ok'),
    next: 'created',
    nextAt: null,
  }
}
