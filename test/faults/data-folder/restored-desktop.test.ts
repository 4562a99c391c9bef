// A desktop whose data are older than what it has handed over or recalled: the Worker's posts are known here again, and those that
// it let go of are in doubt.
import { beforeEach, describe, expect, it } from 'vitest'
import { markedAtHold, recalledAfterHold } from '../../../core/features/cloud/delegation/handovers.ts'
import { recallAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import { retryPost } from '../../../core/features/posts/retry.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { scheduleDraft } from '../../../core/features/scheduling/schedule-post.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { createHandoverWorld, type Fate, type HandoverWorld } from '../handover/handover-world.ts'
import { brokenPromises } from '../promises.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const atTheWorker = ({ cloudJobId }: PostRecord) => world.cloud.engine().job(cloudJobId ?? '')

/** Everything that lies in the data folder, as it is now; to be put back later. */
async function backUp(): Promise<() => Promise<void>> {
  const stored = world.data.dump()
  return async () => {
    world.data.restore(stored)
    await world.stores.settings.put({ cloudJobsChecked: null })
    world.restart()
  }
}

/** A post that was scheduled after the backup that the folder was restored from. */
async function lost(caption: string, inTime = 10 * MINUTE): Promise<PostRecord> {
  const restore = await backUp()
  const post = await world.newPost(caption, inTime)
  await restore()
  expect(await world.post(post.id)).toBeNull()
  return post
}

describe('a post that was handed over after the backup', () => {
  it('is shown again as it is, with its file', async () => {
    const post = await lost('shown')
    await world.run(MINUTE)
    const { createdAt: _, updatedAt: __, ...same } = post
    expect(await world.post(post.id)).toMatchObject(same)
    expect(await world.ports.handovers.ofPost(post.id)).toMatchObject({
      id: post.cloudJobId,
      ownership: { state: 'worker' },
    })
    expect(world.data.media.size).toBe(1)
  })

  it('is PUBLISHED here when it is', async () => {
    const post = await lost('published')
    await world.run(12 * MINUTE)
    expect(world.liveCount('published')).toBe(1)
    const [live] = world.cloud.sandbox.live()
    expect(await world.post(post.id)).toMatchObject({
      status: 'PUBLISHED',
      igMediaId: live?.id,
      handover: null,
    })
  })

  it('is PUBLISHED here when it went out before anybody looked', async () => {
    const restore = await backUp()
    const post = await world.newPost('long ago')
    world.open(false)
    await world.run(HOUR)
    await restore()
    world.open(true)
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', igPermalink: expect.any(String) })
    expect(world.liveCount('long ago')).toBe(1)
  })

  it('can be edited and cancelled here', async () => {
    const [edited, cancelled] = [await lost('old words'), await lost('never')]
    await world.run(MINUTE)
    await world.editCaption(edited.id, 'new words')
    await world.cancel(cancelled.id)
    await world.run(15 * MINUTE)
    expect(['old words', 'new words', 'never'].map((caption) => world.liveCount(caption))).toEqual([0, 1, 0])
    expect(await world.post(cancelled.id)).toMatchObject({ status: 'DRAFT', caption: 'never' })
  })

  it('brings its file along from the bucket when that is unknown here, too', async () => {
    const files = world.data.media.keys()
    const restore = await backUp()
    const post = await world.newPost('with file')
    await restore()
    world.data.media.clear()
    await world.run(MINUTE)
    expect(world.data.media.keys()).toEqual(files)
    expect(await world.post(post.id)).toMatchObject({ mediaFileIds: post.mediaFileIds })
  })

  it('is known without its file when the bucket does not give it, and is still published', async () => {
    const restore = await backUp()
    const post = await world.newPost('no file')
    await restore()
    world.data.media.clear()
    world.fates((call) => (call === 'bucket open' ? 'refused' : 'ok'))
    await world.run(12 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', mediaFileIds: [null] })
  })

  it('replaces the draft that it was at the time of the backup', async () => {
    const first = await world.newPost('a draft')
    await world.cancel(first.id)
    const restore = await backUp()
    const scheduledFor = world.clock.now() + 10 * MINUTE
    const { post } = await scheduleDraft(world.schedule, first.id, {
      scheduledFor,
      timezone: 'Europe/Berlin',
    })
    await restore()
    expect(await world.post(post.id)).toMatchObject({ status: 'DRAFT' })
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({
      status: 'SCHEDULED',
      scheduledFor,
      timezone: 'Europe/Berlin',
      handover: 'cloud',
      cloudJobId: post.cloudJobId,
      createdAt: first.createdAt,
    })
    await world.run(12 * MINUTE)
    expect(world.liveCount('a draft')).toBe(1)
  })

  it('has one owner although it was scheduled to run here then', async () => {
    world.fates((call) => (call === 'putJob' ? 'unreachable' : 'ok'))
    const here = await world.newPost('one owner')
    expect(here.handover).toBeNull()
    world.fates(() => 'ok')
    const restore = await backUp()
    await world.cancel(here.id)
    const scheduledFor = world.clock.now() + 11 * MINUTE
    await scheduleDraft(world.schedule, here.id, { scheduledFor, timezone: 'UTC' })
    await restore()
    await world.run(30 * SECOND)
    expect(await world.post(here.id)).toMatchObject({ handover: 'cloud', scheduledFor })
    expect([...world.data.jobs.values()].map(({ status }) => status)).toEqual(['CANCELLED'])
    await world.run(15 * MINUTE)
    expect(world.liveCount('one owner')).toBe(1)
  })

  it('does not go out from the cloud once it is live from here', async () => {
    world.fates((call) => (call === 'putJob' ? 'unreachable' : 'ok'))
    const here = await world.newPost('live here', 2 * MINUTE)
    world.fates(() => 'ok')
    const restore = await backUp()
    await world.cancel(here.id)
    await scheduleDraft(world.schedule, here.id, { scheduledFor: world.clock.now() + HOUR, timezone: 'UTC' })
    await restore()
    world.fates(() => 'unreachable')
    await world.run(5 * MINUTE)
    expect(await world.post(here.id)).toMatchObject({ status: 'PUBLISHED' })
    world.fates(() => 'ok')
    await world.run(2 * HOUR)
    expect(world.liveCount('live here')).toBe(1)
    expect(await world.post(here.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
  })

  it('is not raised from the archive', async () => {
    const draft = await world.newPost('archived')
    const envelope = { ...(await envelopeOf(draft)), jobId: crypto.randomUUID() }
    await world.cancel(draft.id)
    await deletePost(world.schedule, draft.id)
    // As another computer with a copy of this folder would hand it over.
    await world.cloud.engine().putJob(envelope)
    await world.run(2 * MINUTE)
    expect(await world.post(draft.id)).toBeNull()
    expect(await world.cloud.engine().job(envelope.jobId)).toMatchObject({ state: 'waiting' })
  })

  it('stays the Worker’s while its account is not connected here', async () => {
    const restore = await backUp()
    const post = await world.newPost('other account', 2 * HOUR)
    await restore()
    const [account = expect.unreachable()] = world.data.accounts.values()
    world.data.accounts.clear()
    await world.run(MINUTE)
    expect(await world.post(post.id)).toBeNull()
    expect(await atTheWorker(post)).toMatchObject({ state: 'waiting' })
    // Once it is, the next look finds the post, although the changes reported it before.
    world.data.accounts.set(account.id, account)
    await world.run(HOUR + 10 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
  })
})

describe('a post that was changed after the backup', () => {
  it('is shown as the Worker has it, and goes out as that', async () => {
    const post = await world.newPost('first words')
    const restore = await backUp()
    await world.editCaption(post.id, 'last words')
    await restore()
    expect(await world.post(post.id)).toMatchObject({ caption: 'first words' })
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({ caption: 'last words', handover: 'cloud' })
    await world.editCaption(post.id, 'the very last')
    await world.run(12 * MINUTE)
    expect(['first words', 'last words', 'the very last'].map((caption) => world.liveCount(caption))).toEqual(
      [0, 0, 1],
    )
  })

  it.each([
    ['shortened', [0, 1]],
    ['put in another order', [2, 0, 1]],
  ])('has the files of its carousel as it was %s after the backup', async (_how, places) => {
    const files = [aMediaRecord(), aMediaRecord(), aMediaRecord()]
    for (const record of files) await world.stores.media.add(record)
    const { id } = await world.newPost('several')
    const swap = (mediaFileIds: string[]) =>
      editScheduled(world.schedule, id, { mediaType: 'CAROUSEL', mediaFileIds })
    await swap(files.map((file) => file.id))
    const restore = await backUp()
    const after = places.map((place) => files[place]?.id ?? '')
    await swap(after)
    await restore()
    await world.run(MINUTE)
    expect(await world.post(id)).toMatchObject({ mediaFileIds: after })
    await world.editCaption(id, 'new words')
    expect((await envelopeOf((await world.post(id)) ?? expect.unreachable())).payload.items).toMatchObject(
      after.map((mediaFileId) => ({ mediaFileId })),
    )
  })
})

describe('a post that was cancelled and rescheduled after the backup', () => {
  async function anew() {
    const post = await world.newPost('anew')
    const restore = await backUp()
    await world.cancel(post.id)
    const scheduledFor = world.clock.now() + 20 * MINUTE
    const { post: again } = await scheduleDraft(world.schedule, post.id, { scheduledFor, timezone: 'UTC' })
    return { post, restore, scheduledFor, again }
  }

  it('is the new one', async () => {
    const { post, restore, scheduledFor, again } = await anew()
    await restore()
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({
      status: 'SCHEDULED',
      scheduledFor,
      cloudJobId: again.cloudJobId,
    })
    await world.run(30 * MINUTE)
    expect(world.liveCount('anew')).toBe(1)
  })

  it('is PUBLISHED where the new one went out before anybody looked', async () => {
    const { post, restore } = await anew()
    world.open(false)
    await world.run(30 * MINUTE)
    await restore()
    world.open(true)
    await world.run(MINUTE)
    const found = (await world.post(post.id)) ?? expect.unreachable()
    expect(found).toMatchObject({ status: 'PUBLISHED', handover: null })
    expect(brokenPromises(found, world.cloud.sandbox.live())).toEqual([])
  })
})

async function expectInDoubt({ id }: PostRecord): Promise<void> {
  const told = (await world.post(id)) ?? expect.unreachable()
  expect(told).toMatchObject({
    status: 'FAILED',
    publishOutcome: 'unconfirmed',
    recovery: 'check_platform',
    handover: null,
  })
  expect(brokenPromises(told, world.cloud.sandbox.live())).toEqual([])
}

describe('a post that was recalled from the Worker after the backup', () => {
  const recalled = async (fate: 'ok' | 'lost', publishLost: (post: PostRecord) => Promise<unknown>) => {
    world.fates((call) => (call === 'putJob' ? fate : 'ok'))
    const post = await world.newPost('recalled', HOUR)
    expect(post).toMatchObject({ handover: fate === 'ok' ? 'cloud' : 'pending' })
    world.fates(() => 'ok')
    const restore = await backUp()
    expect(await recallAll(world.ports)).toMatchObject({ posts: 0, accounts: 0 })
    await publishLost(post)
    await restore()
    return post
  }
  const published = () => world.run(HOUR + 5 * MINUTE)
  const publishedEarlier = async ({ id }: PostRecord) => {
    await editScheduled(world.schedule, id, { scheduledFor: world.clock.now() + 3 * MINUTE })
    await world.run(10 * MINUTE)
  }

  it.each(['ok', 'lost'] as const)(
    'is in doubt, and found by its retry where it was published from here (the answer to its hand-over: %s)',
    async (fate) => {
      const post = await recalled(fate, published)
      await world.run(MINUTE)
      await expectInDoubt(post)
      await retryPost(world.schedule, post.id)
      await world.run(5 * MINUTE)
      const found = (await world.post(post.id)) ?? expect.unreachable()
      expect(found).toMatchObject({ status: 'PUBLISHED', warnings: [{ code: 'FOUND_LIVE' }] })
      expect(brokenPromises(found, world.cloud.sandbox.live())).toEqual([])
    },
  )

  it('is found by its retry also where nothing was recorded but that it is in doubt, as by older versions', async () => {
    const post = await recalled('ok', published)
    await world.run(MINUTE)
    await expectInDoubt(post)
    world.data.publications.clear()
    await retryPost(world.schedule, post.id)
    await world.run(5 * MINUTE)
    expect(world.liveCount('recalled')).toBe(1)
    const found = (await world.post(post.id)) ?? expect.unreachable()
    expect(found).toMatchObject({ status: 'PUBLISHED', warnings: [{ code: 'FOUND_LIVE' }] })
  })

  it('is not sent again by its retry where it was published at an earlier time', async () => {
    const post = await recalled('ok', publishedEarlier)
    expect(world.liveCount('recalled')).toBe(1)
    await world.run(MINUTE)
    await expectInDoubt(post)
    await retryPost(world.schedule, post.id)
    await world.run(5 * MINUTE)
    await expectInDoubt(post)
    expect(world.liveCount('recalled')).toBe(1)
  })
})

/** As a start finds the folder, and holds it. */
function held(): void {
  const { handovers } = world.data
  for (const one of handovers.values()) handovers.set(one.id, markedAtHold(one, world.clock.now()))
}

describe('a post that was being taken back when the backup was made', () => {
  const beingTakenBack = async (fate: Fate) => {
    const post = await world.newPost('taken back', HOUR)
    world.fates((call) => (call === 'cancelJob' ? fate : 'ok'))
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    world.fates(() => 'ok')
    return { post, restore: await backUp() }
  }
  /** The run after the backup publishes it from here. */
  const publishHere = async ({ id }: PostRecord, time = 3 * MINUTE) => {
    world.fates((call) => (call === 'putJob' ? 'unreachable' : 'ok'))
    const scheduledFor = world.clock.now() + time
    await scheduleDraft(world.schedule, id, { scheduledFor, timezone: 'UTC' })
    await world.run(time + 5 * MINUTE)
    world.fates(() => 'ok')
    expect(world.liveCount('taken back')).toBe(1)
  }

  it('is in doubt where that was done, and is found live by its retry', async () => {
    const { post, restore } = await beingTakenBack('lost')
    await world.run(MINUTE)
    await publishHere(post, HOUR + MINUTE)
    await restore()
    held()
    await world.run(MINUTE)
    await expectInDoubt(post)
    await retryPost(world.schedule, post.id)
    await world.run(5 * MINUTE)
    const found = (await world.post(post.id)) ?? expect.unreachable()
    expect(found).toMatchObject({ status: 'PUBLISHED', warnings: [{ code: 'FOUND_LIVE' }] })
    expect(brokenPromises(found, world.cloud.sandbox.live())).toEqual([])
  })

  it('is in doubt where its account was disconnected', async () => {
    const { post, restore } = await beingTakenBack('lost')
    await world.run(MINUTE)
    await publishHere(post)
    await restore()
    held()
    const [handover = expect.unreachable()] = world.data.handovers.values()
    world.data.handovers.set(handover.id, { ...handover, asked: { kind: 'cancel', to: 'disconnected' } })
    await world.run(MINUTE)
    await expectInDoubt(post)
  })

  it('is a draft where the Worker still had it', async () => {
    const { post, restore } = await beingTakenBack('never')
    await restore()
    held()
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'DRAFT', caption: 'taken back' })
    await world.run(2 * HOUR)
    expect(world.liveCount('taken back')).toBe(0)
  })

  it('is in doubt, too, when the user takes it back before the Worker was heard of', async () => {
    const post = await world.newPost('taken back', HOUR)
    const restore = await backUp()
    await world.cancel(post.id)
    await publishHere(post)
    await restore()
    held()
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await expectInDoubt(post)
  })

  it('comes back, and is looked for, when the cloud is disconnected before the Worker was heard of', async () => {
    const post = await world.newPost('taken back', HOUR)
    const restore = await backUp()
    await world.cancel(post.id)
    await publishHere(post)
    await restore()
    held()
    expect(await recallAll(world.ports)).toMatchObject({ posts: 0, accounts: 0 })
    await world.run(2 * HOUR)
    await expectInDoubt(post)
    expect(world.liveCount('taken back')).toBe(1)
  })

  it('gets no job here when the user takes it back that was to be published from here', async () => {
    const { post, restore } = await beingTakenBack('lost')
    await world.run(MINUTE)
    await restore()
    held()
    const [handover = expect.unreachable()] = world.data.handovers.values()
    world.data.handovers.set(handover.id, { ...handover, asked: { kind: 'cancel', to: 'local' } })
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await expectInDoubt(post)
    expect([...world.data.jobs.values()]).toEqual([])
  })

  it('stays as it was when the Worker cannot be asked', async () => {
    const post = await world.newPost('taken back', HOUR)
    held()
    const before = await world.ports.handovers.ofPost(post.id)
    world.fates((call) => (call === 'job' ? 'never' : 'ok'))
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    const { asked, ownership, soughtSince } = before ?? expect.unreachable()
    expect(await world.ports.handovers.ofPost(post.id)).toMatchObject({ asked, ownership, soughtSince })
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
  })

  it('is not said to be taken back when the Worker never had it: it may have gone out from here instead', async () => {
    world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
    const post = await world.newPost('taken back', HOUR)
    world.fates(() => 'ok')
    held()
    await expect(world.cancel(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await expectInDoubt(post)
  })

  it('is looked for by the job that it gets here where it was to be published from here', async () => {
    const { post, restore } = await beingTakenBack('lost')
    await world.run(MINUTE)
    await publishHere(post)
    await restore()
    held()
    const [handover = expect.unreachable()] = world.data.handovers.values()
    world.data.handovers.set(handover.id, { ...handover, asked: { kind: 'cancel', to: 'local' } })
    await world.run(2 * HOUR)
    await expectInDoubt(post)
    expect(world.liveCount('taken back')).toBe(1)
  })
})

it('a post that was on its way is looked for as what it was before it was changed in a held folder', async () => {
  world.restart((place) => place === 'before bucket.put')
  await world.newPost('on its way', HOUR).catch(() => {})
  world.restart()
  const restore = await backUp()
  world.fates((call) => (call === 'bucket put' ? 'unreachable' : 'ok'))
  await world.run(2 * HOUR)
  expect(world.liveCount('on its way')).toBe(1)
  await restore()
  world.fates(() => 'ok')
  held()
  const { handovers } = world.data
  const [{ postId } = expect.unreachable()] = handovers.values()
  const scheduledFor = world.clock.now() + HOUR
  await editScheduled(world.schedule, postId, { caption: 'changed', scheduledFor })
  for (const one of handovers.values()) handovers.set(one.id, recalledAfterHold(one, world.clock.now()))
  await world.run(2 * HOUR)
  await expectInDoubt((await world.post(postId)) ?? expect.unreachable())
  expect(world.cloud.sandbox.live()).toHaveLength(1)
})

async function envelopeOf(post: PostRecord) {
  return JobEnvelope.parse((await atTheWorker(post))?.envelope)
}
