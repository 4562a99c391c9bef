import { describe, expect, it } from 'vitest'
import { isUsuallyOff, noteHour, type RunningHours } from '../../../../core/features/attention/usual-hours.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'

const MONDAY = Date.UTC(2026, 10, 2)
const WEEK = 7 * DAY

/** Records a run every ten minutes, for so many weeks, in the hours in which the computer is on. */
function recordOf(weeks: number, runs: (hourOfDay: number, week: number) => boolean): RunningHours {
  let record: RunningHours | null = null
  for (let at = MONDAY; at < MONDAY + weeks * WEEK; at += 10 * MINUTE) {
    const [hour, week] = [new Date(at).getUTCHours(), Math.floor((at - MONDAY) / WEEK)]
    if (runs(hour, week)) record = noteHour(record, at)
  }
  if (record === null) throw new Error('it never runs')
  return record
}
const duringTheDay = (hour: number) => hour >= 9 && hour < 18

describe('when this computer is usually off', () => {
  it('is known of hours in which it did not run in the weeks before', () => {
    const record = recordOf(3, duringTheDay)
    const tuesday = MONDAY + 3 * WEEK + DAY
    expect(isUsuallyOff(record, tuesday + 9 * HOUR)).toBe(false)
    expect(isUsuallyOff(record, tuesday + 17 * HOUR + 59 * MINUTE)).toBe(false)
    expect(isUsuallyOff(record, tuesday + 18 * HOUR)).toBe(true)
    expect(isUsuallyOff(record, tuesday + 3 * HOUR)).toBe(true)
  })

  it('is not said before there are two weeks to compare with', () => {
    expect(isUsuallyOff(recordOf(1, duringTheDay), MONDAY + WEEK + 3 * HOUR)).toBe(false)
    expect(isUsuallyOff(recordOf(2, duringTheDay), MONDAY + 2 * WEEK + 20 * HOUR)).toBe(true)
  })

  it('is not said of hours in which it ran in every second week', () => {
    const record = recordOf(4, (hour, week) => duringTheDay(hour) || week % 2 === 0)
    expect(isUsuallyOff(record, MONDAY + 4 * WEEK + 20 * HOUR)).toBe(false)
  })

  it('follows habits that change, for it keeps four weeks and no more', () => {
    const record = recordOf(9, (hour, week) => duringTheDay(hour) === week < 5)
    expect(isUsuallyOff(record, MONDAY + 9 * WEEK + 12 * HOUR)).toBe(true)
    expect(record.ran).toHaveLength(28 * 24)
    expect(noteHour(record, MONDAY + 90 * WEEK).ran).toHaveLength(28 * 24)
  })

  it('is not learned from weeks in which the computer never ran', () => {
    const away = recordOf(4, duringTheDay)
    const back = noteHour(away, MONDAY + 7 * WEEK + 9 * HOUR)
    expect(isUsuallyOff(back, MONDAY + 7 * WEEK + 12 * HOUR)).toBe(false)
    const weekLater = recordOf(8, (hour, week) => duringTheDay(hour) && (week < 4 || week === 7))
    expect(isUsuallyOff(weekLater, MONDAY + 8 * WEEK + 12 * HOUR)).toBe(false)
  })

  it('learns nothing from a clock that was set back', () => {
    const record = recordOf(2, duringTheDay)
    expect(noteHour(record, MONDAY)).toBe(record)
  })

  it('learns again after a clock that was once years ahead', () => {
    const ahead = noteHour(recordOf(2, duringTheDay), MONDAY + 500 * WEEK)
    expect(noteHour(ahead, MONDAY + 2 * WEEK)).toEqual(noteHour(null, MONDAY + 2 * WEEK))
  })
})
