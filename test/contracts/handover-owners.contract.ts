// A post changes its owner: it is taken over from the Worker, or turns out to be the Worker's.
import { expect, it } from 'vitest'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { DAY, HOUR, MINUTE } from '../../core/time.ts'
import { aWarning, aJob, aPost, aPublication, START } from '../factories.ts'
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
import { claimAt, INTENT } from './publishing-stores.ts'

export function describeTakingOver(stores: () => HandoverStores): void {
  const asked = { kind: 'cancel', to: 'taken-over' } as const

  async function takenOver(known: Partial<Publication> | null) {
    const { handovers } = stores()
    const accepted_ = await accepted(stores(), AT_WORKER)
    const { post } = accepted_
    let { handover } = accepted_
    if (known) {
      handover = next(handover, {})
      await move({ handovers }, handover, {
        there: { publication: theirs(post, handover, known), attempts: [] },
      })
    }
    const taken = next(handover, { asked })
    const perhapsSent = theirs(post, handover, { step: 'failed', intent: INTENT })
    const job = aJob(post, { runAt: PUBLISH_AT })
    const here = { ...post, handover: null, cloudJobId: null, warnings: [aWarning('taken')] }
    expect(await move({ handovers }, taken, { post: here, job, perhapsSent })).toBe(true)
    return { post: here, handover: taken, job, perhapsSent }
  }

  async function claimed(postId: string, change: Partial<Publication> = {}): Promise<Publication | null> {
    let previous: Publication | null = null
    await stores().ledger.claim({ now: PUBLISH_AT, queue: 'publish', busyAccounts: [] }, (due) => {
      ;({ previous } = due)
      const of = { id: due.jobId, postId, accountId: due.accountId }
      return aPublication(of, { createdAt: PUBLISH_AT, ...change })
    })
    return previous
  }

  it('give a post that was taken over a job here, and are open until the Worker has let go', async () => {
    const { post, handover, perhapsSent } = await takenOver(null)
    const { handovers, posts } = stores()
    expect(await posts.get(post.id)).toEqual(post)
    expect(await handovers.open()).toEqual([handover])
    // It is not the Worker's any more.
    expect(await handovers.ofPost(post.id)).toBeNull()
    expect(await claimed(post.id)).toMatchObject({ id: perhapsSent.id, step: 'failed', intent: INTENT })
  })

  it('start a post that was taken over from what the Worker is known to have sent', async () => {
    const containerId = '17900000000000001'
    const known = { step: 'uncertain', intent: INTENT, containerId, version: 3, nextAt: START } as const
    const { post } = await takenOver(known)
    const others = await stores().ledger.listUnreconciled(post.platformAccountId, crypto.randomUUID(), START)
    expect(others).toHaveLength(1)
    expect(await claimed(post.id)).toMatchObject({ step: 'failed', intent: INTENT, containerId })
  })

  it('end when the Worker confirms, and leave alone what is being done here', async () => {
    const { post, handover } = await takenOver(null)
    await claimed(post.id)
    const { handovers, posts, ledger } = stores()
    const before = await posts.get(post.id)
    const working = await ledger.latestPublication(post.id)
    const ended = next(handover, { isEnded: true, asked: null })
    expect(await move({ handovers }, ended)).toBe(true)
    expect(await handovers.get(handover.id)).toMatchObject({ isEnded: true })
    expect(await posts.get(post.id)).toEqual(before)
    expect(await ledger.latestPublication(post.id)).toEqual(working)
    expect(await move({ handovers }, next(ended, {}))).toBe(false)
  })

  it.each<[string, Partial<Publication>]>([
    ['prepared', { step: 'created', nextAt: PUBLISH_AT + 1 }],
    ['being looked for', { step: 'uncertain', intent: INTENT, nextAt: PUBLISH_AT + 1 }],
  ])(
    'give a post back to the Worker: its job here ends, and what was %s is never continued',
    async (_name, state) => {
      const { post, handover, job } = await takenOver(null)
      await claimed(post.id, state)
      const { handovers, posts, ledger } = stores()
      const working = (await ledger.latestPublication(post.id)) ?? expect.unreachable()
      const seen: unknown[] = []
      const there = { ...post, handover: 'cloud', cloudJobId: handover.id } as const
      await handovers.update(handover.id, (stored, last) => {
        seen.push([stored.handover.id, stored.post?.id, last?.jobId])
        return { next: next(handover, { asked: null }), post: there, endsJob: true }
      })
      expect(seen).toEqual([[handover.id, post.id, job.id]])
      expect(await posts.get(post.id)).toMatchObject({ handover: 'cloud', cloudJobId: handover.id })
      expect(await ledger.latestPublication(post.id)).toMatchObject({ jobId: job.id, step: 'failed' })
      expect(await ledger.commit({ ...working, version: working.version + 1 })).toBe(false)
      expect(await claimAt(stores(), PUBLISH_AT + DAY)).toBeNull()
      expect(await ledger.listUnreconciled(post.platformAccountId, crypto.randomUUID(), START)).toEqual([])
      expect(await handovers.ofPost(post.id)).toMatchObject({ id: handover.id })
    },
  )

  it.each([
    ['known', { id: crypto.randomUUID(), step: 'claimed', version: 3 }],
    ['not known', null],
  ] as const)(
    'make the Worker’s publication, %s before, the last one of a post that was given back',
    async (_what, known) => {
      const { post, handover } = await takenOver(known)
      const { ledger } = stores()
      const back = next(handover, { asked: null })
      await move(stores(), back, { post: { ...post, handover: 'cloud' }, endsJob: true })
      const change = { step: 'uncertain', intent: INTENT, createdAt: START - HOUR, version: 4 } as const
      const reported = theirs(post, handover, { ...known, ...change })
      await move(stores(), next(back, {}), { there: { publication: reported, attempts: [] } })
      expect(await ledger.latestPublication(post.id)).toEqual(reported)
    },
  )

  it('change nothing when nothing is to be changed', async () => {
    const { handover } = await takenOver(null)
    const { handovers } = stores()
    expect(await handovers.update(handover.id, () => null)).toBeNull()
    expect(await handovers.update(crypto.randomUUID(), () => ({ next: handover }))).toBeNull()
    const refuse = () => {
      throw new Error('not now')
    }
    await expect(handovers.update(handover.id, refuse)).rejects.toThrow('not now')
    expect(await handovers.get(handover.id)).toEqual(handover)
  })
}

export function describeUnknown(stores: () => HandoverStores): void {
  const theWorkers = (change: Partial<PostRecord> = {}) => {
    const post = aCloudPost({ handover: 'cloud', updatedAt: START + MINUTE, ...change })
    const handover = aHandover(post, { ...AT_WORKER, updatedAt: START + MINUTE })
    return { post: { ...post, cloudJobId: handover.id }, handover }
  }

  it('record a post that the Worker turns out to have, once', async () => {
    const { post, handover } = theWorkers()
    const { handovers, posts, objects } = stores()
    expect(await handovers.addUnknown(post, handover)).toBe('added')
    expect(await posts.get(post.id)).toEqual(post)
    expect(await handovers.ofPost(post.id)).toEqual(handover)
    expect(await handovers.addUnknown(post, handover)).toBe('known')
    expect(await handovers.addUnknown(post, aHandover(post, AT_WORKER))).toBe('known')
    await move({ handovers }, next(handover, { isEnded: true, updatedAt: START }))
    expect(await objects.due(START + DAY)).toEqual(handover.files.map(({ key }) => key))
    expect(await handovers.addUnknown(post, handover)).toBe('known')
  })

  it('turn the draft that is here into that post, with the Worker’s files', async () => {
    const media = aMediaRecord()
    await stores().media.add(media)
    const draft = aPost({ status: 'DRAFT', createdAt: START - DAY, updatedAt: START + HOUR })
    await stores().ledger.saveDraft(draft)
    const { post, handover } = theWorkers({ id: draft.id, mediaFileIds: [media.id, null] })
    expect(await stores().handovers.addUnknown(post, handover)).toBe('added')
    const stored = await stores().posts.get(draft.id)
    expect(stored).toEqual({ ...post, createdAt: draft.createdAt, updatedAt: stored?.updatedAt })
    // It tells versions apart, and never goes back.
    expect(stored?.updatedAt).toBeGreaterThan(draft.updatedAt)
  })

  it('make it of a post that surely is not live although it was tried here', async () => {
    const here = aPost({ status: 'QUEUED' })
    const { ledger, handovers, posts } = stores()
    await ledger.accept(here, aJob(here))
    await ledger.claim({ now: PUBLISH_AT, queue: 'publish', busyAccounts: [] }, (due) =>
      aPublication({ id: due.jobId, postId: here.id, accountId: due.accountId }, { step: 'failed' }),
    )
    expect(await posts.get(here.id)).toMatchObject({ status: 'FAILED' })
    const { post, handover } = theWorkers({ id: here.id, platformAccountId: here.platformAccountId })
    expect(await handovers.addUnknown(post, handover)).toBe('added')
    expect(await posts.get(here.id)).toMatchObject({
      status: 'SCHEDULED',
      completedAt: null,
      errorCode: null,
    })
  })

  it('end the job of a post that waits here', async () => {
    const here = aPost({ status: 'SCHEDULED', isScheduled: true, scheduledFor: PUBLISH_AT })
    const { ledger, handovers } = stores()
    await ledger.accept(here, aJob(here, { runAt: PUBLISH_AT }))
    const { post, handover } = theWorkers({ id: here.id, platformAccountId: here.platformAccountId })
    expect(await handovers.addUnknown(post, handover)).toBe('added')
    expect(await claimAt(stores(), PUBLISH_AT + DAY)).toBeNull()
  })

  it('leave alone what was deleted, and what has gone further here', async () => {
    const { ledger, handovers, posts } = stores()
    const deleted = aPost({ status: 'DRAFT' })
    await ledger.saveDraft(deleted)
    await ledger.archive(deleted.id, { at: START, from: 'LOCAL' })
    const raised = theWorkers({ id: deleted.id })
    expect(await handovers.addUnknown(raised.post, raised.handover)).toBe('deleted')
    expect(await posts.get(deleted.id)).toBeNull()
    const sent = aPost({ status: 'QUEUED' })
    await ledger.accept(sent, aJob(sent))
    await ledger.claim({ now: START + HOUR, queue: 'publish', busyAccounts: [] }, (due) =>
      aPublication({ id: due.jobId, postId: sent.id, accountId: due.accountId }, { intent: INTENT }),
    )
    const before = await posts.get(sent.id)
    const doubled = theWorkers({ id: sent.id })
    expect(await handovers.addUnknown(doubled.post, doubled.handover)).toBe('gone further')
    expect(await posts.get(sent.id)).toEqual(before)
    expect(await handovers.get(doubled.handover.id)).toBeNull()
  })
  /** It says that it is the Worker’s, and the one hand-over that is open for it is gone. */
  async function lost(change: Partial<PostRecord>, state: Partial<Publication> | null) {
    const { post, handover } = theWorkers(change)
    const gone = aHandover(post, AT_WORKER)
    const { handovers, ledger, posts } = stores()
    await handovers.accept(post, gone)
    const there = state && { publication: theirs(post, handover, state), attempts: [] }
    const reported = next(gone, {})
    await move({ handovers }, reported, { there: there ?? undefined })
    await move({ handovers }, next(reported, { isEnded: true }))
    return { post, handover, handovers, ledger, posts }
  }

  it.each<[string, Partial<Publication> | null]>([
    ['has not begun', null],
    ['has begun', { step: 'created', nextAt: START }],
    ['may have been sent', { step: 'uncertain', intent: INTENT, nextAt: START }],
  ])('take up a post again whose hand-over was lost here: it %s', async (_name, state) => {
    const { post, handover, handovers, posts, ledger } = await lost({}, state)
    const last = await ledger.latestPublication(post.id)
    expect(await handovers.addUnknown(post, handover)).toBe('added')
    expect(await handovers.ofPost(post.id)).toEqual(handover)
    expect(await posts.get(post.id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
    // The Worker goes on with it, and its next report follows this version.
    expect(await ledger.latestPublication(post.id)).toEqual(last)
  })

  it('do not take up a live post again', async () => {
    const { post, handover, handovers } = await lost({ status: 'PUBLISHED' }, null)
    expect(await handovers.addUnknown(post, handover)).toBe('gone further')
  })

  it('say of a deleted post when the Worker has yet to hear of that', async () => {
    const { post, handover, handovers, ledger } = await lost({ status: 'FAILED' }, null)
    await ledger.archive(post.id, { at: START, from: 'LOCAL' })
    expect(await handovers.addUnknown(post, handover)).toBe('deleted since')
  })
}
