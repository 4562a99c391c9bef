import { expect, it } from 'vitest'
import { holesOf } from '../../../../local-server/ui/src/plan/views/day-hints.ts'

const on = (...days: readonly number[]) => days.map((day) => ({ at: Date.UTC(2026, 11, day, 10) }))

it('finds no hole on a day for which a series will bring a post', () => {
  expect(holesOf(on(3, 5), on(4), 'UTC')).toEqual([])
  expect(holesOf(on(3, 7), on(4), 'UTC')).toEqual([{ from: '2026-12-05', until: '2026-12-06' }])
})

it('finds no hole before or after what is planned, however far a series goes', () => {
  expect(holesOf(on(3, 4), on(1, 11, 18), 'UTC')).toEqual([])
  expect(holesOf([], on(4, 11), 'UTC')).toEqual([])
})
