// Times as people type them after a flag.
import { expect, it } from 'vitest'
import { readSinceFlag, readTimeFlag } from '../../../local-server/cli/time-of-day.ts'

const flags = { zone: 'Europe/Berlin', now: Date.UTC(2026, 10, 28, 12) }

it.each([
  ['2031-11-24', '2031-11-23T23:00:00.000Z'],
  ['24.11.2031', '2031-11-23T23:00:00.000Z'],
  ['today', '2026-11-27T23:00:00.000Z'],
  ['2031-11-24 9:00', '2031-11-24T08:00:00.000Z'],
  ['2031-11-24T08:00:00Z', '2031-11-24T08:00:00.000Z'],
])('a list that begins with %s begins when that day or time does', (text, at) => {
  expect(readSinceFlag(text, flags)).toBe(at)
})

it.each([
  ['soon', '"soon" is not a time.'],
  ['4/11/2031', 'Which number of "4/11/2031" is the day?'],
])('%s is refused as wrong words', (text, message) => {
  expect(() => readSinceFlag(text, flags)).toThrow(expect.objectContaining({ message, exitCode: 2 }))
})

it('a post is not scheduled for a day without a time', () => {
  expect(() => readTimeFlag('2031-11-24', flags)).toThrow('"2031-11-24" is not a time.')
})
