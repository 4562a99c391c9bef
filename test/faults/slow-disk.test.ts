import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../core/time.ts'
import type { CrashPoint, Hand } from './mortal-ports.ts'
import type { PostKind } from './kinds/post-kinds.ts'
import { createWorld, type World } from './publishing-world.ts'

/** Every commit takes longer than a publish call may wait for it. `points` fills with what happens. */
function slowDisk({ clock }: World, points: CrashPoint[] = []): Hand {
  return (point) => {
    points.push(point)
    if (point === 'before commit' || point === 'before claim') clock.advance(15 * SECOND)
    return false
  }
}

describe('while every commit takes fifteen seconds', () => {
  it.each(['image', 'carousel 2', 'story', 'reel'] satisfies PostKind[])(
    'a post with the kind %s goes out, once',
    async (kind) => {
      const world = await createWorld()
      const id = await world.publish('slow', kind)
      await world.run(slowDisk(world))
      expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED', publishOutcome: 'confirmed' })
      expect(world.sandbox.live()).toHaveLength(1)
      expect(await world.brokenPromises()).toEqual([])
    },
  )

  it('a post that waits for its time goes out, once, and within a minute of it', async () => {
    const world = await createWorld()
    const id = await world.schedule('later', 'image', HOUR)
    const dueAt = world.clock.now() + HOUR
    await world.run(slowDisk(world))
    const { status, publishedAt } = await world.post(id)
    expect(status).toBe('PUBLISHED')
    expect((publishedAt ?? 0) - dueAt).toBeLessThan(MINUTE)
    expect(world.sandbox.live()).toHaveLength(1)
  })

  it('its container is read right before the call, because much may have changed', async () => {
    const world = await createWorld()
    await world.publish('slow')
    const points: CrashPoint[] = []
    await world.run(slowDisk(world, points))
    const sent = points.indexOf('before publishContainer')
    expect(points.slice(sent - 3, sent)).toEqual([
      'after commit',
      'before containerStatus',
      'after containerStatus',
    ])
  })

  it('its first comment is posted, once', async () => {
    const world = await createWorld()
    const id = await world.publish('slow', 'image', { firstComment: 'Recipe below' })
    await world.run(slowDisk(world))
    expect((await world.post(id)).warnings).toBeNull()
    expect(world.sandbox.live().map(({ comments }) => comments.map(({ text }) => text))).toEqual([
      ['Recipe below'],
    ])
  })
})

describe('a computer that slept while it stored an intent', () => {
  it.each([
    ['and its monotonic clock with it', ({ clock }: World) => clock.jump(HOUR)],
    ['while its monotonic clock went on', ({ clock }: World) => clock.advance(HOUR)],
  ])('%s, reads the container before it sends', async (_clock, sleep) => {
    const world = await createWorld()
    const id = await world.publish('slept')
    const points: CrashPoint[] = []
    let isRested = false
    await world.run((point) => {
      points.push(point)
      if (point === 'after commit' && !isRested) {
        isRested = true
        sleep(world)
      }
      return false
    })
    const sent = points.indexOf('before publishContainer')
    expect(points.slice(0, sent).filter((point) => point === 'after containerStatus')).toHaveLength(2)
    expect((await world.post(id)).status).toBe('PUBLISHED')
    expect(world.sandbox.live()).toHaveLength(1)
  })
})
