import { WEEKDAYS } from '../../../../core/rules/times/calendar-days.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SlotPlan } from '../../../../core/ports/posts/slot-store.ts'
import {
  FARTHEST_SLOT,
  nextFreeSlot,
  slotInsteadOf,
  slotsBetween,
  slotTest,
} from '../../../../core/rules/times/slot-times.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../../../core/time.ts'

const NO_TIMES = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as SlotPlan['weekly']

function plan(
  timezone: string,
  weekly: Partial<SlotPlan['weekly']>,
  exceptions: SlotPlan['exceptions'] = [],
) {
  return { timezone, weekly: { ...NO_TIMES, ...weekly }, exceptions }
}

const daily = (...times: string[]): SlotPlan['weekly'] =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, times])) as unknown as SlotPlan['weekly']

const at = (iso: string) => Date.parse(iso)
const isoBetween = (slots: SlotPlan, from: string, until: string) =>
  slotsBetween(slots, at(from), at(until)).map((instant) => toIso(instant).slice(0, 16))
const NONE_TAKEN = () => false

describe('the slots of a plan', () => {
  it('are the wall-clock times of each weekday in its zone, in order', () => {
    const slots = plan('Asia/Kolkata', { monday: ['09:00', '18:30'], wednesday: ['00:00'] })
    expect(isoBetween(slots, '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z')).toEqual([
      '2026-11-23T03:30',
      '2026-11-23T13:00',
      '2026-11-24T18:30',
    ])
  })

  it('can be told from a time that is in the year 10000 there', () => {
    const isSlot = slotTest(plan('Europe/Berlin', daily('09:00')))
    expect(isSlot(at('9999-12-31T23:59:59Z'))).toBe(false)
  })

  it('are others on a day that is an exception, or none', () => {
    const exceptions = [
      { date: '2026-12-24', times: ['12:00'] },
      { date: '2026-12-25', times: [] },
    ]
    expect(isoBetween(plan('UTC', daily('09:00'), exceptions), '2026-12-23', '2026-12-27')).toEqual([
      '2026-12-23T09:00',
      '2026-12-24T12:00',
      '2026-12-26T09:00',
    ])
  })

  it('come once on the day on which their hour is skipped, as much later as the clocks were set forward', () => {
    const slots = plan('Europe/Berlin', daily('01:30', '02:30', '03:30'))
    expect(isoBetween(slots, '2026-03-28T22:00:00Z', '2026-03-29T22:00:00Z')).toEqual([
      '2026-03-29T00:30',
      '2026-03-29T01:30',
    ])
    expect(isoBetween(plan('Europe/Berlin', daily('02:00')), '2026-03-29', '2026-03-30T00:00:00Z')).toEqual([
      '2026-03-29T01:00',
    ])
  })

  it('come once on the day on which their hour comes twice, the first time', () => {
    const slots = plan('Europe/Berlin', daily('01:30', '02:30', '03:30'))
    expect(isoBetween(slots, '2026-10-24T22:00:00Z', '2026-10-25T22:00:00Z')).toEqual([
      '2026-10-24T23:30',
      '2026-10-25T00:30',
      '2026-10-25T02:30',
    ])
  })

  it('have their first instant in a window and not its last', () => {
    const [from, until] = [at('2026-11-23T09:00:00Z'), at('2026-11-24T09:00:00Z')]
    const slots = plan('UTC', daily('09:00'))
    expect(slotsBetween(slots, from, until)).toEqual([from])
    expect([from, from - 1, from + MINUTE].map(slotTest(slots))).toEqual([true, false, false])
  })

  describe.each([
    ['Europe/Berlin', '2026-03-27T00:00:00Z'],
    ['Europe/Berlin', '2026-10-23T00:00:00Z'],
    ['America/New_York', '2026-11-01T00:00:00Z'],
    // Half an hour forward and back.
    ['Australia/Lord_Howe', '2026-10-02T00:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-03T00:00:00Z'],
    // Two hours forward and back.
    ['Antarctica/Troll', '2026-03-27T00:00:00Z'],
    ['Antarctica/Troll', '2026-10-23T00:00:00Z'],
    ['Asia/Kolkata', '2026-11-20T00:00:00Z'],
    ['Asia/Kathmandu', '2026-11-20T00:00:00Z'],
    // Midnight itself is skipped.
    ['America/Sao_Paulo', '2018-11-02T00:00:00Z'],
    // A whole day is skipped.
    ['Pacific/Apia', '2011-12-28T00:00:00Z'],
  ])('in %s from %s', (timeZone, start) => {
    const from = at(start)
    const until = from + 5 * DAY
    const minutes = wallMinutes(timeZone, from - 3 * DAY, until)

    it('are those that a wall clock shows, minute by minute', () => {
      fc.assert(
        fc.property(anyPlan(timeZone, from), (slots) => {
          expect(slotsBetween(slots, from, until)).toEqual(naiveSlots(slots, minutes, { from, until }))
        }),
        { numRuns: 125, seed: 11 },
      )
    })

    it('can be told from all other instants', () => {
      const candidates = slotsBetween(plan(timeZone, daily(...TIMES)), from, until)
      fc.assert(
        fc.property(anyPlan(timeZone, from), (slots) => {
          expect(candidates.filter(slotTest(slots))).toEqual(slotsBetween(slots, from, until))
        }),
        { numRuns: 10, seed: 12 },
      )
    })
  })
})

describe('the next free slot', () => {
  const slots = plan('Europe/Berlin', { sunday: ['02:30'], tuesday: ['09:00', '17:00'] })

  it('is the first one after an instant that is not taken', () => {
    const monday = at('2026-11-23T00:00:00Z')
    const first = nextFreeSlot(slots, monday, NONE_TAKEN) ?? 0
    expect(toIso(first)).toBe('2026-11-24T08:00:00.000Z')
    expect(toIso(nextFreeSlot(slots, first, NONE_TAKEN) ?? 0)).toBe('2026-11-24T16:00:00.000Z')
    const taken = new Set([first, first + 8 * HOUR])
    expect(toIso(nextFreeSlot(slots, monday, (one) => taken.has(one)) ?? 0)).toBe('2026-11-29T01:30:00.000Z')
  })

  it('is looked for a year ahead, and then there is none', () => {
    const now = at('2026-11-23T00:00:00Z')
    expect(nextFreeSlot(plan('UTC', {}), now, NONE_TAKEN)).toBeNull()
    const once = plan('UTC', {}, [{ date: '2027-11-22', times: ['10:00'] }])
    expect(toIso(nextFreeSlot(once, now, NONE_TAKEN) ?? 0)).toBe('2027-11-22T10:00:00.000Z')
    expect(nextFreeSlot(once, now, () => true)).toBeNull()
  })

  it('skips no free one, whatever is taken', () => {
    const now = at('2026-03-20T00:00:00Z')
    const all = slotsBetween(slots, now + 1, now + FARTHEST_SLOT)
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: all.length }), (marks) => {
        const taken = new Set(all.filter((_, index) => marks[index]))
        const expected = all.find((one) => !taken.has(one)) ?? null
        expect(nextFreeSlot(slots, now, (one) => taken.has(one))).toBe(expected)
      }),
      { numRuns: 50, seed: 3 },
    )
  })
})

describe('the slot that a post gets instead of its own', () => {
  const slots = plan('Europe/Berlin', { monday: ['08:00', '12:00'], thursday: ['10:00'] })
  const monday = at('2026-11-23T08:00:00Z')
  const instead = (from: number, taken: readonly number[] = [], notBefore = from - 7 * DAY) => {
    const found = slotInsteadOf(slots, { at: from, notBefore }, (one) => taken.includes(one))
    return found && toIso(found).slice(0, 16)
  }

  it('is the nearest free one of its day, earlier or later', () => {
    expect(instead(monday)).toBe('2026-11-23T07:00')
    expect(instead(monday + 2 * HOUR)).toBe('2026-11-23T11:00')
    expect(instead(monday, [monday - HOUR])).toBe('2026-11-23T11:00')
  })

  it('is the next free one when its day has none, or none any more', () => {
    expect(instead(monday, [monday - HOUR, monday + 3 * HOUR])).toBe('2026-11-26T09:00')
    expect(instead(monday + DAY)).toBe('2026-11-26T09:00')
  })

  it('is never before the first instant that may be taken', () => {
    expect(instead(monday, [], monday - 30 * MINUTE)).toBe('2026-11-23T11:00')
    expect(instead(monday, [], monday + 4 * HOUR)).toBe('2026-11-26T09:00')
  })
})

const TIMES = [
  '00:00',
  '00:30',
  '01:30',
  '01:45',
  '02:00',
  '02:15',
  '02:30',
  '03:00',
  '03:30',
  '09:00',
  '23:30',
  '23:59',
]

function anyPlan(timezone: string, from: number): fc.Arbitrary<SlotPlan> {
  const times = fc.subarray(TIMES)
  const days = Array.from({ length: 7 }, (_, day) => toIso(from + (day - 1) * DAY).slice(0, 10))
  return fc.record({
    timezone: fc.constant(timezone),
    weekly: fc.record(
      Object.fromEntries(WEEKDAYS.map((day) => [day, times])) as Record<
        keyof SlotPlan['weekly'],
        typeof times
      >,
    ),
    exceptions: fc
      .subarray(days)
      .chain((dates) => fc.tuple(...dates.map((date) => times.map((own) => ({ date, times: own }))))),
  })
}

/** A time that a clock on the wall shows, or skips, and the instant at which it does. */
interface WallMinute {
  readonly at: number
  readonly date: string
  readonly time: string
  readonly weekday: keyof SlotPlan['weekly']
}

/**
 * Watches a clock on the wall, by the runtime's own calendar: each minute that it shows for the first time, and each that it skips
 * as if it had gone on.
 */
function wallMinutes(timeZone: string, from: number, until: number): WallMinute[] {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone })
  const minutes: WallMinute[] = []
  let [before, latest]: [number | null, number] = [null, 0]
  for (let instant = from; instant < until; instant += MINUTE) {
    const shown = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const of = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0
    const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
    for (let next = before === null ? wall : latest + MINUTE; next <= wall; next += MINUTE) {
      const wentOn = instant - MINUTE + (next - (before ?? next))
      minutes.push(wallMinute(next, next === wall ? instant : wentOn))
    }
    before = wall
    latest = Math.max(latest, wall)
  }
  return minutes
}

function wallMinute(wall: number, instant: number): WallMinute {
  const date = new Date(wall)
  const weekday = WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? 'monday'
  return { at: instant, date: toIso(wall).slice(0, 10), time: toIso(wall).slice(11, 16), weekday }
}

function naiveSlots(
  { weekly, exceptions }: SlotPlan,
  minutes: readonly WallMinute[],
  { from, until }: { readonly from: number; readonly until: number },
): number[] {
  const planned = minutes.filter(({ date, time, weekday }) =>
    (exceptions.find((one) => one.date === date)?.times ?? weekly[weekday]).includes(time),
  )
  const found = new Set(planned.map((minute) => minute.at))
  return [...found].filter((one) => one >= from && one < until).toSorted((a, b) => a - b)
}
