// A picture that is cropped once its post is at the Worker: its user sees it cropped, and that is what goes out.
import { beforeEach, expect, it } from 'vitest'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { MINUTE } from '../../../core/time.ts'
import { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { SOME_FACTS } from '../../fakes/media/a-media-record.ts'
import { createHandoverWorld, type HandoverWorld } from './handover-world.ts'

const VALID = { isValid: true, validationErrors: null }

let world: HandoverWorld
let post: PostRecord
let first: string | undefined
beforeEach(async () => {
  world = await createHandoverWorld()
  post = await world.newPost('cropped', 30 * MINUTE)
  await world.run(MINUTE)
  first = await keyThere()
})

/** Draws another version, and says so unless the process ends before. */
async function crop(isSaid = true, verdict = VALID): Promise<void> {
  const facts = { ...SOME_FACTS, how: 'fit' } as const
  const version = { path: 'media/crop.jpg', publicKey: 'crop.jpg', facts }
  await world.stores.media.setProcessed(post.mediaFileIds[0] ?? '', version, verdict)
  if (isSaid) world.ports.sentVersions.compareAt = 0
}

/** The name of the picture that the Worker has. */
async function keyThere(): Promise<string | undefined> {
  const connection = await world.ports.cloudConnection()
  const reply = await connection?.worker.job(post.cloudJobId ?? '', post.platformAccountId)
  const { payload } = JobEnvelope.parse(reply?.kind === 'ok' ? reply.value?.envelope : null)
  return payload.items[0]?.publicKey
}

const sentFile = async () => (await world.stores.handovers.ofPost(post.id))?.files[0]

it('is sent to the Worker as it is now, and its post keeps its version', async () => {
  await crop()
  await world.run(2 * MINUTE)
  const after = await keyThere()
  expect([after === first, world.bucket.has(after ?? '')]).toEqual([false, true])
  expect(await sentFile()).toMatchObject({ key: after, blobKey: 'media/crop.jpg' })
  const { updatedAt } = (await world.post(post.id)) ?? expect.unreachable()
  expect(updatedAt).toBe(post.updatedAt)
  await world.run(35 * MINUTE)
  expect([world.liveCount('cropped'), await keyThere()]).toEqual([1, after])
})

it('is sent also when the process ended before it was said', async () => {
  await crop(false)
  world.restart()
  await world.run(2 * MINUTE)
  expect(await keyThere()).not.toBe(first)
})

it.each(['lost', 'never', 'unreachable'] as const)('is sent until the Worker has it: %s', async (fate) => {
  await crop()
  world.fates((call) => (call === 'putJob' ? fate : 'ok'))
  await world.run(2 * MINUTE)
  world.restart()
  world.fates(() => 'ok')
  await world.run(5 * MINUTE)
  expect(await sentFile()).toMatchObject({ key: await keyThere(), blobKey: 'media/crop.jpg' })
})

it('is uploaded again later when the bucket does not take it', async () => {
  await crop()
  world.fates((call) => (call === 'bucket put' ? 'unreachable' : 'ok'))
  await world.run(4 * MINUTE)
  expect(world.calls.filter((call) => call === 'bucket put')).toHaveLength(2)
  world.fates(() => 'ok')
  await world.run(7 * MINUTE)
  expect(await keyThere()).not.toBe(first)
})

it('is not sent when it could not be published', async () => {
  await crop(true, { ...VALID, isValid: false })
  await world.run(2 * MINUTE)
  expect(await keyThere()).toBe(first)
})
