// The way of a mention through deaths at every point: found, reposted by itself, followed to its end.
import { describe, expect, it } from 'vitest'
import { A_LIFE, createRepostWorld, type RepostHand, type RepostWorld } from './repost-world.ts'
import { share } from '../share.ts'

async function inWorld<T>(act: (world: RepostWorld) => Promise<T>): Promise<T> {
  const world = await createRepostWorld()
  try {
    return await act(world)
  } finally {
    world.close()
  }
}

/** Every point that the plain way passes. */
async function pointsOf(kind: 'image' | 'video'): Promise<string[]> {
  const points: string[] = []
  await inWorld(async (world) => {
    world.addMention(kind)
    await world.run((point) => {
      points.push(point)
      return false
    }, A_LIFE)
    expect(await world.records()).toMatchObject([{ status: 'PUBLISHED' }])
  })
  return points
}

/** A story lives for a day, and a death costs six hours at most: one death loses nothing. */
async function endsOnce(
  { kind, name, isOneDeath }: { kind: 'image' | 'video'; name: string; isOneDeath: boolean },
  hand: RepostHand,
): Promise<void> {
  await inWorld(async (world) => {
    world.addMention(kind)
    await world.run(hand, A_LIFE)
    await world.run(undefined, A_LIFE)
    expect(await world.broken(), name).toEqual([])
    if (isOneDeath)
      expect(
        (await world.records()).map(({ status }) => status),
        name,
      ).toEqual(['PUBLISHED'])
  })
}

describe('a mention that is reposted automatically', () => {
  it.each(['image', 'video'] as const)('(%s) is live once when a process dies at any point', async (kind) => {
    const points = await pointsOf(kind)
    expect(points).toContain('after begin')
    for (const [index, point] of share([...points.entries()], 7, kind.length)) {
      let passed = 0
      const name = `${index}: ${point}`
      await endsOnce({ kind, name, isOneDeath: true }, () => passed++ === index)
    }
  })

  it('is live once when the process dies again and again', async () => {
    for (const each of share([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], 7)) {
      let passed = 0
      const dying: RepostHand = () => ++passed % each === 0 && passed < 90
      await endsOnce({ kind: 'image', name: `every ${each}`, isOneDeath: false }, dying)
    }
  })

  it('is live once when the answer to any call is lost', async () => {
    for (const on of ['conversations', 'messages', 'create', 'status', 'publish', 'read'] as const)
      for (const effect of ['before', 'after'] as const)
        await inWorld(async (world) => {
          world.addMention()
          world.sandbox.faults.add({ on, mode: 'drop', effect, times: 1 })
          await world.run(undefined, A_LIFE)
          expect(await world.broken(), `${on} ${effect}`).toEqual([])
          expect(
            (await world.records()).map(({ status }) => status),
            `${on} ${effect}`,
          ).toEqual(['PUBLISHED'])
        })
  })

  it('whose author deletes it in time is never reposted', () =>
    inWorld(async (world) => {
      world.addMention()
      world.sandbox.mentions.takeDown(world.sandbox.mentions.stories()[0]?.pk ?? '')
      await world.run(undefined, A_LIFE)
      expect(world.sandbox.live()).toEqual([])
      expect((await world.records()).map(({ status }) => status)).toEqual(['EXPIRED'])
    }))

  it('waits its turn behind others, and each is live once', () =>
    inWorld(async (world) => {
      const posters = [world.addMention(), world.addMention('video'), world.addMention()]
      await world.run(undefined, A_LIFE)
      const times = world.sandbox.live().map(({ publishedAt }) => publishedAt)
      expect(times).toHaveLength(posters.length)
      expect(
        Math.min((times[0] ?? 0) - (times[1] ?? 0), (times[1] ?? 0) - (times[2] ?? 0)),
      ).toBeGreaterThanOrEqual(19 * 60_000)
      expect(await world.broken()).toEqual([])
    }))
})
