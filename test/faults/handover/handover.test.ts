// Who has a post, whatever becomes of the calls between the desktop and the Worker: one owner, one schedule, and what was
// acknowledged holds.
import { beforeEach, describe, expect, it } from 'vitest'
import { createCloudRunner } from '../../../core/features/cloud/delegation/cloud-runner.ts'
import { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import { etagOf } from '../../../core/api/post-version.ts'
import { cancelScheduled, editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { scheduleDraft, createScheduledPost } from '../../../core/features/scheduling/schedule-post.ts'
import { safeText } from '../../../core/redact.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { schedulePosts } from '../../../core/features/scheduling/schedule-bulk.ts'
import { DAY, HOUR, MINUTE, toIso, type Instant } from '../../../core/time.ts'
import { createHandoverWorld, type Call, type Fate, type HandoverWorld } from './handover-world.ts'
import { spokenWarnings } from '../../factories.ts'
import { brokenPromises } from '../promises.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const atTheWorker = ({ cloudJobId }: PostRecord) => world.cloud.engine().job(cloudJobId ?? '')

/** The next call of this kind meets this fate, the others are well. */
function once(call: Call, fate: Fate): void {
  let met = false
  world.fates((one) => {
    if (met || one !== call) return 'ok'
    met = true
    return fate
  })
}

function always(...fates: [Call, Fate][]): void {
  const map = new Map(fates)
  world.fates((call) => map.get(call) ?? 'ok')
}

it('hands over a batch after its answer, each post once', async () => {
  const [mediaFileId] = world.data.media.keys()
  const posts = ['one', 'two'].map((caption) => ({
    accountId: world.accountId,
    mediaType: 'IMAGE',
    mediaFileId,
    caption,
    scheduledFor: toIso(world.clock.now() + 10 * MINUTE),
  }))
  const unforeseen = { find: async () => [], tell: async (post: PostRecord) => post }
  const deps = { ...world.schedule, log: createMemoryLog() }
  const outcomes = await schedulePosts(deps, unforeseen, { atomic: true, posts })
  expect(outcomes).toMatchObject([{ accepted: { isCloud: true } }, { accepted: { isCloud: true } }])
  expect(world.calls).toEqual([])
  await world.run(MINUTE)
  expect([...world.data.posts.values()].map(({ handover }) => handover)).toEqual(['cloud', 'cloud'])
  await world.run(12 * MINUTE)
  expect([world.liveCount('one'), world.liveCount('two')]).toEqual([1, 1])
})

describe('a draft that is scheduled with the cloud set up', () => {
  const content = () => world.schedule.posts.list({ limit: 1, offset: 0 })
  /** A post that was cancelled: all of its content, and no time. */
  async function aDraft(caption: string): Promise<string> {
    const { id } = await world.newPost(caption)
    await world.cancel(id)
    expect(await world.post(id)).toMatchObject({ status: 'DRAFT', handover: null })
    return id
  }
  const scheduleIt = (id: string) =>
    scheduleDraft(world.schedule, id, { scheduledFor: world.clock.now() + 10 * MINUTE, timezone: 'UTC' })

  it('keeps its id, and is published once by the Worker while the desktop is closed', async () => {
    const id = await aDraft('from a draft')
    const { isCloud, post } = await scheduleIt(id)
    expect([isCloud, post.id, post.handover]).toEqual([true, id, 'cloud'])
    expect((await content()).total).toBe(1)
    world.open(false)
    await world.run(15 * MINUTE)
    world.open(true)
    world.restart()
    await world.run(MINUTE)
    expect(world.liveCount('from a draft')).toBe(1)
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('says what failed while the Worker answers that it cannot say whether it has it', async () => {
    const reason = safeText('the scheduler of the Worker is over its daily limit.')
    const cloudConnection = async () => {
      const connection = await world.ports.cloudConnection()
      const putJob = async () => ({ kind: 'unknown', reason, code: 'CLOUD_ERROR' }) as const
      return connection && { ...connection, worker: { ...connection.worker, putJob } }
    }
    const id = await aDraft('over the limit')
    const cloud = createCloudRunner({ ...world.ports, cloudConnection })
    const scheduledFor = world.clock.now() + 10 * MINUTE
    const { post } = await scheduleDraft({ ...world.schedule, cloud }, id, { scheduledFor, timezone: 'UTC' })
    expect(spokenWarnings(post)).toBe(
      'The cloud was asked to take this post and could not say whether it did: the scheduler of the Worker is over its daily limit. Until it can, this computer does not publish it.',
    )
    await world.run(15 * MINUTE)
    expect(world.liveCount('over the limit')).toBe(1)
    expect(spokenWarnings(await world.post(id))).toBe('')
  })

  it('keeps an edit that was acknowledged while it was being handed over', async () => {
    const id = await aDraft('old words')
    const edits: Promise<unknown>[] = []
    world.fates((call) => {
      if (call !== 'bucket put' || edits.length > 0) return 'ok'
      edits.push(editScheduled(world.schedule, id, { caption: 'new words' }))
      return 'refused'
    })
    await scheduleIt(id)
    await Promise.all(edits)
    world.fates(() => 'ok')
    await world.run(15 * MINUTE)
    expect([world.liveCount('new words'), world.liveCount('old words')]).toEqual([1, 0])
  })
})

describe('a Worker whose clock is not ours', () => {
  const scheduledWith = async (ahead: number) => {
    const cloudConnection = async () => {
      const connection = await world.ports.cloudConnection()
      return connection && { ...connection, clockAhead: () => ahead }
    }
    const cloud = createCloudRunner({ ...world.ports, cloudConnection })
    const mediaFileId = [...world.data.media.keys()][0]
    const body = { accountId: world.accountId, mediaType: 'IMAGE', mediaFileId, caption: 'clock' } as const
    const scheduledFor = world.clock.now() + HOUR
    return (await createScheduledPost({ ...world.schedule, cloud }, { ...body, scheduledFor })).post
  }

  it('is noted with the post that is scheduled when five minutes lie between them', async () => {
    const post = await scheduledWith(-6 * MINUTE)
    expect(post).toMatchObject({ handover: 'cloud' })
    expect(spokenWarnings(post)).toMatch(/differ by 6 minutes/)
    expect((await world.post(post.id))?.warnings).toEqual(post.warnings)
    expect((await scheduledWith(4 * MINUTE)).warnings).toBeNull()
  })
})

describe('a post that is scheduled with the cloud set up', () => {
  it('is the Worker’s, with its file in the bucket, and is published while the desktop is closed', async () => {
    const post = await world.newPost('closed lid')
    expect(post).toMatchObject({ status: 'SCHEDULED', handover: 'cloud', cloudJobId: expect.any(String) })
    expect([...world.bucket.keys()]).toEqual([post.bucketMediaKey])
    expect(world.data.jobs.size).toBe(0)
    world.open(false)
    await world.run(15 * MINUTE)
    expect(world.liveCount('closed lid')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED' })
    world.open(true)
    world.restart()
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({
      status: 'PUBLISHED',
      handover: null,
      igMediaId: world.cloud.sandbox.live()[0]?.id,
      igPermalink: expect.any(String),
      cloudJobId: post.cloudJobId,
    })
  })

  it('shows its outcome within seconds while the desktop is open', async () => {
    const post = await world.newPost('watched')
    await world.run(10 * MINUTE + 10_000)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
    const steps = await world.schedule.ledger.listAttempts(post.id)
    expect(steps.length).toBeGreaterThan(2)
    expect(new Set(steps.map(({ engine }) => engine))).toEqual(new Set(['cloud']))
  })

  it.each<[Call, Fate]>([
    ['bucket put', 'refused'],
    ['bucket put', 'lost'],
    ['putAccount', 'refused'],
    ['putAccount', 'unreachable'],
    ['putAccount', 'lost'],
    ['putJob', 'refused'],
    ['putJob', 'unreachable'],
  ])('runs here when %s is %s, because surely nothing of it is at the Worker', async (call, fate) => {
    once(call, fate)
    const post = await world.newPost('home')
    expect(post).toMatchObject({
      status: 'SCHEDULED',
      handover: null,
      cloudJobId: null,
      bucketMediaKey: null,
    })
    expect(spokenWarnings(post)).toMatch(/this computer publishes it/)
    expect(world.data.jobs.size).toBe(1)
    await world.run(15 * MINUTE)
    expect(world.liveCount('home')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('is taken by a Worker that has lost its memory: it is sent the account again', async () => {
    const before = await world.newPost('before')
    await world.cancel(before.id)
    await world.cloud.engine().removeAccount(world.accountId)
    const post = await world.newPost('after')
    expect(post).toMatchObject({ handover: 'cloud' })
    await world.run(15 * MINUTE)
    expect(world.liveCount('after')).toBe(1)
  })

  it.each<[Fate]>([['ok'], ['lost']])(
    'is published from here, on time, once the Worker that had it has lost its memory (its first answer: %s)',
    async (fate) => {
      const post = await world.newPost('remembered here', HOUR)
      await world.run(2 * MINUTE)
      for (const table of ['post_jobs', 'accounts', 'meta']) world.cloud.sql.exec(`DELETE FROM ${table}`)
      once('job', fate)
      await world.run(3 * MINUTE)
      expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: null })
      await world.run(HOUR)
      expect(world.liveCount('remembered here')).toBe(1)
      expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
    },
  )

  it('runs here when its time is farther away than the bucket keeps media', async () => {
    const post = await world.newPost('next year', 301 * DAY)
    expect(post).toMatchObject({ status: 'SCHEDULED', handover: null })
    expect(spokenWarnings(post)).toMatch(/300 days/)
    const mayTake = (scheduledFor: Instant) =>
      world.schedule.cloud.mayTake({ platformAccountId: world.accountId, scheduledFor })
    const now = world.clock.now()
    expect([await mayTake(now + 301 * DAY), await mayTake(now + DAY)]).toEqual([false, true])
    await world.disconnect()
    expect(await mayTake(now + DAY)).toBe(false)
  })

  it.each<[Fate]>([['lost'], ['never'], ['late']])(
    'is nobody’s but the Worker’s when its answer does not come (%s), and is settled in the background',
    async (fate) => {
      once('putJob', fate)
      const post = await world.newPost('doubt')
      expect(post).toMatchObject({ status: 'SCHEDULED', handover: 'pending' })
      expect(spokenWarnings(post)).toMatch(/has not answered/)
      expect(world.data.jobs.size).toBe(0)
      await world.run(MINUTE)
      expect(await world.post(post.id)).toMatchObject({ handover: 'cloud', warnings: null })
      await world.letLateArrive()
      await world.run(15 * MINUTE)
      expect(world.liveCount('doubt')).toBe(1)
      expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
    },
  )

  it('is not published here when its time comes and the Worker never answered, and says so', async () => {
    always(['putJob', 'never'], ['changes', 'never'], ['job', 'never'])
    const post = await world.newPost('silence')
    await world.run(30 * MINUTE)
    const stored = await world.post(post.id)
    expect(stored).toMatchObject({ status: 'SCHEDULED', handover: 'pending' })
    expect(spokenWarnings(stored)).toMatch(/unless you take it over/)
    expect(world.liveCount('silence')).toBe(0)
    // And is taken over once the Worker says that it has nothing of it.
    world.fates(() => 'ok')
    await world.schedule.cloud.cancel(stored ?? post, 'local')
    await world.run(5 * MINUTE)
    expect(world.liveCount('silence')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
  })

  it('is recalled when the Worker refuses what it may have been asked before', async () => {
    once('putJob', 'never')
    const post = await world.newPost('unwanted', HOUR)
    always(['putJob', 'refused'])
    await world.run(2 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ handover: null, status: 'SCHEDULED' })
    await world.run(HOUR)
    expect(world.liveCount('unwanted')).toBe(1)
  })

  it('is recalled when the answer to that recall is lost, although the Worker would take it by then', async () => {
    once('putJob', 'never')
    const post = await world.newPost('unwanted for a while', HOUR)
    always(['putJob', 'refused'], ['cancelJob', 'lost'])
    await world.run(MINUTE)
    always()
    await world.run(12 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ handover: null, status: 'SCHEDULED' })
    await world.run(HOUR)
    expect(world.liveCount('unwanted for a while')).toBe(1)
  })

  it('stays here without a file that was deleted meanwhile', async () => {
    const [id] = [...world.data.media.keys()]
    world.data.media.clear()
    await expect(world.newPost(`gone ${id}`)).rejects.toMatchObject({ code: expect.any(String) })
    expect(world.data.posts.size).toBe(0)
  })
})

describe('changing a post that the Worker has', () => {
  it('is published as it was acknowledged', async () => {
    const { id } = await world.newPost('before')
    expect(await world.editCaption(id, 'after')).toMatchObject({ caption: 'after', handover: 'cloud' })
    expect(await world.editCaption(id, 'after all')).toMatchObject({ caption: 'after all' })
    await world.run(15 * MINUTE)
    expect([world.liveCount('before'), world.liveCount('after'), world.liveCount('after all')]).toEqual([
      0, 0, 1,
    ])
    expect(await world.post(id)).toMatchObject({ caption: 'after all', status: 'PUBLISHED' })
  })

  it.each<[Fate, string]>([
    ['lost', 'after'],
    ['never', 'before'],
    ['late', 'before'],
    ['unreachable', 'before'],
    ['refused', 'before'],
  ])(
    'without an answer (%s) leaves the old version standing until the truth is known',
    async (fate, published) => {
      const { id } = await world.newPost('before')
      once('putJob', fate)
      await expect(world.editCaption(id, 'after')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
      expect(await world.post(id)).toMatchObject({ caption: 'before' })
      await world.run(2 * MINUTE)
      expect(await world.post(id)).toMatchObject({ caption: published, handover: 'cloud' })
      await expect(world.ports.handovers.ofPost(id)).resolves.toMatchObject({ asked: null })
      // What was still on its way changes nothing any more.
      await world.letLateArrive()
      await world.run(15 * MINUTE)
      expect(world.liveCount(published)).toBe(1)
      expect(await world.post(id)).toMatchObject({ caption: published, status: 'PUBLISHED' })
    },
  )

  it('that did not arrive leaves the old version to a Worker that has lost its memory since', async () => {
    const { id } = await world.newPost('before', HOUR)
    once('putJob', 'never')
    await expect(world.editCaption(id, 'after')).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    for (const table of ['post_jobs', 'accounts', 'meta']) world.cloud.sql.exec(`DELETE FROM ${table}`)
    await world.run(5 * MINUTE)
    await expect(world.ports.handovers.ofPost(id)).resolves.toMatchObject({ asked: null })
    await world.run(HOUR)
    expect(world.liveCount('before')).toBe(1)
    expect(await world.post(id)).toMatchObject({ caption: 'before', status: 'PUBLISHED' })
  })

  it.each(['edit', 'cancel', 'delete'] as const)(
    'spares the version that an edit made while the Worker was asked for it: %s',
    async (kind) => {
      const { id } = await world.newPost('before')
      const { updatedAt } = (await world.post(id)) ?? expect.fail()
      const wanted = new Set([etagOf(toIso(updatedAt))])
      const { schedule } = world
      const slower = {
        edit: () => editScheduled(schedule, id, { caption: 'slower' }, wanted),
        cancel: () => cancelScheduled(schedule, id, wanted),
        delete: () => deletePost(schedule, id, wanted),
      }[kind]
      const outcomes: Promise<unknown>[] = []
      world.fates((call) => {
        if (call === 'putJob' && outcomes.length === 0) outcomes.push(slower().catch((error) => error))
        return 'ok'
      })
      expect(await editScheduled(schedule, id, { caption: 'faster' }, wanted)).toMatchObject({
        caption: 'faster',
      })
      expect(await Promise.all(outcomes)).toMatchObject([
        { code: 'INVALID_STATE', reason: 'version_changed' },
      ])
      await world.run(15 * MINUTE)
      expect(world.liveCount('faster')).toBe(1)
    },
  )

  it('comes too late once its time has come', async () => {
    const { id } = await world.newPost('too late')
    world.open(false)
    await world.run(11 * MINUTE)
    await expect(world.editCaption(id, 'later')).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await expect(world.cancel(id)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    expect(world.liveCount('too late')).toBe(1)
  })
})

describe('the address of the files, once the bucket is another one', () => {
  const ANOTHER = 'https://another.example'
  const envelopeOf = async (post: PostRecord) => JobEnvelope.parse((await atTheWorker(post))?.envelope)

  it('stays, of a post that is changed at the Worker', async () => {
    const post = await world.newPost('before', HOUR)
    const { mediaBaseUrl } = await envelopeOf(post)
    world.changeBucket(ANOTHER)
    await world.editCaption(post.id, 'after')
    expect(await envelopeOf(post)).toMatchObject({ mediaBaseUrl, payload: { caption: 'after' } })
  })

  it('is that of the new one for a post that is handed over from then on', async () => {
    world.restart((place) => place === 'before worker.putAccount')
    await world.newPost('uploaded before', HOUR).catch(() => null)
    expect(world.bucket.size).toBe(1)
    world.restart()
    world.changeBucket(ANOTHER)
    await world.run(10 * MINUTE)
    const [post = expect.unreachable()] = world.data.posts.values()
    const { mediaBaseUrl, payload } = await envelopeOf(post)
    expect([mediaBaseUrl, [...world.bucket.keys()]]).toEqual([ANOTHER, [payload.items[0]?.publicKey]])
  })
})

describe('moving a post that the Worker has beyond what the bucket keeps', () => {
  const toNextYear = async ({ id }: PostRecord) => {
    const scheduledFor = world.clock.now() + 450 * DAY
    return editScheduled(world.schedule, id, { scheduledFor, caption: 'next year' })
  }

  it('recalls it to be published from here, with all that was changed', async () => {
    const post = await world.newPost('tomorrow', DAY)
    const moved = await toNextYear(post)
    expect(moved).toMatchObject({ status: 'SCHEDULED', handover: null, caption: 'next year' })
    expect(spokenWarnings(moved)).toMatch(/300 days/)
    expect(await atTheWorker(post)).toMatchObject({ state: 'cancelled' })
    expect([...world.data.jobs.values()]).toMatchObject([{ status: 'PENDING', runAt: moved.scheduledFor }])
  })

  it('keeps the change until the Worker has said that it released it', async () => {
    const post = await world.newPost('tomorrow', DAY)
    once('cancelJob', 'lost')
    await expect(toNextYear(post)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    expect(await world.post(post.id)).toMatchObject({ handover: 'cloud', caption: 'tomorrow' })
    await world.run(2 * MINUTE)
    const moved = await world.post(post.id)
    expect(moved).toMatchObject({ status: 'SCHEDULED', handover: null, caption: 'next year' })
    expect(spokenWarnings(moved)).toMatch(/300 days/)
  })

  it('is no longer possible once its time has come, and changes nothing', async () => {
    const post = await world.newPost('begun')
    world.open(false)
    await world.run(11 * MINUTE)
    await expect(toNextYear(post)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    world.open(true)
    await world.run(2 * MINUTE)
    const ended = (await world.post(post.id)) ?? expect.unreachable()
    expect(ended).toMatchObject({ status: 'PUBLISHED', caption: 'begun' })
    expect(brokenPromises(ended, world.cloud.sandbox.live())).toEqual([])
  })
})

describe('taking a post back from the Worker', () => {
  it('makes it a draft of which nothing appears', async () => {
    const { id } = await world.newPost('taken back')
    await world.cancel(id)
    expect(await world.post(id)).toMatchObject({
      status: 'DRAFT',
      handover: null,
      cloudJobId: null,
      isScheduled: false,
    })
    await world.run(20 * MINUTE)
    expect(world.liveCount('taken back')).toBe(0)
    expect((await world.post(id))?.status).toBe('DRAFT')
  })

  it.each<[Fate]>([['lost'], ['never'], ['late']])(
    'without an answer (%s) is not acknowledged, and is done in the background',
    async (fate) => {
      const { id } = await world.newPost('taken back')
      once('cancelJob', fate)
      await expect(world.cancel(id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
      expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', handover: 'cloud' })
      await world.run(2 * MINUTE)
      expect(await world.post(id)).toMatchObject({ status: 'DRAFT' })
      await world.letLateArrive()
      await world.run(15 * MINUTE)
      expect(world.liveCount('taken back')).toBe(0)
    },
  )

  it.each<[Fate]>([['refused'], ['unreachable']])(
    'that surely did not arrive (%s) changes nothing',
    async (fate) => {
      const { id } = await world.newPost('still there')
      once('cancelJob', fate)
      await expect(world.cancel(id)).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
      await world.run(15 * MINUTE)
      expect(world.liveCount('still there')).toBe(1)
      expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    },
  )

  it('recalls it to be published from here', async () => {
    const post = await world.newPost('local again')
    await world.schedule.cloud.cancel(post, 'local')
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: null, cloudJobId: null })
    await world.run(15 * MINUTE)
    expect(world.liveCount('local again')).toBe(1)
    const [step] = await world.schedule.ledger.listAttempts(post.id)
    expect(step?.engine).toBe('local')
  })
})
