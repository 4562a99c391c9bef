// A file that is gone – deleted here, or by hand – is named as the reason at once, wherever it is missed first.
import { beforeEach, describe, expect, it } from 'vitest'
import { retryPost } from '../../../core/features/posts/retry.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { PICTURE } from '../kinds/post-kinds.ts'
import { changing, createWorld, type World } from '../publishing-world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})

const takeAway = () => world.stores.blobs.remove(PICTURE.storagePath)
const INVALID = { code: 'MEDIA_INVALID' }

describe('a file that is gone', () => {
  it('refuses the post that names it, and the retry of one that was never sent', async () => {
    const id = await world.publish('lost.')
    await takeAway()
    await expect(world.publish('another.')).rejects.toMatchObject(INVALID)
    await world.run()
    await expect(retryPost(changing(world), id)).rejects.toMatchObject(INVALID)
  })

  it.each(['image', 'carousel 2'] as const)('fails the post under way, with its reason: %s', async (kind) => {
    const id = await world.publish('lost.', kind)
    await takeAway()
    const since = world.clock.now()
    await world.run()
    expect(await world.post(id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'MEDIA_INVALID',
      recovery: 'fix_media',
    })
    expect(((await world.post(id)).completedAt ?? Infinity) - since).toBeLessThan(5 * SECOND)
  })

  it('fails a scheduled post while it is prepared, and is not tried again with', async () => {
    const id = await world.schedule('later.', 'image', HOUR)
    await takeAway()
    await world.run(undefined, HOUR - MINUTE)
    const { status, errorCode, scheduledFor, completedAt } = await world.post(id)
    expect({ status, errorCode }).toEqual({ status: 'FAILED', errorCode: 'MEDIA_INVALID' })
    expect(completedAt).toBeLessThan(scheduledFor ?? 0)
  })

  it('does no harm to a post that the platform has already', async () => {
    const id = await world.schedule('later.', 'image', HOUR)
    await world.run(undefined, HOUR - MINUTE)
    await takeAway()
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
  })
})
