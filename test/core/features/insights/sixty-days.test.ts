// Sixty days of an account with six posts and ten stories a week: the process is killed, the lid is shut for days, the platform and the
// Worker are away for hours, and the clock is put right. Everything follows from a seed.
import { describe, expect, it } from 'vitest'
import { applyInsights } from '../../../../core/features/cloud/delegation/changes/apply-insights.ts'
import { afterLook } from '../../../../core/rules/insights/after-look.ts'
import { LAST_OF_STORY, nextLook, STORY_END } from '../../../../core/rules/insights/looks.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { aShown, type ShownMedia } from '../../../fakes/platform/audience.ts'
import { ACCOUNT_ID, createInsightWorld, type InsightWorld } from './insight-world.ts'

const DAYS = 60

/** mulberry32 */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function planned(random: () => number): ShownMedia[] {
  const media: ShownMedia[] = []
  const spread = (count: number, kinds: readonly ShownMedia['kind'][]) => {
    for (let n = 0; n < (count * DAYS) / 7; n += 1) {
      const publishedAt = START + Math.floor((n * 7 * DAY) / count + random() * 10 * HOUR) + HOUR
      const kind = kinds[n % kinds.length] ?? 'IMAGE'
      media.push(aShown({ igMediaId: String(1_000 + media.length), kind, publishedAt }))
    }
  }
  spread(6, ['IMAGE', 'REELS', 'CAROUSEL'])
  spread(10, ['STORIES'])
  return media.toSorted((a, b) => a.publishedAt - b.publishedAt)
}

/** What the Worker has read of a story, unless it was away in its last hour. */
function newsOf(story: ShownMedia, viewers: number, isAway: (at: Instant) => boolean) {
  const at = nextLook({ ...story, kind: 'STORIES' }, 3, story.publishedAt + LAST_OF_STORY)?.at ?? 0
  if (isAway(at)) return null
  const seen = { at, asked: ['reach'], values: { reach: viewers }, reason: null }
  const { rows } = afterLook(story, seen, { latest: [], done: 3, whyMissed: () => 'missed' })
  const { igMediaId, permalink, publishedAt } = story
  return { igMediaId, permalink, publishedAt, kind: 'STORIES' as const, done: 4, rows: [...rows] }
}

async function liveThrough(world: InsightWorld, random: () => number, hasWorker: boolean) {
  const { audience, truth, clock, waiting } = world
  const away: [Instant, Instant][] = []
  const told = new Set<string>()
  for (const { kind, publishedAt } of audience.media)
    if (kind !== 'STORIES') waiting.push({ postId: `of ${publishedAt}`, at: publishedAt })
  waiting.sort((a, b) => a.at - b.at)
  const sync = async () => {
    const isAway = (at: Instant) => away.some(([from, until]) => at >= from && at < until)
    if (!hasWorker || isAway(truth.now())) return
    for (const story of audience.media) {
      const isOver = story.kind === 'STORIES' && truth.now() >= story.publishedAt + STORY_END
      if (!isOver || told.has(story.igMediaId)) continue
      told.add(story.igMediaId)
      const news = newsOf(story, audience.viewersOf(story, LAST_OF_STORY), isAway)
      const media = news ? [news] : []
      await applyInsights({ ...world.stores, log: createMemoryLog() }, { accountId: ACCOUNT_ID, media })
    }
  }
  while (truth.now() < START + DAYS * DAY) {
    const drawn = random()
    if (drawn < 0.05) await world.pass(Math.floor((1 + random() * 2) * DAY))
    else if (drawn < 0.1) world.restart()
    else if (drawn < 0.14) away.push([truth.now(), truth.now() + 10 * HOUR])
    else if (drawn < 0.18) clock.jump(Math.floor((random() - 0.5) * 4 * HOUR))
    else if (drawn < 0.22) clock.jump(truth.now() - clock.now())
    audience.isSilent = drawn > 0.97
    await sync()
    await world.run(Math.floor((3 + random() * 9) * HOUR), HOUR)
  }
  audience.isSilent = false
  clock.jump(truth.now() - clock.now())
  await world.run(2 * DAY, HOUR)
  await sync()
}

describe.each([
  [1, false],
  [4, true],
])('sixty days from seed %i, with a Worker: %s', (seed, hasWorker) => {
  it('leave of every story a row from its last hour or the reason, and no post later', async () => {
    const random = createRandom(seed)
    const world = await createInsightWorld()
    world.audience.media = planned(random)
    await liveThrough(world, random, hasWorker)
    const { heard, media } = world.audience
    const stories = media.filter(
      ({ kind, publishedAt }) => kind === 'STORIES' && publishedAt < START + (DAYS - 1) * DAY,
    )
    const unknown = new Set<string>()
    let kept = 0
    for (const { igMediaId, publishedAt } of stories) {
      const rows = await world.rowsOf(igMediaId)
      const looks = rows.filter(({ metric, at }) => metric === 'look' && at >= publishedAt + LAST_OF_STORY)
      if (looks.length === 0) unknown.add(igMediaId)
      if (looks.some(({ value }) => value !== null)) kept += 1
      for (const { value, reason } of looks) expect(value === null).toBe(reason !== null)
      // A figure is what the platform's own ledger says of that time.
      for (const { metric, at, value } of rows)
        if (metric === 'reach' && value !== null) {
          const story = media.find((one) => one.igMediaId === igMediaId)
          expect(value).toBe(story && world.audience.viewersOf(story, at - publishedAt))
        }
    }
    // A story that came and went while nobody could look is not known to have been.
    for (const id of unknown) expect(await world.rowsOf(id)).toEqual([])
    if (hasWorker) expect(unknown.size).toBeLessThan(stories.length / 4)
    expect(kept).toBeGreaterThan(stories.length * (hasWorker ? 0.7 : 0.5))
    const late = heard.filter((call) =>
      world.waiting.some(
        ({ at }) => call.at > at - 2 * MINUTE && call.at < at && call.what === 'list of posts',
      ),
    )
    expect(late.length).toBeLessThanOrEqual(heard.length / 100)
    const hours = Map.groupBy(heard, ({ at }) => Math.floor(at / HOUR))
    for (const calls of hours.values()) expect(calls.length).toBeLessThanOrEqual(120)
    expect(heard.length / DAYS).toBeLessThanOrEqual(60)
  })
})
