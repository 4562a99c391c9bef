import { describe, expect, it } from 'vitest'
import { NO_ANSWER, type PlatformReply } from '../../../../core/ports/platform/platform.ts'
import type { CallRecord } from '../../../../core/engine/publishing/effects.ts'
import {
  backOff,
  backoffFor,
  delayedChange,
  isBusy,
  laterIfUnreached,
  nextBlock,
  waitForPlatform,
  waitUnreached,
} from '../../../../core/engine/publishing/backoff.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'
import { ok, refused } from './replies.ts'
import { safeText } from '../../../../core/redact.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const called = (reply: PlatformReply<unknown>, call = 'publish'): CallRecord => ({
  reply,
  entry: {
    at: NOW,
    call,
    httpStatus: 200,
    platformCode: null,
    platformSubcode: null,
    platformTitle: null,
    traceId: null,
    outcome: safeText(''),
  },
})
const at = (percent: number, regainAfter: number | null = null) =>
  called({ ...ok({}), facts: { ...NO_ANSWER, usage: { percent, regainAfter } } } as PlatformReply<unknown>)

const paused = (...calls: CallRecord[]) => (backoffFor(calls, NOW).pausedUntil ?? NOW) - NOW
const silent = (...calls: CallRecord[]) => (backoffFor(calls, NOW).silentUntil ?? NOW) - NOW

describe('how long an account backs off', () => {
  it('is what the longest of its answers asks for', () => {
    const [block, limit] = [called(refused(368)), called(refused(80002))]
    const day = NOW + 24 * HOUR
    for (const calls of [
      [block, limit, at(85)],
      [at(85), limit, block],
    ]) {
      expect(backoffFor(calls, NOW)).toEqual({ pausedUntil: day, silentUntil: NOW + HOUR, blockedUntil: day })
    }
    expect(silent(at(100, 2 * MINUTE), at(100, MINUTE))).toBe(2 * MINUTE)
    expect(paused(at(100, MINUTE), at(99))).toBe(126 * SECOND)
    expect(backoffFor([at(85)], NOW)).toMatchObject({ silentUntil: null, blockedUntil: null })
  })

  it('is told by the usage that comes with a refusal', () => {
    const usage = { percent: 100, regainAfter: 3 * HOUR }
    expect(silent(called(refused(80002, null, usage)))).toBe(3 * HOUR)
    expect(silent(called(refused(1, null, usage)))).toBe(3 * HOUR)
    const sooner = { percent: 100, regainAfter: 5 * MINUTE }
    expect(paused(called(refused(80002, null, sooner)))).toBe(5 * MINUTE)
    expect(paused(called(refused(368, null, sooner)))).toBe(24 * HOUR)
  })

  it('begins when calls are to be spaced', () => {
    const busy = [79.9, 80, 100].map((percent) => isBusy({ percent, regainAfter: null }))
    expect([isBusy(null), ...busy]).toEqual([false, false, true, true])
  })

  it('is not at all while its limits are far', () => {
    expect(backoffFor([], NOW)).toEqual({ pausedUntil: null, silentUntil: null, blockedUntil: null })
    expect(paused(called(ok({})), at(79))).toBe(0)
  })

  it('grows with the usage from 80 percent on, and is the platform’s own word at 100', () => {
    expect([80, 90, 99].map((percent) => paused(at(percent)))).toEqual([6_000, 66_000, 120_000])
    expect([paused(at(100, 19 * MINUTE)), silent(at(100, 19 * MINUTE))]).toEqual([19 * MINUTE, 19 * MINUTE])
    expect(paused(at(100))).toBe(HOUR)
    expect(silent(at(99))).toBe(0)
    expect([paused(at(1e9, 5 * MINUTE)), paused(at(80.3))]).toEqual([5 * MINUTE, 12_000])
  })

  it('is a day after a block, an hour after a call limit, and nothing after a full quota', () => {
    expect(paused(called(refused(4, 2207051)))).toBe(24 * HOUR)
    expect(paused(called(refused(368)))).toBe(24 * HOUR)
    expect(paused(called(refused(80002)))).toBe(HOUR)
    expect(paused(called(refused(9, 2207042)))).toBe(0)
  })

  it.each(['prepare Page post', 'publish on Page', 'read Page permalink'])(
    'is not for what the Page refuses or has used up: %s',
    (call) => {
      const usage = { percent: 100, regainAfter: 3 * HOUR }
      expect(paused(called(refused(368, 1_390_008), call))).toBe(0)
      expect(paused(called({ ...ok({}), facts: { ...NO_ANSWER, usage } }, call))).toBe(0)
      // What is left to do on the Page waits.
      const limit = called(refused(80001, null, usage), call)
      expect(backoffFor([limit], NOW)).toEqual({
        pausedUntil: null,
        silentUntil: NOW + 3 * HOUR,
        blockedUntil: null,
      })
      expect(paused(limit, called(refused(80002)))).toBe(HOUR)
    },
  )

  it('lets us look for what may be live after a block, and not after a call limit', () => {
    expect(silent(called(refused(4, 2207051)))).toBe(0)
    expect(silent(called(refused(80002)))).toBe(HOUR)
  })
})

describe('the publication under way', () => {
  const pause = { pausedUntil: NOW + MINUTE, silentUntil: null, blockedUntil: null }
  const silence = { pausedUntil: NOW + HOUR, silentUntil: NOW + HOUR, blockedUntil: null }

  it('waits with its account before it has sent anything', () => {
    const created = { step: 'created', nextAt: null } as const
    expect(delayedChange(aPublication(), created, pause)).toMatchObject({ nextAt: NOW + MINUTE })
    expect(delayedChange(aPublication(), { nextAt: NOW + HOUR }, pause)).toMatchObject({ nextAt: NOW + HOUR })
  })

  it.each(['claimed', 'created', 'staged'] as const)(
    'waits as %s for the pause, and for the silence',
    (step) => {
      expect(delayedChange(aPublication(), { step, nextAt: null }, pause)).toEqual({
        step,
        nextAt: NOW + MINUTE,
      })
      expect(delayedChange(aPublication({ step }), { nextAt: NOW }, silence)).toEqual({ nextAt: NOW + HOUR })
      const none = { pausedUntil: null, silentUntil: null, blockedUntil: null }
      const change = { step, nextAt: null }
      expect(delayedChange(aPublication(), change, none)).toBe(change)
    },
  )

  it.each(['done', 'failed'] as const)('has nothing to put off when it is %s', (step) => {
    const change = { step, nextAt: null }
    expect(delayedChange(aPublication(), change, silence)).toBe(change)
  })

  it('is never put off between its intent and its send', () => {
    const intended = { step: 'publishing', nextAt: null } as const
    expect(delayedChange(aPublication({ step: 'created' }), intended, silence)).toBe(intended)
  })

  it('looks for what may be live at its own pace, except while every call lengthens the wait', () => {
    const look = { nextAt: NOW + 2_000 }
    expect(delayedChange(anUncertainPublication(), look, pause)).toBe(look)
    expect(delayedChange(anUncertainPublication(), look, silence)).toEqual({ nextAt: NOW + HOUR })
  })
})

describe('a block that the platform answered a publish call with', () => {
  const block = backoffFor([called(refused(4, 2207051))], NOW)
  const until = NOW + 24 * HOUR
  const none = backoffFor([], NOW)

  it('is remembered with the publication until it is reconciled', () => {
    const sent = aPublication({ step: 'publishing' })
    expect(nextBlock(sent, { step: 'uncertain' }, block)).toEqual({ blockedUntil: until, endedPause: null })
    const looking = anUncertainPublication({ blockedUntil: until })
    expect(nextBlock(looking, {}, none)).toEqual({ blockedUntil: until, endedPause: null })
    expect(nextBlock(looking, { step: 'failed' }, none).endedPause).toBeNull()
  })

  it('ends when the post proves to be live', () => {
    const looking = anUncertainPublication({ blockedUntil: until })
    for (const change of [{ step: 'confirmed' }, { step: 'done' }, { seenPublished: true }] as const)
      expect(nextBlock(looking, change, none)).toEqual({ blockedUntil: null, endedPause: until })
  })

  it('stays when it came before anything was sent, and a call limit stays in any case', () => {
    expect(nextBlock(aPublication({ step: 'created' }), {}, block).blockedUntil).toBeNull()
    const blocked = aPublication({ step: 'created', blockedUntil: NOW + HOUR })
    expect(nextBlock(blocked, {}, block)).toEqual({ blockedUntil: NOW + HOUR, endedPause: null })
    const limit = backoffFor([called(refused(80002))], NOW)
    expect(nextBlock(aPublication({ step: 'publishing' }), {}, limit).blockedUntil).toBeNull()
  })
})

describe('a post that does not reach the platform', () => {
  const HOURS = [0, 40, 60, 4 * 60, 20 * 60, 60 * 60, 24 * 60 * 60].map((seconds) => seconds * SECOND)

  it('is tried again after a quarter of the time that it waits, within ten seconds and five minutes, for a day', () => {
    const waits = HOURS.map((age) => waitUnreached(NOW + age, { unreachedSince: NOW }))
    expect(waits).toEqual(
      [10, 10, 15, 60, 300, 300, 300].map((wait, nth) => ({
        nextAt: NOW + (HOURS[nth] ?? 0) + wait * SECOND,
        unreachedSince: NOW,
      })),
    )
    expect(waitUnreached(NOW + 24 * HOUR + 1, { unreachedSince: NOW })).toBeNull()
    expect(waitUnreached(NOW, {})).toEqual({ nextAt: NOW + 10 * SECOND, unreachedSince: NOW })
  })

  it('leaves what follows it as it was, and everything else that fails counts', () => {
    const state = { tries: 1 }
    const later = (neverArrived: boolean, now = NOW) =>
      laterIfUnreached(state, { neverArrived }, { now: () => now }, aPublication({ unreachedSince: NOW }))
    expect(later(true)).toEqual({ next: state, unreached: waitUnreached(NOW, {}) })
    expect([later(false), later(true, NOW + 25 * HOUR)]).toEqual([null, null])
  })
})

describe('a post that meets faults of the platform', () => {
  it('waits for longer from fault to fault, for an hour altogether', () => {
    const pauses = [0, 1, 2, 3, 4, 5, 6].map((faults) => waitForPlatform(NOW, { faults, publishAt: null }))
    expect(pauses).toEqual([
      ...[10, 60, 300, 600, 1_200, 1_800].map((pause, faults) => ({
        nextAt: NOW + pause * SECOND,
        faults: faults + 1,
      })),
      null,
    ])
    expect(waitForPlatform(NOW, { publishAt: NOW })).toEqual({ nextAt: NOW + 10 * SECOND, faults: 1 })
  })

  it('is tried at its time, from when they are counted anew', () => {
    const at = (publishAt: number) => waitForPlatform(NOW, { faults: 1, publishAt })
    expect([at(NOW + 1), at(NOW + MINUTE)]).toEqual([
      { nextAt: NOW + 1, faults: 0 },
      { nextAt: NOW + MINUTE, faults: 0 },
    ])
    expect([at(NOW), at(NOW + MINUTE + 1)]).toEqual(Array(2).fill({ nextAt: NOW + MINUTE, faults: 2 }))
  })
})

describe('what the calls of a step mean', () => {
  it('puts off its account, and remembers what a block has stopped', () => {
    const blocked = aPublication({ step: 'publishing' })
    const day = NOW + 24 * HOUR
    expect(backOff(blocked, { step: 'uncertain', nextAt: NOW }, [called(refused(368))], NOW)).toEqual({
      change: { step: 'uncertain', nextAt: NOW, blockedUntil: day },
      pauseAccountUntil: day,
      endedPause: null,
    })
  })
})
