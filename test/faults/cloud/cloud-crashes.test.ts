// The crash points of the Worker: an instance of the object ends, or stands still and comes back, wherever it waits.
import { afterEach, describe, expect, it } from 'vitest'
import type { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { ACCOUNTS, aJobEnvelope, aMediaKey, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'
import {
  brokenInCloud,
  captionsOf,
  CLOUD_KEY,
  createCloudWorld,
  type CloudWorld,
  type CloudWorldOptions,
  type Hand,
} from './cloud-world.ts'
import { share } from '../share.ts'

let world: CloudWorld
afterEach(() => world.close())

const PUBLISH_AT = START + 5 * MINUTE + 123
const KINDS = {
  image: () => aJobEnvelope({ publishAt: PUBLISH_AT }),
  'carousel of two': () => aJobEnvelope({ publishAt: PUBLISH_AT, keys: [aMediaKey(), aMediaKey()] }),
  'reel by bytes': () => ofVideos('REELS', ['tall.mp4']),
  'carousel by bytes': () => ofVideos('CAROUSEL', ['wide.mp4', 'wide.mp4']),
}

/** The partner's login has its videos by bytes. */
function ofVideos(mediaType: 'REELS' | 'CAROUSEL', names: readonly string[]): JobEnvelope {
  const keys = names.map((name) => `${aMediaKey()}.${name}`)
  const job = aJobEnvelope({ publishAt: PUBLISH_AT, accountId: ACCOUNTS.partner.id, keys })
  const items = job.payload.items.map((item) => ({ ...item, kind: 'video' as const }))
  return { ...job, payload: { ...job.payload, mediaType, items } }
}

/** How many files are sent by bytes. */
const BYTES = { image: 0, 'carousel of two': 0, 'reel by bytes': 1, 'carousel by bytes': 2 }

/** Runs one job to its end under this hand. */
async function live(
  kind: keyof typeof KINDS,
  hand: Hand,
  options: CloudWorldOptions = {},
): Promise<JobEnvelope> {
  world = await createCloudWorld(options)
  await world.engine().putAccount(await anAccountEnvelope('partner', CLOUD_KEY))
  const job = KINDS[kind]()
  await world.put(job)
  await world.run(30 * MINUTE, hand)
  return job
}

async function expectLiveOnce(job: JobEnvelope): Promise<void> {
  const jobs = await world.jobs([job])
  expect(jobs).toMatchObject([{ state: 'published', isEnded: true }])
  expect(brokenInCloud(jobs, world.sandbox, captionsOf([job]))).toEqual([])
}

/** Every place that a run without faults passes. */
async function placesOf(kind: keyof typeof KINDS, options: CloudWorldOptions = {}): Promise<string[]> {
  const places: string[] = []
  await live(kind, (place) => (places.push(place), 'go on'), options)
  world.close()
  return places
}

describe('a scheduled post in the cloud', () => {
  it('is prepared ahead and goes out at its time', async () => {
    const job = await live('image', () => 'go on')

    await expectLiveOnce(job)
    const late = world.calls.map(({ url, at }) => [
      url
        .split('/')
        .at(-1)
        ?.replace(/[\d?].*/, ''),
      at - PUBLISH_AT,
    ])
    expect(late).toEqual([
      ['media', -90_000],
      ['', -90_000],
      ['media_publish', 0],
      ['', 0],
    ])
  })

  it('is not published before its time by a cron run, and a little late by one when no alarm ever comes', async () => {
    const job = await live('image', () => 'go on', { alarms: 'never' })

    await expectLiveOnce(job)
    const published = world.calls.find(({ url }) => url.endsWith('media_publish'))
    expect(published?.at).toBeGreaterThanOrEqual(PUBLISH_AT)
    expect(published?.at).toBeLessThanOrEqual(PUBLISH_AT + 2 * MINUTE)
  })
})

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('an instance that publishes: %s', (kind) => {
  it.each(['on time', 'never'] as const)(
    'may die at any point, and the post is live once (alarms: %s)',
    async (alarms) => {
      // Slow, so that a later claim reads what the one after the crash has stored.
      const options = { alarms, containers: { processing: MINUTE / 4 } }
      const places = await placesOf(kind, options)
      const points = places.flatMap((place, point) =>
        place.endsWith('fetch') || point % 3 === 0 ? [point] : [],
      )
      const within = places.flatMap((place, point) => (place === 'within bytes' ? [point] : []))
      expect(within).toHaveLength(BYTES[kind])
      for (const point of [...within, ...share(points, alarms === 'never' ? 10 : 5, kind.length)]) {
        let passed = -1
        const job = await live(kind, () => (++passed === point ? 'die' : 'go on'), options)
        await expectLiveOnce(job)
        world.close()
      }
      expect(places.length).toBeGreaterThan(10)
    },
  )

  it('may stand still at any point and go on hours later: it never sends again, and the post is live once', async () => {
    const places = await placesOf(kind)
    const waits = places.flatMap((place, point) =>
      place === 'after fetch' || place === 'step' ? [point] : [],
    )
    for (const point of share(waits, 4, kind.length)) {
      let passed = -1
      const job = await live(kind, () => (++passed === point ? 'freeze' : 'go on'))
      await world.run(HOUR)
      const before = world.calls.length
      await world.thaw()
      const sent = world.calls.slice(before).filter(({ url }) => url.endsWith('media_publish'))
      expect(sent).toEqual([])
      await world.run(HOUR)
      await expectLiveOnce(job)
      world.close()
    }
    expect(waits.length).toBeGreaterThanOrEqual(7)
  })
})

describe('what an instance held when it ended', () => {
  it('is taken up by the next one at once, without waiting for the cron', async () => {
    world = await createCloudWorld()
    const job = aJobEnvelope({ publishAt: START })
    await world.put(job)
    world.clock.advance(1)
    await world.run(0, (place) => (place === 'after fetch' ? 'die' : 'go on'))
    expect(world.calls).toHaveLength(1)

    await world.engine().alarm()

    await expectLiveOnce(job)
  })
})

describe('an alarm that fails after a publish', () => {
  it('is retried without publishing again', async () => {
    let failed = 0
    const hand: Hand = (place, what) => {
      const isPublish = place === 'after fetch' && what.endsWith('media_publish')
      return isPublish && ++failed <= 2 ? 'die' : 'go on'
    }
    await expectLiveOnce(await live('image', hand))
    expect(failed).toBe(1)
  })
})

describe('an invocation that is aborted while it asks for a container', () => {
  it.each([
    ['image', 2],
    ['image', 6],
    ['carousel of two', 6],
  ] as const)(
    'does not spend what the platform may be asked for: %s, ready and then edited, stopped %i times',
    async (kind, deaths) => {
      world = await createCloudWorld({ deaths: 'many' })
      const job = KINDS[kind]()
      await world.put(job)
      await world.run(PUBLISH_AT - MINUTE - START)
      expect(await world.jobs([job])).toMatchObject([{ publication: { step: 'staged' } }])
      const edited = { ...job, revision: 2, payload: { ...job.payload, caption: 'edited' } }
      await world.put(edited)

      let died = 0
      const hand: Hand = (place, url) => {
        const dies = place === 'after fetch' && url.endsWith('/media') && died < deaths
        if (dies) died += 1
        return dies ? 'die' : 'go on'
      }
      await world.run(30 * MINUTE, hand)
      expect(died).toBe(deaths)

      await expectLiveOnce(edited)
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'in a storm of aborted invocations, the platform refuses nothing and the post is live once (seed %i)',
    async (seed) => {
      world = await createCloudWorld({ deaths: 'many' })
      const chance = createSeededRandom(seed)
      const job = KINDS[seed % 2 === 0 ? 'image' : 'carousel of two']()
      await world.put(job)
      let died = 0
      const hand: Hand = (place) => {
        const dies = place === 'after fetch' && died < 15 && (chance.bytes(1)[0] ?? 0) < 150
        if (dies) died += 1
        return dies ? 'die' : 'go on'
      }
      await world.run(HOUR, hand)

      expect(died).toBeGreaterThan(2)
      await expectLiveOnce(job)
    },
  )
})
