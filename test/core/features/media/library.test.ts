import { expect, it } from 'vitest'
import { countByMonth } from '../../../../core/features/media/library.ts'

it('counts times by the months that the clocks of a zone show', () => {
  const times = [
    Date.UTC(2026, 10, 3),
    // Still October in Los Angeles, already November in Berlin.
    Date.UTC(2026, 10, 1, 2),
    Date.UTC(2026, 9, 31, 12),
    Date.UTC(2025, 9, 31, 12),
  ]
  expect(countByMonth(times, 'Europe/Berlin')).toEqual([
    { month: '2026-11', count: 2 },
    { month: '2026-10', count: 1 },
    { month: '2025-10', count: 1 },
  ])
  expect(countByMonth(times, 'America/Los_Angeles').map(({ count }) => count)).toEqual([1, 2, 1])
  expect(countByMonth([], 'UTC')).toEqual([])
})

it('counts thousands of files of one month, and of months of their own', () => {
  const day = 86_400_000
  const times = Array.from({ length: 5_000 }, (_, n) => Date.UTC(2026, 10, 30) - n * day)
  const months = countByMonth(times, 'UTC')
  expect(months[0]).toEqual({ month: '2026-11', count: 30 })
  expect(months[1]).toEqual({ month: '2026-10', count: 31 })
  expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(times.length)
  expect(new Set(months.map(({ month }) => month)).size).toBe(months.length)
})
