import { describe, expect, it } from 'vitest'
import { offsetOf, resolveWallTime, wallTimeAt, wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../core/time.ts'

const BERLIN = 'Europe/Berlin'
const resolve = (wall: string, timeZone = BERLIN, choice: 'earlier' | 'later' | null = null) =>
  resolveWallTime({ wall, timeZone, choice })

describe('a wall time', () => {
  it('is the instant its zone says, in winter and in summer', () => {
    expect(resolve('2026-11-25T10:00')).toEqual({ kind: 'instant', at: Date.UTC(2026, 10, 25, 9) })
    expect(resolve('2026-07-25T10:00')).toEqual({ kind: 'instant', at: Date.UTC(2026, 6, 25, 8) })
    expect(resolve('2026-07-25T10:00', 'UTC')).toEqual({ kind: 'instant', at: Date.UTC(2026, 6, 25, 10) })
  })

  it('that comes twice is two instants, until one is chosen', () => {
    const earlier = Date.UTC(2027, 9, 31, 0, 30)
    expect(resolve('2027-10-31T02:30')).toEqual({ kind: 'twice', earlier, later: earlier + HOUR })
    expect(resolve('2027-10-31T02:30', BERLIN, 'earlier')).toEqual({ kind: 'instant', at: earlier })
    expect(resolve('2027-10-31T02:30', BERLIN, 'later')).toEqual({ kind: 'instant', at: earlier + HOUR })
  })

  it('that never comes is the times before and after the change, until one is chosen', () => {
    const after = Date.UTC(2027, 2, 28, 1, 30)
    const found = resolve('2027-03-28T02:30')
    expect(found).toEqual({ kind: 'never', before: after - HOUR, after })
    expect(wallTimeOf(after - HOUR, BERLIN)).toBe('2027-03-28T01:30')
    expect(wallTimeOf(after, BERLIN)).toBe('2027-03-28T03:30')
    expect(resolve('2027-03-28T02:30', BERLIN, 'later')).toEqual({ kind: 'instant', at: after })
  })

  it('is unambiguous one minute away from a change', () => {
    for (const wall of ['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T01:59', '2027-10-31T03:00']) {
      expect(resolve(wall).kind).toBe('instant')
    }
    expect(resolve('2027-03-28T02:00').kind).toBe('never')
    expect(resolve('2027-10-31T02:59').kind).toBe('twice')
  })

  it('asks for half an hour only where clocks move by half an hour', () => {
    const found = resolve('2027-04-04T01:45', 'Australia/Lord_Howe')
    expect(found).toMatchObject({ kind: 'twice' })
    if (found.kind === 'twice') expect(found.later - found.earlier).toBe(30 * MINUTE)
  })

  it('is refused when there is no such date, time or zone', () => {
    const odd = [
      '',
      '2026-02-30T10:00',
      '2026-11-25T24:00',
      '2026-11-25T10:60',
      '2026-11-25',
      '2026-11-25T10:00Z',
    ]
    for (const wall of odd) expect(resolve(wall)).toEqual({ kind: 'invalid' })
    for (const zone of ['', 'Mars/Base', '+01:00']) {
      expect(resolve('2026-11-25T10:00', zone)).toEqual({ kind: 'invalid' })
    }
  })

  it('comes back from its instant', () => {
    for (const zone of ['UTC', BERLIN, 'America/St_Johns', 'Pacific/Chatham', 'Asia/Kathmandu']) {
      const found = resolve('2026-12-24T18:05', zone)
      expect(found.kind === 'instant' && wallTimeOf(found.at, zone)).toBe('2026-12-24T18:05')
    }
  })

  it('that comes twice leads back to the one of the two that it was made from', () => {
    const earlier = Date.UTC(2027, 9, 31, 0, 30)
    for (const at of [earlier, earlier + HOUR, earlier + DAY]) {
      expect(resolveWallTime(wallTimeAt(at, BERLIN))).toEqual({ kind: 'instant', at })
      // A script may give a post a time within a minute.
      expect(resolveWallTime(wallTimeAt(at + 20 * SECOND, BERLIN))).toEqual({ kind: 'instant', at })
    }
  })

  it('is told to the minute that has begun', () => {
    expect(wallTimeOf(Date.UTC(2026, 10, 25, 9, 4, 59, 999), BERLIN)).toBe('2026-11-25T10:04')
  })
})

describe('the offset of a zone', () => {
  it('is that of the instant', () => {
    expect(offsetOf(Date.UTC(2026, 6, 1), BERLIN)).toBe('+02:00')
    expect(offsetOf(Date.UTC(2026, 11, 1), BERLIN)).toBe('+01:00')
    expect(offsetOf(Date.UTC(2026, 11, 1), 'UTC')).toBe('+00:00')
  })
})
