// The options of a post on its way to the Worker and back: none is lost, none is left out in silence.
import { beforeEach, describe, expect, it } from 'vitest'
import type { PublishablePostBody } from '../../../core/api/posts.ts'
import { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { readOptions } from '../../../core/rules/content/option-schemas.ts'
import { editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { createScheduledPost } from '../../../core/features/scheduling/schedule-post.ts'
import { CodedError } from '../../../core/coded-error.ts'
import { deleteFromPlatform } from '../../../core/features/posts/delete-from-platform.ts'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import { MINUTE, SECOND } from '../../../core/time.ts'
import { aMediaRecord, aVideoRecord } from '../../fakes/media/a-media-record.ts'
import { createMemoryPlatform } from '../../fakes/platform/memory-platform.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

const [PICTURE, COVER, OTHER, VIDEO] = [aMediaRecord(), aMediaRecord(), aMediaRecord(), aVideoRecord()]

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
  for (const record of [PICTURE, COVER, OTHER, VIDEO]) world.data.media.set(record.id, record)
})

async function schedule(body: Partial<PublishablePostBody>) {
  const { accountId, clock } = world
  const whole = { accountId, mediaType: 'IMAGE', caption: 'with options', ...body } as const
  return createScheduledPost(world.schedule, { ...whole, scheduledFor: clock.now() + 10 * MINUTE })
}

/** What the Worker has of it. */
async function jobOf(jobId: string) {
  const connection = await world.ports.cloudConnection()
  const reply = await connection?.worker.job(jobId, crypto.randomUUID())
  return JobEnvelope.parse(reply?.kind === 'ok' ? reply.value?.envelope : null)
}

describe('a post with options at the Worker', () => {
  it('is published with them while the desktop is closed', async () => {
    const { isCloud } = await schedule({ mediaFileId: PICTURE.id, altText: 'A loaf', aiGenerated: true })
    expect(isCloud).toBe(true)
    world.open(false)
    await world.run(15 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([{ altText: 'A loaf', isAiGenerated: true }])
  })

  it('carries the alt text of its file, as it was when it was scheduled', async () => {
    world.data.media.set(PICTURE.id, { ...PICTURE, altText: 'A loaf' })
    const { post } = await schedule({ mediaFileId: PICTURE.id })
    world.data.media.set(PICTURE.id, { ...PICTURE, altText: 'Something else' })
    expect(readOptions(post.options)).toEqual({ altText: 'A loaf' })
    await world.run(15 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([{ altText: 'A loaf' }])
  })

  it('stays with a Worker of any age while it has none', async () => {
    const { jobId } = await schedule({ mediaFileId: PICTURE.id })
    expect((await jobOf(jobId)).version).toBe(1)
    const other = await schedule({ mediaFileId: PICTURE.id, altText: 'A loaf' })
    expect((await jobOf(other.jobId)).version).toBe(2)
  })

  it('keeps every edit, when two change different ones at once', async () => {
    const { post, jobId } = await schedule({ mediaFileId: PICTURE.id, altText: 'Old' })
    await Promise.all([
      editScheduled(world.schedule, post.id, { altText: 'New' }),
      editScheduled(world.schedule, post.id, { aiGenerated: true }),
    ])
    const both = { altText: 'New', aiGenerated: true }
    expect((await jobOf(jobId)).payload.options).toEqual(both)
    expect(readOptions((await world.post(post.id))?.options ?? null)).toEqual(both)
    expect(await editScheduled(world.schedule, post.id, { altText: null })).toMatchObject({
      options: '{"aiGenerated":true}',
    })
  })
})

describe('the first comment of a post at the Worker', () => {
  /** Published, and its comment is still to be looked for: the call for it was refused. */
  async function isLiveWithoutComment() {
    const { post } = await schedule({ mediaFileId: PICTURE.id, firstComment: 'Recipe below' })
    world.cloud.sandbox.faults.add({ on: 'comments', mode: 'server-error' })
    await world.run(10 * MINUTE + 20 * SECOND)
    expect(world.cloud.sandbox.live()).toMatchObject([{ comments: [] }])
    return post.id
  }

  it('is posted later when the first call for it failed', async () => {
    await isLiveWithoutComment()
    await world.run(10 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([{ comments: [{ text: 'Recipe below' }] }])
  })

  it('is not posted any more once the post is deleted here', async () => {
    const id = await isLiveWithoutComment()
    await deletePost(world.schedule, id)
    await world.run(10 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([{ comments: [] }])
    expect(world.data.deleted.get(id)?.post).toMatchObject({ status: 'PUBLISHED', handover: null })
  })

  it('is not posted any more once the post is deleted on Instagram as well, even where that is refused', async () => {
    const id = await isLiveWithoutComment()
    const platform = createMemoryPlatform()
    const accessTo = () => Promise.reject(new CodedError('TOKEN_EXPIRED'))
    const deleted = await deleteFromPlatform({ ...world.schedule, platform, accessTo }, id)
    expect(deleted).toMatchObject({ wasDeletedFromPlatform: false })
    await world.run(10 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([{ comments: [] }])
  })
})

describe('the cover of a reel at the Worker', () => {
  const reel = { mediaType: 'REELS', mediaFileId: VIDEO.id, cover: { mediaFileId: COVER.id } } as const
  const inBucket = (key: string | undefined) => expect([...world.bucket.keys()]).toContain(key)

  it('lies in the bucket beside the video, and is no item of the post', async () => {
    const { jobId, post } = await schedule(reel)
    const { payload } = await jobOf(jobId)
    expect(payload.items).toMatchObject([{ mediaFileId: VIDEO.id, kind: 'video' }])
    expect(payload.cover).toMatchObject({ mediaFileId: COVER.id, kind: 'image' })
    inBucket(payload.cover?.publicKey)
    expect(post.bucketMediaKey).toBe(payload.items[0]?.publicKey)
  })

  it('is live with the reel and with everything else that only reels carry', async () => {
    const only: Partial<PublishablePostBody> = {
      shareToFeed: false,
      audioName: 'The oven at six',
      trialReel: { graduationStrategy: 'SS_PERFORMANCE' },
      mediaTags: [{ mediaFileId: VIDEO.id, userTags: [{ username: 'ilse.eats' }] }],
      firstComment: 'Recipe below',
      commentsEnabled: false,
    }
    const { isCloud, post } = await schedule({ ...reel, ...only })
    expect(isCloud).toBe(true)
    world.open(false)
    await world.run(15 * MINUTE)
    expect(world.cloud.sandbox.live()).toMatchObject([
      {
        kind: 'REELS',
        coverUrl: expect.stringMatching(/\.jpg$/),
        shareToFeed: false,
        audioName: 'The oven at six',
        isTrial: true,
        graduation: 'SS_PERFORMANCE',
        userTags: [{ username: 'ilse.eats', x: null, y: null }],
        comments: [{ text: 'Recipe below' }],
        commentsEnabled: false,
      },
    ])
    world.open(true)
    await world.run(5 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
  })

  it('can become another picture, which is uploaded before the Worker hears of it', async () => {
    const { jobId, post } = await schedule(reel)
    await editScheduled(world.schedule, post.id, { cover: { mediaFileId: OTHER.id } })
    const { payload, revision } = await jobOf(jobId)
    expect([revision, payload.cover?.mediaFileId, payload.items.length]).toEqual([2, OTHER.id, 1])
    inBucket(payload.cover?.publicKey)
    await editScheduled(world.schedule, post.id, { cover: { frameMs: 900 } })
    const after = (await jobOf(jobId)).payload
    expect([after.cover, after.options]).toEqual([undefined, { cover: { frameMs: 900 } }])
  })

  it('goes with all of its files into a bucket that is another one by then', async () => {
    const { jobId, post } = await schedule(reel)
    world.changeBucket('https://another.example')
    await editScheduled(world.schedule, post.id, { cover: { mediaFileId: OTHER.id } })
    const { payload, mediaBaseUrl } = await jobOf(jobId)
    expect(mediaBaseUrl).toBe('https://another.example')
    for (const item of [payload.items[0], payload.cover]) inBucket(item?.publicKey)
  })

  it('stays what it was when the other picture cannot be uploaded', async () => {
    const { jobId, post } = await schedule(reel)
    world.fates((call) => (call === 'bucket put' ? 'refused' : 'ok'))
    const edit = editScheduled(world.schedule, post.id, { cover: { mediaFileId: OTHER.id } })
    await expect(edit).rejects.toMatchObject({ code: 'WORKER_UNREACHABLE' })
    world.fates(() => 'ok')
    expect((await jobOf(jobId)).payload.cover?.mediaFileId).toBe(COVER.id)
    expect(readOptions((await world.post(post.id))?.options ?? null)).toEqual({
      cover: { mediaFileId: COVER.id },
    })
    // When the edit is repeated, the file is uploaded.
    await editScheduled(world.schedule, post.id, { cover: { mediaFileId: OTHER.id } })
    const { payload } = await jobOf(jobId)
    expect(payload.cover?.mediaFileId).toBe(OTHER.id)
    inBucket(payload.cover?.publicKey)
  })
})
