// Times as people type them after a flag.
import { expect, it } from 'vitest'
import { firstWords, readSinceFlag, readTimeFlag } from '../../../local-server/cli/time-of-day.ts'

const flags = { zone: 'Europe/Berlin', now: Date.UTC(2026, 10, 28, 12) }

it.each([
  ['2031-11-24', '2031-11-23T23:00:00.000Z'],
  ['24.11.2031', '2031-11-23T23:00:00.000Z'],
  ['today', '2026-11-27T23:00:00.000Z'],
  ['yesterday', '2026-11-26T23:00:00.000Z'],
  ['tomorrow', '2026-11-28T23:00:00.000Z'],
  ['in 2 days', '2026-11-30T12:00:00.000Z'],
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

it.each([
  ['that has no midnight', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['that has two', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
])('a list that begins with a day %s begins where that day does', (_what, text, zone, at) => {
  expect(readSinceFlag(text, { ...flags, zone })).toBe(at)
})

it('the beginning of a caption ends with a whole emoji', () => {
  for (const caption of ['🌙'.repeat(50), `.${'🌙'.repeat(50)}`])
    expect(firstWords(caption)).toSatisfy((text: string) => text.isWellFormed())
})

it('a post is not scheduled for a day without a time', () => {
  expect(() => readTimeFlag('2031-11-24', flags)).toThrow('"2031-11-24" is not a time.')
})
