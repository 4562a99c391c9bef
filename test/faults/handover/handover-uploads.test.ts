// Files that take longer to upload than a request waits: nothing of the post is at the Worker meanwhile, and what it says of
// itself is true at every moment.
import { beforeEach, describe, expect, it } from 'vitest'
import { createCloudRunner } from '../../../core/features/cloud/delegation/cloud-runner.ts'
import { syncRound } from '../../../core/features/cloud/delegation/changes/sync-round.ts'
import { markedAtHold, recalledAfterHold } from '../../../core/features/cloud/delegation/handovers.ts'
import { CodedError } from '../../../core/coded-error.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { cancelScheduled, editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { createScheduledPost, type ScheduleDeps } from '../../../core/features/scheduling/schedule-post.ts'
import { HOUR, MINUTE, SECOND, type Duration } from '../../../core/time.ts'
import { startCloudSync } from '../../../local-server/loops/chores.ts'
import { createHandoverWorld, settled, type DesktopPorts, type HandoverWorld } from './handover-world.ts'

let world: HandoverWorld
let gate: PromiseWithResolvers<void>
let ports: DesktopPorts
let schedule: ScheduleDeps

beforeEach(async () => {
  world = await createHandoverWorld()
  gate = Promise.withResolvers()
  const connection = (await world.ports.cloudConnection()) ?? expect.unreachable()
  const bucket: typeof connection.bucket = {
    ...connection.bucket,
    async put(...file) {
      await gate.promise
      return connection.bucket.put(...file)
    },
  }
  // Ten seconds are over at once.
  ports = { ...world.ports, cloudConnection: async () => ({ ...connection, bucket }), pause: async () => {} }
  schedule = { ...world.schedule, ...ports, cloud: createCloudRunner(ports) }
})

function copyOf({ dump, restore }: HandoverWorld['data']) {
  const stored = dump()
  return { putBack: () => restore(stored) }
}

/** As the start and the release of a restored folder do it. */
function releaseHold(): void {
  const { posts, handovers } = world.data
  for (const handover of handovers.values()) {
    if (handover.isEnded) continue
    const isLocal = handover.ownership.state === 'local'
    handovers.set(handover.id, (isLocal ? recalledAfterHold : markedAtHold)(handover, world.clock.now()))
    const post = posts.get(handover.postId) ?? expect.unreachable()
    if (isLocal) posts.set(post.id, { ...post, handover: 'pending' })
  }
}

async function slowPost(inTime: Duration = 10 * MINUTE) {
  const [media] = world.data.media.keys()
  const body = {
    accountId: world.accountId,
    mediaType: 'IMAGE',
    mediaFileId: media ?? '',
    caption: 'slow',
  } as const
  return createScheduledPost(schedule, { ...body, scheduledFor: world.clock.now() + inTime })
}

/** The one under way and all that follow. */
async function failUploads() {
  world.fates((call) => (call === 'bucket put' ? 'refused' : 'ok'))
  gate.reject(new CodedError('CLOUD_ERROR', 'The file could not be stored in the bucket.'))
  await settled(ports)
}

describe('a post whose file is still being uploaded when the request has waited long enough', () => {
  it('is shown as that, and becomes the Worker’s when the file is there', async () => {
    const { post, isCloud } = await slowPost()
    expect([isCloud, post.handover]).toEqual([true, 'uploading'])
    expect(world.calls).not.toContain('putJob')
    gate.resolve()
    await settled(ports)
    expect(await world.post(post.id)).toMatchObject({ handover: 'cloud', cloudJobId: post.cloudJobId })
    await world.run(12 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
  })

  it('goes on after a restart under the same names', async () => {
    const { post } = await slowPost()
    world.restart()
    await world.run(MINUTE)
    expect(await world.post(post.id)).toMatchObject({ handover: 'cloud', cloudJobId: post.cloudJobId })
    expect([...world.bucket.keys()]).toEqual([post.bucketMediaKey])
  })

  it('is changed and taken back without asking anybody, and is not asked for afterwards', async () => {
    const { post } = await slowPost()
    expect(await editScheduled(schedule, post.id, { caption: 'changed' })).toMatchObject({
      caption: 'changed',
      handover: 'uploading',
    })
    await cancelScheduled(schedule, post.id)
    gate.resolve()
    await settled(ports)
    expect(await world.post(post.id)).toMatchObject({ status: 'DRAFT', handover: null, caption: 'changed' })
    expect(world.calls.filter((call) => call === 'putJob' || call === 'cancelJob')).toEqual([])
    await world.run(12 * MINUTE)
    expect(world.cloud.sandbox.live()).toEqual([])
  })

  it('is published from here when the upload fails until its time is near', async () => {
    const { post } = await slowPost()
    await failUploads()
    await world.run(2 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ handover: 'uploading' })
    await world.run(7 * MINUTE + 30 * SECOND)
    const local = await world.post(post.id)
    expect(local).toMatchObject({ handover: null, cloudJobId: null, status: 'SCHEDULED' })
    await world.run(2 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
    expect(world.calls).not.toContain('putJob')
  })

  it('goes out at the earlier time that it is moved to while the next try of its upload is minutes away', async () => {
    const { post } = await slowPost(24 * HOUR)
    await failUploads()
    await world.run(2 * HOUR)
    const nextAt = async () => (await world.ports.handovers.ofPost(post.id))?.nextAt ?? 0
    while ((await nextAt()) < world.clock.now() + 9 * MINUTE) await world.run(20 * SECOND)
    await editScheduled(schedule, post.id, { scheduledFor: world.clock.now() + 3 * MINUTE })
    await world.run(4 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
  })

  it('is not published again from a backup made before that, although nothing in it says that the post went out', async () => {
    const { post } = await slowPost()
    const backup = copyOf(world.data)
    await failUploads()
    await world.run(12 * MINUTE)
    const { igMediaId } = (await world.post(post.id)) ?? expect.unreachable()
    expect(igMediaId).not.toBeNull()
    backup.putBack()
    expect(await world.post(post.id)).toMatchObject({ handover: 'uploading', igMediaId: null })
    world.restart()
    await world.run(5 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', igMediaId })
  })

  it('is not published again from a backup made before the lost run moved it to an earlier time', async () => {
    const { post } = await slowPost()
    const backup = copyOf(world.data)
    await failUploads()
    await editScheduled(schedule, post.id, { scheduledFor: world.clock.now() + 3 * MINUTE })
    await world.run(12 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
    backup.putBack()
    world.restart()
    await world.run(5 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
    expect(await world.post(post.id)).not.toMatchObject({ status: 'SCHEDULED' })
  })

  describe('in a folder that was restored from such a backup, and released before the time of the post', () => {
    let post: PostRecord
    let restore: () => void
    beforeEach(async () => {
      ;({ post } = await slowPost(HOUR))
      const backup = copyOf(world.data)
      restore = () => {
        backup.putBack()
        world.fates(() => 'ok')
        world.restart()
        releaseHold()
      }
    })

    it('is not published again where the lost run gave it an earlier time and published it', async () => {
      await failUploads()
      await editScheduled(schedule, post.id, { scheduledFor: world.clock.now() + 3 * MINUTE })
      await world.run(10 * MINUTE)
      expect(world.liveCount('slow')).toBe(1)
      restore()
      await world.run(HOUR)
      expect(world.liveCount('slow')).toBe(1)
      expect(await world.post(post.id)).toMatchObject({ status: 'FAILED', publishOutcome: 'unconfirmed' })
    })

    it('is PUBLISHED where the lost run handed it over and the Worker published it earlier', async () => {
      gate.resolve()
      await settled(ports)
      await editScheduled(schedule, post.id, { scheduledFor: world.clock.now() + 3 * MINUTE })
      await world.run(10 * MINUTE)
      const { igMediaId } = (await world.post(post.id)) ?? expect.unreachable()
      restore()
      await world.run(HOUR)
      expect(world.liveCount('slow')).toBe(1)
      expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', igMediaId })
    })

    it('does not go out from here as well where the Worker has it and does not answer', async () => {
      gate.resolve()
      await settled(ports)
      restore()
      world.fates((call) => (call === 'bucket put' ? 'ok' : 'unreachable'))
      await world.run(HOUR + 5 * MINUTE)
      expect(world.liveCount('slow')).toBe(1)
      expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: 'pending' })
      world.fates(() => 'ok')
      await world.run(5 * MINUTE)
      expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
    })

    it('fails with its account when that is disconnected before the Worker has released it, and may be live', async () => {
      restore()
      await world.schedule.cloud.cancelAccount(world.accountId)
      await world.run(MINUTE)
      expect(await world.post(post.id)).toMatchObject({
        status: 'FAILED',
        handover: null,
        publishOutcome: 'unconfirmed',
      })
    })

    it('goes out from here at its time where nothing of it is live, and says why', async () => {
      restore()
      await world.run(MINUTE)
      expect(await world.post(post.id)).toMatchObject({
        handover: null,
        warnings: [{ code: 'RUNS_LOCALLY' }],
      })
      await world.run(HOUR)
      expect(world.liveCount('slow')).toBe(1)
    })
  })

  it('stays here at once when its time is too near', async () => {
    const { post, isCloud } = await slowPost(40 * SECOND)
    expect([isCloud, post.handover, post.cloudJobId]).toEqual([false, null, null])
    gate.resolve()
    await settled(ports)
    await world.run(2 * MINUTE)
    expect(world.liveCount('slow')).toBe(1)
    expect(world.calls).not.toContain('putJob')
  })

  it('is not published from here as well when it reaches the Worker while a round is busy with another post', async () => {
    world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
    const other = await world.newPost('other')
    world.fates(() => 'ok')
    const { post } = await slowPost(80 * SECOND)
    world.clock.advance(30 * SECOND)
    const connection = (await ports.cloudConnection()) ?? expect.unreachable()
    const isThere = async () => (await world.post(post.id))?.handover === 'cloud'
    const worker: typeof connection.worker = {
      ...connection.worker,
      async putJob(envelope) {
        gate.resolve()
        if (envelope.postId === other.id) await expect.poll(isThere).toBe(true)
        return connection.worker.putJob(envelope)
      },
    }
    await syncRound({ ...ports, cloudConnection: async () => ({ ...connection, worker }) })
    expect(await world.post(post.id)).toMatchObject({ handover: 'cloud', cloudJobId: post.cloudJobId })
    expect([...world.data.jobs.values()]).toEqual([])
  })

  it('fails with its account when that is disconnected', async () => {
    const { post } = await slowPost()
    await schedule.cloud.cancelAccount(world.accountId)
    gate.resolve()
    await settled(ports)
    expect(await world.post(post.id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'NOT_FOUND',
      handover: null,
    })
    expect(world.calls).not.toContain('putJob')
  })
})

describe('a file that cannot be handed over now', () => {
  /** Enough for thousands of rounds, if each woke the next one. */
  const TURNS = 2_000

  async function exchangeFor(turns: number, broken: Partial<DesktopPorts>): Promise<void> {
    Object.assign(world.ports, broken, { wakeSync: () => loop.wake() })
    const loop = startCloudSync(world.ports)
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
    await loop.stop()
  }

  beforeEach(async () => {
    gate.resolve()
    // Recorded, and then the process ended: the next one uploads it.
    world.restart((place) => place === 'before bucket.put')
    await world.newPost('on its way', 24 * HOUR).catch(() => {})
    world.restart()
    expect(await world.ports.handovers.open()).toMatchObject([{ ownership: { state: 'local' } }])
    world.clock.advance(MINUTE)
    world.calls.length = 0
  })

  it('rests before it is read again when it could not be', async () => {
    const upload = () => Promise.reject(new Error('EACCES: permission denied, open'))
    await exchangeFor(TURNS, { files: { ...world.ports.files, upload } })
    expect(world.calls.filter((call) => call === 'changes').length).toBeLessThanOrEqual(3)
    expect(await world.ports.handovers.open()).toMatchObject([{ tries: 1, lastError: expect.any(String) }])
  })

  it('is not sent whole again and again when the disk takes no row', async () => {
    const change = () => Promise.reject(new Error('SQLITE_FULL: database or disk is full'))
    await exchangeFor(TURNS, { handovers: { ...world.ports.handovers, change } })
    expect(world.calls.filter((call) => call === 'bucket put').length).toBeLessThanOrEqual(2)
  })
})
