import { expect, it } from 'vitest'
import { DAY, HOUR } from '../../../core/time.ts'
import { formatsFor } from '../../../local-server/ui/src/strings/formats.ts'

it('shows a size in the platform’s MB of a million bytes, and never as more than it is', () => {
  const { bytes } = formatsFor('de-DE')
  expect([999_999, 100_000_000, 104_857_600].map(bytes)).toEqual(['999,9 kB', '100 MB', '104,8 MB'])
})

it('writes the year of a time that is not within the coming or the last year', () => {
  const { dayAndTime } = formatsFor('de-DE')
  const inDays = (days: number) => new Date(Date.now() + days * DAY)
  const yearOf = (at: Date) => String(at.getUTCFullYear())
  for (const days of [-340, -1, 0, 1, 340])
    expect(dayAndTime(inDays(days), 'UTC')).not.toContain(yearOf(inDays(days)))
  for (const days of [-400, -355, 355, 365, 800])
    expect(dayAndTime(inDays(days), 'UTC')).toContain(yearOf(inDays(days)))
})

it('writes the day of a request, of which the next may come a day later', () => {
  const at = new Date('2026-11-30T23:05:09.123Z')
  expect(formatsFor('en-GB').toTheMillisecond(at, 'UTC')).toBe('30 Nov, 23:05:09.123')
  expect(formatsFor('de-DE').toTheMillisecond(at, 'Europe/Berlin')).toBe('1. Dez., 00:05:09,123')
})

it('tells how far a time is in whole days, of which the calendar may count one more', () => {
  const { distance } = formatsFor('en-GB')
  // From 23:00 it is the day after tomorrow, from 8:00 tomorrow.
  expect(distance(26 * HOUR)).toBe('in 1 day')
  expect(distance(-47 * HOUR)).toBe('1 day ago')
  expect([0, HOUR].map(distance)).toEqual(['now', 'in 1 hour'])
  expect(formatsFor('de-DE').distance(2 * DAY)).toBe('in 2 Tagen')
})
