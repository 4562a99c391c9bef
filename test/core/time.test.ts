import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY,
  HOUR,
  MINUTE,
  parseIso,
  parseLooseTime,
  SECOND,
  toIso,
  toIsoOrNull,
  waitWords,
} from '../../core/time.ts'

const NO_DATETIMES = [
  // No offset, or one that is none.
  '2026-04-20T14:00:00',
  '2026-04-20T14:00',
  '2026-04-20',
  '2026-04-20T14:00:00 ',
  '2026-04-20T14:00:00+2',
  '2026-04-20T14:00:00+2',
  '2026-04-20T14:00:00+020',
  '2026-04-20T14:00:00+02:0',
  '2026-04-20T14:00:00+24',
  '2026-04-20T14:00:00+2:00',
  '2026-04-20T14:00:00+02:60',
  '2026-04-20T14:00:00+24:00',
  '2026-04-20T14:00:00+99:99',
  '2026-04-20T14:00:00-02:000',
  '2026-04-20T14:00:00 02:00',
  '2026-04-20T14:00:00+02:00:00',
  '2026-04-20T14:00:00Z+02:00',
  '2026-04-20T14:00:00+02:00Z',
  '2026-04-20T14:00:00ZZ',
  '2026-04-20T14:00:00 Z',
  '2026-04-20T14:00:00CET',
  '2026-04-20T14:00:00 GMT',
  '2026-04-20T14:00:00[Europe/Berlin]',
  '2026-04-20T14:00:00+02:00[Europe/Berlin]',
  '2026-04-20T14:00:00−02:00',
  '2026-04-20T14:00:00±00:00',
  // Times of day that no clock shows.
  '2026-04-20T24:00:00Z',
  '2026-04-20T24:00:01Z',
  '2026-04-20T25:00:00Z',
  '2026-04-20T14:60:00Z',
  '2026-04-20T14:00:60Z',
  '2026-12-31T23:59:60Z',
  '2016-12-31T23:59:60Z',
  '2026-04-20T14:00:61Z',
  '2026-04-20T99:99:99Z',
  '2026-04-20T-1:00:00Z',
  '2026-04-20T1:00:00Z',
  '2026-04-20T14:0:00Z',
  '2026-04-20T14:00:0Z',
  '2026-04-20T14Z',
  '2026-04-20T14:00:00.Z',
  '2026-04-20T14:00:00,5Z',
  '2026-04-20T14:00:00.1234567890Z',
  '2026-04-20T14:00:00.5.5Z',
  '2026-04-20T14:00:00.-5Z',
  '2026-04-20T14:00:00.5e1Z',
  '2026-04-20T2:00 PM Z',
  // Days that no calendar has.
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-02-31T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-06-31T00:00:00Z',
  '2026-09-31T00:00:00Z',
  '2026-11-31T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-99-99T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  // Years that four digits cannot say.
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '+002026-04-20T14:00:00Z',
  '-000001-01-01T00:00:00Z',
  '-2026-04-20T14:00:00Z',
  '226-04-20T14:00:00Z',
  '26-04-20T14:00:00Z',
  '9999-12-31T23:59:59-00:01',
  '9999-12-31T12:00:00-14:00',
  '0001-01-01T00:00:00+00:01',
  // Other forms.
  '',
  ' ',
  'now',
  'null',
  'Z',
  'T',
  'yesterday',
  'tomorrow at noon',
  '1776693600',
  '1776693600000',
  '1e12',
  '20260420T140000Z',
  '2026-W17-1T14:00:00Z',
  '2026-110T14:00:00Z',
  '2026/04/20T14:00:00Z',
  '2026-4-20T14:00:00Z',
  '2026-04-2T14:00:00Z',
  '20-04-2026T14:00:00Z',
  '04/20/2026 14:00:00Z',
  '2026-04-20 14:00:00Z',
  '2026-04-20_14:00:00Z',
  '2026-04-20TT14:00:00Z',
  ' 2026-04-20T14:00:00Z',
  '2026-04-20T14:00:00Z ',
  '2026-04-20T14:00:00Z\n',
  '\ufeff2026-04-20T14:00:00Z',
  '2026-04-20T14:00:00Z\0',
  '２０２６-04-20T14:00:00Z',
  '٢٠٢٦-٠٤-٢٠T14:00:00Z',
  '2026‐04‐20T14:00:00Z',
  'Mon, 20 Apr 2026 14:00:00 GMT',
  'Mon Apr 20 2026 14:00:00 GMT+0200',
  '2026-04-20T14:00:00Z; DROP TABLE posts',
  '2026-04-20T14:00:00Z/2026-04-21T14:00:00Z',
]

describe('reading a datetime', () => {
  it('is tried with more than a hundred malformed texts', () => {
    expect(new Set(NO_DATETIMES).size).toBeGreaterThanOrEqual(100)
  })

  it.each(NO_DATETIMES)('refuses %j', (text) => {
    expect(parseIso(text)).toBeNull()
  })

  it.each([
    ['2026-04-20T14:00:00Z', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T14:00Z', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20t14:00:00z', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T16:00:00+02:00', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T16:00:00+02', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T06:00-0800', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T19:30:00.5+0530', '2026-04-20T14:00:00.500Z'],
    ['2026-04-20T08:30:00-05:30', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T14:00:00-00:00', '2026-04-20T14:00:00.000Z'],
    ['2026-04-21T03:45:00+13:45', '2026-04-20T14:00:00.000Z'],
    ['2026-04-20T14:00:00.1Z', '2026-04-20T14:00:00.100Z'],
    ['2026-04-20T14:00:00.123456789Z', '2026-04-20T14:00:00.123Z'],
    ['2026-04-20T14:00:00.999999999Z', '2026-04-20T14:00:00.999Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
    ['2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['2026-12-31T23:59:59-23:59', '2027-01-01T23:58:59.000Z'],
    // Hours that a change of summer time skips or repeats are as good as any other once they name their offset.
    ['2026-03-29T02:30:00+01:00', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, expected) => {
    const instant = parseIso(text)
    expect(instant === null ? null : toIso(instant)).toBe(expected)
  })

  it('gives back any instant that it was given, from any offset', () => {
    const instants = fc.integer({ min: 0, max: Date.UTC(2200, 0) })
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 })
    fc.assert(
      fc.property(instants, offsets, (instant, minutes) => {
        const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)]
        const [hh, mm] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
        const local = toIso(instant + minutes * MINUTE).replace('Z', `${sign}${hh}:${mm}`)
        return parseIso(local) === instant
      }),
      { numRuns: 2_000 },
    )
  })

  it('never throws, and never answers with a time that it cannot write', () => {
    const digits = fc.stringMatching(
      /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$/,
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), digits), (text) => {
        const instant = parseIso(text)
        if (instant !== null) expect(toIso(instant)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('reading a time of the platform', () => {
  it.each([
    ['2019-09-26T22:36:43+0000', '2019-09-26T22:36:43.000Z'],
    ['2019-09-26T22:36:43-0730', '2019-09-27T06:06:43.000Z'],
    ['2019-09-26T22:36:43Z', '2019-09-26T22:36:43.000Z'],
    ['Thu, 26 Sep 2019 22:36:43 GMT', '2019-09-26T22:36:43.000Z'],
  ])('takes %s', (text, expected) => {
    expect(toIsoOrNull(parseLooseTime(text))).toBe(expected)
  })

  it.each(['', 'soon', '2019-99-99T22:36:43+0000'])('does not accept %j', (text) => {
    expect(parseLooseTime(text)).toBeNull()
  })
})

describe('the words for a wait', () => {
  it.each([
    [0, '1 minute'],
    [MINUTE + 1, '2 minutes'],
    [2 * HOUR - MINUTE, '119 minutes'],
    [2 * HOUR, '2 hours'],
    [25 * HOUR + 1, '26 hours'],
    [2 * DAY + 1, '3 days'],
  ])('never promise too little: %i', (wait, words) => {
    expect(waitWords(wait)).toBe(words)
  })
})

describe('the units of time', () => {
  it('count in milliseconds', () => {
    expect([SECOND, MINUTE, HOUR, DAY]).toEqual([1_000, 60_000, 3_600_000, 86_400_000])
  })
})
