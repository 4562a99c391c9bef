import { describe, expect, it } from 'vitest'
import {
  callBarrier,
  nextRepostCounts,
  isQuiet,
  nextPollAfter,
  pollBarrier,
  repostBarrier,
  repostCount,
} from '../../../../core/rules/reposts/limits.ts'
import { DAY, HOUR, MINUTE, nextMidnight, parseIso, wallClock } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { aRepostConfig } from '../../../fakes/reposts/repost-records.ts'
import { safeText } from '../../../../core/redact.ts'

const at = (iso: string) => parseIso(iso) ?? Number.NaN

describe('a wall clock', () => {
  it.each([
    ['2026-11-20T12:00:00Z', 'Europe/Berlin', '2026-11-20', 13],
    ['2026-11-20T23:30:00Z', 'Europe/Berlin', '2026-11-21', 0],
    ['2026-07-01T23:30:00Z', 'America/New_York', '2026-07-01', 19],
    ['2026-11-20T20:00:00Z', 'Asia/Kathmandu', '2026-11-21', 1],
    ['2026-11-20T00:00:00Z', 'UTC', '2026-11-20', 0],
  ])('shows at %s in %s the day %s and the hour %i', (instant, zone, date, hour) => {
    expect(wallClock(at(instant), zone)).toEqual({ date, hour })
  })

  it.each([
    // The day on which clocks go forward has 23 hours, the one on which they go back 25.
    ['2026-03-29T00:00:00+01:00', 'Europe/Berlin', 23],
    ['2026-10-25T00:00:00+02:00', 'Europe/Berlin', 25],
    ['2026-11-20T00:00:00Z', 'UTC', 24],
    ['2026-11-20T00:00:00+05:45', 'Asia/Kathmandu', 24],
  ])('comes to midnight after %s in %s in %i hours', (instant, zone, hours) => {
    expect(nextMidnight(at(instant), zone) - at(instant)).toBe(hours * HOUR)
  })
})

describe('quiet hours', () => {
  const night = { sleepWindowStart: 23, sleepWindowEnd: 7, timezone: 'Europe/Berlin' }

  it.each([
    ['22:59', false],
    ['23:00', true],
    ['00:00', true],
    ['06:59', true],
    ['07:00', false],
    ['12:00', false],
  ])('from 23 to 7 hold at %s: %s', (time, holds) => {
    expect(isQuiet(night, at(`2026-11-20T${time}:00+01:00`))).toBe(holds)
  })

  it('may lie within a day', () => {
    const siesta = { sleepWindowStart: 13, sleepWindowEnd: 16, timezone: 'UTC' }
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    expect(hours.filter((hour) => isQuiet(siesta, at('2026-11-20T00:00:00Z') + hour * HOUR))).toEqual([
      13, 14, 15,
    ])
  })

  it('do not exist when they begin and end at the same hour', () => {
    expect(
      isQuiet({ sleepWindowStart: 5, sleepWindowEnd: 5, timezone: 'UTC' }, at('2026-11-20T05:00:00Z')),
    ).toBe(false)
  })

  it.each([
    ['2026-03-29T00:30:00+01:00', '2026-03-29T07:00:00+02:00'],
    ['2026-10-25T00:30:00+02:00', '2026-10-25T07:00:00+01:00'],
    ['2026-11-20T23:10:00+01:00', '2026-11-21T07:00:00+01:00'],
  ])('that hold at %s end at %s, over a change of clocks too', (now, end) => {
    const barrier = pollBarrier(aRepostConfig({ ...night, nextPollAt: 0 }), at(now), { manual: false })
    expect(barrier).toMatchObject({ kind: 'quiet', until: at(end) })
  })
})

describe('looking for mentions', () => {
  it('is allowed when it is enabled and its time has come', () => {
    expect(pollBarrier(aRepostConfig(), START, { manual: false })).toBeNull()
  })

  it.each([
    ['before its time', { nextPollAt: START + 1 }, 'early', null],
    ['while it is not enabled', { isEnabled: false }, 'disabled', null],
    ['after the breaker', { autoDisabledAt: START }, 'disabled', 'disabled'],
    ['in a pause', { pausedUntil: START + 1 }, 'paused', 'paused'],
    ['in quiet hours', { sleepWindowStart: 12, sleepWindowEnd: 13 }, 'quiet', null],
  ])('waits %s; asked for by hand only a warning of the platform stops it', (_, change, kind, byHand) => {
    const config = aRepostConfig(change)
    expect(pollBarrier(config, START, { manual: false })?.kind).toBe(kind)
    expect(pollBarrier(config, START, { manual: true })?.kind ?? null).toBe(byHand)
  })

  it('is not held up by times that a wrong clock has stored', () => {
    const config = aRepostConfig({ nextPollAt: START + 400 * DAY, pausedUntil: START + 400 * DAY })
    expect(pollBarrier(config, START, { manual: false })).toBeNull()
  })

  it('waits out a pause of the longest kind that a clock a little ahead has stored', () => {
    const config = aRepostConfig({ pausedUntil: START + DAY + 5 * MINUTE })
    expect(pollBarrier(config, START, { manual: true })?.kind).toBe('paused')
  })

  it('comes again one interval later, give or take the jitter', () => {
    const config = aRepostConfig({ pollIntervalHours: 12, jitterMinutes: 40 })
    expect([0, 0.5, 1].map((chance) => nextPollAfter(config, START, chance) - START)).toEqual([
      12 * HOUR - 40 * MINUTE,
      12 * HOUR,
      12 * HOUR + 40 * MINUTE,
    ])
  })
})

describe('reposting', () => {
  const auto = { autoRepostEnabled: true }

  it.each([
    ['in a pause', { pausedUntil: START + 1 }, 'paused', 'paused'],
    ['after the breaker', { autoDisabledAt: START }, 'disabled', 'disabled'],
    ['at the daily limit', { repostsToday: 5, repostsTodayResetAt: START + HOUR }, 'limit', 'limit'],
    ['in the first two days', { warmUpUntil: START + 1 }, 'warm-up', null],
    ['in quiet hours', { sleepWindowStart: 12, sleepWindowEnd: 13 }, 'quiet', null],
    ['right after another one', { lastRepostAt: START - 19 * MINUTE }, 'early', null],
    ['where it was not asked for', { autoRepostEnabled: false }, 'disabled', null],
  ])('waits %s; a click passes what only restrains the machine', (_, change, kind, byHand) => {
    const config = aRepostConfig({ ...auto, ...change })
    expect(repostBarrier(config, START, { byHand: false })?.kind).toBe(kind)
    expect(repostBarrier(config, START, { byHand: true })?.kind ?? null).toBe(byHand)
  })

  it('is not held up by first days that a wrong clock has counted from', () => {
    const config = aRepostConfig({ ...auto, warmUpUntil: START + 400 * DAY })
    expect(repostBarrier(config, START, { byHand: false })).toBeNull()
  })

  it('is allowed otherwise', () => {
    expect(repostBarrier(aRepostConfig(auto), START, { byHand: false })).toBeNull()
  })

  it('counts within the owner’s day, and anew in the next', () => {
    const config = aRepostConfig({ timezone: 'Asia/Kathmandu', dailyRepostLimit: 2 })
    const first = { ...config, ...nextRepostCounts(config, START) }
    const second = { ...first, ...nextRepostCounts(first, START + HOUR) }
    const resetAt = at('2026-11-21T00:00:00+05:45')
    expect(second).toMatchObject({ repostsToday: 2, repostsTodayResetAt: resetAt })
    expect(repostBarrier(second, resetAt - 1, { byHand: true })).toMatchObject({
      kind: 'limit',
      until: resetAt,
    })
    expect(repostBarrier(second, resetAt, { byHand: true })).toBeNull()
    expect(repostCount(second, resetAt)).toEqual({ repostsToday: 0, resetAt: resetAt + DAY })
  })
})

describe('the sentence of a barrier', () => {
  const open = { isEnabled: true, autoRepostEnabled: true, warmUpUntil: START }
  const night = { sleepWindowStart: 0, sleepWindowEnd: 23, timezone: 'UTC' }

  it.each([
    [
      'a pause',
      aRepostConfig({ ...open, pausedUntil: START + 3 * HOUR }),
      'No requests are made for 3 hours.',
    ],
    ['the warm-up', aRepostConfig({ ...open, warmUpUntil: START + 3 * DAY }), 'for another 3 days.'],
    ['the quiet hours', aRepostConfig({ ...open, ...night }), 'Quiet hours last for another 11 hours.'],
    ['the spacing', aRepostConfig({ ...open, lastRepostAt: START - MINUTE }), 'possible in 19 minutes.'],
  ])('says in words how long it lasts: %s', (_what, config, sentence) => {
    const message = repostBarrier(config, START, { byHand: false })?.message
    expect(message).toContain(sentence)
    expect(message).not.toMatch(/\d{4}-\d\d-\d\dT/)
  })
})

describe('the breaker', () => {
  it('lets no call pass, and says why', () => {
    const config = aRepostConfig({
      autoDisabledAt: START,
      autoDisableReason: safeText('Five looks have failed.'),
    })
    expect(callBarrier(config, START + 400 * DAY)?.message).toContain('Five looks have failed.')
  })
})
