import { describe, expect, it } from 'vitest'
import {
  bestSlot,
  bestTimes,
  medianOf,
  reachOfADay,
  type PostOfADay,
} from '../../../../core/rules/insights/best-times.ts'
import type { InsightRow } from '../../../../core/rules/insights/rows.ts'
import { judgeTrial } from '../../../../core/rules/insights/trial-verdict.ts'
import { DAY, HOUR, type Instant } from '../../../../core/time.ts'

/** A Monday. */
const MONDAY = Date.UTC(2026, 0, 5)
const placeOf = (at: Instant) => {
  const hours = Math.floor((at - MONDAY) / HOUR)
  return { weekday: (Math.floor(hours / 24) % 7) + 1, hour: hours % 24 }
}

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

/** Written as the sentence of the rule reads, without any of its code. */
function naiveTimes(posts: readonly PostOfADay[]) {
  const found = new Map<string, number[]>()
  for (const post of posts) {
    const around = posts
      .filter((one) => one.kind === post.kind && Math.abs(one.publishedAt - post.publishedAt) <= 14 * DAY)
      .map(({ reach }) => reach)
      .sort((a, b) => a - b)
    const middle = around.length / 2
    const usual =
      around.length % 2 === 1
        ? (around[Math.floor(middle)] ?? 0)
        : ((around[middle - 1] ?? 0) + (around[middle] ?? 0)) / 2
    if (usual === 0) continue
    const { weekday, hour } = placeOf(post.publishedAt)
    const key = `${post.kind} ${weekday} ${Math.floor(hour / 2) * 2}`
    found.set(key, [...(found.get(key) ?? []), post.reach / usual])
  }
  return new Map(
    [...found].map(([key, scores]) => [
      key,
      { n: scores.length, score: scores.length < 5 ? null : medianOf(scores) },
    ]),
  )
}

function anAudience(seed: number): PostOfADay[] {
  const random = createRandom(seed)
  return Array.from({ length: 20 + Math.floor(random() * 60) }, (): PostOfADay => {
    const publishedAt = MONDAY + Math.floor(random() * 120) * DAY + (8 + Math.floor(random() * 4)) * HOUR
    const growth = 1 + (publishedAt - MONDAY) / (60 * DAY)
    const kind = random() < 0.5 ? 'IMAGE' : 'REELS'
    return { kind, publishedAt, reach: Math.floor(random() * 100 * growth) }
  })
}

describe('best times', () => {
  it('are those of a naive model for a thousand random audiences', () => {
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const posts = anAudience(seed)
      const cells = bestTimes(posts, placeOf).flatMap(({ kind, cells: ofKind }) =>
        ofKind.map(({ weekday, hour, n, score }) => [`${kind} ${weekday} ${hour}`, { n, score }] as const),
      )
      expect(new Map(cells)).toEqual(naiveTimes(posts))
    }
  })

  it('do not take an account that grows for one whose newest hours are the best', () => {
    const posts = Array.from({ length: 60 }, (_, week): PostOfADay => {
      const hour = week < 30 ? 8 : 20
      return { kind: 'IMAGE', publishedAt: MONDAY + week * 7 * DAY + hour * HOUR, reach: 100 * 1.1 ** week }
    })
    const [times] = bestTimes(posts, placeOf)
    const scores = times?.cells.map(({ score }) => score ?? 0) ?? []
    expect(scores).toHaveLength(2)
    for (const score of scores) expect(Math.abs(score - 1)).toBeLessThan(0.05)
  })

  it('say nothing of an hour with fewer than five posts, and how many there are', () => {
    const posts = [0, 1, 2, 3].map((week): PostOfADay => {
      return { kind: 'IMAGE', publishedAt: MONDAY + week * 7 * DAY + 9 * HOUR, reach: 100 }
    })
    expect(bestTimes(posts, placeOf)).toEqual([
      { kind: 'IMAGE', posts: 4, cells: [{ weekday: 1, hour: 8, n: 4, score: null }] },
    ])
  })

  it('count no post that nobody looked at after a day, and none that became known later', () => {
    const ofADay = (rows: InsightRow[], done = 4) =>
      reachOfADay({ kind: 'IMAGE', publishedAt: MONDAY, done, rows })
    const row = (hours: number, value: number) => {
      return { metric: 'reach', at: MONDAY + hours * HOUR, value, reason: null }
    }
    expect(ofADay([row(6, 5), row(24.5, 9), row(48, 20)])).toBe(9)
    expect(ofADay([row(6, 5), row(48, 20)])).toBe(5)
    const missed = { metric: 'look', at: MONDAY + DAY, value: null, reason: 'missed' } as const
    expect(ofADay([row(6, 5), missed, row(48, 20)])).toBeNull()
    expect(ofADay([row(90, 20)])).toBeNull()
    expect(ofADay([row(6, 5)], 2)).toBeNull()
  })

  it('choose among free slots the best, and the first of those of which nothing is known', () => {
    const cells = [
      { weekday: 2, hour: 8, n: 9, score: 1.6 },
      { weekday: 3, hour: 8, n: 7, score: 0.5 },
    ]
    const at = (day: number) => MONDAY + day * DAY + 9 * HOUR
    expect(bestSlot([at(0), at(1), at(2)], cells, placeOf)).toBe(at(1))
    expect(bestSlot([at(0), at(2), at(3)], cells, placeOf)).toBe(at(0))
    expect(bestSlot([], cells, placeOf)).toBeNull()
  })
})

describe('the verdict on a trial reel', () => {
  const reel = (views: number) => {
    return {
      kind: 'REELS' as const,
      publishedAt: MONDAY,
      done: 3,
      rows: [{ metric: 'views', at: MONDAY + 24.5 * HOUR, value: views, reason: null }],
    }
  }
  const others = [80, 90, 100, 110, 120].map(reel)

  it.each([
    [200, 'above'],
    [101, 'usual'],
    [40, 'below'],
  ])('of %i views is %s, with the sentence why', (views, verdict) => {
    const judged = judgeTrial(reel(views), others)
    expect(judged).toMatchObject({ verdict, views, usual: 100, reels: 5, hours: 24 })
    expect(judged.sentence).toContain(`${views} views after 24 hours; the median of 5 other reels`)
  })

  it('is that it is too early before the first day, and that too few reels are known', () => {
    expect(judgeTrial({ ...reel(1), done: 2 }, others).verdict).toBe('too-early')
    expect(judgeTrial(reel(9), others.slice(1))).toMatchObject({ verdict: 'too-few-reels', reels: 4 })
  })
})
