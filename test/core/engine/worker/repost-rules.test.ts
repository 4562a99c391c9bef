import { describe, expect, it } from 'vitest'
import { mergeUserChanges, judgeClaim } from '../../../../core/engine/worker/repost-rules.ts'
import { isRepostConfig, isRepostRecord } from '../../../../core/engine/worker/repost-shapes.ts'
import { DAY, HOUR } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { aRepostConfig, aRepostRecord } from '../../../fakes/reposts/repost-records.ts'

describe('what the user changes while the Worker has the account', () => {
  const own = aRepostConfig({
    lastPollAt: START,
    nextPollAt: START + 6 * HOUR,
    consecutiveFailures: 5,
    autoDisabledAt: START,
    pausedUntil: START + HOUR,
    isEnabled: false,
    ignoreBefore: START,
    repostsToday: 2,
  })
  const now = START + HOUR

  it('lifts the breaker, and no pause that the platform has caused', () => {
    const given = { ...own, isEnabled: true, autoDisabledAt: null, pausedUntil: null, revision: 2 }
    expect(mergeUserChanges(own, given, now)).toMatchObject({
      isEnabled: true,
      autoDisabledAt: null,
      consecutiveFailures: 0,
      pausedUntil: START + HOUR,
      repostsToday: 2,
      version: own.version + 1,
    })
  })

  it('brings along what the platform has said to the server meanwhile', () => {
    const given = { ...own, pausedUntil: START + 9 * HOUR, blockedAt: [START + 1], challengedAt: [START] }
    expect(mergeUserChanges({ ...own, challengedAt: [START - 1] }, given, now)).toMatchObject({
      pausedUntil: START + 9 * HOUR,
      blockedAt: [START + 1],
      challengedAt: [START - 1, START],
    })
  })

  it('does not lift a pause by one of a clock that was years ahead', () => {
    const wrong = { ...own, pausedUntil: START + 900 * DAY, lastRepostAt: START + 900 * DAY }
    const right = { ...own, pausedUntil: now + HOUR, lastRepostAt: START }
    const both = { pausedUntil: now + HOUR, lastRepostAt: START }
    expect(mergeUserChanges(right, { ...wrong, revision: 2 }, now)).toMatchObject(both)
    expect(mergeUserChanges(wrong, { ...right, revision: 2 }, now)).toMatchObject(both)
  })

  it('does not bring the next check forward before the server knows of the last one', () => {
    const given = { ...own, lastPollAt: null, nextPollAt: START, revision: 2 }
    expect(mergeUserChanges(own, given, now).nextPollAt).toBe(START + 6 * HOUR)
    expect(mergeUserChanges(own, { ...given, lastPollAt: START }, now).nextPollAt).toBe(START)
  })

  it('never makes older mentions count again', () => {
    const given = { ...own, ignoreBefore: null, revision: 2 }
    expect(mergeUserChanges(own, given, now).ignoreBefore).toBe(START)
  })

  it('ignores no mention that comes after it, though a clock was years ahead', () => {
    const given = { ...own, ignoreBefore: START + 900 * DAY, revision: 2 }
    expect(mergeUserChanges(own, given, now).ignoreBefore).toBe(now)
    expect(mergeUserChanges(given, { ...own, revision: 2 }, now).ignoreBefore).toBe(now)
  })
})

describe('a claim', () => {
  const ask = { as: 'repost', now: START } as const

  it('counts where the day is counted', () => {
    const config = aRepostConfig({ dailyRepostLimit: 1 })
    const first = judgeClaim(aRepostRecord({ runner: 'cloud' }), config, ask)
    expect(first).toMatchObject({ outcome: 'yours', config: { repostsToday: 1, version: 2 } })
    expect(judgeClaim(aRepostRecord({ runner: 'cloud' }), first.config, ask).outcome).toBe('limit')
  })

  it('of one that is the server’s already changes nothing, whatever became of it', () => {
    const record = aRepostRecord({ runner: 'here', status: 'PUBLISHED' })
    expect(judgeClaim(record, aRepostConfig(), ask)).toEqual({ outcome: 'yours', config: null })
  })
})

describe('what comes over the wire', () => {
  it('is read when it is whole, also with fields of a later day', () => {
    expect(isRepostConfig({ ...aRepostConfig(), later: 1 })).toBe(true)
    expect(isRepostRecord({ ...aRepostRecord(), later: 1 })).toBe(true)
  })

  it.each([{ timezone: 'Mars' }, { dailyRepostLimit: '5' }, { revision: 0 }])(
    'is not accepted as a configuration with %o',
    (change) => expect(isRepostConfig({ ...aRepostConfig(), ...change })).toBe(false),
  )

  it.each([{ status: 'LOST' }, { key: '' }, { expiresAt: null }, { runner: 'lending' }])(
    'is not accepted as a mention with %o',
    (change) => expect(isRepostRecord({ ...aRepostRecord(), ...change })).toBe(false),
  )
})
