import { describe, expect, it } from 'vitest'
import type { CallRecord, PublishingDeps } from '../../../../core/engine/publishing/effects.ts'
import {
  applyLimit,
  findNoRoom,
  limitFromCalls,
  readLimitIfNear,
} from '../../../../core/engine/publishing/publishing-limit.ts'
import { NO_CHILD, toClaimedAnew, toFailed } from '../../../../core/engine/publishing/transitions.ts'
import type {
  PlatformAccess,
  PlatformReply,
  PublishingQuota,
} from '../../../../core/ports/platform/platform.ts'
import { LIMIT_REACHED, MEDIA_GONE } from '../../../../core/rules/publication/failures.ts'
import type { Change, Publication } from '../../../../core/rules/publication/publication.ts'
import type { LimitReading } from '../../../../core/rules/times/limit-room.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../core/time.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { anUncertainPublication, aPublication, NOW } from './a-publication.ts'
import { lost, ok, refused } from './replies.ts'

const ACCESS = {} as PlatformAccess
const TURN = 15 * SECOND

interface Known {
  reading: LimitReading | null
  /** When posts of ours went out. */
  ours: number[]
  /** Of the posts before this one, whether each waits for room. */
  ahead: boolean[]
  waits: boolean
  /** What the platform says when it is asked; null: nothing. */
  quota: PublishingQuota | null
}

function portsWith({ reading = null, ours = [], ahead = [], waits = false, quota = null }: Partial<Known>) {
  const asked: string[] = []
  const ledger = {
    limitOf: async () => ({ reading, waits }),
    listPublishTimes: async () => ours,
    listAhead: async () => ahead,
  }
  const publishingQuota = async () => {
    asked.push('quota')
    return quota ? ok(quota) : lost
  }
  const ports = { ledger, clock: createManualClock(NOW), platform: { publishingQuota } }
  return { asked, ports: ports as unknown as PublishingDeps }
}

const full = (readAt = NOW - HOUR / 2): LimitReading => ({ used: 25, allowed: 25, readAt })
const times = (count: number, at: number) => Array.from({ length: count }, () => at)

const READY = aPublication({ step: 'created', containerId: '17', containersAsked: 1 })
const SENDS: Change = { step: 'publishing', nextAt: null }
const REFUSED = toFailed(LIMIT_REACHED)

async function applied(known: Partial<Known>, publication: Publication = READY, change: Change = SENDS) {
  const { asked, ports } = portsWith(known)
  const result = await applyLimit(ports, publication, ACCESS, change)
  return { result, isAsked: asked.length > 0, isSent: result === change }
}

describe('the limit of an account before a post is sent', () => {
  it.each([
    ['unknown, however many we have published', { ours: times(30, NOW - HOUR) }, false],
    ['far, and what is known is old', { reading: { used: 19, allowed: 25, readAt: NOW - 2 * HOUR } }, false],
    ['near, and read just now', { reading: { used: 20, allowed: 25, readAt: NOW } }, false],
    [
      'near, and read a while ago',
      { reading: { used: 20, allowed: 25, readAt: NOW - 10 * MINUTE + 1 } },
      false,
    ],
    ['near, and read too long ago', { reading: { used: 20, allowed: 25, readAt: NOW - 10 * MINUTE } }, true],
    [
      'near, and was read under a clock that was ahead',
      { ours: times(20, NOW - 1), reading: { used: 0, allowed: 25, readAt: NOW + 1 } },
      true,
    ],
    ['of no known number', { reading: { used: 30, allowed: null, readAt: NOW } }, false],
  ])('lets it go when it is %s', async (_, known, isAsked) => {
    expect(await applied(known)).toMatchObject({ isSent: true, isAsked })
  })

  it('fails it while it is full, and says when there is room', async () => {
    expect(await applied({ reading: full() })).toEqual({
      result: { ...REFUSED, roomAt: NOW - HOUR / 2 + DAY },
      isAsked: false,
      isSent: false,
    })
  })

  it('is read once an hour while it is full', async () => {
    const quota = { used: 24, allowed: 25 }
    expect(await applied({ quota, reading: full(NOW - HOUR + 1) })).toMatchObject({
      isAsked: false,
      isSent: false,
    })
    expect(await applied({ quota, reading: full(NOW - HOUR) })).toMatchObject({ isAsked: true, isSent: true })
  })

  it('stays what it was when the platform does not answer', async () => {
    const { result, isAsked } = await applied({ reading: full(NOW - 2 * HOUR) })
    expect([result.roomAt, isAsked]).toEqual([NOW - 2 * HOUR + DAY, true])
    expect(await applied({}, { ...READY, roomAt: NOW + HOUR })).toMatchObject({ isSent: true, isAsked: true })
  })

  it('is asked for while the Worker alone knew that a post waits for room', async () => {
    const waiting = { ...READY, roomAt: NOW + HOUR }
    const { result, isAsked } = await applied({ quota: { used: 25, allowed: 25 } }, waiting)
    expect([result.step, result.roomAt, isAsked]).toEqual(['claimed', NOW + DAY, true])
    const far = { used: 1, allowed: 25, readAt: NOW - HOUR }
    expect(await applied({ reading: far, quota: far }, waiting)).toMatchObject({
      isAsked: true,
      isSent: true,
    })
    expect(await applied({ quota: far }, { ...READY, roomAt: NOW })).toMatchObject({ isAsked: false })
  })

  it.each<[string, Publication, Change]>([
    ['that was sent before', anUncertainPublication(), SENDS],
    ['that is not sent now', READY, { ...REFUSED, step: 'created' }],
    ['that failed for something else', READY, toFailed(MEDIA_GONE)],
    ['that fails without a word', READY, { step: 'failed' }],
  ])('is not looked at for a post %s', async (_, publication, change) => {
    expect(await applied({ reading: full(NOW - HOUR) }, publication, change)).toEqual({
      result: change,
      isAsked: false,
      isSent: true,
    })
  })

  it('is waited for by a post that waited before and is proven not to be live, not by one that is not ready yet', async () => {
    const sent = anUncertainPublication({ roomAt: NOW - HOUR })
    const notReady = { ...sent, intent: sent.intent && { ...sent.intent, onlyLagReplies: true } }
    expect((await applied({ reading: full() }, sent)).result.step).toBe('claimed')
    expect(await applied({ reading: full() }, notReady)).toMatchObject({ isSent: true })
  })
})

describe('a post that waits for room', () => {
  it('starts over, and looks again when the limit is read next', async () => {
    const { result } = await applied({ reading: full(), waits: true })
    expect(result).toEqual({
      ...toClaimedAnew(READY),
      roomAt: NOW - HOUR / 2 + DAY,
      nextAt: NOW + HOUR / 2,
    })
    const read = await applied({
      reading: full(NOW - 2 * HOUR),
      waits: true,
      quota: { used: 25, allowed: 25 },
    })
    expect(read.result.nextAt).toBe(NOW + HOUR)
  })

  it('looks sooner when one of ours leaves the 24 hours before, but gives those before it a moment', async () => {
    const leavingIn = (delay: number) => ({
      ours: [NOW - DAY + delay, ...times(24, NOW - HOUR)],
      reading: full(NOW - MINUTE),
      waits: true,
    })
    expect((await applied(leavingIn(10 * MINUTE))).result.nextAt).toBe(NOW + 10 * MINUTE)
    expect((await applied(leavingIn(SECOND))).result.nextAt).toBe(NOW + TURN)
  })

  it('still waits when its account no longer does, unless nothing more is sent of it', async () => {
    const waited = { ...READY, roomAt: NOW - HOUR }
    expect((await applied({ reading: full() }, waited)).result.step).toBe('claimed')
    expect((await applied({ reading: full() }, { ...waited, settleOnly: true })).result.step).toBe('failed')
    expect(
      (await applied({ reading: full(), waits: true }, { ...READY, settleOnly: true })).result.step,
    ).toBe('failed')
  })
})

describe('a post that others of its account come before', () => {
  const left = (places: number) => ({ used: 25 - places, allowed: 25, readAt: NOW - MINUTE })

  it('lets them have the last places, and keeps what was prepared', async () => {
    const held = { ...SENDS, step: 'created', intent: null, nextAt: NOW + TURN }
    expect((await applied({ reading: left(1), ahead: [false] })).result).toEqual(held)
    expect(await applied({ reading: left(2), ahead: [false] })).toMatchObject({ isSent: true })
    expect((await applied({ reading: left(2), ahead: [false, false] })).result).toEqual(held)
  })

  it('keeps a container that was made just now, and begins where there is none', async () => {
    const bare = { ...READY, containerId: null }
    const known = { reading: left(1), ahead: [false] }
    expect((await applied(known, bare)).result.step).toBe('claimed')
    expect((await applied(known, bare, { ...SENDS, containerId: '18' })).result.step).toBe('created')
  })

  it('waits behind them where its account waits, also when there is room for all', async () => {
    expect((await applied({ reading: left(1), ahead: [false], waits: true })).result).toEqual({
      ...toClaimedAnew(READY),
      roomAt: NOW - MINUTE + DAY,
      nextAt: NOW + TURN,
    })
    const room = { reading: left(5) }
    expect((await applied({ ...room, ahead: [false, true], waits: true })).result).toMatchObject({
      step: 'claimed',
      roomAt: NOW,
      nextAt: NOW + TURN,
    })
    expect(await applied({ ...room, ahead: [false], waits: true })).toMatchObject({ isSent: true })
    expect(await applied({ ...room, ahead: [true] })).toMatchObject({ isSent: true })
  })
})

describe('a refusal for lack of room', () => {
  const roomAfter = async (known: Partial<Known>) => {
    const { result, isAsked } = await applied(known, READY, REFUSED)
    expect([result.step, isAsked]).toEqual(['failed', false])
    return result.roomAt
  }

  it('says that the limit is full, whatever was known', async () => {
    expect(await roomAfter({ reading: full() })).toBe(NOW - HOUR / 2 + DAY)
    expect(await roomAfter({ reading: { used: 10, allowed: 50, readAt: NOW - MINUTE } })).toBe(NOW + DAY)
    expect(await roomAfter({})).toBe(NOW + DAY)
    expect(await roomAfter({ reading: { used: 30, allowed: null, readAt: NOW - MINUTE } })).toBe(NOW + DAY)
  })

  it('says that no fewer are allowed than went out', async () => {
    const ours = Array.from({ length: 30 }, (_, index) => NOW - HOUR + index)
    expect(await roomAfter({ ours })).toBe(NOW - HOUR + DAY)
  })

  it('stands even for a limit of more than is counted', async () => {
    expect(await roomAfter({ reading: { used: 0, allowed: 5_000, readAt: NOW } })).toBe(NOW)
  })

  it('is waited for an hour until the limit is read', async () => {
    expect((await applied({ waits: true }, READY, REFUSED)).result).toMatchObject({
      step: 'claimed',
      roomAt: NOW + DAY,
      nextAt: NOW + HOUR,
    })
  })
})

describe('a post that is due', () => {
  const found = async (change: Partial<Publication>, known: Partial<Known> = { reading: full() }) => {
    const { ports } = portsWith(known)
    return (await findNoRoom(ports, aPublication(change), ACCESS))?.step ?? null
  }
  const begun = { ...NO_CHILD, containersAsked: 1 }

  it('fails before anything is made for it when there is no room', async () => {
    expect(await found({})).toBe('failed')
    expect(await found({ publishAt: NOW, children: [NO_CHILD, NO_CHILD] })).toBe('failed')
    expect(await found({}, { reading: { used: 24, allowed: 25, readAt: NOW }, ahead: [false] })).toBe(
      'claimed',
    )
  })

  it.each<[string, Partial<Publication>]>([
    ['is not due yet', { publishAt: NOW + 1 }],
    ['has a container', { containersAsked: 1 }],
    ['has the container of one of its items', { children: [NO_CHILD, begun] }],
    ['is further, and has been sent', { ...anUncertainPublication(), step: 'created' }],
  ])('is not looked at when it %s', async (_, change) => {
    expect(await found(change)).toBeNull()
  })

  it('is asked nothing about its container while others come before it, and fails only once that is ready', async () => {
    const created = { step: 'created', containerId: '17', containersAsked: 1 } as const
    const last = { reading: { used: 24, allowed: 25, readAt: NOW } }
    expect(await found(created, { ...last, ahead: [false] })).toBe('created')
    const upload = { url: 'https://upload.example', sent: false }
    expect(await found({ ...created, upload }, { ...last, ahead: [false] })).toBeNull()
    expect(await found({ ...created, publishAt: NOW + 1 }, { ...last, ahead: [false] })).toBeNull()
    expect(await found(created, last)).toBeNull()
    expect(await found(created)).toBeNull()
  })

  it('continues when there is room', async () => {
    expect(await found({}, { reading: { used: 20, allowed: 25, readAt: NOW } })).toBeNull()
  })
})

it.each([
  ['an account that has published little', times(19, NOW - HOUR), 0],
  ['one near its limit', times(20, NOW - HOUR), 1],
])('The limit of %s is read ahead, with a number of calls: %#', async (_, ours, calls) => {
  const { asked, ports } = portsWith({ ours })
  await readLimitIfNear(ports, 'account', ACCESS)
  expect(asked).toHaveLength(calls)
})

describe('what calls say of the limit', () => {
  const called = (call: string, reply: PlatformReply<unknown>) => ({ entry: { call }, reply }) as CallRecord
  const read = called('read publishing limit', ok({ used: 3, allowed: 50 }))
  const full50 = { used: 50, allowed: 50, readAt: NOW }
  const said = (...calls: CallRecord[]) => {
    const { ports } = portsWith({ reading: { used: 10, allowed: 50, readAt: NOW - MINUTE } })
    return limitFromCalls(ports.ledger, 'account', calls, NOW)
  }

  it.each([
    ['nothing', [], null],
    ['nothing, with other calls', [called('publish', ok({ used: 3, allowed: 50 }))], null],
    ['nothing, with a reading that failed', [called('read publishing limit', lost)], null],
    ['nothing, with another refusal', [called('publish', refused(9, 1))], null],
    ['what was read', [read], { used: 3, allowed: 50, readAt: NOW }],
    [
      'what was read before a reading failed',
      [read, called('read publishing limit', lost)],
      { ...full50, used: 3 },
    ],
    ['full, by a refusal', [read, called('publish', refused(9, 2207042))], full50],
    ['what was read after a refusal', [called('publish', refused(9, 2207042)), read], { ...full50, used: 3 }],
  ])('is %s', async (_, calls, reading) => {
    expect(await said(...calls)).toEqual(reading)
  })

  it('is at least what we have published, and the smallest number where none is known', async () => {
    const refusal = [called('publish', refused(9, 2207042))]
    const { ports } = portsWith({ ours: times(30, NOW - HOUR) })
    expect(await limitFromCalls(ports.ledger, 'account', refusal, NOW)).toEqual({
      used: 30,
      allowed: 30,
      readAt: NOW,
    })
    const none = portsWith({}).ports
    expect(await limitFromCalls(none.ledger, 'account', refusal, NOW)).toEqual({
      used: 25,
      allowed: 25,
      readAt: NOW,
    })
    const more = portsWith({ ours: times(60, NOW - HOUR), reading: full50 }).ports
    expect(await limitFromCalls(more.ledger, 'account', refusal, NOW)).toEqual({ ...full50, used: 60 })
  })
})
