import { describe, expect, it } from 'vitest'
import type { Stop, PlatformSignal } from '../../../../core/ports/reposts/mention-source.ts'
import type { RepostConfig } from '../../../../core/ports/reposts/repost-store.ts'
import { afterPoll, afterStop, challengesIn30Days } from '../../../../core/engine/reposts/breaker.ts'
import { repostBarrier } from '../../../../core/rules/reposts/limits.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { aRepostConfig } from '../../../fakes/reposts/repost-records.ts'
import { safeText } from '../../../../core/redact.ts'

const aStop = (name: PlatformSignal, more: Partial<Stop> = {}): Stop => ({
  signal: name,
  message: safeText(`said ${name}`),
  ...more,
})
const after = (config: RepostConfig, stop: Stop, now = START): RepostConfig => ({
  ...config,
  ...afterStop(config, stop, now),
})

describe('a look that ended in order', () => {
  it('forgets failures and says whether it found anything', () => {
    const config = aRepostConfig({ consecutiveFailures: 3, lastPollError: safeText('no') })
    const ended = { memory: 'm', stop: null }
    expect(afterPoll(config, ended, { found: 2, now: START })).toMatchObject({
      lastPollStatus: 'SUCCESS',
      lastPollError: null,
      consecutiveFailures: 0,
      memory: 'm',
    })
    expect(afterPoll(config, ended, { found: 0, now: START }).lastPollStatus).toBe('NO_MENTIONS')
  })

  it('is continued in five minutes when something is left, however long the interval', () => {
    const config = aRepostConfig({ nextPollAt: START + 24 * HOUR })
    const ended = { memory: 'm', stop: null, hasMore: true }
    const change = afterPoll(config, ended, { found: 0, now: START })
    expect(change).toMatchObject({ nextPollAt: START + 5 * MINUTE, lastPollError: null })
  })

  it('says that not everything was read when something was missed, or nothing continues it', () => {
    const ended = { memory: 'm', stop: null }
    const after = (config: RepostConfig, more: object) =>
      afterPoll(config, { ...ended, ...more }, { found: 1, now: START })
    const said = { lastPollStatus: 'SUCCESS', lastPollError: expect.stringContaining('not all of them') }
    expect(after(aRepostConfig(), { hasMissed: true })).toMatchObject(said)
    const byHand = after(aRepostConfig({ nextPollAt: null, isEnabled: false }), { hasMore: true })
    expect(byHand).toMatchObject(said)
    expect(byHand).not.toHaveProperty('nextPollAt')
  })

  it('keeps what was read before a stop', () => {
    const change = afterPoll(
      aRepostConfig(),
      { memory: 'm', stop: aStop('rate-limited') },
      { found: 1, now: START },
    )
    expect(change).toMatchObject({
      memory: 'm',
      lastPollStatus: 'FAILED',
      lastPollError: 'said rate-limited',
    })
  })
})

describe('a check that could make no call', () => {
  it('is tried again in a quarter of an hour, or when calls may be made again, and is no failure', () => {
    const config = aRepostConfig({ nextPollAt: START + 6 * HOUR })
    expect(after(config, aStop('offline'))).toMatchObject({
      nextPollAt: START + 15 * MINUTE,
      consecutiveFailures: 0,
    })
    const spent = aStop('offline', { waitFor: 7 * HOUR })
    expect(after(config, spent).nextPollAt).toBe(START + 7 * HOUR)
  })
})

describe('too many calls', () => {
  it.each([
    [undefined, 2 * HOUR],
    [10 * MINUTE, 2 * HOUR],
    [5 * HOUR, 5 * HOUR],
    [90 * DAY, DAY],
  ])('with a wait of %s rest for %i ms', (waitFor, rest) => {
    const stop = aStop('rate-limited', waitFor === undefined ? {} : { waitFor })
    expect(after(aRepostConfig(), stop).pausedUntil).toBe(START + rest)
  })
})

describe('a challenge', () => {
  it('pauses for a day; the third within thirty days stops everything', () => {
    let config = aRepostConfig()
    config = after(config, aStop('challenge'), START)
    expect(config).toMatchObject({ pausedUntil: START + DAY, autoDisabledAt: null, isEnabled: true })
    config = after({ ...config, consecutiveFailures: 0 }, aStop('challenge'), START + 10 * DAY)
    expect(challengesIn30Days(config, START + 10 * DAY)).toBe(2)
    config = after({ ...config, consecutiveFailures: 0 }, aStop('challenge'), START + 29 * DAY)
    expect(config).toMatchObject({ isEnabled: false, autoDisabledAt: START + 29 * DAY, nextPollAt: null })
    expect(config.autoDisableReason).toContain('3 times in 30 days')
  })

  it('of more than thirty days ago is forgotten', () => {
    const config = aRepostConfig({ challengedAt: [START - 30 * DAY, START - 31 * DAY] })
    const next = after(config, aStop('challenge'))
    expect(next).toMatchObject({ challengedAt: [START], autoDisabledAt: null })
  })
})

describe('a blocked action', () => {
  it('stops everything for a day, and for good the second time in a week', () => {
    const first = after(aRepostConfig(), aStop('action-blocked'))
    expect(first).toMatchObject({
      pausedUntil: START + DAY,
      autoDisabledAt: null,
    })
    expect(repostBarrier(first, START + DAY - 1, { byHand: true })?.kind).toBe('paused')
    const later = after({ ...first, consecutiveFailures: 0 }, aStop('action-blocked'), START + 8 * DAY)
    expect(later.autoDisabledAt).toBeNull()
    const second = after({ ...first, consecutiveFailures: 0 }, aStop('action-blocked'), START + 6 * DAY)
    expect(second).toMatchObject({ isEnabled: false, autoDisabledAt: START + 6 * DAY })
  })
})

describe('a signal that only a person can answer', () => {
  it.each(['banned', 'outdated', 'session-dead', 'not-permitted'] as const)('%s stops at once', (name) => {
    const next = after(aRepostConfig(), aStop(name))
    expect(next).toMatchObject({ isEnabled: false, autoDisabledAt: START, nextPollAt: null })
    expect(next.autoDisableReason).toContain(`said ${name}`)
  })
})

describe('failures of any kind', () => {
  it('stop everything when there are five in a row', () => {
    let config = aRepostConfig()
    for (const name of ['failed', 'token-expired', 'rate-limited', 'failed'] as const) {
      config = after(config, aStop(name))
      expect(config.autoDisabledAt).toBeNull()
    }
    config = after(config, aStop('failed'))
    expect(config).toMatchObject({ consecutiveFailures: 5, isEnabled: false, autoDisabledAt: START })
  })
})

describe('no network', () => {
  it('is no failure: it is tried again soon, and never counted', () => {
    const config = aRepostConfig({ nextPollAt: START + 6 * HOUR })
    const next = after(config, aStop('offline'))
    expect(next).toMatchObject({
      lastPollStatus: 'FAILED',
      consecutiveFailures: 0,
      nextPollAt: START + 15 * MINUTE,
    })
  })
})
