// The user takes a post over from the Worker: one owner again, and one live post wherever that can be known.
import { beforeEach, describe, expect, it } from 'vitest'
import { applyJobState } from '../../../core/features/cloud/delegation/changes/apply-job-state.ts'
import { recallAll } from '../../../core/features/cloud/delegation/recall/recall-all.ts'
import { takeOver } from '../../../core/features/cloud/delegation/recall/take-over.ts'
import { deletePost } from '../../../core/features/posts/delete-post.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { MINUTE, SECOND } from '../../../core/time.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'
import { spokenWarnings } from '../../factories.ts'

let world: HandoverWorld
beforeEach(async () => {
  world = await createHandoverWorld()
})

const silent = (): void => world.fates(() => 'unreachable')
const well = (): void => world.fates(() => 'ok')
const atTheWorker = ({ cloudJobId }: PostRecord) => world.cloud.engine().job(cloudJobId ?? '')
async function taken(post: PostRecord): Promise<void> {
  await takeOver(world.ports, (await world.post(post.id)) ?? post)
}

describe('taking a post over from a Worker that answers', () => {
  it('is safe: the Worker lets go of it first, and this computer publishes it', async () => {
    const post = await world.newPost('recalled')
    await taken(post)
    expect(await world.post(post.id)).toMatchObject({ status: 'SCHEDULED', handover: null, cloudJobId: null })
    expect(await atTheWorker(post)).toMatchObject({ state: 'cancelled' })
    await world.run(15 * MINUTE)
    expect(world.liveCount('recalled')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
  })

  it('is refused once publishing has begun there', async () => {
    const post = await world.newPost('begun')
    world.open(false)
    await world.run(11 * MINUTE)
    await expect(taken(post)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    world.open(true)
    await world.run(MINUTE)
    expect(world.liveCount('begun')).toBe(1)
  })
})

describe('taking a post over from a Worker that does not answer', () => {
  /** Asked to take it, without an answer and without effect; and silent since. */
  async function neverThere(caption: string): Promise<PostRecord> {
    world.fates((call) => (call === 'putJob' ? 'never' : 'ok'))
    const post = await world.newPost(caption)
    silent()
    await world.run(12 * MINUTE)
    return post
  }

  it('is refused before its time: the Worker publishes it then', async () => {
    const post = await world.newPost('too early')
    silent()
    await expect(taken(post)).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await world.run(15 * MINUTE)
    expect(world.liveCount('too early')).toBe(1)
    well()
    await world.run(10 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
  })

  it('publishes it here, says the risk, and keeps the Worker from publishing it too once it answers', async () => {
    const post = await neverThere('taken')
    await taken(post)
    const here = await world.post(post.id)
    expect(here).toMatchObject({ status: 'SCHEDULED', handover: null, cloudJobId: null })
    expect(spokenWarnings(here)).toMatch(/live twice/)
    await world.run(5 * MINUTE)
    expect(world.liveCount('taken')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
    well()
    await world.run(15 * MINUTE)
    expect(await world.ports.handovers.open()).toEqual([])
    expect(await atTheWorker(post)).toMatchObject({ state: 'cancelled' })
    expect(world.liveCount('taken')).toBe(1)
  })

  it('takes no more edits: the Worker may have published what it was given', async () => {
    const post = await neverThere('as given')
    await taken(post)
    await expect(world.editCaption(post.id, 'edited')).rejects.toMatchObject({ code: 'INVALID_STATUS' })
    await world.run(5 * MINUTE)
    expect(world.liveCount('as given')).toBe(1)
  })

  it('finds what the Worker has published, and does not publish it again', async () => {
    const post = await world.newPost('was live')
    silent()
    await world.run(12 * MINUTE)
    expect(world.liveCount('was live')).toBe(1)
    await taken(post)
    await world.run(3 * MINUTE)
    expect(world.liveCount('was live')).toBe(1)
    const media = world.cloud.sandbox.live()[0]?.id
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', igMediaId: media })
    well()
    await world.run(15 * MINUTE)
    expect(await world.ports.handovers.open()).toEqual([])
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', igMediaId: media, warnings: null })
  })

  it('finds what the Worker has published where the list of media lags', async () => {
    world = await createHandoverWorld({ behaviour: { listLag: 100 * SECOND } })
    const post = await world.newPost('late and live')
    silent()
    await world.run(11 * MINUTE + 20 * SECOND)
    await taken(post)
    await world.run(3 * MINUTE)
    expect(world.liveCount('late and live')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('tells once that it is published, and keeps its copy on the Page, when the Worker says so, too', async () => {
    const post = await world.newPost('told once')
    silent()
    await world.run(12 * MINUTE)
    await taken(post)
    await world.run(3 * MINUTE)
    const found = (await world.post(post.id)) ?? post
    world.data.posts.set(post.id, { ...found, partnerPostId: '7_9' })
    well()
    await world.run(15 * MINUTE)
    expect(await world.ports.handovers.open()).toEqual([])
    const { completedAt, partnerPostId } = (await world.post(post.id)) ?? post
    expect({ completedAt, partnerPostId }).toEqual({ completedAt: found.completedAt, partnerPostId: '7_9' })
  })

  it('gives it back when the Worker turns out to have published it before anything went out here', async () => {
    const post = await world.newPost('given back')
    silent()
    world.open(false)
    await world.run(12 * MINUTE)
    await taken(post)
    well()
    world.restart()
    const { handovers } = world.ports
    const [open] = await handovers.open()
    const view = await atTheWorker(post)
    if (open && view) await applyJobState(world.ports, open.id, view)
    world.open(true)
    await world.run(10 * MINUTE)
    expect(world.liveCount('given back')).toBe(1)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', handover: null })
    expect([...world.data.jobs.values()].map(({ status }) => status)).toEqual(['CANCELLED'])
  })

  it('says so when both have published it', async () => {
    const post = await world.newPost('twice')
    silent()
    await world.run(12 * MINUTE)
    // It was published there under words that nobody here can know.
    const [live] = world.cloud.sandbox.live()
    if (!live) throw new Error('nothing is live')
    const stored = await world.post(post.id)
    if (!stored) throw new Error('no post')
    world.data.posts.set(post.id, { ...stored, caption: 'other words' })
    await taken(post)
    await world.run(5 * MINUTE)
    expect(world.liveCount('other words')).toBe(1)
    well()
    await world.run(20 * MINUTE)
    const ended = await world.post(post.id)
    expect(ended).toMatchObject({ status: 'PUBLISHED' })
    expect(spokenWarnings(ended)).toMatch(/as well.*delete one/)
    expect(await world.ports.handovers.open()).toEqual([])
  })

  it('keeps saying the risk when the Worker failed and no longer knows how', async () => {
    const post = await world.newPost('forgotten')
    silent()
    await world.run(12 * MINUTE)
    const view = (await atTheWorker(post)) ?? expect.unreachable()
    await taken(post)
    const failed = { ...view, state: 'failed', isEnded: true, publication: null, envelope: null } as const
    await applyJobState(world.ports, view.jobId, failed)
    expect(await world.ports.handovers.open()).toEqual([])
    expect(spokenWarnings(await world.post(post.id))).toMatch(/live twice/)
  })

  it('survives a crash at any moment after it was recorded', async () => {
    const post = await neverThere('crash')
    await taken(post)
    world.restart()
    await world.run(5 * MINUTE)
    world.restart()
    well()
    await world.run(15 * MINUTE)
    expect(world.liveCount('crash')).toBe(1)
    expect(await world.ports.handovers.open()).toEqual([])
  })

  it('leaves nothing behind when the post is deleted or the cloud disconnected', async () => {
    const deleted = await neverThere('deleted')
    await taken(deleted)
    await deletePost(world.schedule, deleted.id)
    await world.run(2 * MINUTE)
    expect(world.liveCount('deleted')).toBe(0)
    expect((await recallAll(world.ports)).posts).toBe(1)
    well()
    await world.run(15 * MINUTE)
    expect((await recallAll(world.ports)).posts).toBe(0)
    expect(await world.post(deleted.id)).toBeNull()
    expect(world.liveCount('deleted')).toBe(0)
  })

  it('is not called live twice when only the Worker has sent it and no list says which media it is', async () => {
    const { faults } = world.cloud.sandbox
    const post = await world.newPost('once')
    faults.add({ on: 'publish', mode: 'drop', effect: 'after', times: 1, skip: 0 })
    faults.add({ on: 'list', mode: 'server-error', effect: 'before', times: 1_000, skip: 0 })
    await world.run(10 * MINUTE + 10 * SECOND)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHING', handover: 'cloud' })
    silent()
    await world.run(MINUTE)
    await taken(post)
    await world.run(10 * MINUTE)
    expect(await world.post(post.id)).toMatchObject({ status: 'PUBLISHED', igMediaId: null })
    faults.clear()
    well()
    await world.run(20 * MINUTE)
    expect(world.liveCount('once')).toBe(1)
    expect(await world.ports.handovers.open()).toEqual([])
    expect(spokenWarnings(await world.post(post.id)) ?? '').not.toMatch(/live twice/)
  })

  it('gets its copy on the Page, or says that it does not: the Worker makes none', async () => {
    const post = await neverThere('copied')
    const stored = (await world.post(post.id)) ?? post
    world.data.posts.set(post.id, { ...stored, crossPostToPartner: true })
    await taken(post)
    await world.run(15 * MINUTE)
    // This account has no Page, which shows only when the copy is made.
    expect(await world.post(post.id)).toMatchObject({
      status: 'PUBLISHED',
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'PAGE_COPY_WITHOUT_PAGE' })]),
    })
  })
})
