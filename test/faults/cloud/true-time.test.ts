// Our clock is wrong, the platform's is right: posts go out at their true time.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import type { PostKind } from '../kinds/post-kinds.ts'
import { createWorld, type World } from '../publishing-world.ts'
import { share } from '../share.ts'

const DELAY = 20 * MINUTE
const KINDS: readonly PostKind[] = ['image', 'reel', 'carousel 2', 'story']

let world: World
let ids: string[]
let dueAt: number

/** One post of each kind, due in twenty minutes of true time; our clock was right when they were accepted. */
async function open(): Promise<void> {
  world = await createWorld({ containers: { processing: 3 * SECOND } })
  dueAt = world.clock.now() + DELAY
  ids = []
  for (const kind of KINDS) ids.push(await world.schedule(kind, kind, DELAY))
}

async function expectAllLive(latest: number): Promise<void> {
  expect(world.sandbox.live()).toHaveLength(KINDS.length)
  for (const { publishedAt } of world.sandbox.live()) {
    expect(publishedAt).toBeGreaterThanOrEqual(dueAt - 2 * SECOND)
    expect(publishedAt).toBeLessThanOrEqual(latest)
  }
  for (const id of ids) expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
  expect(await world.brokenPromises()).toEqual([])
}

/** Long before, while things are prepared, with everything prepared, and at the last moment. */
const MOMENTS = [MINUTE, DELAY - 9 * MINUTE, DELAY - 80 * SECOND, DELAY - 30 * SECOND, DELAY - SECOND]

describe.each([
  ['five days', 5 * DAY, 0],
  ['an hour', HOUR, 1],
  ['59 seconds', 59 * SECOND, 0],
  ['three seconds', 3 * SECOND, 1],
])('a clock that is %s ahead', (_name, wrong, first) => {
  it.each(share(MOMENTS, 2, first))(
    'since %d ms after they were scheduled: nothing before its time, and soon after it',
    async (at) => {
      await open()
      await world.goOn(at)
      world.setClockWrong(wrong)
      await world.goOn(DELAY - at + MINUTE)
      await expectAllLive(dueAt + 10 * SECOND)
    },
  )

  it('in steps, there and back: nothing before its time', async () => {
    await open()
    for (const [step, wrongBy] of [0, wrong / 3, wrong, wrong / 2, 0, wrong].entries()) {
      world.setClockWrong(wrongBy)
      await world.goOn(step === 0 ? DELAY - 5 * MINUTE : MINUTE - 3 * SECOND)
    }
    await world.goOn(2 * MINUTE)
    await expectAllLive(dueAt + 15 * SECOND)
  })
})

describe.each([
  ['an hour', HOUR],
  ['59 seconds', 59 * SECOND],
])('a clock that is set %s back', (_name, wrong) => {
  it.each([DELAY - 30 * SECOND, DELAY - 2 * SECOND])(
    'when all is prepared, %d ms after they were scheduled: they go out at their true time',
    async (at) => {
      await open()
      await world.goOn(at)
      world.setClockWrong(-wrong)
      await world.goOn(DELAY - at + 20 * SECOND)
      await expectAllLive(dueAt + 10 * SECOND)
    },
  )
})

it('a clock that stays five days ahead: what was prepared days too soon and has expired is prepared again', async () => {
  world = await createWorld()
  dueAt = world.clock.now() + 3.2 * DAY
  const id = await world.schedule('far', 'image', 3.2 * DAY)
  world.setClockWrong(5 * DAY)
  await world.run(undefined, 3.5 * DAY)
  expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
  const [live] = world.sandbox.live()
  expect(live?.publishedAt).toBeGreaterThanOrEqual(dueAt - 2 * SECOND)
  expect(live?.publishedAt).toBeLessThanOrEqual(dueAt + 10 * SECOND)
  expect(await world.brokenPromises()).toEqual([])
})
