// When an account is looked at again. What may be done, and that no limit is crossed, is tried in faults/story-repost-days.
import { beforeEach, describe, expect, it } from 'vitest'
import { NEVER_ASKED } from '../../../../core/rules/ownership/ownership.ts'
import type { RepostConfig } from '../../../../core/ports/reposts/repost-store.ts'
import { checkAccount } from '../../../../core/engine/reposts/check-account.ts'
import { removeReposts } from '../../../../core/features/reposts/settings/configure.ts'
import { DAY, HOUR, MINUTE } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { aMention, aRepostConfig, aRepostRecord } from '../../../fakes/reposts/repost-records.ts'
import { createTestApp, type TestApp } from '../../../fakes/test-app.ts'
import { safeText } from '../../../../core/redact.ts'

let app: TestApp
let accountId: string

beforeEach(async () => {
  app = createTestApp()
  accountId = (await app.anAccount()).id
})

async function check(change: Partial<RepostConfig> = {}): Promise<number | null> {
  const { reposts } = app.ports
  await reposts.addConfig(aRepostConfig({ accountId, jitterMinutes: 0, ...change }))
  const at = await checkAccount(app.ports, accountId)
  return at === null ? null : at - START
}
const stored = () => app.ports.reposts.config(accountId)

describe('an account', () => {
  it('is looked at, and again an interval later', async () => {
    expect(await check({ pollIntervalHours: 12 })).toBe(12 * HOUR)
    expect(app.strangers.calls).toEqual(['scan'])
    expect(await stored()).toMatchObject({ lastPollStatus: 'NO_MENTIONS', askingSince: null })
  })

  it('that is disabled brings no work', async () => {
    expect(await check({ isEnabled: false })).toBeNull()
    expect(app.strangers.calls).toEqual([])
  })

  it.each(['delegating', 'worker', 'recalling'] as const)(
    'that is not this computer’s (%s) is left alone until it is recalled',
    async (state) => {
      expect(await check({ ownership: { ...NEVER_ASKED, state } })).toBe(15 * MINUTE)
      expect(app.strangers.calls).toEqual([])
    },
  )

  it('that was removed while the Worker had it brings no work', async () => {
    expect(await check({ ownership: { ...NEVER_ASKED, state: 'worker' }, removedAt: START })).toBeNull()
  })

  it('backs off for two hours when a process ended in the middle of a call', async () => {
    expect(await check({ askingSince: START - HOUR })).toBe(HOUR)
    expect(app.strangers.calls).toEqual([])
    expect(await stored()).toMatchObject({ askingSince: null, lastPollStatus: 'FAILED' })
  })

  it('keeps its pause when a process ended in the middle of a call and the next has a clock far behind', async () => {
    app.clock.jump(-900 * DAY)
    await check({ askingSince: START - HOUR, pausedUntil: START + 9 * HOUR })
    expect(await stored()).toMatchObject({ pausedUntil: START + 9 * HOUR })
  })

  it('has mentions reposted again once a clock that was years ahead is right', async () => {
    const doubted = aMention({ mentionedAt: START - 1 })
    app.strangers.mentions = [doubted]
    await check({ autoRepostEnabled: true, ignoreBefore: START + 900 * DAY })
    app.clock.advance(7 * HOUR)
    app.strangers.mentions = [doubted, aMention({ mentionedAt: START + 1 })]
    await checkAccount(app.ports, accountId)
    const found = await app.ports.reposts.records({ accountId, limit: 9 })
    expect(found).toMatchObject([{ auto: true }, { auto: false }])
  })

  it('keeps the time before which nothing is reposted while its own clock is years behind', async () => {
    app.strangers.stop = { signal: 'offline', message: safeText('Its certificate is not valid yet.') }
    app.clock.jump(-900 * DAY)
    await check({ autoRepostEnabled: true, ignoreBefore: START })
    expect(await stored()).toMatchObject({ ignoreBefore: START })
  })

  it('forgets no mention by a clock far ahead with which nobody is reached', async () => {
    const known = aRepostRecord({ accountId, status: 'DISMISSED' })
    await app.ports.reposts.addRecords([known])
    app.strangers.stop = { signal: 'offline', message: safeText('Its certificate has expired.') }
    app.clock.advance(400 * DAY)
    await check()
    expect(await app.ports.reposts.record(known.id)).toEqual(known)
    await app.ports.reposts.updateConfig(accountId, (config) => ({ ...config, nextPollAt: 0 }))
    await checkAccount(app.ports, accountId)
    expect(await app.ports.reposts.record(known.id)).toBeNull()
  })

  it('is looked at soon again when nobody was reached', async () => {
    app.strangers.stop = { signal: 'offline', message: safeText('No network.') }
    expect(await check()).toBe(15 * MINUTE)
  })

  it('learns what became of a repost although hundreds of mentions have come since', async () => {
    const begun = aRepostRecord({ accountId, status: 'REPOSTING', postId: 'deleted since' })
    const later = { accountId, detectedAt: begun.detectedAt + 1 }
    await app.ports.reposts.addRecords([begun, ...Array.from({ length: 250 }, () => aRepostRecord(later))])
    await check({ isEnabled: false })
    expect(await app.ports.reposts.record(begun.id)).toMatchObject({ status: 'DISMISSED' })
  })

  it('lets the mention of a story end although hundreds have come since', async () => {
    const over = aRepostRecord({ accountId, expiresAt: START })
    const later = { accountId, detectedAt: over.detectedAt + 1 }
    await app.ports.reposts.addRecords([over, ...Array.from({ length: 250 }, () => aRepostRecord(later))])
    await check({ isEnabled: false })
    expect(await app.ports.reposts.record(over.id)).toMatchObject({ status: 'EXPIRED' })
  })

  it('keeps the time of its next look when a single story cannot be reached', async () => {
    const nextPollAt = START + 5 * HOUR
    const waiting = aRepostRecord({ accountId, auto: true })
    await app.ports.reposts.addRecords([waiting])
    app.strangers.look = { kind: 'stopped', stop: { signal: 'offline', message: safeText('No network.') } }
    await check({ nextPollAt, autoRepostEnabled: true, lastPollStatus: 'SUCCESS' })
    expect(app.strangers.calls).toEqual(['look'])
    expect(await stored()).toMatchObject({ nextPollAt, lastPollStatus: 'SUCCESS', repostsToday: 0 })
  })

  it('has failed once, however many stories could not be read in a check', async () => {
    const waiting = Array.from({ length: 6 }, () => aRepostRecord({ accountId, auto: true }))
    await app.ports.reposts.addRecords(waiting)
    app.strangers.look = { kind: 'stopped', stop: { signal: 'failed', message: safeText('HTTP 503') } }
    await check({ nextPollAt: START + 5 * HOUR, autoRepostEnabled: true, consecutiveFailures: 1 })
    expect(app.strangers.calls).toEqual(['look', 'look'])
    expect(await stored()).toMatchObject({ consecutiveFailures: 2, autoDisabledAt: null, isEnabled: true })
  })

  it.each(['failed', 'token-expired'] as const)(
    'has failed once until mentions are read again, however often a story could not be read: %s',
    async (signal) => {
      await app.ports.reposts.addRecords([aRepostRecord({ accountId, auto: true })])
      app.strangers.look = { kind: 'stopped', stop: { signal, message: safeText('HTTP 503') } }
      await check({ nextPollAt: START + 5 * HOUR, autoRepostEnabled: true, lastPollStatus: 'NO_MENTIONS' })
      for (let n = 0; n < 9; n += 1) {
        app.clock.advance(15 * MINUTE)
        await checkAccount(app.ports, accountId)
      }
      expect(app.strangers.calls).toHaveLength(10)
      expect(await stored()).toMatchObject({
        consecutiveFailures: 1,
        isEnabled: true,
        lastPollStatus: 'FAILED',
      })
    },
  )

  it('has not failed several times in a row once a story could be read', async () => {
    await app.ports.reposts.addRecords([aRepostRecord({ accountId, auto: true })])
    await check({ nextPollAt: START + 5 * HOUR, autoRepostEnabled: true, consecutiveFailures: 4 })
    expect(await stored()).toMatchObject({ consecutiveFailures: 0, repostsToday: 1 })
  })

  it('reposts another story while the file of one cannot be loaded', async () => {
    const newer = aRepostRecord({ accountId, auto: true, detectedAt: START + 1 })
    const oldest = aRepostRecord({ accountId, auto: true })
    const { reposts, stories } = app.ports
    await reposts.addRecords([newer, oldest])
    await reposts.addConfig(aRepostConfig({ accountId, autoRepostEnabled: true }))
    const prepare: typeof stories.prepare = async (record, config) => {
      if (record.id === oldest.id) throw new Error('HTTP 503 instead of a story')
      return stories.prepare(record, config)
    }
    await checkAccount({ ...app.ports, stories: { ...stories, prepare } }, accountId)
    expect(await reposts.record(newer.id)).toMatchObject({ status: 'REPOSTING' })
    expect(await reposts.record(oldest.id)).toMatchObject({ status: 'PENDING' })
  })

  it('has no story reposted once its set-up was removed, however far the check had come', async () => {
    const waiting = aRepostRecord({ accountId, auto: true })
    const { reposts, stories } = app.ports
    await reposts.addRecords([waiting])
    await reposts.addConfig(aRepostConfig({ accountId, autoRepostEnabled: true }))
    const prepare: typeof stories.prepare = async (record, config) => {
      await removeReposts(app.ports, accountId)
      return stories.prepare(record, config)
    }
    expect(await checkAccount({ ...app.ports, stories: { ...stories, prepare } }, accountId)).toBeNull()
    expect(await reposts.record(waiting.id)).toMatchObject({ status: 'PENDING', postId: null })
    expect(await stored()).toMatchObject({ repostsToday: 0 })
  })

  it('is followed soon while a repost of it is under way', async () => {
    app.strangers.mentions = [aMention()]
    expect(await check({ autoRepostEnabled: true })).toBe(30_000)
  })
  it.each([
    ['for a day while a repost of it that failed may be live', true, HOUR, 15 * MINUTE],
    ['no longer after that day', true, 25 * HOUR, null],
    ['no longer once a repost has failed for sure', false, HOUR, null],
  ] as const)('is followed %s', async (_, isInDoubt, later, next) => {
    const { reposts, stories, clock } = app.ports
    const error = { errorCode: 'UNKNOWN_ERROR', errorDetail: null } as const
    const failed = aRepostRecord({ accountId, status: 'FAILED', postId: 'sent', updatedAt: START, ...error })
    await reposts.addRecords([failed])
    app.clock.advance(later)
    const outcome = { state: 'failed', isInDoubt, igPermalink: null, publishedAt: null, ...error } as const
    const told = { ...stories, outcomeOf: async () => outcome }
    const at = await checkAccount({ ...app.ports, stories: told }, accountId)
    expect(at && at - clock.now()).toBe(next)
  })
})
