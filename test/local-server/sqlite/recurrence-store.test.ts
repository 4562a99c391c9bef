// What the store of recurrences does, on posts that the other stores have written.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { Recurrence } from '../../../core/ports/posts/recurrence-store.ts'
import { planReschedule } from '../../../core/features/posts/post-updates.ts'
import { DAY } from '../../../core/time.ts'
import { aPost, START } from '../../factories.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { accept, FAILED, mustClaim, mustCommit, PUBLISHED } from '../../contracts/publishing-stores.ts'
import { openTwoStores, type TwoStores } from './open-two.ts'

function aRecurrence(postId: string, change: Partial<Recurrence> = {}): Recurrence {
  const times = { dueAt: START, plannedFor: START + 5 }
  return {
    postId,
    every: 'weekly',
    comesBackAs: 'draft',
    dayOfMonth: 20,
    timezone: 'Europe/Berlin',
    ...times,
    ...change,
  }
}

describe('SQLite as a RecurrenceStore', () => {
  let store: TwoStores
  beforeEach(() => {
    store = openTwoStores()
  })
  afterEach(() => store.close())
  const { a, b } = { a: () => store.a, b: () => store.b }

  async function recurring(change: Partial<PostRecord> = {}) {
    const { post } = await accept(a(), change)
    expect(await a().recurrences.put(aRecurrence(post.id), null)).toBe(true)
    return post
  }
  async function published(change: Partial<PostRecord> = {}) {
    const post = await recurring(change)
    await mustCommit(a(), await mustClaim(a()), PUBLISHED)
    return post
  }
  const draftOf = (post: PostRecord, id = crypto.randomUUID() as string) =>
    aPost({ ...post, id, status: 'DRAFT' })
  const moveOn = (post: PostRecord, draft: PostRecord, stores = a()) =>
    stores.recurrences.moveOn(aRecurrence(post.id), draft, aRecurrence(draft.id, { dueAt: START + 7 * DAY }))

  it('keeps how a post recurs, changes it, and ends it', async () => {
    const { id } = await recurring()
    expect(await b().recurrences.get(id)).toEqual(aRecurrence(id))
    const monthly = aRecurrence(id, { every: 'monthly', plannedFor: START + DAY })
    expect(await b().recurrences.put(monthly, aRecurrence(id))).toBe(true)
    expect(await a().recurrences.get(id)).toEqual(monthly)
    expect([await b().recurrences.remove(id), await a().recurrences.remove(id)]).toEqual([true, false])
    expect(await a().recurrences.get(id)).toBeNull()
  })

  it('changes with its post that gets another time: both or neither', async () => {
    const at = START + 8 * DAY
    const post = await recurring({ status: 'SCHEDULED', isScheduled: true, scheduledFor: START + DAY })
    const after = { ...post, scheduledFor: at, updatedAt: post.updatedAt + 1 }
    const known = aRecurrence(post.id)
    const next = { ...known, plannedFor: at }
    const move = (series: { known: Recurrence; next: Recurrence }) =>
      a().ledger.update(post.id, planReschedule(post, after, { runAt: at, wakeAt: at }, { series }))
    expect(await move({ known: next, next })).toBe(false)
    expect(await b().posts.get(post.id)).toEqual(post)
    expect(await move({ known, next })).toBe(true)
    expect((await b().posts.get(post.id))?.scheduledFor).toBe(at)
    expect(await b().recurrences.get(post.id)).toEqual(next)
  })

  it('keeps nothing for a post that is not there, or that leaves', async () => {
    expect(await a().recurrences.put(aRecurrence(crypto.randomUUID()), null)).toBe(false)
    const { id } = await recurring()
    await a().ledger.archive(id, { at: START, from: 'LOCAL' })
    expect(await b().recurrences.get(id)).toBeNull()
    expect(await b().recurrences.remove(id)).toBe(false)
  })

  it('lists them all in the order of their times, but none whose post has left', async () => {
    const [later, sooner, gone] = [await recurring(), await recurring(), await recurring()]
    await a().recurrences.put(aRecurrence(later.id, { plannedFor: START + DAY }), aRecurrence(later.id))
    await a().ledger.archive(gone.id, { at: START, from: 'LOCAL' })
    expect((await b().recurrences.list()).map(({ postId }) => postId)).toEqual([sooner.id, later.id])
  })

  it('lists what has gone out, and nothing that waits or failed', async () => {
    const { id } = await published()
    await recurring()
    expect((await b().recurrences.listDue()).map(({ postId }) => postId)).toEqual([id])
    await mustCommit(a(), await mustClaim(a()), FAILED)
    expect(await b().recurrences.listDue()).toHaveLength(1)
  })

  it('moves on to a draft, which is there with its files', async () => {
    const picture = aMediaRecord()
    await a().media.add(picture)
    const post = await published({ mediaFileIds: [picture.id] })
    const draft = draftOf(post)
    expect(await moveOn(post, draft)).toBe(true)
    expect(await b().posts.get(draft.id)).toEqual(draft)
    expect(await b().recurrences.get(post.id)).toBeNull()
    expect(await b().recurrences.get(draft.id)).toMatchObject({ dueAt: START + 7 * DAY })
    expect(await b().recurrences.listDue()).toEqual([])
  })

  it('lists the drafts that are planned, and those to be scheduled that nobody has touched', async () => {
    const made = async (comesBackAs: Recurrence['comesBackAs'], plannedFor: number, updatedAt = START) => {
      const post = await published()
      const draft = aPost({ ...draftOf(post), createdAt: START, updatedAt })
      const next = aRecurrence(draft.id, { comesBackAs, plannedFor })
      expect(await a().recurrences.moveOn(aRecurrence(post.id), draft, next)).toBe(true)
      return draft.id
    }
    const [later, sooner] = [await made('scheduled', START + DAY), await made('scheduled', START + 9)]
    const touched = await made('scheduled', START + 10, START + 1)
    const asDraft = await made('draft', START + 11)
    await recurring()
    const ids = (found: Recurrence[]) => found.map(({ postId }) => postId)
    expect(ids(await b().recurrences.listToSchedule(START))).toEqual([sooner, later])
    expect(ids(await b().recurrences.listToSchedule(START + 9))).toEqual([later])
    expect(ids(await b().recurrences.listDrafts())).toEqual([sooner, touched, asDraft, later])
  })

  it('moves on to a post that is there already, as it is', async () => {
    const post = await published()
    const { post: next } = await accept(a(), { caption: 'from the Worker' })
    expect(await moveOn(post, draftOf(post, next.id))).toBe(true)
    expect(await b().recurrences.movedTo(post.id)).toBe(next.id)
    expect(await b().posts.get(next.id)).toEqual(next)
  })

  it('does not move on to a post that was deleted', async () => {
    const post = await published()
    const { post: deleted } = await accept(a(), {})
    await a().ledger.archive(deleted.id, { at: START, from: 'LOCAL' })
    expect(await moveOn(post, draftOf(post, deleted.id))).toBe(false)
    expect(await b().recurrences.get(post.id)).toEqual(aRecurrence(post.id))
  })

  it('moves on once, however many try', async () => {
    const post = await published()
    const [one, other] = [draftOf(post), draftOf(post)]
    const both = await Promise.all([moveOn(post, one), moveOn(post, other, b())])
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await b().posts.list({ status: 'DRAFT', limit: 9, offset: 0 })).toMatchObject({ total: 1 })
    expect(await moveOn(post, draftOf(post))).toBe(false)
  })

  it('knows where the series of each earlier post is now, and begins no second one there while it goes on', async () => {
    const first = await published()
    const second = draftOf(first)
    expect(await a().recurrences.movedTo(first.id)).toBeNull()
    await moveOn(first, second)
    expect(await b().recurrences.movedTo(first.id)).toBe(second.id)
    expect(await b().recurrences.movedTo(second.id)).toBeNull()
    expect(await a().recurrences.put(aRecurrence(first.id), null)).toBe(false)
    expect(await b().recurrences.get(first.id)).toBeNull()
    await a().recurrences.remove(second.id)
    expect(await b().recurrences.movedTo(first.id)).toBeNull()
    await a().recurrences.put(aRecurrence(second.id), null)
    expect(await b().recurrences.movedTo(first.id)).toBe(second.id)
    await a().ledger.archive(second.id, { at: START, from: 'LOCAL' })
    expect(await b().recurrences.movedTo(first.id)).toBeNull()
    expect(await b().recurrences.put(aRecurrence(first.id), null)).toBe(true)
  })

  it('knows it of all earlier posts, also when one between them has left or one of them began a new series', async () => {
    const first = await published()
    const [second, third] = [{ ...draftOf(first), status: 'PUBLISHED' as const }, draftOf(first)]
    await moveOn(first, second)
    const known = (await a().recurrences.get(second.id)) ?? expect.unreachable()
    expect(await a().recurrences.moveOn(known, third, aRecurrence(third.id))).toBe(true)
    await a().ledger.archive(second.id, { at: START, from: 'LOCAL' })
    expect(await b().recurrences.movedTo(first.id)).toBe(third.id)
    await a().recurrences.remove(third.id)
    expect(await a().recurrences.put(aRecurrence(first.id), null)).toBe(true)
    const fourth = draftOf(first)
    expect(await moveOn(first, fourth)).toBe(true)
    expect(await b().recurrences.movedTo(first.id)).toBe(fourth.id)
  })

  it('refuses a change, or a move, that was decided upon an outdated record', async () => {
    const post = await published()
    const [known, monthly] = [aRecurrence(post.id), aRecurrence(post.id, { every: 'monthly' })]
    expect(await b().recurrences.put(monthly, null)).toBe(false)
    for (const change of [
      { dueAt: 1 },
      { plannedFor: 1 },
      { dayOfMonth: 1 },
      { timezone: 'UTC' },
      { comesBackAs: 'scheduled' as const },
    ])
      expect(await b().recurrences.put(monthly, { ...known, ...change })).toBe(false)
    expect(await a().recurrences.put(monthly, known)).toBe(true)
    expect(await moveOn(post, draftOf(post), b())).toBe(false)
    expect(await b().recurrences.get(post.id)).toEqual(monthly)
    await a().recurrences.remove(post.id)
    expect(await b().recurrences.put(known, monthly)).toBe(false)
    expect(await a().recurrences.get(post.id)).toBeNull()
  })

  it('does not move on from a post that has not gone out or no longer recurs, or with a file that is gone', async () => {
    const waiting = await recurring()
    expect(await moveOn(waiting, draftOf(waiting))).toBe(false)
    await mustCommit(a(), await mustClaim(a()), PUBLISHED)
    const lost = { ...draftOf(waiting), mediaFileIds: [crypto.randomUUID()] }
    expect(await moveOn(waiting, lost)).toBe(false)
    expect(await b().recurrences.get(waiting.id)).not.toBeNull()
    await b().recurrences.remove(waiting.id)
    expect(await moveOn(waiting, draftOf(waiting))).toBe(false)
    expect(await b().posts.list({ status: 'DRAFT', limit: 9, offset: 0 })).toMatchObject({ total: 0 })
  })
})
