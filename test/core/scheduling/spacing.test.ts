import { describe, expect, it } from 'vitest'
import type { PlacedPost } from '../../../core/ports/posts/planner-store.ts'
import { daysOf, gapsOf, pileUpsOf, postsWithoutRoom } from '../../../core/scheduling/spacing.ts'
import { DAY, HOUR, MINUTE } from '../../../core/time.ts'
import { START } from '../../factories.ts'
import { createSeededRandom } from '../../fakes/seeded-random.ts'

const at = (id: string, offset: number, accountId = 'owl'): PlacedPost => ({
  id,
  accountId,
  at: START + offset,
})
const every = (count: number, distance: number) =>
  Array.from({ length: count }, (_, n) => at(String(n), n * distance))

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

  it('is none at 20 minutes, nor between accounts', () => {
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

  it('is what a naive count finds, in a thousand random plans', () => {
    const random = createSeededRandom()
    const below = (n: number) => new DataView(random.bytes(4).buffer).getUint32(0) % n
    for (let plan = 0; plan < 1_000; plan += 1) {
      const limit = 1 + below(6)
      const posts = Array.from({ length: below(40) }, (_, n) => at(String(n), below(10 * 24) * HOUR))
      const isTooMany = (from: number) =>
        posts.filter((post) => post.at >= from && post.at < from + DAY).length > limit
      const naive = posts.filter(({ at: time }) =>
        posts.some(({ at: from }) => from <= time && time < from + DAY && isTooMany(from)),
      )
      const found = pileUpsOf(posts, new Map([['owl', limit]])).filter(({ kind }) => kind === 'cap')
      expect(found.flatMap(({ ids }) => ids).toSorted()).toEqual(naive.map(({ id }) => id).toSorted())
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

  it('is none before the first, after the last, or between two days in a row', () => {
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

describe('a post without room in the limit of its account', () => {
  const late = (posts: readonly PlacedPost[], limit: number, now = START - DAY) =>
    [...postsWithoutRoom(posts, new Map([['owl', limit]]), now)].toSorted()

  it('is one too many in any 24 hours, with those counted that waited before it', () => {
    const posts = [0, 1, 2, 30, 31].map((hour) => at(String(hour), hour * HOUR))
    expect(late(posts, 2)).toEqual(['2', '31'])
    expect(late(posts, 3)).toEqual([])
  })

  it('keeps its own account waiting alone, and waits for none that has gone out already', () => {
    const posts = [at('a', 0), at('b', HOUR), at('c', 2 * HOUR), at('d', 2 * HOUR, 'fox')]
    expect(late(posts, 1)).toEqual(['b', 'c'])
    expect(late(posts, 1, START + HOUR)).toEqual(['c'])
    expect(late(posts.slice(0, 2), 1, START + HOUR)).toEqual([])
  })

  it('is told as an account would find out that publishes hour by hour, over 1,000 plans', () => {
    const random = createSeededRandom(7)
    const below = (n: number) => new DataView(random.bytes(4).buffer).getUint32(0) % n
    for (let plan = 0; plan < 1_000; plan += 1) {
      const hours = Array.from({ length: below(30) }, () => below(96)).toSorted((a, b) => a - b)
      const limit = 1 + below(6)
      const posts = hours.map((hour, n) => at(`${n}`, hour * HOUR))
      const wentOut: number[] = []
      for (let hour = 0; wentOut.length < hours.length; hour += 1) {
        while ((hours[wentOut.length] ?? Infinity) <= hour && recent(wentOut, hour) < limit)
          wentOut.push(hour)
      }
      const waited = posts.filter((_, n) => (wentOut[n] ?? 0) > (hours[n] ?? 0)).map(({ id }) => id)
      expect(late(posts, limit)).toEqual(waited.toSorted())
    }
  })

  const recent = (wentOut: readonly number[], hour: number) =>
    wentOut.filter((other) => other > hour - 24).length
})
