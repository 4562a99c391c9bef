import { describe, expect, it } from 'vitest'
import {
  datedReading,
  placesTaken,
  postsWithoutRoom,
  roomAt,
  toReading,
  type PlannedLimit,
} from '../../../../core/rules/times/limit-room.ts'
import { DAY, HOUR, SECOND } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'

const hoursAgo = (hours: number) => START - hours * HOUR

describe('the places that are taken in a publishing limit', () => {
  it('are ours of the last 24 hours, and those of other apps for 24 hours after they were counted', () => {
    const ours = [hoursAgo(30), hoursAgo(20), hoursAgo(1)]
    const reading = { used: 5, allowed: 25, readAt: hoursAgo(8) }
    // Two of the five were ours.
    const taken = placesTaken(ours, reading, START).toSorted((a, b) => a - b)
    expect(taken).toEqual([hoursAgo(20), hoursAgo(8), hoursAgo(8), hoursAgo(8), hoursAgo(1)])
    expect(placesTaken(ours, reading, START + 16 * HOUR)).toEqual([hoursAgo(1)])
  })

  it('are never fewer than ours, and ours alone after the clock was put back', () => {
    const ours = [hoursAgo(2), hoursAgo(1)]
    expect(placesTaken(ours, { used: 0, allowed: 25, readAt: START }, START)).toEqual(ours)
    expect(placesTaken(ours, { used: 9, allowed: 25, readAt: START + 1 }, START)).toEqual(ours)
  })

  it('count one of ours once that was published just before a reading by a clock that is behind', () => {
    const readAt = hoursAgo(1)
    const ours = [hoursAgo(2), readAt + 20 * SECOND]
    const behind = toReading(datedReading({ used: 24, allowed: 25 }, readAt + 20 * SECOND, readAt))
    expect(placesTaken(ours, behind, START)).toHaveLength(24)
    expect(placesTaken([...ours, readAt + 30 * SECOND], behind, START)).toHaveLength(25)
    expect(datedReading({ used: 24, allowed: 25 }, readAt - SECOND, readAt)).not.toHaveProperty('countedTo')
  })

  it('make room when enough of them are 24 hours old', () => {
    const taken = [hoursAgo(20), hoursAgo(10), hoursAgo(1)]
    expect(roomAt(taken, 4, START)).toBe(START)
    expect(roomAt(taken, 3, START)).toBe(START + 4 * HOUR)
    expect(roomAt(taken, 2, START)).toBe(START + 14 * HOUR)
    expect(roomAt(taken, 3, START + 5 * HOUR)).toBe(START + 5 * HOUR)
  })

  it('are read from what is a reading, and from nothing else', () => {
    expect(toReading({ used: 1, allowed: null, readAt: 2 })).toEqual({ used: 1, allowed: null, readAt: 2 })
    for (const odd of [null, undefined, 7, 'full', {}, { used: '1', allowed: 25, readAt: 2 }, { used: 1 }])
      expect(toReading(odd)).toBeNull()
  })
})

describe('posts without room', () => {
  const limit = (allowed: number, change: Partial<PlannedLimit> = {}): PlannedLimit => {
    return { reading: { used: 0, allowed, readAt: START - 3 * DAY }, waits: true, ours: [], ...change }
  }
  const inHours = (...hours: number[]) => hours.map((hour) => ({ id: `${hour}`, at: START + hour * HOUR }))
  const late = (...asked: Parameters<typeof postsWithoutRoom>) => [...postsWithoutRoom(...asked).keys()]

  it('take a place later where they wait, and none where they fail', () => {
    const posts = inHours(0, 20, 40)
    expect(late(posts, limit(1), START)).toEqual(['20', '40'])
    expect(late(posts, limit(1, { waits: false }), START)).toEqual(['20'])
  })

  it('find the places of other apps taken, and our own', () => {
    const reading = { used: 20, allowed: 25, readAt: START }
    const posts = inHours(1, 2, 3, 4, 5, 6, 7, 30)
    expect(late(posts, limit(25, { reading, waits: false }), START)).toEqual(['6', '7'])
    const ours = [START - HOUR]
    // One of the twenty.
    expect(late(posts, limit(25, { reading, ours, waits: false }), START)).toEqual(['6', '7'])
  })

  it('have waited since their time where that is over', () => {
    const found = postsWithoutRoom(inHours(-2, -1), limit(1, { ours: [START - 3 * HOUR] }), START)
    expect([...found]).toEqual([
      ['-2', START + 21 * HOUR],
      ['-1', START + 45 * HOUR],
    ])
  })

  it.each(['wait', 'fail'])(
    'are those of an account that is simulated hour by hour, where posts %s, over 1,000 plans',
    (choice) => {
      const random = createSeededRandom(7)
      const below = (n: number) => new DataView(random.bytes(4).buffer).getUint32(0) % n
      for (let plan = 0; plan < 1_000; plan += 1) {
        const hours = Array.from({ length: below(30) }, () => below(96)).toSorted((a, b) => a - b)
        const allowed = 1 + below(6)
        const posts = hours.map((hour, n) => ({ id: `${n}`, at: START + hour * HOUR }))
        const told = late(posts, limit(allowed, { waits: choice === 'wait' }), START)
        expect(told).toEqual(choice === 'wait' ? thatWaited(hours, allowed) : thatFailed(hours, allowed))
      }
    },
  )

  const recent = (wentOut: readonly number[], hour: number) =>
    wentOut.filter((other) => other > hour - 24).length

  function thatWaited(hours: readonly number[], allowed: number): string[] {
    const wentOut: number[] = []
    for (let hour = 0; wentOut.length < hours.length; hour += 1) {
      while ((hours[wentOut.length] ?? Infinity) <= hour && recent(wentOut, hour) < allowed)
        wentOut.push(hour)
    }
    return hours.flatMap((hour, n) => ((wentOut[n] ?? 0) > hour ? `${n}` : []))
  }

  function thatFailed(hours: readonly number[], allowed: number): string[] {
    const wentOut: number[] = []
    return hours.flatMap((hour, n) => {
      if (recent(wentOut, hour) >= allowed) return `${n}`
      wentOut.push(hour)
      return []
    })
  }
})
