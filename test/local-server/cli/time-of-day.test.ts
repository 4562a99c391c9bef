import { describe, expect, it } from 'vitest'
import { readTypedTime } from '../../../local-server/cli/time-of-day.ts'

const ZONE = 'Europe/Berlin'
/** 00:30 of the 24th in Berlin. */
const NOW = Date.UTC(2026, 10, 23, 23, 30)

describe('a time that was typed', () => {
  it.each([
    ['tomorrow 9:00', '2026-11-25T08:00:00.000Z'],
    ['today 09:05', '2026-11-24T08:05:00.000Z'],
    ['2026-07-01 18:30', '2026-07-01T16:30:00.000Z'],
    ['2026-07-01T18:30', '2026-07-01T16:30:00.000Z'],
    ['2026-07-01T18:30:00-04:00', '2026-07-01T22:30:00.000Z'],
    ['2031-11-24 09:00:00', '2031-11-24T08:00:00.000Z'],
    ['2031-11-24T09:00:15', '2031-11-24T08:00:15.000Z'],
    ['2031-11-24 09:00:00.000', '2031-11-24T08:00:00.000Z'],
  ])('%s is meant in the zone', (text, iso) => {
    expect(readTypedTime(text, ZONE, NOW)).toBe(iso)
  })

  it.each([
    ['2026-10-25 02:30', /twice/],
    ['2026-03-29 02:30', /there is no/],
    ['next week', /not a time/],
    ['2026-02-30 09:00', /not a time/],
    ['tomorrow 25:00', /not a time/],
    ['2031-11-24 09:00:60', /not a time/],
    ['24/11/2031 09:00', /not a time/],
  ])('%s is refused', (text, said) => {
    expect(() => readTypedTime(text, ZONE, NOW)).toThrow(said)
  })

  it('is refused in a zone that does not exist, and in what is none, with one that may be meant', () => {
    const refusal = (zone: string) => {
      try {
        return readTypedTime('tomorrow 9:00', zone, NOW)
      } catch (error) {
        return error
      }
    }
    expect(refusal('Europe/Atlantis')).toMatchObject({ message: expect.stringContaining('time zone') })
    expect(refusal('BST')).toMatchObject({
      message: '"BST" is not a time zone.',
      whatToDo: 'Write it like Europe/London.',
    })
  })
})
