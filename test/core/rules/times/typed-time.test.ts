import { describe, expect, it } from 'vitest'
import { orderOf, readTypedTime, type DateOrder } from '../../../../core/rules/times/typed-time.ts'
import { toIso } from '../../../../core/time.ts'

const timeZone = 'Europe/Berlin'
/** Tuesday the 24th of November 2026, 12:30 in Berlin. */
const now = Date.UTC(2026, 10, 24, 11, 30)

const read = (text: string, order?: DateOrder) => {
  const found = readTypedTime(text, { timeZone, now, order })
  return found.kind === 'instant' ? toIso(found.at) : found.kind
}

describe('a time that was typed', () => {
  it.each([
    ['tomorrow 9:00', '2026-11-25T08:00:00.000Z'],
    ['Tomorrow at 9:00', '2026-11-25T08:00:00.000Z'],
    ['tomorrow 9pm', '2026-11-25T20:00:00.000Z'],
    ['tomorrow, 9:15 p.m.', '2026-11-25T20:15:00.000Z'],
    ['morgen um 9 Uhr', '2026-11-25T08:00:00.000Z'],
    ['yesterday 18:30', '2026-11-23T17:30:00.000Z'],
    ['gestern um 9 Uhr', '2026-11-23T08:00:00.000Z'],
    ['today 18:30', '2026-11-24T17:30:00.000Z'],
    ['18:30', '2026-11-24T17:30:00.000Z'],
    ['9:00', '2026-11-25T08:00:00.000Z'],
    ['12am', '2026-11-24T23:00:00.000Z'],
    ['12:45 pm', '2026-11-24T11:45:00.000Z'],
    ['in 2 hours', '2026-11-24T13:30:00.000Z'],
    ['in 90 min', '2026-11-24T13:00:00.000Z'],
    ['in 3 Tagen', '2026-11-27T11:30:00.000Z'],
    ['in 2 Stunden', '2026-11-24T13:30:00.000Z'],
    ['fri 18:30', '2026-11-27T17:30:00.000Z'],
    ['Friday at 6pm', '2026-11-27T17:00:00.000Z'],
    ['tue 18:30', '2026-11-24T17:30:00.000Z'],
    ['tuesday 9:00', '2026-12-01T08:00:00.000Z'],
    ['Mo. 9:00', '2026-11-30T08:00:00.000Z'],
    ['30.11. 18:00', '2026-11-30T17:00:00.000Z'],
    ['1.2. 18:00', '2027-02-01T17:00:00.000Z'],
    ['2026-07-01 18:30', '2026-07-01T16:30:00.000Z'],
    ['2026-07-01T18:30', '2026-07-01T16:30:00.000Z'],
    ['2026-07-01T18:30:00-04:00', '2026-07-01T22:30:00.000Z'],
    ['2031-11-24 09:00:15.000', '2031-11-24T08:00:15.000Z'],
    ['2031/11/24 09:00', '2031-11-24T08:00:00.000Z'],
    ['24.11.2031 09:00:00', '2031-11-24T08:00:00.000Z'],
    ['24.11.31, 09:00', '2031-11-24T08:00:00.000Z'],
    ['24/11/2031 09:00', '2031-11-24T08:00:00.000Z'],
    ['11/24/2031 9:00:00 AM', '2031-11-24T08:00:00.000Z'],
    ['11/24/31 6:30 PM', '2031-11-24T17:30:00.000Z'],
    ['24-11-2031 09:00', '2031-11-24T08:00:00.000Z'],
    ['5/5/2031 09:00', '2031-05-05T07:00:00.000Z'],
    ['24 Nov 2031 at 9:00', '2031-11-24T08:00:00.000Z'],
    ['24. Dezember 2031 09:00', '2031-12-24T08:00:00.000Z'],
    ['Nov 24, 2031 9:00 AM', '2031-11-24T08:00:00.000Z'],
    ['24-Nov-31 09:00', '2031-11-24T08:00:00.000Z'],
    ['24. Nov 31 09:00', '2031-11-24T08:00:00.000Z'],
    ['24-Nov-2031 9:00 AM', '2031-11-24T08:00:00.000Z'],
    ['Mo, 24.11.2031 09:00', '2031-11-24T08:00:00.000Z'],
    ['Montag, 24. November 2031 um 9:00 Uhr', '2031-11-24T08:00:00.000Z'],
    ['Monday, November 24, 2031 at 9:00 AM', '2031-11-24T08:00:00.000Z'],
    ['24.11.2031 18.30 Uhr', '2031-11-24T17:30:00.000Z'],
    ['2031-11-24 09:00:00+01:00', '2031-11-24T08:00:00.000Z'],
    ['2031-11-24 09:00:00 +0100', '2031-11-24T08:00:00.000Z'],
    // Its day is today: that it has passed is told, and the year is not moved.
    ['24 November 9:15', '2026-11-24T08:15:00.000Z'],
  ])('%s is meant in the zone', (text, iso) => {
    expect(read(text)).toBe(iso)
  })

  it('asks for the order of day and month where both fit, and takes the one that is given', () => {
    expect(read('4/11/2031 09:00')).toBe('order')
    expect(read('4/11/2031 09:00', 'dmy')).toBe('2031-11-04T08:00:00.000Z')
    expect(read('4/11/2031 09:00', 'mdy')).toBe('2031-04-11T07:00:00.000Z')
    expect(read('24/11/2031 09:00', 'mdy')).toBe('2031-11-24T08:00:00.000Z')
    expect(orderOf('Mon, 24/11/2031')).toBe('dmy')
    expect([orderOf('24/11/2031 09:00'), orderOf('11/24/2031 9:00 AM'), orderOf('4/11/2031 9:00')]).toEqual([
      'dmy',
      'mdy',
      null,
    ])
  })

  it.each([
    ['2026-10-25 02:30', 'twice'],
    ['2026-03-29 02:30', 'never'],
    ['next week', 'unreadable'],
    ['next fri 9:00', 'unreadable'],
    ['2026-02-30 09:00', 'unreadable'],
    ['31.02.2031 09:00', 'unreadable'],
    ['tomorrow 25:00', 'unreadable'],
    ['tomorrow 13pm', 'unreadable'],
    ['tomorrow', 'unreadable'],
    ['tomorrow 9', 'unreadable'],
    ['24.11.2031', 'unreadable'],
    ['2031-11-24 09:00:60', 'unreadable'],
    ['13/13/2031 09:00', 'unreadable'],
    ['Tue, 24.11.2031 09:00', 'unreadable'],
    ['', 'unreadable'],
  ])('%s is refused as %s', (text, kind) => {
    expect(read(text)).toBe(kind)
  })
})
