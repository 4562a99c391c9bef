// Every kind of post by both logins: the process dies before and after each outside call and each commit, and within each file
// that is read from it, or only the answer of a call is lost. Each time exactly one media is live, and the post says so.
import { afterAll, describe, expect, it } from 'vitest'
import type { PublishablePostBody } from '../../../core/api/posts.ts'
import { MINUTE } from '../../../core/time.ts'
import { liveOf, PICTURE, POST_KINDS, WIDE_CLIP, type PostKind } from '../kinds/post-kinds.ts'
import { distinctPoints, type CrashPoint } from '../mortal-ports.ts'
import { share, TRIES_ALL } from '../share.ts'
import { createWorld, type World, type WorldOptions } from '../publishing-world.ts'

/** As strict as the sandbox can be: slow to say PUBLISHED, and it publishes a second time when it is asked to. */
const CARELESS: WorldOptions['containers'] = { publishedLag: 20_000, secondPublish: 'duplicate' }

/** By the partner's login only the bytes go another way; every kind of post is tried so before a release. */
const BY_PARTNER: readonly PostKind[] = TRIES_ALL ? POST_KINDS : ['reel', 'carousel 2']

interface Case {
  /** The kind with what else is asked for, and by which way it goes. */
  readonly name: string
  readonly kind: PostKind
  readonly options: WorldOptions
  readonly extra?: Partial<PublishablePostBody>
}

const PLATFORM: WorldOptions = { containers: CARELESS }
const PARTNER: WorldOptions = { ...PLATFORM, login: 'partner' }
/** As without a bucket: whatever goes out goes by bytes. Slow, so that a later claim reads what the one after the crash has stored. */
const BY_BYTES: WorldOptions = { containers: { ...CARELESS, processing: MINUTE }, publicMedia: false }
const COVER = { cover: { mediaFileId: PICTURE.id } }
const TWO_VIDEOS = { mediaFileIds: [WIDE_CLIP.id, WIDE_CLIP.id] }
const COPIED = { crossPostToPartner: true }

const CASES: readonly Case[] = [
  ...POST_KINDS.map((kind): Case => ({ name: `${kind}, the platform’s login`, kind, options: PLATFORM })),
  ...BY_PARTNER.map((kind): Case => ({ name: `${kind}, the partner’s login`, kind, options: PARTNER })),
  ...([BY_BYTES, { ...BY_BYTES, login: 'partner' }] as const).flatMap((options): Case[] => [
    { name: `reel by bytes, ${options.login ?? 'platform'}`, kind: 'reel', options },
    { name: `video story by bytes, ${options.login ?? 'platform'}`, kind: 'video story', options },
    {
      name: `carousel by bytes, ${options.login ?? 'platform'}`,
      kind: 'carousel 2',
      options,
      extra: TWO_VIDEOS,
    },
  ]),
  ...[PLATFORM, PARTNER].map((options): Case => {
    return { name: `reel with a cover, ${options.login ?? 'platform'}`, kind: 'reel', options, extra: COVER }
  }),
  ...(['image', 'reel', 'video story'] as const).map((kind): Case => {
    return { name: `${kind} with a copy on the Page`, kind, options: PARTNER, extra: COPIED }
  }),
]
const NAMED = CASES.map((one, nth) => [one.name, one, nth] as const)

let cases = 0
afterAll(() => console.info(`crash matrix: ${cases} cases, each with one live media`))

describe('a process that dies while it publishes', () => {
  it.each(NAMED)('a %s: at every point, leaves exactly one media live', async (_name, one, nth) => {
    const points = distinctPoints(await pointsOf(one))
    const isWithin = ([, point]: (typeof points)[number]) => point === 'within bytes'
    const others = points.filter((point) => !isWithin(point))
    // A file is on its way for longer than anything else happens.
    for (const [index, point] of [...points.filter(isWithin), ...share(others, 9, nth)]) {
      let passed = 0
      await publishesOnce(one, point, (world) => world.run(() => passed++ === index))
    }
  })

  it.each(NAMED.filter(([name]) => !name.startsWith('carousel 10')))(
    'a %s: has each of its files on the way once or more',
    async (_name, one) => {
      const within = (await pointsOf(one)).filter((point) => point === 'within bytes')
      expect(within.length).toBeGreaterThanOrEqual(filesOf(one))
    },
  )
})

/** What else is asked for makes the same calls. */
const OF_CALLS = TRIES_ALL
  ? NAMED
  : NAMED.filter(([, { extra }]) => extra === undefined || extra === TWO_VIDEOS)

describe('an answer that is lost', () => {
  it.each(OF_CALLS)('of each call for a %s: leaves exactly one media live', async (_name, one) => {
    for (const [on, times] of await callsOf(one)) {
      for (let skip = 0; skip < times; skip += 1) {
        await publishesOnce(one, `answer ${skip + 1} to ${on}`, (world) => {
          world.sandbox.faults.add({ on, mode: 'drop', effect: 'after', skip })
          return world.run()
        })
      }
    }
  })
})

/** Read by the platform, and once more by the Page. */
function filesOf({ kind, extra = {} }: Case): number {
  const own = kind === 'carousel 2' ? 2 : 1
  return own + (extra.cover ? 1 : 0) + (extra.crossPostToPartner ? 1 : 0)
}

async function publishesOnce(
  { kind, options, extra }: Case,
  what: string,
  live: (world: World) => Promise<void>,
): Promise<void> {
  const world = await createWorld(options)
  const id = await world.publish('once', kind, extra)
  await live(world)
  const post = await world.post(id)
  expect(await world.brokenPromises(), what).toEqual([])
  expect(world.sandbox.live(), what).toHaveLength(1)
  expect(liveOf(post, world.sandbox.live()), what).toHaveLength(1)
  expect(post.status, what).toBe('PUBLISHED')
  const { partnerPostId, warnings } = post
  expect(world.sandbox.livePagePosts().length, what).toBeLessThanOrEqual(1)
  if (extra?.crossPostToPartner) expect(partnerPostId !== null || warnings !== null, what).toBe(true)
  world.close()
  cases += 1
}

async function pointsOf({ kind, options, extra }: Case): Promise<CrashPoint[]> {
  const points: CrashPoint[] = []
  const world = await createWorld(options)
  await world.publish('count', kind, extra)
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
async function callsOf(one: Case) {
  const calls = new Map<(typeof CALL_OF)[string], number>()
  for (const point of await pointsOf(one)) {
    const on = CALL_OF[point]
    if (on) calls.set(on, (calls.get(on) ?? 0) + 1)
  }
  return calls
}
