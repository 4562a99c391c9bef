// The Worker's publish acts, its answer is lost, and nothing can be read until the Worker reports the post as FAILED and not
// confirmed; or the Worker publishes and forgets it; or a run that was lost may have published it before the Worker had it. Whatever
// is asked of the post then: it is live once, and nobody says that it is not.
import { beforeEach, describe, expect, it } from 'vitest'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { OPEN_JOBS_SEEN } from '../../../core/features/cloud/delegation/handovers.ts'
import { recallAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { takeOver } from '../../../core/features/cloud/delegation/recall/take-over.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { MAYBE_LIVE } from '../../../core/engine/publishing/stored.ts'
import { cancelScheduled, editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { scheduleDraft } from '../../../core/features/scheduling/schedule-post.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { aPost, spokenWarnings } from '../../factories.ts'
import { ACCOUNTS } from '../../fakes/cloud/cloud-jobs.ts'
import { brokenPromises } from '../promises.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'
import { connectHarbour } from './second-account.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const stored = async ({ id }: PostRecord) => (await world.post(id)) ?? expect.unreachable()
const atTheWorker = ({ cloudJobId }: PostRecord) => world.cloud.engine().job(cloudJobId ?? '')

const toHarbour = (id: string) => editScheduled(world.schedule, id, { accountId: ACCOUNTS.harbour.id })

/** The Worker loses its memory. */
function forgetAll(): void {
  for (const table of ['post_jobs', 'accounts', 'meta']) world.cloud.sql.exec(`DELETE FROM ${table}`)
}

/** The computer is closed meanwhile, and opened without a round since. */
async function failedInDoubt(meanwhile = async (_post: PostRecord) => {}): Promise<PostRecord> {
  const post = await world.newPost('maybe live')
  await world.run(MINUTE)
  world.open(false)
  await world.run(8 * MINUTE + 40 * SECOND)
  const { faults } = world.cloud.sandbox
  faults.add({ on: 'publish', mode: 'server-error', effect: 'after' })
  for (const on of ['status', 'list', 'read'] as const)
    faults.add({ on, mode: 'server-error', times: 100_000 })
  await world.run(40 * MINUTE)
  expect(await atTheWorker(post)).toMatchObject({ state: 'failed' })
  expect(world.liveCount('maybe live')).toBe(1)
  await meanwhile(post)
  faults.clear()
  world.open(true)
  return post
}

async function expectPublishedOnce(post: PostRecord): Promise<void> {
  await world.run(HOUR)
  const ended = await stored(post)
  expect(ended).toMatchObject({ status: 'PUBLISHED', handover: null })
  expect(brokenPromises(ended, world.cloud.sandbox.live())).toEqual([])
}

/** What this computer alone has now is as uncertain as before, and a retry looks for it. */
async function expectFoundByRetry(post: PostRecord): Promise<void> {
  expect(await stored(post)).toMatchObject({
    status: 'FAILED',
    publishOutcome: 'unconfirmed',
    handover: null,
  })
  await retryPost(world.schedule, post.id)
  await expectPublishedOnce(post)
}

describe('a post that failed at the Worker and may be live', () => {
  it.each([
    ['cancelled', (post: PostRecord) => world.cancel(post.id)],
    ['taken over', (post: PostRecord) => takeOver(world.ports, post)],
  ])('is not %s: the Worker keeps looking for it, and finds it', async (_name, ask) => {
    const post = await failedInDoubt()
    await expect(ask(await stored(post))).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    expect(await stored(post)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    await expectPublishedOnce(post)
  })

  it('is archived with what became of it when it is deleted', async () => {
    const post = await failedInDoubt()
    await deletePost(world.schedule, post.id)
    await world.run(HOUR)
    expect(world.data.deleted.get(post.id)?.post).toMatchObject({ status: 'PUBLISHED', handover: null })
    expect(world.liveCount('maybe live')).toBe(1)
  })

  it('stays in doubt when the cloud is disconnected, and is looked for when it is retried', async () => {
    const post = await failedInDoubt()
    expect(await recallAll(world.ports)).toMatchObject({ posts: 1, accounts: 0 })
    expect(await recallAll(world.ports)).toMatchObject({ posts: 0, accounts: 0 })
    await expectFoundByRetry(post)
  })

  it('stays in doubt once an older Worker has forgotten its details, and is looked for when it is retried', async () => {
    const post = await failedInDoubt(async (post) => {
      await world.run(25 * HOUR)
      world.clock.advance(31 * DAY)
      await world.run(2 * MINUTE)
      world.cloud.sql.exec('UPDATE post_jobs SET publication = NULL')
      expect(await atTheWorker(post)).toMatchObject({ isEnded: true, publication: null, envelope: null })
    })
    await world.run(10 * MINUTE)
    const told = await stored(post)
    expect(told).toMatchObject({
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
    })
    expect(brokenPromises(told, world.cloud.sandbox.live())).toEqual([])
    await retryPost(world.schedule, post.id)
    await expectPublishedOnce(post)
  })
})

it('is not sent again with an edit that never arrived, once the Worker has published the post and forgotten it', async () => {
  const post = await world.newPost('maybe live')
  world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
  await expect(world.editCaption(post.id, 'after')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
  world.fates(() => 'ok')
  world.open(false)
  await world.run(15 * MINUTE)
  forgetAll()
  world.open(true)
  await world.run(15 * MINUTE)
  expect(world.liveCount('maybe live')).toBe(1)
  await expectFoundByRetry(post)
})

it('is found when the cloud is disconnected once the Worker has published and forgotten it', async () => {
  const post = await world.newPost('maybe live')
  world.open(false)
  await world.run(15 * MINUTE)
  forgetAll()
  expect(await recallAll(world.ports)).toMatchObject({ posts: 0, accounts: 0 })
  world.open(true)
  await expectPublishedOnce(post)
})

describe('a post that the Worker has published and forgotten before this computer knows', () => {
  it.each([
    ['given to another account', (id: string) => toHarbour(id)],
    ['taken back', (id: string) => world.cancel(id)],
    ['edited', (id: string) => world.editCaption(id, 'after')],
  ])('is in doubt when it is %s, and a retry finds it', async (_name, ask) => {
    await connectHarbour(world)
    const post = await world.newPost('maybe live')
    world.open(false)
    await world.run(15 * MINUTE)
    forgetAll()
    // The Worker gets the account again with it.
    await world.newPost('another', 2 * HOUR)
    await expect(ask(post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    world.open(true)
    await world.run(15 * MINUTE)
    expect(world.cloud.sandbox.live()).toHaveLength(1)
    expect(await stored(post)).toMatchObject({ platformAccountId: world.accountId })
    await expectFoundByRetry(post)
    expect(world.cloud.sandbox.live()).toHaveLength(1)
  })

  it('goes to another account while the Worker still has it waiting, although it is late', async () => {
    await connectHarbour(world)
    const post = await world.newPost('late there')
    world.cloud.sandbox.faults.add({ on: 'create', mode: 'rate-limited', times: 100 })
    world.open(false)
    await world.run(15 * MINUTE)
    world.cloud.sandbox.faults.clear()
    expect(world.liveCount('late there')).toBe(0)
    expect(await toHarbour(post.id)).toMatchObject({ platformAccountId: ACCOUNTS.harbour.id })
    expect([...world.data.jobs.values()]).toMatchObject([{ postId: post.id, accountId: ACCOUNTS.harbour.id }])
  })
})

describe('a post that never reached the Worker, which is well again before its time', () => {
  it.each([false, true])('goes out on time (an edit is pending: %s)', async (edits) => {
    world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
    const post = await world.newPost('pending', 20 * MINUTE)
    if (edits)
      await expect(world.editCaption(post.id, 'after')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    // By then, tries are ten minutes apart.
    await world.run(17 * MINUTE)
    world.fates(() => 'ok')
    await world.run(3 * MINUTE + 30 * SECOND)
    expect(world.cloud.sandbox.live()).toHaveLength(1)
  })
})

describe('a post that the Worker has not confirmed by its time', () => {
  const inVain = async (fate: 'lost' | 'never', edits: boolean) => {
    world.fates((call) => (call === 'putJob' ? fate : 'ok'))
    const post = await world.newPost('maybe live')
    expect(post).toMatchObject({ handover: 'pending' })
    world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
    if (edits)
      await expect(world.editCaption(post.id, 'after')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    world.fates(() => 'ok')
    world.open(false)
    await world.run(15 * MINUTE)
    return post
  }

  it.each([false, true])(
    'is found by its publication there, which the Worker has forgotten (an edit is pending: %s)',
    async (edits) => {
      const post = await inVain('lost', edits)
      forgetAll()
      world.open(true)
      await expectPublishedOnce(post)
      expect(world.liveCount('maybe live')).toBe(1)
    },
  )

  it('is found by its publication there although the profile was read before that for another post', async () => {
    world.fates(() => 'refused')
    expect(await world.newPost('here', 5 * MINUTE)).toMatchObject({ handover: null })
    world.restart()
    await world.run(10 * MINUTE)
    expect(world.liveCount('here')).toBe(1)
    const post = await inVain('lost', false)
    forgetAll()
    world.open(true)
    await expectPublishedOnce(post)
    expect(world.liveCount('maybe live')).toBe(1)
  })

  it.each([false, true])(
    'goes out late, and once, where it never arrived (an edit is pending: %s)',
    async (edits) => {
      const post = await inVain('never', edits)
      expect(world.liveCount('maybe live')).toBe(0)
      world.open(true)
      await expectPublishedOnce(post)
      expect(world.liveCount('maybe live')).toBe(1)
    },
  )
})

it('is published here when it was taken back before a lost run’s post was looked for', async () => {
  const { id } = await world.newPost('perhaps live')
  await cancelScheduled(world.schedule, id)
  const scheduleIt = () =>
    scheduleDraft(world.schedule, id, { scheduledFor: world.clock.now() + 10 * MINUTE, timezone: 'UTC' })
  world.fates((call) => (call === 'bucket put' ? 'refused' : 'ok'))
  expect(await scheduleIt()).toMatchObject({ isCloud: false })
  world.fates(() => 'ok')
  // As the release of a restored queue marks it.
  for (const job of world.data.jobs.keys()) world.data.markJob(job, world.clock.now() - MINUTE)
  await cancelScheduled(world.schedule, id)
  const { isCloud, post } = await scheduleIt()
  expect([isCloud, post.handover]).toEqual([false, null])
  expect(spokenWarnings(post)).toMatch(/an earlier run may have published it/)
  await world.run(15 * MINUTE)
  expect(world.liveCount('perhaps live')).toBe(1)
})

describe('a post at the Worker whose hand-over cannot be read here any more', () => {
  /** As the quarantine leaves it. */
  async function lost(): Promise<PostRecord> {
    const post = await world.newPost('lost', HOUR)
    // Reported already: the changes do not name it again.
    await world.run(MINUTE)
    world.data.handovers.clear()
    const failed = {
      status: 'FAILED',
      publishOutcome: 'unconfirmed',
      errorDetail: MAYBE_LIVE.detail,
    } as const
    world.data.posts.set(post.id, { ...(await stored(post)), ...failed })
    await world.ports.settings.put({ [OPEN_JOBS_SEEN]: null })
    return post
  }

  it('is not retried here, and is the Worker’s again with the next look at what waits there', async () => {
    const post = await lost()
    await expect(retryPost(world.schedule, post.id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await world.run(MINUTE)
    expect(await stored(post)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud', errorDetail: null })
    await world.editCaption(post.id, 'found')
    await expectPublishedOnce(post)
    expect(world.liveCount('found')).toBe(1)
  })

  it('is known with what became of it when the Worker has published it meanwhile', async () => {
    const post = await lost()
    world.open(false)
    await world.run(HOUR)
    world.open(true)
    await expectPublishedOnce(post)
  })

  it('is looked for again when it could not be stored at the first look', async () => {
    const post = await lost()
    const { handovers } = world.ports
    const readOnly = { ...handovers, addUnknown: async () => Promise.reject(new Error('disk full')) }
    await syncRound({ ...world.ports, handovers: readOnly })
    await world.run(MINUTE)
    expect(await stored(post)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
  })

  it.each(['ok', 'unreachable'] as const)(
    'does not appear once it is deleted (the Worker is %s at first)',
    async (fate) => {
      const post = await lost()
      await deletePost(world.schedule, post.id)
      world.fates((call) => (call === 'cancelJob' ? fate : 'ok'))
      await world.run(5 * MINUTE)
      world.fates(() => 'ok')
      // Without a post at the Worker, rounds are ten minutes apart.
      await world.run(15 * MINUTE)
      expect(await atTheWorker(post)).toMatchObject({ state: 'cancelled' })
      await world.run(2 * HOUR)
      expect(world.liveCount('lost')).toBe(0)
    },
  )
})

it('does not appear when it was taken back, reached a forgetful Worker late, and could not be cancelled there at first', async () => {
  world.fates((call) => (call === 'putJob' ? 'late' : 'ok'))
  const post = await world.newPost('taken back', 30 * MINUTE)
  world.fates(() => 'ok')
  await world.cancel(post.id)
  expect(await stored(post)).toMatchObject({ status: 'DRAFT' })
  forgetAll()
  // The Worker gets the account again with it.
  await world.newPost('another', 3 * HOUR)
  await world.letLateArrive()
  expect(await atTheWorker(post)).toMatchObject({ state: 'waiting' })
  world.fates((call) => (call === 'cancelJob' ? 'unreachable' : 'ok'))
  await world.run(5 * MINUTE)
  world.fates(() => 'ok')
  await world.run(HOUR)
  expect(world.liveCount('taken back')).toBe(0)
})

describe('a post for which the Worker takes the media of another with the same words, which this computer has published', () => {
  it('is in doubt, and not shown as published a second time', async () => {
    const post = await world.newPost('same words')
    await world.run(MINUTE)
    world.open(false)
    await world.run(12 * MINUTE)
    const [live] = world.cloud.sandbox.live()
    const other = aPost({ platformAccountId: world.accountId, caption: 'same words', status: 'PUBLISHED' })
    world.data.posts.set(other.id, { ...other, igMediaId: live?.id ?? '', publishOutcome: 'confirmed' })
    world.open(true)
    await world.run(2 * MINUTE)
    expect(await stored(post)).toMatchObject({
      status: 'FAILED',
      igMediaId: null,
      publishOutcome: 'unconfirmed',
      recovery: 'check_platform',
      handover: null,
    })
  })

  it('is published when the media is its own, however often the Worker reports it', async () => {
    const post = await world.newPost('own words')
    await world.run(15 * MINUTE)
    const [live] = world.cloud.sandbox.live()
    world.restart()
    await world.run(2 * MINUTE)
    expect(await stored(post)).toMatchObject({ status: 'PUBLISHED', igMediaId: live?.id })
  })
})
