// A container of ours is live although nothing here says that it was sent: another copy of this data folder has sent it.
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../core/time.ts'
import type { PostKind } from './kinds/post-kinds.ts'
import { createWorld } from './publishing-world.ts'

describe('a post whose container turns out to be published', () => {
  it.each([
    ['image', 0],
    ['story', 0],
    ['carousel 2', 0],
    ['reel', 0],
    ['image', 2 * HOUR],
    ['image', -2 * HOUR],
  ] satisfies [PostKind, number][])(
    'gets the id and the link of its media: %s, by a clock that is %i ms off',
    async (kind, clockWrongBy) => {
      const options = { looksFirst: false, clockWrongBy }
      const world = await createWorld(options)
      const id = await world.schedule('once', kind, HOUR)
      await world.goOn(HOUR - MINUTE)
      const backup = world.backUp()
      await world.run()
      // Late enough for the container to be read first.
      world.clock.advance(2 * MINUTE)
      const copy = await createWorld({ ...options, restored: { world, backup } })
      await copy.run()
      const [live, ...others] = world.sandbox.live()
      expect(others).toEqual([])
      expect(await copy.post(id)).toMatchObject({
        status: 'PUBLISHED',
        igMediaId: live?.id,
        igPermalink: live?.permalink,
        publishOutcome: 'confirmed',
      })
    },
  )
})
