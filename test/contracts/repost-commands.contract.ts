// What every store does that moves reposts together with their posts, seen through two handles on one store.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { JobRecord } from '../../core/ports/posts/job-record.ts'
import type { RepostCommands } from '../../core/ports/reposts/repost-commands.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../../core/ports/reposts/repost-store.ts'
import { MINUTE } from '../../core/time.ts'
import { aWarning, aJob, aPost, inDueLane, START } from '../factories.ts'
import { aMediaRecord } from '../fakes/media/a-media-record.ts'
import { aRepostConfig, aRepostRecord, moveRecord } from '../fakes/reposts/repost-records.ts'
import {
  accept,
  claimAt,
  FAILED,
  INTENT,
  mustClaim,
  mustCommit,
  UNKNOWN,
  type PublishingStores,
} from './publishing-stores.ts'
import { nextOf } from './repost-store.contract.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export interface RepostingStores extends PublishingStores {
  readonly reposts: RepostStore & RepostCommands
}

export function describeRepostCommands(name: string, open: () => Promise<TwoHandles<RepostingStores>>): void {
  describe(`reposts and their posts in ${name}`, () => {
    const store = openEach(open)
    const handles = { a: () => store.a, b: () => store.b }

    describeBegin(handles)
    describeBeginAgain(handles)
    describeFiles(handles)
    describeAnyHistory(handles)
  })
}

interface Handles {
  a(): RepostingStores
  b(): RepostingStores
}

const NOTHING_DUE = null

async function found(
  { reposts }: RepostingStores,
  change: Partial<RepostRecord> = {},
): Promise<RepostRecord> {
  const record = aRepostRecord(change)
  await reposts.addConfig(aRepostConfig({ accountId: record.accountId }))
  await reposts.addRecords([record])
  return record
}

/** What `begin` is given for a record. */
function beginning(record: RepostRecord, change: Partial<PostRecord> = {}) {
  const post = aPost({
    platformAccountId: record.accountId,
    mediaType: 'STORIES',
    sourceType: 'STORY_REPOST',
    caption: null,
    remoteMedia: { kind: 'image', url: record.mediaUrl ?? '' },
    warnings: [aWarning('a note')],
    ...change,
  })
  return { next: nextOf(record, { status: 'REPOSTING', postId: post.id }), post, job: aJob(post) }
}

async function begun(stores: RepostingStores, change: Partial<PostRecord> = {}) {
  const record = await found(stores)
  const { next, post, job } = beginning(record, change)
  expect(await stores.reposts.begin(next, post, job)).toBe(true)
  return { record: next, post, job }
}

function describeBegin({ a, b }: Handles): void {
  const expectNothingDone = async (record: RepostRecord, post: PostRecord) => {
    expect(await b().reposts.record(record.id)).toEqual(record)
    expect(await b().posts.get(post.id)).toBeNull()
    expect(await b().ledger.nextDue(inDueLane())).toBe(NOTHING_DUE)
  }

  describe('beginning', () => {
    it('records both, and the post is due', async () => {
      const { record, post, job } = await begun(a())
      expect(await b().reposts.record(record.id)).toEqual(record)
      expect(await b().posts.get(post.id)).toEqual(post)
      expect(await mustClaim(b())).toMatchObject({ postId: post.id, jobId: job.id })
    })

    it('does nothing when somebody else has moved the record', async () => {
      const record = await found(a())
      const dismissed = nextOf(record, { status: 'DISMISSED' })
      await moveRecord(b().reposts, dismissed)
      const { next, post, job } = beginning(record)
      expect(await a().reposts.begin(next, post, job)).toBe(false)
      await expectNothingDone(dismissed, post)
    })

    it('is done by one of two at once', async () => {
      const record = await found(a())
      const [byA, byB] = [beginning(record), beginning(record)]
      const done = await Promise.all([
        a().reposts.begin(byA.next, byA.post, byA.job),
        b().reposts.begin(byB.next, byB.post, byB.job),
      ])
      expect(done.toSorted()).toEqual([false, true])
      const [winner, loser] = done[0] ? [byA, byB] : [byB, byA]
      expect(await a().reposts.record(record.id)).toEqual(winner.next)
      expect(await a().posts.get(winner.post.id)).toEqual(winner.post)
      expect(await a().posts.get(loser.post.id)).toBeNull()
      await mustClaim(b())
      expect(await claimAt(b())).toBeNull()
    })

    it('leaves the record as it was when a file of the post is gone', async () => {
      const record = await found(a())
      const { next, post, job } = beginning(record, { mediaFileIds: [crypto.randomUUID()] })
      await expect(a().reposts.begin(next, post, job)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
      await expectNothingDone(record, post)
    })

    it.each(['post', 'job'] as const)(
      'leaves the record as it was when the %s cannot be written',
      async (what) => {
        const taken = await accept(a(), {}, { runAt: START + MINUTE })
        const record = await found(a())
        const { next, post, job } = beginning(record, what === 'post' ? { id: taken.post.id } : {})
        const id = what === 'job' ? taken.job.id : job.id
        await expect(a().reposts.begin(next, post, { ...job, id })).rejects.toThrow(Error)
        expect(await b().reposts.record(record.id)).toEqual(record)
        expect(await b().posts.get(post.id)).toEqual(what === 'post' ? taken.post : null)
        expect(await claimAt(b())).toBeNull()
      },
    )
  })
}

/** A repost whose post has failed as told. */
async function failed(stores: RepostingStores, how = FAILED, change: Partial<PostRecord> = {}) {
  const { record, post } = await begun(stores, change)
  await mustCommit(stores, await mustClaim(stores), how)
  const known = nextOf(record, { status: 'FAILED' })
  await moveRecord(stores.reposts, known)
  return { post, record: known }
}

function retrying(record: RepostRecord, post: PostRecord, change: Partial<JobRecord> = {}) {
  return {
    next: nextOf(record, { status: 'REPOSTING', updatedAt: START + MINUTE }),
    job: aJob(post, { createdAt: START + MINUTE, ...change }),
  }
}

const count = (config: RepostConfig) => nextOf(config, { repostsToday: config.repostsToday + 1 })

function describeBeginAgain({ a, b }: Handles): void {
  const counted = async ({ accountId }: RepostRecord) => (await b().reposts.config(accountId))?.repostsToday

  describe('beginning a repost again', () => {
    it('queues the same post again with a new job, and records it', async () => {
      const { record, post } = await failed(a())
      const { next, job } = retrying(record, post)
      expect(await a().reposts.beginAgain(next, job, count)).toBe(true)
      expect(await counted(record)).toBe(1)
      expect(await b().reposts.record(record.id)).toEqual(next)
      expect(await b().posts.get(post.id)).toMatchObject({ status: 'QUEUED', errorCode: null })
      expect(await mustClaim(b(), START + MINUTE)).toMatchObject({ postId: post.id, jobId: job.id })
    })

    it('ends a background look that was still under way, so that the next one starts from it', async () => {
      const looking = { ...UNKNOWN, intent: INTENT, nextAt: START + 5 * MINUTE }
      const { record, post } = await failed(a(), looking)
      const { next, job } = retrying(record, post)
      expect(await b().reposts.beginAgain(next, job, count)).toBe(true)
      expect(await a().ledger.latestPublication(post.id)).toMatchObject({ step: 'failed', intent: INTENT })
    })

    it('does nothing when somebody else has moved the record', async () => {
      const { record, post } = await failed(a())
      const dismissed = nextOf(record, { status: 'DISMISSED' })
      await moveRecord(b().reposts, dismissed)
      const { next, job } = retrying(record, post)
      expect(await a().reposts.beginAgain(next, job, count)).toBe(false)
      expect(await counted(record)).toBe(0)
      expect(await b().reposts.record(record.id)).toEqual(dismissed)
      expect(await b().posts.get(post.id)).toMatchObject({ status: 'FAILED' })
      expect(await claimAt(b(), START + MINUTE)).toBeNull()
    })

    it('does nothing when the post is not FAILED, or is gone', async () => {
      const queued = await begun(a())
      const again = retrying(queued.record, queued.post)
      expect(await a().reposts.beginAgain(again.next, again.job, count)).toBe(false)
      expect(await b().reposts.record(queued.record.id)).toEqual(queued.record)
      await b().ledger.archive(queued.post.id, { at: START, from: 'LOCAL' })
      expect(await a().reposts.beginAgain(again.next, again.job, count)).toBe(false)
      expect(await b().reposts.record(queued.record.id)).toEqual(queued.record)
      expect(await counted(queued.record)).toBe(0)
      expect(await claimAt(b(), START + MINUTE)).toBeNull()
    })

    it('does nothing when the daily count refuses it, or the configuration is gone', async () => {
      const { record, post } = await failed(a())
      const { next, job } = retrying(record, post)
      expect(await a().reposts.beginAgain(next, job, () => null)).toBe(false)
      await a().reposts.removeConfig(record.accountId)
      expect(await a().reposts.beginAgain(next, job, count)).toBe(false)
      expect(await b().reposts.record(record.id)).toEqual(record)
      expect(await b().posts.get(post.id)).toMatchObject({ status: 'FAILED' })
    })

    it('is done by one of two at once', async () => {
      const { record, post } = await failed(a())
      const [byA, byB] = [retrying(record, post), retrying(record, post)]
      const done = await Promise.all([
        a().reposts.beginAgain(byA.next, byA.job, count),
        b().reposts.beginAgain(byB.next, byB.job, count),
      ])
      expect(done.toSorted()).toEqual([false, true])
      expect(await counted(record)).toBe(1)
      await mustClaim(a(), START + MINUTE)
      expect(await claimAt(b(), START + MINUTE)).toBeNull()
    })

    it('leaves all as they were when the job cannot be written', async () => {
      const { record, post } = await failed(a())
      const taken = await accept(a(), {}, { runAt: START + 9 * MINUTE })
      const { next, job } = retrying(record, post, { id: taken.job.id })
      await expect(a().reposts.beginAgain(next, job, count)).rejects.toThrow(Error)
      expect(await counted(record)).toBe(0)
      expect(await b().reposts.record(record.id)).toEqual(record)
      expect(await b().posts.get(post.id)).toMatchObject({ status: 'FAILED' })
    })
  })
}

function describeFiles({ a, b }: Handles): void {
  const aPicture = async () => {
    const picture = aMediaRecord()
    await a().media.add(picture)
    return picture
  }

  describe('the file of a repost', () => {
    it('is removed when no other post uses it', async () => {
      const picture = await aPicture()
      const { post } = await begun(a(), { mediaFileIds: [picture.id], remoteMedia: null })
      expect(await b().reposts.removeUnused(picture.id, null)).toBeNull()
      expect(await b().reposts.removeUnused(picture.id, post.id)).toEqual(picture)
      expect(await a().media.get(picture.id)).toBeNull()
      expect((await a().posts.get(post.id))?.mediaFileIds).toEqual([null])
      expect(await b().reposts.removeUnused(picture.id, post.id)).toBeNull()
    })

    it('stays when somebody has picked it for another post', async () => {
      const picture = await aPicture()
      const { post } = await begun(a(), { mediaFileIds: [picture.id], remoteMedia: null })
      await b().ledger.saveDraft(aPost({ status: 'DRAFT', mediaFileIds: [picture.id] }))
      expect(await b().reposts.removeUnused(picture.id, post.id)).toBeNull()
      expect(await a().media.get(picture.id)).toEqual(picture)
    })

    it('stays when somebody has picked it as the cover of a reel', async () => {
      const picture = await aPicture()
      const { post } = await begun(a(), { mediaFileIds: [picture.id], remoteMedia: null })
      const options = JSON.stringify({ cover: { mediaFileId: picture.id } })
      await b().ledger.saveDraft(aPost({ status: 'DRAFT', mediaType: 'REELS', options }))
      expect(await b().reposts.removeUnused(picture.id, post.id)).toBeNull()
      expect(await a().media.get(picture.id)).toEqual(picture)
    })

    it('is found through the archive once the post is deleted', async () => {
      const picture = await aPicture()
      const { post } = await begun(a(), { mediaFileIds: [picture.id], remoteMedia: null })
      expect(await b().reposts.deletedPost(post.id)).toBeNull()
      await a().ledger.archive(post.id, { at: START, from: 'LOCAL' })
      expect(await b().reposts.deletedPost(post.id)).toEqual(post)
      expect(await b().reposts.removeUnused(picture.id, post.id)).toEqual(picture)
    })
  })
}

type Move = (typeof MOVES)[number]
const MOVES = ['DISMISSED', 'EXPIRED', 'FAILED', 'PENDING'] as const

interface Step {
  readonly does: 'add' | 'move' | 'begin' | 'again' | 'race' | 'fail' | 'delete' | 'prune'
  /** Which record; which handle; whether its version is an old one. */
  readonly at: number
  readonly byB: boolean
  readonly isStale: boolean
  readonly to: Move
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('add', 'move', 'begin', 'begin', 'again', 'race', 'fail', 'delete', 'prune'),
  at: fc.nat({ max: 5 }),
  byB: fc.boolean(),
  isStale: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  to: fc.constantFrom(...MOVES),
})

/** What ought to be there: records in the order in which they were found, and the status of each post. */
interface Model {
  readonly accountId: string
  records: RepostRecord[]
  readonly posts: Map<string, PostRecord['status'] | 'DELETED'>
  now: number
}

function describeAnyHistory({ a, b }: Handles): void {
  it('stay consistent through any history of two concurrent writers', async () => {
    const property = fc.asyncProperty(fc.array(anyStep, { maxLength: 24 }), async (steps) => {
      const model: Model = { accountId: crypto.randomUUID(), records: [], posts: new Map(), now: START }
      await a().reposts.addConfig(aRepostConfig({ accountId: model.accountId }))
      for (const step of steps) {
        model.now += MINUTE
        await act({ a: a(), b: b() }, model, step)
        await compare(step.byB ? a() : b(), model)
      }
    })
    await fc.assert(property, { numRuns: 40, endOnFailure: true })
  })
}

type Both = Record<'a' | 'b', RepostingStores>

async function act(both: Both, model: Model, step: Step): Promise<void> {
  const stores = step.byB ? both.b : both.a
  const record = model.records[step.at % Math.max(model.records.length, 1)]
  if (step.does === 'prune') return prune(stores, model, step.at)
  if (step.does === 'fail') return failAll(stores, model)
  if (step.does === 'add' || !record) return add(stores, model, step.isStale ? record : undefined)
  const known = step.isStale ? { ...record, version: record.version - 1 } : record
  if (step.does === 'delete') return deletePost(stores, model, record)
  if (step.does === 'move') return adopt(model, await move(stores, model, known, step.to))
  if (step.does === 'begin') return adopt(model, await beginOne(stores, model, known))
  if (step.does === 'again') return adopt(model, await again(stores, model, known))
  const [moved, started] = await Promise.all([
    move(both.a, model, record, step.to),
    beginOne(both.b, model, record),
  ])
  expect([moved, started].filter((one) => one !== null)).toHaveLength(1)
  adopt(model, moved ?? started)
}

async function add({ reposts }: RepostingStores, model: Model, known?: RepostRecord): Promise<void> {
  const { accountId, now } = model
  const record = aRepostRecord({
    accountId,
    detectedAt: now,
    updatedAt: now,
    ...(known && { key: known.key }),
  })
  expect(await reposts.addRecords([record])).toEqual(known ? [] : [record])
  if (!known) model.records.push(record)
}

async function move(stores: RepostingStores, { now }: Model, known: RepostRecord, to: Move) {
  const next = nextOf(known, { status: to, updatedAt: now })
  return (await moveRecord(stores.reposts, next)) ? next : null
}

async function beginOne(stores: RepostingStores, model: Model, known: RepostRecord) {
  const { next, post, job } = beginning({ ...known, updatedAt: model.now })
  if (!(await stores.reposts.begin(next, post, job))) return null
  model.posts.set(post.id, 'QUEUED')
  return next
}

async function again(stores: RepostingStores, { posts, now }: Model, known: RepostRecord) {
  const post = aPost({ id: known.postId ?? crypto.randomUUID(), platformAccountId: known.accountId })
  const next = nextOf(known, { status: 'REPOSTING', updatedAt: now })
  const wasFailed = posts.get(post.id) === 'FAILED'
  if (!(await stores.reposts.beginAgain(next, aJob(post, { createdAt: now, runAt: START }), count)))
    return null
  expect(wasFailed).toBe(true)
  posts.set(post.id, 'QUEUED')
  return next
}

/** A move succeeds exactly when it continues the version that the model has. */
function adopt(model: Model, next: RepostRecord | null): void {
  if (next === null) return
  const at = model.records.findIndex(({ id }) => id === next.id)
  expect(model.records[at]?.version).toBe(next.version - 1)
  model.records = model.records.with(at, next)
}

async function failAll(stores: RepostingStores, { posts, now }: Model): Promise<void> {
  for (let due = await claimAt(stores, now); due !== null; due = await claimAt(stores, now)) {
    await mustCommit(stores, due, FAILED)
    if (posts.has(due.postId)) posts.set(due.postId, 'FAILED')
  }
}

async function deletePost({ ledger }: RepostingStores, { posts, now }: Model, { postId }: RepostRecord) {
  if (postId === null || (await ledger.archive(postId, { at: now, from: 'LOCAL' })) === null) return
  posts.set(postId, 'DELETED')
}

async function prune({ reposts }: RepostingStores, model: Model, minutes: number): Promise<void> {
  const before = model.now - minutes * MINUTE
  await reposts.prune(before)
  model.records = model.records.filter(
    ({ status, updatedAt }) => status === 'PENDING' || status === 'REPOSTING' || updatedAt >= before,
  )
}

async function compare({ reposts, posts }: RepostingStores, model: Model): Promise<void> {
  const { accountId, records } = model
  expect(await reposts.records({ accountId, limit: 100 })).toEqual(records.toReversed())
  const pending = records.filter(({ status }) => status === 'PENDING')
  expect(await reposts.countPending(accountId)).toBe(pending.length)
  for (const [id, status] of model.posts) expect((await posts.get(id))?.status ?? 'DELETED').toBe(status)
  for (const { status, postId } of records)
    if (status === 'REPOSTING') expect(model.posts.get(postId ?? '')).toBeDefined()
}
