import { WEEKDAYS } from '../../../../../core/rules/times/calendar-days.ts'
import { describe, expect, it } from 'vitest'
import { type SlotPlan } from '../../../../../core/ports/posts/slot-store.ts'
import {
  nextDueAt,
  plannedTime,
  rhythmAfter,
} from '../../../../../core/features/scheduling/recurrence/next-time.ts'
import { LATEST, toIso } from '../../../../../core/time.ts'

const at = (iso: string) => Date.parse(iso)
const shown = (instant: number | null) => (instant === null ? null : toIso(instant).slice(0, 16))
const rhythm = (every: 'weekly' | 'monthly', dueAt: string, dayOfMonth = Number(dueAt.slice(8, 10))) => ({
  every,
  dayOfMonth,
  timezone: 'Europe/Berlin',
  dueAt: at(dueAt),
})

/** The times that follow, when each goes out as it is due. */
function timesAfter(first: ReturnType<typeof rhythm>, count: number) {
  const times = [first.dueAt]
  for (let n = 0; n < count; n += 1) {
    const last = times.at(-1) ?? first.dueAt
    times.push(nextDueAt(first, { now: last, wentOutFor: last }) ?? LATEST)
  }
  return times.slice(1).map(shown)
}

describe('the next time of a recurring post', () => {
  it('is the same wall-clock time a week later, over both clock changes', () => {
    expect(timesAfter(rhythm('weekly', '2026-03-22T08:00:00Z'), 2)).toEqual([
      '2026-03-29T07:00',
      '2026-04-05T07:00',
    ])
    expect(timesAfter(rhythm('weekly', '2026-10-18T07:00:00Z'), 2)).toEqual([
      '2026-10-25T08:00',
      '2026-11-01T08:00',
    ])
  })

  it('returns to its wall-clock time after a day on which the clocks skip it', () => {
    expect(timesAfter(rhythm('weekly', '2026-03-22T01:30:00Z'), 2)).toEqual([
      '2026-03-29T01:30',
      '2026-04-05T00:30',
    ])
    expect(timesAfter(rhythm('monthly', '2027-02-28T01:30:00Z'), 2)).toEqual([
      '2027-03-28T01:30',
      '2027-04-28T00:30',
    ])
  })

  it('is on the same day of the next month, or on the last one, and comes back to it', () => {
    expect(timesAfter(rhythm('monthly', '2027-01-31T09:00:00Z'), 4)).toEqual([
      '2027-02-28T09:00',
      '2027-03-31T08:00',
      '2027-04-30T08:00',
      '2027-05-31T08:00',
    ])
  })

  it('lies ahead, however long the server did not run', () => {
    const nextAfter = (first: ReturnType<typeof rhythm>, now: string) =>
      shown(nextDueAt(first, { now: at(now), wentOutFor: first.dueAt }))
    expect(nextAfter(rhythm('weekly', '2026-11-20T09:00:00Z'), '2026-12-11T09:00:00Z')).toBe(
      '2026-12-18T09:00',
    )
    expect(nextAfter(rhythm('monthly', '2026-10-31T09:00:00Z'), '2026-11-30T09:00:00Z')).toBe(
      '2026-12-31T09:00',
    )
  })

  it('is on a later day than the one that went out, which may have been before its hour', () => {
    const wentOutFor = at('2026-11-27T07:00:00Z')
    const next = nextDueAt(rhythm('weekly', '2026-11-20T09:00:00Z'), { now: wentOutFor, wentOutFor })
    expect(shown(next)).toBe('2026-12-04T09:00')
  })

  it.each([
    ['weekly', '9999-12-27T10:00:00Z'],
    ['monthly', '9999-12-01T10:00:00Z'],
  ] as const)('ends with the last year that can be said: %s', (every, dueAt) => {
    const wentOutFor = at(dueAt)
    expect(nextDueAt(rhythm(every, dueAt), { now: wentOutFor, wentOutFor })).toBeNull()
  })

  it('is counted from where a person has moved the post to, and not from the slot that it was given', () => {
    const recurrence = {
      ...rhythm('monthly', '2026-01-31T09:00:00Z'),
      postId: 'x',
      comesBackAs: 'draft' as const,
      plannedFor: at('2026-02-02T09:00:00Z'),
    }
    expect(rhythmAfter(recurrence, at('2026-02-02T17:00:00Z'))).toMatchObject({
      dayOfMonth: 31,
      dueAt: recurrence.dueAt,
    })
    const moved = rhythmAfter(recurrence, at('2026-02-05T09:00:00Z'))
    expect(moved).toMatchObject({ dayOfMonth: 5, dueAt: at('2026-02-05T09:00:00Z') })
  })
})

describe('the slot that is planned for it', () => {
  const none = Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as SlotPlan['weekly']
  const plan = {
    timezone: 'UTC',
    weekly: { ...none, monday: ['08:00', '12:00'], thursday: ['10:00'] },
    exceptions: [],
  }
  const now = at('2026-11-20T00:00:00Z')
  const planned = (dueAt: string, taken: string[] = []) =>
    shown(plannedTime(at(dueAt), { plan, now, isTaken: (slot) => taken.some((one) => at(one) === slot) }))

  it('is the nearest free one of its day, else the next free one', () => {
    expect(planned('2026-11-23T12:00:00Z')).toBe('2026-11-23T12:00')
    expect(planned('2026-11-23T12:00:00Z', ['2026-11-23T12:00:00Z'])).toBe('2026-11-23T08:00')
    expect(planned('2026-11-24T12:00:00Z')).toBe('2026-11-26T10:00')
  })

  it('is the time itself where there are no slots', () => {
    const dueAt = at('2026-11-24T12:00:00Z')
    const place = { now, isTaken: () => false }
    expect(plannedTime(dueAt, { ...place, plan: null })).toBe(dueAt)
    expect(plannedTime(dueAt, { ...place, plan: { ...plan, weekly: none } })).toBe(dueAt)
    expect(plannedTime(dueAt, { ...place, plan, isTaken: () => true })).toBe(dueAt)
  })
})
