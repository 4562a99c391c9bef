// Another file, kind or account of a scheduled post that the Worker has: what was acknowledged is what goes out, once, at its time.
import { beforeEach, describe, expect, it } from 'vitest'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import type { SchedulePatchBody } from '../../../core/api/schedule/schedule.ts'
import { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { DAY, MINUTE } from '../../../core/time.ts'
import { ACCOUNTS } from '../../fakes/cloud/cloud-jobs.ts'
import { aMediaRecord, aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { TRIES_ALL } from '../share.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'
import { connectHarbour } from './second-account.ts'

const [OTHER, THIRD, VIDEO] = [aMediaRecord(), aMediaRecord(), aVideoRecord()]

let world: HandoverWorld
let post: PostRecord
beforeEach(async () => {
  world = await createHandoverWorld()
  for (const record of [OTHER, THIRD, VIDEO]) await world.stores.media.add(record)
  post = await world.newPost('swapped')
})

const edit = (patch: SchedulePatchBody) => editScheduled(world.schedule, post.id, patch)
const stored = async () => (await world.post(post.id)) ?? expect.unreachable('the post is gone')
const handover = async () =>
  (await world.stores.handovers.ofPost(post.id)) ?? expect.unreachable('no hand-over')

/** What the Worker has of it. */
async function there(jobId = post.cloudJobId ?? '') {
  const connection = await world.ports.cloudConnection()
  const reply = await connection?.worker.job(jobId, post.platformAccountId)
  return JobEnvelope.parse(reply?.kind === 'ok' ? reply.value?.envelope : null)
}

/** The files of what the Worker has published. */
const wentOut = async () =>
  (await world.stores.ledger.latestPublication(post.id))?.payload.items.map(({ mediaFileId }) => mediaFileId)

/** It gets another rendering. */
function cropOther(): void {
  const cropped = aMediaRecord({ processedPath: 'media/cropped.jpg' })
  world.data.media.set(OTHER.id, { ...OTHER, ...cropped, id: OTHER.id })
}

const filesThere = async () => (await there()).payload.items.map(({ mediaFileId }) => mediaFileId)
const inBucket = (key: string | undefined) => world.bucket.has(key ?? '')

describe('another file of a post at the Worker', () => {
  it('lies in the bucket before the Worker hears of it, and keeps the time', async () => {
    const after = await edit({ mediaFileId: OTHER.id })
    const { payload, publishAt, revision } = await there()
    expect([revision, publishAt]).toEqual([2, post.scheduledFor])
    expect(payload.items).toMatchObject([{ mediaFileId: OTHER.id }])
    expect(inBucket(payload.items[0]?.publicKey)).toBe(true)
    expect(after).toMatchObject({
      mediaFileIds: [OTHER.id],
      handover: 'cloud',
      scheduledFor: post.scheduledFor,
    })
    expect(after.bucketMediaKey).toBe(payload.items[0]?.publicKey)
    expect(await stored()).toMatchObject({ mediaFileIds: [OTHER.id] })
  })

  it('is what goes out, once, after the other one was prepared', async () => {
    await world.run(9 * MINUTE)
    await edit({ mediaFileId: OTHER.id })
    world.open(false)
    await world.run(5 * MINUTE)
    expect(world.liveCount('swapped')).toBe(1)
    world.open(true)
    await world.run(5 * MINUTE)
    expect(await stored()).toMatchObject({ status: 'PUBLISHED', mediaFileIds: [OTHER.id] })
    expect(await wentOut()).toEqual([OTHER.id])
  })

  it('lets the file before it go from the bucket a day later', async () => {
    const before = post.bucketMediaKey ?? ''
    await edit({ mediaFileId: OTHER.id, scheduledFor: world.clock.now() + 5 * DAY })
    await world.run(DAY - 5 * MINUTE)
    expect(inBucket(before)).toBe(true)
    await world.run(30 * MINUTE)
    expect([inBucket(before), inBucket((await stored()).bucketMediaKey ?? '')]).toEqual([false, true])
  })

  it('can be a video, as a reel, or several in a carousel, in their order', async () => {
    await edit({ mediaType: 'REELS', mediaFileId: VIDEO.id })
    expect((await there()).payload).toMatchObject({ mediaType: 'REELS', items: [{ kind: 'video' }] })
    await edit({ mediaType: 'CAROUSEL', mediaFileIds: [THIRD.id, OTHER.id] })
    expect(await filesThere()).toEqual([THIRD.id, OTHER.id])
    const sent = (await handover()).files.map(({ key }) => key)
    await edit({ mediaType: 'CAROUSEL', mediaFileIds: [OTHER.id, THIRD.id] })
    // What is in the bucket already is not uploaded again.
    expect((await handover()).files.map(({ key }) => key)).toEqual(sent.toReversed())
    expect(await filesThere()).toEqual([OTHER.id, THIRD.id])
    await world.run(15 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([{ caption: 'swapped', kind: 'CAROUSEL' }])
  })

  it('is sent as it is cropped by then', async () => {
    await edit({ mediaFileId: OTHER.id })
    const before = (await there()).payload.items[0]?.publicKey
    cropOther()
    await edit({ caption: 'cropped' })
    const after = (await there()).payload.items[0]?.publicKey
    expect([after === before, inBucket(after)]).toEqual([false, true])
    await edit({ mediaFileId: OTHER.id })
    expect((await there()).payload.items[0]?.publicKey).toBe(after)
  })

  it('is sent as it is cropped by then also as the cover of a reel', async () => {
    const { id: mediaFileId } = OTHER
    await edit({ mediaType: 'REELS', mediaFileId: VIDEO.id, cover: { mediaFileId } })
    const coverThere = async () => (await there()).payload.cover?.publicKey
    const before = await coverThere()
    await edit({ caption: 'the same cover' })
    expect(await coverThere()).toBe(before)
    cropOther()
    await edit({ caption: 'cropped' })
    expect([(await coverThere()) === before, inBucket(await coverThere())]).toEqual([false, true])
    expect(await filesThere()).toEqual([VIDEO.id])
  })

  it('stays the one before when it cannot be uploaded, and is gone from the bucket in a day', async () => {
    world.fates((call) => (call === 'bucket put' ? 'refused' : 'ok'))
    await expect(edit({ mediaFileId: OTHER.id })).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    world.fates(() => 'ok')
    expect([await filesThere(), (await stored()).mediaFileIds]).toEqual([
      post.mediaFileIds,
      post.mediaFileIds,
    ])
    await world.run(15 * MINUTE)
    expect(world.liveCount('swapped')).toBe(1)
  })

  it.each(['lost', 'never', 'late'] as const)(
    'is in doubt until the Worker tells which it has: %s',
    async (fate) => {
      world.fates((call) => (call === 'putJob' ? fate : 'ok'))
      await expect(edit({ mediaFileId: OTHER.id })).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
      expect((await stored()).mediaFileIds).toEqual(post.mediaFileIds)
      world.fates(() => 'ok')
      await world.run(2 * MINUTE)
      await world.letLateArrive()
      await world.run(MINUTE)
      const shown = (await stored()).mediaFileIds
      expect(shown).toEqual(fate === 'lost' ? [OTHER.id] : post.mediaFileIds)
      expect(await filesThere()).toEqual(shown)
      await world.run(15 * MINUTE)
      expect(world.liveCount('swapped')).toBe(1)
    },
  )

  it('is too late once publishing has begun, and the file before it goes out', async () => {
    world.open(false)
    await world.run(15 * MINUTE)
    await expect(edit({ mediaFileId: OTHER.id })).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    world.open(true)
    await world.run(5 * MINUTE)
    expect(await stored()).toMatchObject({ status: 'PUBLISHED', mediaFileIds: post.mediaFileIds })
    expect(await wentOut()).toEqual(post.mediaFileIds)
  })

  it('goes there with a post that was still on its way', async () => {
    const edits: Promise<PostRecord>[] = []
    world.fates((call) => {
      if (call !== 'bucket put' || edits.length > 0) return 'ok'
      const [id = ''] = [...world.data.posts.values()].flatMap((one) =>
        one.caption === 'on its way' ? one.id : [],
      )
      edits.push(editScheduled(world.schedule, id, { mediaFileId: OTHER.id }))
      return 'refused'
    })
    const { id } = await world.newPost('on its way')
    expect(await Promise.all(edits)).toMatchObject([{ id, mediaFileIds: [OTHER.id], handover: 'uploading' }])
    world.fates(() => 'ok')
    await world.run(MINUTE)
    const at = await world.post(id)
    expect(at).toMatchObject({ handover: 'cloud', mediaFileIds: [OTHER.id] })
    expect((await there(at?.cloudJobId ?? '')).payload.items).toMatchObject([{ mediaFileId: OTHER.id }])
  })

  it('is the last of two that come at once', async () => {
    await Promise.all([
      edit({ mediaFileId: OTHER.id }),
      edit({ mediaFileId: THIRD.id }),
      edit({ caption: 'both' }),
    ])
    const shown = (await stored()).mediaFileIds
    expect(await filesThere()).toEqual(shown)
    expect((await there()).payload.caption).toBe('both')
    expect((await handover()).files.map(({ mediaFileId }) => mediaFileId)).toEqual(shown)
    for (const { key } of (await handover()).files) expect(inBucket(key)).toBe(true)
  })
})

describe('another account for a post at the Worker', () => {
  const HARBOUR = ACCOUNTS.harbour.id
  beforeEach(() => connectHarbour(world))
  const liveOf = () => world.cloud.sandbox.live().map(({ accountUsername }) => accountUsername)
  const jobThere = async (jobId: string | null) => {
    const reply = await (await world.ports.cloudConnection())?.worker.job(jobId ?? '', HARBOUR)
    return reply?.kind === 'ok' ? reply.value : null
  }

  it('has the Worker release it, and hands it over again with its time, in one request', async () => {
    const after = await edit({ accountId: HARBOUR, mediaFileId: OTHER.id })
    expect(after).toMatchObject({
      platformAccountId: HARBOUR,
      handover: 'cloud',
      scheduledFor: post.scheduledFor,
    })
    expect(after.cloudJobId).not.toBe(post.cloudJobId)
    expect(await jobThere(post.cloudJobId)).toMatchObject({ state: 'cancelled' })
    expect((await there(after.cloudJobId ?? '')).accountId).toBe(HARBOUR)
    world.open(false)
    await world.run(15 * MINUTE)
    expect(liveOf()).toEqual([ACCOUNTS.harbour.username])
    world.open(true)
    await world.run(5 * MINUTE)
    expect(await stored()).toMatchObject({ status: 'PUBLISHED', platformAccountId: HARBOUR })
    expect(await wentOut()).toEqual([OTHER.id])
  })

  it('leaves nothing in the bucket of what it was before', async () => {
    const { bucketMediaKey } = await edit({ accountId: HARBOUR })
    await world.run(MINUTE)
    expect([...world.bucket.keys()]).toEqual([bucketMediaKey])
  })

  it('is not acknowledged before the Worker has released it, and is settled in the background', async () => {
    world.fates((call) => (call === 'cancelJob' ? 'lost' : 'ok'))
    await expect(edit({ accountId: HARBOUR })).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    expect((await stored()).platformAccountId).toBe(post.platformAccountId)
    world.fates(() => 'ok')
    await world.run(2 * MINUTE)
    expect(await stored()).toMatchObject({ platformAccountId: HARBOUR, handover: 'cloud' })
    await world.run(15 * MINUTE)
    expect(liveOf()).toEqual([ACCOUNTS.harbour.username])
  })

  it('goes out from here when the Worker cannot publish for it', async () => {
    const account = await world.stores.accounts.get(HARBOUR)
    await world.stores.accounts.put({ ...account, sealedToken: 'unreadable' } as typeof account & object)
    expect(await edit({ accountId: HARBOUR })).toMatchObject({ platformAccountId: HARBOUR, handover: null })
    expect(await jobThere(post.cloudJobId)).toMatchObject({ state: 'cancelled' })
    expect([...world.data.jobs.values()]).toMatchObject([{ postId: post.id, accountId: HARBOUR }])
  })

  it('is too late once publishing has begun', async () => {
    world.open(false)
    await world.run(15 * MINUTE)
    await expect(edit({ accountId: HARBOUR })).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    world.open(true)
    await world.run(5 * MINUTE)
    expect(await stored()).toMatchObject({ status: 'PUBLISHED', platformAccountId: post.platformAccountId })
    expect(liveOf()).toEqual([ACCOUNTS.demo.username])
  })
})

it.each([{ mediaFileId: OTHER.id }, { accountId: ACCOUNTS.harbour.id }])(
  'a post of the Worker whose %o is asked for is out once, wherever this computer ends',
  async (patch) => {
    for (let point = 1; ; point += TRIES_ALL ? 1 : 3) {
      let seen = 0
      const own = await createHandoverWorld()
      await own.stores.media.add(OTHER)
      await connectHarbour(own)
      const { id, username } = ACCOUNTS.harbour
      const { id: postId } = await own.newPost('once')
      own.restart(() => (seen += 1) === point)
      const answer = await editScheduled(own.schedule, postId, patch).catch((error: unknown) => error)
      own.restart()
      await own.run(15 * MINUTE)
      const at = `ended at ${point}`
      expect(own.liveCount('once'), at).toBe(1)
      const shown = await own.post(postId)
      expect(shown?.status, at).toBe('PUBLISHED')
      const owner = own.cloud.sandbox.live()[0]?.accountUsername
      expect(owner, at).toBe(shown?.platformAccountId === id ? username : ACCOUNTS.demo.username)
      const [item] = (await own.stores.ledger.latestPublication(postId))?.payload.items ?? []
      expect(item?.mediaFileId, at).toBe(shown?.mediaFileIds[0])
      if (!(answer instanceof Error)) {
        if ('accountId' in patch) expect(shown?.platformAccountId, at).toBe(id)
        else expect(shown?.mediaFileIds, at).toEqual([OTHER.id])
      }
      if (seen < point) {
        expect(point).toBeGreaterThan(8)
        return
      }
    }
  },
)
