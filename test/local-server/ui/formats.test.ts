import { expect, it } from 'vitest'
import { DAY } from '../../../core/time.ts'
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
