// What the store of slots does, and how posts take slots, on posts that the other stores have written.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { SlotPlan, SlotStore } from '../../../core/ports/posts/slot-store.ts'
import { planDraft, planReschedule, planUnschedule } from '../../../core/features/posts/post-updates.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { aJob, anAccountRecord, aPost, START } from '../../factories.ts'
import { aCloudPost, aHandover, AT_WORKER } from '../../contracts/handover-builders.ts'
import { FAILED, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { openTwoStores, type TwoStores } from './open-two.ts'

const NO_TIMES = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}
const PLAN: SlotPlan = {
  timezone: 'Europe/Berlin',
  weekly: { ...NO_TIMES, friday: ['09:00', '17:30'] },
  exceptions: [{ date: '2026-12-25', times: [] }],
}
const OTHER: SlotPlan = { ...PLAN, timezone: 'UTC' }
const AT = START + HOUR
const ALWAYS = () => true

describe('SQLite as a SlotStore', () => {
  let store: TwoStores
  let accountId: string
  beforeEach(async () => {
    store = openTwoStores()
    ;({ id: accountId } = await a().accounts.put(anAccountRecord()))
  })
  afterEach(() => store.close())
  const { a, b } = { a: () => store.a, b: () => store.b }

  const replace = (version: number, plan = PLAN, mayReplace: Parameters<SlotStore['replace']>[1] = ALWAYS) =>
    a().slots.replace({ accountId, version, plan, from: START }, mayReplace)
  const times = (at: number) => ({ status: 'SCHEDULED', isScheduled: true, scheduledFor: at }) as const
  const scheduled = (at: number, change: Partial<PostRecord> = {}) =>
    aPost({ platformAccountId: accountId, ...times(at), ...change })
  const jobOf = (post: PostRecord) =>
    aJob(post, { runAt: post.scheduledFor ?? 0, wakeAt: post.scheduledFor ?? 0 })
  const take = (post: PostRecord, slots?: number) => b().ledger.accept(post, jobOf(post), { slots })
  async function waitingAt(at: number, change: Partial<PostRecord> = {}) {
    const post = scheduled(at, change)
    expect(await take(post)).toBe(true)
    return post
  }
  const waiting = async (from = START) =>
    (await b().slots.listWaiting(accountId, from)).map(({ postId, at }) => ({ postId, at }))

  describe('a plan', () => {
    it('is there as it was written, with a version that rises', async () => {
      expect(await b().slots.get(accountId)).toBeNull()
      expect(await replace(0)).toBe(true)
      expect(await b().slots.get(accountId)).toEqual({ version: 1, plan: PLAN })
      expect(await replace(1, OTHER)).toBe(true)
      expect(await b().slots.get(accountId)).toEqual({ version: 2, plan: OTHER })
    })

    it('is replaced only from the version that is stored', async () => {
      await replace(0)
      expect([await replace(0, OTHER), await replace(2, OTHER)]).toEqual([false, false])
      expect(await b().slots.get(accountId)).toEqual({ version: 1, plan: PLAN })
    })

    it('is replaced by one of two at once', async () => {
      const change = { accountId, version: 0, from: START }
      const both = [
        a().slots.replace({ ...change, plan: PLAN }, ALWAYS),
        b().slots.replace({ ...change, plan: OTHER }, ALWAYS),
      ]
      expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
    })

    it('is not replaced when the caller objects because of a post that waits', async () => {
      const { id: postId } = await waitingAt(AT)
      await waitingAt(START - 1)
      const seen: unknown[] = []
      const refuse = (posts: readonly unknown[]) => {
        seen.push(...posts)
        return false
      }
      expect(await replace(0, PLAN, refuse)).toBe(false)
      expect(seen).toEqual([{ postId, at: AT }])
      expect(await b().slots.get(accountId)).toBeNull()
    })

    it('goes with its account, and none is kept for an unknown one', async () => {
      await replace(0)
      await a().accounts.remove(accountId)
      expect(await b().slots.get(accountId)).toBeNull()
      expect(await replace(1)).toBe(false)
      expect(await replace(0)).toBe(false)
    })
  })

  describe('what waits', () => {
    it('is each post of the account that is still to go out, soonest first', async () => {
      const later = await waitingAt(AT + MINUTE)
      const soon = await waitingAt(AT)
      await waitingAt(AT, { platformAccountId: crypto.randomUUID() })
      await a().ledger.saveDraft(aPost({ status: 'DRAFT', platformAccountId: accountId }))
      const expected = [
        { postId: soon.id, at: AT },
        { postId: later.id, at: AT + MINUTE },
      ]
      expect(await waiting()).toEqual(expected)
      expect(await waiting(AT + 1)).toEqual(expected.slice(1))
    })

    it('is no longer what was cancelled, deleted, moved away or failed', async () => {
      const [cancelled, deleted, moved] = [await waitingAt(AT), await waitingAt(AT), await waitingAt(AT)]
      const change = { updatedAt: START + 1 }
      const draft = {
        ...cancelled,
        ...change,
        status: 'DRAFT',
        isScheduled: false,
        scheduledFor: null,
      } as const
      await a().ledger.update(cancelled.id, planUnschedule(cancelled, draft))
      await a().ledger.archive(deleted.id, { at: START, from: 'LOCAL' })
      const at = AT + MINUTE
      const later = { ...moved, ...change, scheduledFor: at }
      await a().ledger.update(moved.id, planReschedule(moved, later, { runAt: at, wakeAt: at }))
      await waitingAt(START)
      await mustCommit(a(), await mustClaim(a()), FAILED)
      expect(await waiting()).toEqual([{ postId: moved.id, at }])
    })

    it('is also at the time that the Worker was asked to move it to', async () => {
      const post = aCloudPost({ platformAccountId: accountId, scheduledFor: AT })
      const handover = aHandover(post)
      await a().handovers.accept(post, handover)
      const after = { ...post, scheduledFor: AT + HOUR }
      const asked = { kind: 'edit', after } as const
      await a().handovers.update(handover.id, () => ({
        next: { ...handover, version: 2, ...AT_WORKER, asked },
      }))
      expect(await waiting()).toEqual([
        { postId: post.id, at: AT },
        { postId: post.id, at: AT + HOUR },
      ])
      const next = { ...handover, version: 3, ...AT_WORKER, asked: null } as const
      await a().handovers.update(handover.id, () => ({ next, post: after }))
      expect(await waiting()).toEqual([{ postId: post.id, at: AT + HOUR }])
    })

    it('is also at the times of earlier requests that the Worker has not answered', async () => {
      const post = aCloudPost({ platformAccountId: accountId, scheduledFor: AT })
      const handover = aHandover(post)
      await a().handovers.accept(post, handover)
      const earlierTimes = [AT + MINUTE, AT + HOUR]
      const asked = { kind: 'cancel', to: 'draft', earlierTimes } as const
      await a().handovers.update(handover.id, () => ({
        next: { ...handover, version: 2, ...AT_WORKER, asked },
      }))
      expect(await waiting()).toEqual([AT, ...earlierTimes].map((at) => ({ postId: post.id, at })))
    })
  })

  describe('a slot', () => {
    beforeEach(() => replace(0))

    it('is taken by one of two posts at once, and nothing is left of the other', async () => {
      const [one, other] = [scheduled(AT), scheduled(AT)]
      const both = [
        a().ledger.accept(one, jobOf(one), { slots: 1 }),
        b().ledger.accept(other, jobOf(other), { slots: 1 }),
      ]
      expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1)
      expect(await waiting()).toHaveLength(1)
      expect((await b().ledger.countQueue(START)).delayed).toBe(1)
    })

    it('is taken by a move of a hand-over only while it is free, and nothing moves otherwise', async () => {
      const post = aCloudPost({ platformAccountId: accountId, scheduledFor: AT })
      const handover = aHandover(post)
      await a().handovers.accept(post, handover)
      const move = (at: number, slots: number) => {
        const after = { ...post, scheduledFor: at }
        const next = { ...handover, version: 2, ...AT_WORKER, asked: { kind: 'edit', after } as const }
        return a().handovers.update(handover.id, () => ({ next, takes: { post: after, slots } }))
      }
      await waitingAt(AT + HOUR)
      expect([await move(AT + HOUR, 1), await move(AT + MINUTE, 2)]).toEqual([null, null])
      expect(await b().handovers.get(handover.id)).toEqual(handover)
      expect(await move(AT + MINUTE, 1)).toMatchObject({ handover: { version: 2 } })
      expect(await take(scheduled(AT + MINUTE), 1)).toBe(false)
    })

    it('is not taken as of a plan that has changed', async () => {
      await replace(1, OTHER)
      expect(await take(scheduled(AT), 1)).toBe(false)
      expect(await take(scheduled(AT), 2)).toBe(true)
      const stranger = scheduled(AT, { platformAccountId: crypto.randomUUID() })
      expect(await take(stranger, 1)).toBe(false)
    })

    it('is not free while a post that was given its time waits for it, and is free again when that has gone', async () => {
      const post = await waitingAt(AT)
      expect(await take(scheduled(AT), 1)).toBe(false)
      await a().ledger.archive(post.id, { at: START, from: 'LOCAL' })
      expect(await take(scheduled(AT), 1)).toBe(true)
      expect(await take(scheduled(AT + 1), 1)).toBe(true)
    })

    it('does not stop anybody from choosing its time directly', async () => {
      expect(await take(scheduled(AT), 1)).toBe(true)
      expect(await take(scheduled(AT))).toBe(true)
    })

    it('is taken by a draft, or the draft stays as it is', async () => {
      const draft = aPost({ status: 'DRAFT', platformAccountId: accountId })
      await a().ledger.saveDraft(draft)
      const after = { ...draft, ...times(AT), updatedAt: START + 1 }
      const taker = await waitingAt(AT)
      const schedule = planDraft(draft, after, jobOf(after), { slots: 1 })
      expect(await a().ledger.update(draft.id, schedule)).toBe(false)
      expect(await b().posts.get(draft.id)).toEqual(draft)
      await a().ledger.archive(taker.id, { at: START, from: 'LOCAL' })
      expect(await a().ledger.update(draft.id, schedule)).toBe(true)
      expect(await take(scheduled(AT), 1)).toBe(false)
    })

    it('is taken by a post that moves there, which may also keep its own', async () => {
      const post = await waitingAt(AT + HOUR)
      const other = await waitingAt(AT)
      const moveTo = (at: number) => {
        const after = { ...post, scheduledFor: at, updatedAt: START + 1 }
        return a().ledger.update(
          post.id,
          planReschedule(post, after, { runAt: at, wakeAt: at }, { slots: 1 }),
        )
      }
      expect(await moveTo(AT)).toBe(false)
      await a().ledger.archive(other.id, { at: START, from: 'LOCAL' })
      expect(await moveTo(AT)).toBe(true)
      const moved = (await b().posts.get(post.id)) ?? expect.unreachable()
      const again = { ...moved, caption: 'new', updatedAt: START + 2 }
      const stay = planReschedule(moved, again, { runAt: AT, wakeAt: AT }, { slots: 1 })
      expect(await a().ledger.update(moved.id, stay)).toBe(true)
    })

    it('is taken by a post that is handed over, here as there', async () => {
      const post = aCloudPost({ platformAccountId: accountId, scheduledFor: AT })
      expect(await a().handovers.accept(post, aHandover(post), { slots: 1 })).toBe(true)
      expect(await take(scheduled(AT), 1)).toBe(false)
      const late = aCloudPost({ platformAccountId: accountId, scheduledFor: AT })
      expect(await b().handovers.accept(late, aHandover(late), { slots: 1 })).toBe(false)
      expect(await b().posts.get(late.id)).toBeNull()
      const draft = aPost({ status: 'DRAFT', platformAccountId: accountId })
      await a().ledger.saveDraft(draft)
      const meant = { ...late, id: draft.id, updatedAt: START + 1 }
      expect(await b().handovers.acceptDraft(draft, meant, aHandover(meant), { slots: 1 })).toBe(false)
      const free = { ...meant, scheduledFor: AT + 1 }
      expect(await b().handovers.acceptDraft(draft, free, aHandover(free), { slots: 1 })).toBe(true)
    })
  })
})
