import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  isDay,
  startOfDay,
  weekOf,
} from '../../../../core/rules/times/calendar-days.ts'

describe('days', () => {
  it('are what a calendar knows', () => {
    expect(['2026-11-25', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '26-1-1', '', '2026-11-25T10:00'].some(isDay)).toBe(false)
  })

  it('are counted across months and changes of clocks', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2027-03-28', -1)).toBe('2027-03-27')
    expect(daysBetween('2027-03-27', '2027-04-02')).toBe(6)
    expect(daysBetween('2027-04-02', '2027-03-27')).toBe(-6)
  })

  it('stay inside a shorter month', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(addMonths('2026-11-25', -1)).toBe('2026-10-25')
  })

  it('begin when their zone says, also where midnight is skipped', () => {
    expect(startOfDay('2026-11-25', 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 24, 23))
    // Clocks go from 00:00 to 01:00.
    expect(startOfDay('2026-09-06', 'America/Santiago')).toBe(Date.UTC(2026, 8, 6, 4))
  })
})

describe('a week', () => {
  it('begins on Monday', () => {
    for (const day of ['2026-11-23', '2026-11-25', '2026-11-29']) {
      expect(weekOf(day)).toEqual([
        '2026-11-23',
        '2026-11-24',
        '2026-11-25',
        '2026-11-26',
        '2026-11-27',
        '2026-11-28',
        '2026-11-29',
      ])
    }
  })
})
