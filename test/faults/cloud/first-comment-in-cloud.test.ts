// The crash matrix of the first comment at the Worker: an instance of the object ends, or stands still and comes back, wherever
// it waits, or an answer about comments is lost. The post is live once, and has its first comment at most once.
import { describe, expect, it } from 'vitest'
import type { JobView } from '../../../core/engine/worker/protocol.ts'
import { HOUR, MINUTE } from '../../../core/time.ts'
import { ACCOUNTS, aJobEnvelope, aMediaKey, anAccountEnvelope } from '../../fakes/cloud/cloud-jobs.ts'
import { START } from '../../factories.ts'
import {
  brokenInCloud,
  captionsOf,
  createCloudWorld,
  type CloudWorld,
  type CloudWorldOptions,
  type Hand,
} from './cloud-world.ts'
import { CLOUD_KEY } from './worker-ground.ts'
import { share } from '../share.ts'

let world: CloudWorld

const PUBLISH_AT = START + 5 * MINUTE + 123
const TEXT = 'Recipe on @demo.kitchen #bread'
const UNDER = { firstComment: TEXT, commentsEnabled: false }
const CASES = [
  ['image', 'demo'],
  ['carousel', 'demo'],
  ['image', 'partner'],
  ['carousel', 'partner'],
] as const
type Case = (typeof CASES)[number]

const GO_ON: Hand = () => 'go on'
const CARELESS = { containers: { publishedLag: 20_000 }, behaviour: { commentLag: 20_000 } } as const

/** Runs one job to its end under this hand, and returns what is reported of it. */
async function live(
  [kind, account]: Case,
  hand: Hand,
  options: CloudWorldOptions = {},
  begin: () => void = () => {},
): Promise<JobView> {
  world = await createCloudWorld({ ...CARELESS, ...options })
  await world.engine().putAccount(await anAccountEnvelope(account, CLOUD_KEY))
  const keys = kind === 'image' ? [aMediaKey()] : [aMediaKey(), aMediaKey()]
  const accountId = ACCOUNTS[account].id
  const job = aJobEnvelope({ accountId, publishAt: PUBLISH_AT, keys, under: UNDER })
  await world.put(job)
  begin()
  await world.run(HOUR, hand)
  const [view, ...others] = await world.jobs([job])
  expect(others).toEqual([])
  expect(view).toMatchObject({ state: 'published', isEnded: true })
  expect(brokenInCloud(view ? [view] : [], world.sandbox, captionsOf([job]))).toEqual([])
  return view ?? expect.unreachable()
}

function expectOneComment({ publication }: JobView, what: string): void {
  const [media, ...others] = world.sandbox.live()
  expect(others, what).toEqual([])
  expect(
    media?.comments.map(({ text }) => text),
    what,
  ).toEqual([TEXT])
  expect(media?.commentsEnabled, what).toBe(false)
  expect(publication?.warnings, what).toEqual([])
}

async function placesOf(subject: Case): Promise<string[]> {
  const places: string[] = []
  await live(subject, (place) => (places.push(place), 'go on'))
  world.close()
  return places
}

it.each(CASES)(
  'a first comment under a %s, for %s, takes one call more, and one to switch comments off after it',
  async (...subject) => {
    expectOneComment(await live(subject, GO_ON), 'without a fault')
    const last = world.calls.slice(-4).map(({ method, url }) => `${method} ${url.split(/[/?]/).at(-1)}`)
    const [{ id } = { id: '' }] = world.sandbox.live()
    expect(last).toEqual([
      'POST media_publish',
      expect.stringMatching(/^GET /),
      'POST comments',
      `POST ${id}`,
    ])
  },
)

describe('an instance that publishes a picture with a first comment', () => {
  const subject = CASES[0]

  it('may die at any point: one comment', async () => {
    const places = await placesOf(subject)
    const afterPublish = places.length - 30
    const points = [...places.entries()].filter(
      ([point, place]) => place.endsWith('fetch') || point >= afterPublish,
    )
    for (const [point, place] of share(points, 5)) {
      let passed = -1
      expectOneComment(await live(subject, () => (++passed === point ? 'die' : 'go on')), `${place} ${point}`)
      world.close()
    }
  })

  it('may stand still at any point and go on hours later: it does not comment again', async () => {
    const places = await placesOf(subject)
    const waits = [...places.entries()].filter(([, place]) => place === 'after fetch' || place === 'step')
    for (const [point, place] of share(waits, 4)) {
      let passed = -1
      const view = await live(subject, () => (++passed === point ? 'freeze' : 'go on'))
      await world.run(HOUR)
      const before = world.calls.length
      await world.thaw()
      await world.run(HOUR)
      const sent = world.calls
        .slice(before)
        .filter(({ method, url }) => method === 'POST' && /(media_publish|comments)$/.test(url))
      expect(sent, `${place} ${point}`).toEqual([])
      expectOneComment(view, `${place} ${point}`)
      world.close()
    }
  })

  it('may never hear an answer about comments: one comment', async () => {
    for (const mode of ['drop', 'server-error', 'html'] as const) {
      for (const effect of ['before', 'after'] as const) {
        for (const on of ['comments', 'comment'] as const) {
          const fault = { on, mode, effect } as const
          const view = await live(subject, GO_ON, {}, () => world.sandbox.faults.add(fault))
          expectOneComment(view, `${mode} ${effect} ${on}`)
          world.close()
        }
      }
    }
  })
})

describe('without alarms', () => {
  it('the cron comes back for the comment', async () => {
    expectOneComment(await live(['image', 'demo'], GO_ON, { alarms: 'never' }), 'without alarms')
  })
})
