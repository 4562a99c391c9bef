// Only the platform's answer tells whether it takes shapes taller than 4:5. Either answer must leave the user a way forward.
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { aMediaRecord } from '../../fakes/media/a-media-record.ts'
import { createWorld, type World } from '../publishing-world.ts'

/** The file is 16 × 16 for the platform of this test, which is told what to answer. */
const TALL = aMediaRecord({ publicKey: 'tall.jpg', width: 1080, height: 1440, aspectRatio: '3:4' })

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.stores.media.add(TALL)
})

const refuseShapes = () =>
  world.sandbox.faults.add({ on: 'create', mode: 'error', code: 36003, subcode: 2207009, times: 1_000 })
const publishTall = (name: string) => world.publish(name, 'image', { mediaFileId: TALL.id })

describe('a picture taller than 4:5', () => {
  it('goes out where the platform takes it', async () => {
    const id = await publishTall('tall.')
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', warnings: null })
  })

  it('fails with the crop where the platform refuses it, and the account’s next one is refused here', async () => {
    refuseShapes()
    const id = await publishTall('tall.')
    await world.run()
    const post = await world.post(id)
    expect(post).toMatchObject({ status: 'FAILED', errorCode: 'MEDIA_INVALID', recovery: 'fix_media' })
    expect(post.errorDetail?.code).toBe('ASPECT_RATIO')

    const next = publishTall('another.')
    await expect(next).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    await expect(next).rejects.toThrow(/recently refused this shape for this account. Crop it/)
    expect(await world.publish('square.')).toBeTruthy()
    world.clock.advance(31 * DAY)
    expect(await publishTall('a month later.')).toBeTruthy()
  })

  it('is found out while a scheduled post is prepared, and not at its time', async () => {
    refuseShapes()
    const id = await world.schedule('later.', 'image', HOUR)
    await world.run(undefined, HOUR - MINUTE)
    expect(await world.post(id)).toMatchObject({ status: 'FAILED', errorCode: 'MEDIA_INVALID' })
  })

  it('teaches nothing where the refused file was of a shape that every account can post', async () => {
    refuseShapes()
    await world.publish('square.')
    await world.run()
    expect(await publishTall('tall.')).toBeTruthy()
  })
})
