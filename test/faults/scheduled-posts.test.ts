// Posts that have a time: prepared ahead of it, sent at it, once, through deaths at every point, lost answers and clocks
// that jump.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { liveOf, type PostKind } from './kinds/post-kinds.ts'
import { distinctPoints, type CrashPoint } from './mortal-ports.ts'
import { createWorld, type World, type WorldOptions } from './publishing-world.ts'
import { share, TRIES_ALL } from './share.ts'

const CARELESS: WorldOptions = { containers: { publishedLag: 20_000, secondPublish: 'duplicate' } }
const KINDS: readonly PostKind[] = ['image', 'reel', 'carousel 2']
const AHEAD = 20 * MINUTE
const HISTORIES = Number(process.env['FAULT_HISTORIES'] ?? 10)

describe('a scheduled post', () => {
  it.each(KINDS)('(%s) is prepared ahead, and at its time only the publish call is left', async (kind) => {
    const world = await createWorld()
    const id = await world.schedule('punctual', kind, AHEAD)
    const dueAt = (await world.post(id)).scheduledFor ?? 0
    await world.run(undefined, AHEAD - MINUTE / 2)
    expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', igContainerId: null })
    expect(world.sandbox.live()).toEqual([])
    const calls: CrashPoint[] = []
    await world.run((point) => {
      if (world.clock.now() >= dueAt) calls.push(point)
      return false
    })
    const send = calls.indexOf('before publishContainer')
    expect(calls.slice(0, send).filter((point) => /^before (?!claim)/.test(point))).toEqual([])
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    expect(world.sandbox.live()[0]?.publishedAt).toBe(dueAt)
    expect(await world.brokenPromises()).toEqual([])
    world.close()
  })

  it.each(KINDS)('(%s) is out once and never early when a process dies at any point', async (kind) => {
    for (const [index, point] of share(distinctPoints(await pointsOf(kind)), 5, KINDS.indexOf(kind))) {
      let passed = 0
      await goesOutOnce(kind, `${point} ${index}`, (world) => world.run(() => passed++ === index))
    }
  })

  it.each(KINDS)('(%s) is out once when the answer to any call is lost', async (kind) => {
    for (const on of ['create', 'status', 'publish', 'read'] as const) {
      for (const skip of [0, 1]) {
        await goesOutOnce(kind, `answer ${skip} to ${on}`, (world) => {
          world.sandbox.faults.add({ on, mode: 'drop', effect: 'after', skip })
          return world.run()
        })
      }
    }
  })

  it('goes out at its time although preparing it failed every time', async () => {
    const world = await createWorld()
    const id = await world.schedule('late riser', 'image', AHEAD)
    world.sandbox.faults.add({ on: 'create', mode: 'drop', effect: 'before', times: 3 })
    await world.run(undefined, AHEAD - SECOND)
    expect(await world.post(id)).toMatchObject({ status: 'SCHEDULED', errorCode: null })
    expect((await world.post(id)).warnings).toHaveLength(1)
    await world.run()
    expect(await world.post(id)).toMatchObject({ status: 'PUBLISHED' })
    world.close()
  })

  it('that became overdue while nothing ran goes out in the order of the times', async () => {
    const world = await createWorld()
    const names = ['third', 'first', 'second']
    const delays = [30 * MINUTE, 5 * MINUTE, 15 * MINUTE]
    for (const [n, name] of names.entries()) await world.schedule(name, 'image', delays[n] ?? 0)
    world.clock.advance(3 * DAY)
    await world.run()
    // The newest comes first.
    const order = world.sandbox.live().toReversed()
    expect(order.map(({ caption }) => caption)).toEqual(['first', 'second', 'third'])
    world.close()
  })
})

describe('a clock that jumps', () => {
  const YEAR = 365 * DAY
  const jumps = [
    ['a year ahead', YEAR],
    ['a year behind', -YEAR],
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
    ['six hours ahead', 6 * HOUR],
  ] as const
  it.each(share(jumps, 5, 3))(
    '%s: no post goes out before its true time, and each within a minute of it or of the clock being right',
    async (_n, wrong) => {
      const instants = TRIES_ALL ? [MINUTE, AHEAD - MINUTE, AHEAD - SECOND] : [AHEAD - MINUTE]
      for (const at of instants) {
        const world = await createWorld()
        for (const kind of KINDS) await world.schedule(kind, kind, AHEAD)
        const dueAt = world.clock.now() + AHEAD
        await lives(world, at)
        world.setClockWrong(wrong)
        await lives(world, AHEAD + MINUTE)
        world.setClockWrong(0)
        const rightAt = world.clock.now()
        await world.run()
        for (const { publishedAt } of world.sandbox.live()) {
          expect(publishedAt).toBeGreaterThanOrEqual(dueAt - 2 * SECOND)
          expect(publishedAt).toBeLessThanOrEqual(Math.max(dueAt, rightAt) + MINUTE)
        }
        expect(world.sandbox.live()).toHaveLength(KINDS.length)
        expect(await world.brokenPromises()).toEqual([])
        world.close()
      }
    },
  )
})

const PIECE = 20 * SECOND

/** Runs the world for so long, in pieces: a process that looks at its clock now and then. */
async function lives(world: World, time: Duration): Promise<void> {
  const until = world.clock.now() + time
  while (world.clock.now() < until) {
    await world.run(undefined, PIECE)
    const rest = until - world.clock.now()
    world.clock.advance(Math.min(PIECE, Math.max(rest, 1)))
  }
}

describe('any history of scheduled posts', () => {
  const history = fc.record({
    posts: fc.array(
      fc.record({ kind: fc.constantFrom(...KINDS), delay: fc.integer({ min: 1, max: 30 * MINUTE }) }),
      { minLength: 1, maxLength: 4 },
    ),
    wrong: fc.constantFrom(0, 0, HOUR, -HOUR, 30 * DAY),
    wrongAfter: fc.integer({ min: 0, max: 30 * MINUTE }),
    mortality: fc.constantFrom(0, 15, 40),
    deaths: fc.array(fc.nat({ max: 1_000 }), { minLength: 60, maxLength: 60 }),
    drops: fc.array(
      fc.record({
        on: fc.constantFrom('create' as const, 'status' as const, 'publish' as const, 'list' as const),
        effect: fc.constantFrom('before' as const, 'after' as const),
        skip: fc.integer({ min: 0, max: 4 }),
        times: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 4 },
    ),
  })

  it('puts each out once, not before its time, and comes to an end', async () => {
    const property = fc.asyncProperty(
      history,
      async ({ posts, wrong, wrongAfter, mortality, deaths, drops }) => {
        const world = await createWorld(CARELESS)
        for (const drop of drops) world.sandbox.faults.add({ ...drop, mode: 'drop' })
        const dueAt = new Map<string, number>()
        for (const [n, { kind, delay }] of posts.entries()) {
          await world.schedule(`post ${n}`, kind, delay)
          dueAt.set(`post ${n}`, world.clock.now() + delay)
        }
        let passed = 0
        const hand = () => mortality > 0 && passed < 60 && (deaths[passed++] ?? 1) % mortality === 0
        await world.run(hand, wrongAfter)
        world.setClockWrong(wrong)
        await world.run(hand, HOUR)
        world.setClockWrong(0)
        world.sandbox.faults.clear()
        await world.run(undefined, 26 * HOUR)
        expect(await world.brokenPromises()).toEqual([])
        for (const { caption, publishedAt } of world.sandbox.live())
          expect(publishedAt, caption ?? '').toBeGreaterThanOrEqual(
            (dueAt.get(caption ?? '') ?? 0) - 2 * SECOND,
          )
        world.close()
      },
    )
    await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true })
  }, 7_200_000)
})

async function goesOutOnce(
  kind: PostKind,
  what: string,
  live: (world: World) => Promise<void>,
): Promise<void> {
  const world = await createWorld(CARELESS)
  const id = await world.schedule('once', kind, AHEAD)
  const dueAt = world.clock.now() + AHEAD
  await live(world)
  const post = await world.post(id)
  expect(await world.brokenPromises(), what).toEqual([])
  expect(post.status, what).toBe('PUBLISHED')
  expect(liveOf(post, world.sandbox.live()), what).toHaveLength(1)
  expect(world.sandbox.live()[0]?.publishedAt, what).toBeGreaterThanOrEqual(dueAt)
  world.close()
}

async function pointsOf(kind: PostKind): Promise<CrashPoint[]> {
  const world = await createWorld(CARELESS)
  await world.schedule('count', kind, AHEAD)
  const points: CrashPoint[] = []
  await world.run((point) => points.push(point) < 0)
  world.close()
  return points
}
