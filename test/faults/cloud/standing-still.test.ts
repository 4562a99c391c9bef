// What the world cannot see of an object: when exactly it calls, an instance that stands still and comes back, and how often the
// platform is asked.
import { describe, expect, it } from 'vitest'
import type { JobEnvelope } from '../../../core/engine/worker/protocol.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { aJobEnvelope, aMediaKey } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import {
  brokenInCloud,
  captionsOf,
  createCloudWorld,
  type CloudWorld,
  type CloudWorldOptions,
  type Hand,
} from './cloud-world.ts'
import { share } from '../share.ts'

let world: CloudWorld

const PUBLISH_AT = START + 5 * MINUTE + 123
const KINDS = {
  image: () => aJobEnvelope({ publishAt: PUBLISH_AT }),
  'carousel of two': () => aJobEnvelope({ publishAt: PUBLISH_AT, keys: [aMediaKey(), aMediaKey()] }),
}

/** Runs one job to its end under this hand. */
async function live(
  kind: keyof typeof KINDS,
  hand: Hand,
  options: CloudWorldOptions = {},
): Promise<JobEnvelope> {
  world = await createCloudWorld(options)
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
async function placesOf(kind: keyof typeof KINDS): Promise<string[]> {
  const places: string[] = []
  await live(kind, (place) => (places.push(place), 'go on'))
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

it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])(
  'an instance that publishes may stand still at any point and go on hours later: it never sends again (%s)',
  async (kind) => {
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
  },
)

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
})
