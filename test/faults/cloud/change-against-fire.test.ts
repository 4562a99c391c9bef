// Cancels and edits of a scheduled post race the moment at which it goes out, around the claim, the intent and everything
// between them. An acknowledged cancel: it never appears. An acknowledged edit: that version is published, whole.
import { afterAll, describe, expect, it } from 'vitest'
import { CodedError } from '../../../core/errors.ts'
import type { PostRecord } from '../../../core/ports/posts/post-store.ts'
import { webCryptoRandom } from '../../../core/random.ts'
import { cancelScheduled, editScheduled } from '../../../core/features/scheduling/change-schedule.ts'
import { createScheduledPost } from '../../../core/features/scheduling/schedule-post.ts'
import { HOUR, MINUTE, SECOND } from '../../../core/time.ts'
import { NO_CLOUD } from '../../fakes/cloud/no-cloud.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'
import { bodyOf, liveOf } from '../kinds/post-kinds.ts'
import { TRIES_ALL } from '../share.ts'
import { brokenPromises } from '../promises.ts'
import { createWorld, type World } from '../publishing-world.ts'

/** `npm run faults` runs more of them. */
const RACES = TRIES_ALL ? 560 : 60
/** The sandbox publishes a hundred a day. */
const RACES_A_WORLD = 80
const EDITS = 3
/** Points that a publication passes from its preparation to its end, and some where nothing happens any more. */
const POINTS = 20

const tally = { cancelled: 0, 'too late to cancel': 0, edited: 0, 'too late to edit': 0 }
afterAll(() => console.info('change against fire:', JSON.stringify(tally)))

describe('a scheduled post', () => {
  it('is out once or never: never when its cancel was acknowledged', async () => {
    await races(async (world, race) => {
      const { ports, id, dice } = await about(world, race)
      let cancelled: boolean | null = null
      await fire(world, dice, async () => {
        cancelled = await wins(() => cancelScheduled(ports, id))
      })
      expect(cancelled, `race ${race}`).not.toBeNull()
      tally[cancelled ? 'cancelled' : 'too late to cancel'] += 1
      const post = await world.post(id)
      expect(liveOf(post, world.sandbox.live()), `race ${race}`).toHaveLength(cancelled ? 0 : 1)
      expect(post.status, `race ${race}`).toBe(cancelled ? 'DRAFT' : 'PUBLISHED')
      expect(brokenPromises(post, world.sandbox.live())).toEqual([])
    })
    expect(tally.cancelled).toBeGreaterThanOrEqual(25)
    expect(tally['too late to cancel']).toBeGreaterThanOrEqual(25)
  })

  it('is published as it was last acknowledged, in all of six fields, and not before its last time', async () => {
    await races(async (world, race) => {
      const { ports, id, dice } = await about(world, race)
      const acknowledged = [await world.post(id)]
      const edits = Array.from({ length: EDITS }, (_, n) => async () => {
        const later = dice(4) === 0 ? { scheduledFor: world.clock.now() + HOUR + n * MINUTE } : {}
        const won = await wins(async () => {
          acknowledged.push(await editScheduled(ports, id, { ...version(race, n + 1), ...later }))
        })
        tally[won ? 'edited' : 'too late to edit'] += 1
      })
      await fire(world, dice, ...edits)
      await world.run()
      const last = acknowledged.reduce((a, b) => (b.updatedAt > a.updatedAt ? b : a))
      const post = await world.post(id)
      expect(sixOf(post), `race ${race}`).toEqual(sixOf(last))
      const live = liveOf(last, world.sandbox.live())
      expect(live, `race ${race}`).toMatchObject([
        {
          caption: last.caption,
          locationId: last.locationId,
          collaborators: JSON.parse(last.collaborators ?? '[]'),
        },
      ])
      expect(JSON.stringify(live[0]?.userTags)).toEqual(last.userTags)
      expect(live[0]?.publishedAt).toBeGreaterThanOrEqual(last.scheduledFor ?? 0)
      expect(brokenPromises(post, world.sandbox.live())).toEqual([])
    })
    expect(tally.edited).toBeGreaterThanOrEqual(25)
    expect(tally['too late to edit']).toBeGreaterThanOrEqual(25)
  })
})

async function races(race: (world: World, n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < RACES;) {
    const world = await createWorld()
    for (const end = n + RACES_A_WORLD; n < end; n += 1) await race(world, n)
    world.close()
  }
}

/** A post that is due now, or staged and due now, or still to be prepared. */
async function about(world: World, race: number) {
  const { stores, clock, accountId } = world
  const ports = { ...stores, clock, random: webCryptoRandom, userId: accountId, cloud: NO_CLOUD, wake() {} }
  const state = (['due', 'staged', 'ahead'] as const)[race % 3] ?? 'due'
  const delay = state === 'due' ? SECOND : 2 * MINUTE
  const body = { accountId, ...bodyOf('image', ''), ...version(race, 0), scheduledFor: clock.now() + delay }
  const { post } = await createScheduledPost(ports, body)
  if (state === 'staged') await world.run(undefined, delay - SECOND)
  if (state !== 'ahead') clock.advance((post.scheduledFor ?? 0) - clock.now())
  const random = createSeededRandom(race + 1)
  return { ports, id: post.id, dice: (sides: number) => (random.bytes(1)[0] ?? 0) % sides }
}

/** Runs what is due, and beside it the acts: shortly before, or at points of its way that the dice choose. */
async function fire(
  world: World,
  dice: (sides: number) => number,
  ...acts: (() => Promise<void>)[]
): Promise<void> {
  const starts = acts.map((act) => ({ act, at: dice(3) === 0 ? -1 : dice(POINTS), turns: dice(40) }))
  const acting: Promise<void>[] = []
  let passed = 0
  const start = ({ act, turns }: (typeof starts)[number]) => acting.push(afterTurns(turns).then(act))
  starts.filter(({ at }) => at < 0).forEach(start)
  await afterTurns(dice(60))
  await world.run(() => {
    starts.filter(({ at }) => at === passed).forEach(start)
    passed += 1
    return false
  })
  starts.filter(({ at }) => at >= passed).forEach(start)
  await Promise.all(acting)
  await world.run()
}

async function afterTurns(turns: number): Promise<void> {
  for (let left = turns; left > 0; left -= 1) await Promise.resolve()
}

/** False when it was too late. */
async function wins(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(CodedError)
    // The time that an edit asks for may pass while it decides anew.
    expect(['INVALID_STATUS', 'INVALID_SCHEDULE']).toContain((error as CodedError).code)
    return false
  }
}

/** Six fields that all say the same number. */
const version = (race: number, n: number) => ({
  caption: `race ${race} version ${n}`,
  userTags: [{ username: `tag.${n}`, x: n / 10, y: n / 10 }],
  collaborators: [`friend.${n}`],
  locationId: String(1_000 + n),
  locationName: `place ${n}`,
  timezone: `Etc/GMT+${n + 1}`,
})

function sixOf({ caption, userTags, collaborators, locationId, locationName, timezone }: PostRecord) {
  return { caption, userTags, collaborators, locationId, locationName, timezone }
}
