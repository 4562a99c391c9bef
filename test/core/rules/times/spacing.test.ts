import { describe, expect, it } from 'vitest'
import type { PlacedPost } from '../../../../core/ports/posts/planner-store.ts'
import type { PlannedLimit } from '../../../../core/rules/times/limit-room.ts'
import {
  clashTest,
  daysOf,
  firstClearTime,
  gapsOf,
  pileUpsOf as pileUps,
} from '../../../../core/rules/times/spacing.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'

const at = (id: string, offset: number, accountId = 'owl'): PlacedPost => ({
  id,
  accountId,
  at: START + offset,
})
const limitOf = (allowed: number, waits = true): PlannedLimit => {
  return { reading: { used: 0, allowed, readAt: START - 9 * DAY }, waits, ours: [] }
}
const pileUpsOf = (posts: readonly PlacedPost[], limits: ReadonlyMap<string, PlannedLimit> = new Map()) =>
  pileUps(posts, limits, START - DAY)

const every = (count: number, distance: number) =>
  Array.from({ length: count }, (_, n) => at(String(n), n * distance))

describe('a time that clashes', () => {
  it('is less than 20 minutes from another post of its account, before or after it', () => {
    const clashes = clashTest([START, START + DAY + 7 * MINUTE])
    const near = [-20, -19, 0, 19, 20].map((minutes) => clashes(START + minutes * MINUTE))
    expect(near).toEqual([false, true, true, true, false])
    expect(clashes(START + DAY - 12 * MINUTE)).toBe(true)
    expect(clashes(START + DAY - 13 * MINUTE)).toBe(false)
    expect(clashTest([])(START)).toBe(false)
  })

  it('is found as by comparing it with each post, in a thousand random plans', () => {
    const random = createSeededRandom()
    const below = (n: number) => new DataView(random.bytes(4).buffer).getUint32(0) % n
    for (let plan = 0; plan < 1_000; plan += 1) {
      const times = Array.from({ length: below(12) }, () => START + below(300) * MINUTE)
      const [clashes, wanted] = [clashTest(times), START + below(300) * MINUTE]
      const isClose = (one: number) => times.some((other) => Math.abs(other - one) < 20 * MINUTE)
      expect(clashes(wanted)).toBe(isClose(wanted))
      const clear = firstClearTime(wanted, clashes)
      expect([isClose(clear), clear >= wanted]).toEqual([false, true])
    }
  })

  it('gives way to the first one after it that does not, on five minutes', () => {
    const clashes = clashTest([START, START + 30 * MINUTE, START + 51 * MINUTE + 1])
    expect(firstClearTime(START - 20 * MINUTE, clashes)).toBe(START - 20 * MINUTE)
    expect(firstClearTime(START + 3 * MINUTE, clashes)).toBe(START + 75 * MINUTE)
  })
})

describe('a pile-up', () => {
  it('is made of posts of one account with less than 20 minutes between each and the next', () => {
    const posts = [at('c', 38 * MINUTE), at('a', 0), at('b', 19 * MINUTE), at('d', 2 * HOUR)]
    expect(pileUpsOf(posts)).toEqual([
      {
        kind: 'close',
        accountId: 'owl',
        ids: ['a', 'b', 'c'],
        from: START,
        until: START + 38 * MINUTE,
      },
    ])
  })

  it('does not exist at 20 minutes, nor between accounts', () => {
    expect(pileUpsOf([at('a', 0), at('b', 20 * MINUTE)])).toEqual([])
    expect(pileUpsOf([at('a', 0), at('b', 0, 'fox')])).toEqual([])
  })

  it('is told for each account, in the order of time', () => {
    const found = pileUpsOf([at('c', HOUR), at('d', HOUR), at('a', 0, 'fox'), at('b', 0, 'fox')])
    expect(found.map(({ accountId }) => accountId)).toEqual(['fox', 'owl'])
  })

  it('is more than 25 posts of an account in any 24 hours', () => {
    const distance = 55 * MINUTE
    expect(pileUpsOf(every(25, distance))).toEqual([])
    expect(pileUpsOf(every(26, distance))).toMatchObject([
      { kind: 'cap', from: START, until: START + 25 * distance },
    ])
  })

  it('reaches over every day that has some of it, by the days of a zone', () => {
    const from = Date.parse('2026-11-20T23:30:00Z')
    expect(daysOf({ from, until: from }, 'UTC')).toEqual(['2026-11-20'])
    expect(daysOf({ from, until: from + 25 * HOUR }, 'UTC')).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
    expect(daysOf({ from, until: from + HOUR }, 'Asia/Kolkata')).toEqual(['2026-11-21'])
  })

  it('is not 26 posts of which the last comes 24 hours after the first', () => {
    const posts = [...every(25, 40 * MINUTE), at('last', DAY)]
    expect(pileUpsOf(posts)).toEqual([])
  })

  it('is every post without room and those of the 24 hours before it, in a thousand random plans', () => {
    const random = createSeededRandom()
    const below = (n: number) => new DataView(random.bytes(4).buffer).getUint32(0) % n
    for (let plan = 0; plan < 1_000; plan += 1) {
      const limit = 1 + below(6)
      const waits = plan % 2 === 0
      const posts = Array.from({ length: below(40) }, (_, n) => at(String(n), below(10 * 24) * HOUR))
      const inOrder = posts.toSorted((a, b) => a.at - b.at)
      const wentOut: number[] = []
      const late = inOrder.filter(({ at: time }) => {
        const room = Math.max(time, (wentOut.at(-limit) ?? -Infinity) + DAY)
        if (room === time || waits) wentOut.push(room)
        return room > time
      })
      const naive = inOrder.filter((one) =>
        late.some(({ at: time }) => one.at <= time && one.at > time - DAY),
      )
      const found = pileUpsOf(posts, new Map([['owl', limitOf(limit, waits)]])).filter(
        ({ kind }) => kind === 'cap',
      )
      const ids = new Set(found.flatMap((one) => one.ids))
      // Of several posts at one time any may be the last one.
      expect(ids.size).toBe(new Set(naive.map(({ id }) => id)).size)
      expect(new Set(inOrder.filter(({ id }) => ids.has(id)).map((one) => one.at))).toEqual(
        new Set(naive.map((one) => one.at)),
      )
    }
  })

  it('is one when its windows overlap, and two when they do not', () => {
    expect(pileUpsOf(every(40, 30 * MINUTE))).toMatchObject([{ kind: 'cap', ids: { length: 40 } }])
    const later = every(26, 30 * MINUTE).map((post) => ({
      ...post,
      id: `${post.id}!`,
      at: post.at + 9 * DAY,
    }))
    expect(pileUpsOf([...every(26, 30 * MINUTE), ...later])).toHaveLength(2)
  })
})

describe('a gap', () => {
  const noon = Date.UTC(2026, 10, 24, 12)
  const on = (days: number, hours = 0) => ({ at: noon + days * DAY + hours * HOUR })

  it('is the whole days between two posts', () => {
    expect(gapsOf([on(4), on(0), on(1)], 'UTC')).toEqual([{ from: '2026-11-26', until: '2026-11-27' }])
  })

  it('does not exist before the first, after the last, or between two days in a row', () => {
    expect(gapsOf([], 'UTC')).toEqual([])
    expect(gapsOf([on(0)], 'UTC')).toEqual([])
    expect(gapsOf([on(0), on(1), on(2)], 'UTC')).toEqual([])
  })

  it('is counted by the days of the zone', () => {
    const posts = [on(0), on(2, -11)]
    expect(gapsOf(posts, 'UTC')).toEqual([{ from: '2026-11-25', until: '2026-11-25' }])
    expect(gapsOf(posts, 'America/New_York')).toEqual([])
  })
})
