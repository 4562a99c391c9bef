// Every kind of post by both logins: the process dies before and after each outside call and each commit, or only the answer
// of a call is lost. Each time exactly one media is live, and the post says so.
import { afterAll, describe, expect, it } from 'vitest'
import { liveOf, POST_KINDS, type PostKind } from '../kinds/post-kinds.ts'
import { distinctPoints, type CrashPoint } from '../mortal-ports.ts'
import { share, TRIES_ALL } from '../share.ts'
import { createWorld, type World, type WorldOptions } from '../publishing-world.ts'

/** As strict as the sandbox can be: slow to say PUBLISHED, and it publishes a second time when it is asked to. */
const CARELESS: WorldOptions['containers'] = { publishedLag: 20_000, secondPublish: 'duplicate' }

/** By the partner's login only the bytes go another way; every kind of post is tried so before a release. */
const BY_PARTNER: readonly PostKind[] = TRIES_ALL ? POST_KINDS : ['reel', 'carousel 2']

const WORLDS: readonly [name: string, kinds: readonly PostKind[], options: WorldOptions][] = [
  ['the platform’s login', POST_KINDS, { containers: CARELESS }],
  ['the partner’s login', BY_PARTNER, { containers: CARELESS, login: 'partner' }],
  ['videos by bytes only', ['reel'], { containers: CARELESS, publicMedia: false }],
]
const CASES = WORLDS.flatMap(([name, kinds, options]) =>
  kinds.map((kind) => [kind, name, options] as const),
).map((each, index) => [...each, index] as const)

let cases = 0
afterAll(() => console.info(`crash matrix: ${cases} cases, each with one live media`))

describe('a process that dies while it publishes', () => {
  it.each(CASES)(
    'a %s, %s: at every point, leaves exactly one media live',
    async (kind, _name, options, nth) => {
      const points = await pointsOf(kind, options)
      for (const [index, point] of share(distinctPoints(points), 9, nth)) {
        let passed = 0
        await publishesOnce(kind, options, point, (world) => world.run(() => passed++ === index))
      }
    },
  )
})

describe('an answer that is lost', () => {
  it.each(CASES)('of each call for a %s, %s: leaves exactly one media live', async (kind, _name, options) => {
    for (const [on, times] of await callsOf(kind, options)) {
      for (let skip = 0; skip < times; skip += 1) {
        await publishesOnce(kind, options, `answer ${skip + 1} to ${on}`, (world) => {
          world.sandbox.faults.add({ on, mode: 'drop', effect: 'after', skip })
          return world.run()
        })
      }
    }
  })
})

async function publishesOnce(
  kind: PostKind,
  options: WorldOptions,
  what: string,
  live: (world: World) => Promise<void>,
): Promise<void> {
  const world = await createWorld(options)
  const id = await world.publish('once', kind)
  await live(world)
  const post = await world.post(id)
  expect(await world.brokenPromises(), what).toEqual([])
  expect(world.sandbox.live(), what).toHaveLength(1)
  expect(liveOf(post, world.sandbox.live()), what).toHaveLength(1)
  expect(post.status, what).toBe('PUBLISHED')
  world.close()
  cases += 1
}

async function pointsOf(kind: PostKind, options: WorldOptions): Promise<CrashPoint[]> {
  const points: CrashPoint[] = []
  const world = await createWorld(options)
  await world.publish('count', kind)
  await world.run((point) => {
    points.push(point)
    return false
  })
  world.close()
  return points
}

const CALL_OF: Readonly<Record<string, 'create' | 'upload' | 'status' | 'publish' | 'read'>> = {
  'before createContainer': 'create',
  'before uploadVideo': 'upload',
  'before containerStatus': 'status',
  'before publishContainer': 'publish',
  'before permalink': 'read',
}

/** How often each call is made while nothing goes wrong. */
async function callsOf(kind: PostKind, options: WorldOptions) {
  const calls = new Map<(typeof CALL_OF)[string], number>()
  for (const point of await pointsOf(kind, options)) {
    const on = CALL_OF[point]
    if (on) calls.set(on, (calls.get(on) ?? 0) + 1)
  }
  return calls
}
