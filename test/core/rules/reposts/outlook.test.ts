// What the page says that the engine will do, held against the rules by which it does it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RepostConfig } from '../../../../core/ports/reposts/repost-store.ts'
import { configBody } from '../../../../core/features/reposts/bodies.ts'
import { pollBarrier, repostBarrier, WARM_UP } from '../../../../core/rules/reposts/limits.ts'
import { outlookOf, shownOf } from '../../../../core/rules/reposts/outlook.ts'
import { safeText } from '../../../../core/redact.ts'
import { DAY, HOUR, MINUTE, parseIso } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { aRepostConfig } from '../../../fakes/reposts/repost-records.ts'

const at = (iso: string) => parseIso(iso) ?? Number.NaN
const outlook = (change: Partial<RepostConfig>, now = START) => outlookOf(aRepostConfig(change), now)

describe('what comes next', () => {
  it('is nothing while it is switched off, also in a pause', () => {
    expect(outlook({ isEnabled: false, nextPollAt: null, pausedUntil: START + HOUR })).toMatchObject({
      engine: { state: 'off' },
      nextLookAt: null,
      scan: { kind: 'paused' },
      click: { kind: 'paused' },
    })
  })

  it('is nothing after the breaker, with its reason', () => {
    const stopped = {
      isEnabled: false,
      autoDisabledAt: START,
      autoDisableReason: safeText('Five looks failed.'),
    }
    expect(outlook(stopped)).toMatchObject({
      engine: { state: 'stopped', since: START, reason: 'Five looks failed.' },
      nextLookAt: null,
    })
  })

  it('is a look after the pause, with what the platform said', () => {
    expect(outlook({ pausedUntil: START + 2 * HOUR, lastPollError: safeText('Please wait.') })).toMatchObject(
      {
        engine: { state: 'paused', until: START + 2 * HOUR, why: 'Please wait.' },
        nextLookAt: START + 2 * HOUR,
      },
    )
  })

  it('is a look in the morning when the interval ends at night', () => {
    const night = { timezone: 'Europe/Berlin', sleepWindowStart: 23, sleepWindowEnd: 7 }
    const config = { ...night, nextPollAt: at('2026-11-21T02:00:00+01:00') }
    expect(outlook(config, at('2026-11-20T20:00:00+01:00'))).toMatchObject({
      engine: { state: 'waiting' },
      nextLookAt: at('2026-11-21T07:00:00+01:00'),
    })
  })

  it('is a later look than the end of the night when the interval says so', () => {
    const night = { timezone: 'Europe/Berlin', sleepWindowStart: 23, sleepWindowEnd: 7 }
    const config = { ...night, nextPollAt: at('2026-11-21T09:30:00+01:00') }
    expect(outlook(config, at('2026-11-21T01:00:00+01:00'))).toMatchObject({
      engine: { state: 'quiet', until: at('2026-11-21T07:00:00+01:00') },
      nextLookAt: at('2026-11-21T09:30:00+01:00'),
      scan: null,
      click: null,
    })
  })

  it('is a look now when its time has come', () => {
    expect(outlook({ nextPollAt: START - 1 })).toMatchObject({ engine: { state: 'due' }, nextLookAt: START })
  })

  it('is no repost while the day has had enough', () => {
    const resetAt = START + 3 * HOUR
    expect(
      outlook({
        dailyRepostLimit: 2,
        repostsToday: 2,
        repostsTodayResetAt: resetAt,
        autoRepostEnabled: true,
      }),
    ).toMatchObject({
      today: { reposts: 2, most: 2, resetAt },
      click: { kind: 'limit', until: resetAt },
      byItself: { kind: 'limit' },
    })
  })

  it('is no repost without a click in the first two days', () => {
    const config = { autoRepostEnabled: true, warmUpUntil: START + WARM_UP }
    expect(outlook(config)).toMatchObject({
      click: null,
      byItself: { kind: 'warm-up', until: START + WARM_UP },
    })
  })
})

const soon = fc.integer({ min: -3 * 24 * 60, max: 3 * 24 * 60 }).map((minutes) => START + minutes * MINUTE)
const hour = fc.integer({ min: 0, max: 23 })
const anyConfig: fc.Arbitrary<RepostConfig> = fc
  .record({
    isEnabled: fc.boolean(),
    nextPollAt: fc.option(soon),
    pausedUntil: fc.option(soon),
    autoDisabledAt: fc.option(soon, { freq: 6 }),
    sleepWindowStart: hour,
    sleepWindowEnd: hour,
    timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'),
    dailyRepostLimit: fc.integer({ min: 1, max: 3 }),
    repostsToday: fc.integer({ min: 0, max: 3 }),
    repostsTodayResetAt: fc.option(soon),
    autoRepostEnabled: fc.boolean(),
    configuredAt: soon,
  })
  .map((change) => aRepostConfig({ ...change, warmUpUntil: change.configuredAt + WARM_UP }))

describe('whatever a configuration holds', () => {
  it('the outlook agrees with what the engine does', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const { engine, nextLookAt, scan, click, byItself } = outlookOf(config, START)
        const barrier = (now: number) => pollBarrier(config, now, { manual: false })
        expect(engine.state === 'due').toBe(barrier(START) === null)
        expect(scan).toEqual(pollBarrier(config, START, { manual: true }))
        expect(click).toEqual(repostBarrier(config, START, { byHand: true }))
        expect(byItself).toEqual(repostBarrier(config, START, { byHand: false }))
        if (nextLookAt === null) {
          expect(barrier(START)?.kind).toMatch(/disabled|paused|quiet/)
          return
        }
        expect(barrier(nextLookAt)).toBeNull()
        const before = nextLookAt - START
        for (let step = 0; step < 40 && before > 0; step += 1)
          expect(barrier(START + Math.floor((before * step) / 40))).not.toBeNull()
        expect(nextLookAt === START || barrier(nextLookAt - 1) !== null).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('what the contract shows of it leads to the same outlook', () => {
    fc.assert(
      fc.property(anyConfig, (config) => {
        const told = outlookOf(shownOf(configBody(config, START)), START)
        expect(told).toEqual(outlookOf(config, START))
      }),
      { numRuns: 100 },
    )
  })

  it('a time that a wrong clock has stored holds nothing up', () => {
    expect(outlook({ nextPollAt: START + 400 * DAY }).engine.state).toBe('due')
  })
})
