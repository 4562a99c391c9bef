import { expect, it } from 'vitest'
import { lastEvening, nextEvening } from '../../../../core/features/attention/evening.ts'
import { HOUR, MINUTE } from '../../../../core/time.ts'

const at = (iso: string) => Date.parse(iso)

it.each([
  ['before it', '2026-11-20T17:59:00Z', '2026-11-19T18:00:00Z', '2026-11-20T18:00:00Z'],
  ['as it begins', '2026-11-20T18:00:00Z', '2026-11-20T18:00:00Z', '2026-11-21T18:00:00Z'],
  ['over the change to winter time', '2026-10-24T20:00:00Z', '2026-10-24T17:00:00Z', '2026-10-25T18:00:00Z'],
  ['over the change to summer time', '2027-03-27T20:00:00Z', '2027-03-27T18:00:00Z', '2027-03-28T17:00:00Z'],
])('an evening begins by wall-clock time: %s', (_name, now, last, next) => {
  const evening = { hour: 19, timeZone: 'Europe/Berlin' }
  expect(lastEvening(evening, at(now))).toBe(at(last))
  expect(nextEvening(evening, at(now))).toBe(at(next))
})

it('begins once a day, also at an hour that is skipped or comes twice', () => {
  for (const hour of [1, 2, 3]) {
    const evening = { hour, timeZone: 'Europe/Berlin' }
    for (const from of ['2027-03-27T00:00:00Z', '2026-10-24T00:00:00Z']) {
      const begun = new Set<number>()
      for (let time = at(from); time < at(from) + 72 * HOUR; time += 10 * MINUTE)
        begun.add(lastEvening(evening, time))
      const days = [...begun]
      expect(days.length).toBeGreaterThanOrEqual(3)
      for (const [n, day] of days.slice(1).entries()) {
        expect(day - (days[n] ?? 0)).toBeGreaterThanOrEqual(23 * HOUR)
        expect(day - (days[n] ?? 0)).toBeLessThanOrEqual(25 * HOUR)
      }
    }
  }
})
