import { describe, expect, it } from 'vitest'
import type { ContainerStatus, Reply } from '../../../core/ports/platform.ts'
import { afterContainerAsked, afterPublish, afterStatusRead } from '../../../core/publishing/outcomes.ts'
import { reflect } from '../../../core/publishing/reflect.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'

const at = { now: NOW, monotonic: 1_000 }
const ok = <T>(value: T): Reply<T> => ({ kind: 'ok', value, platformTime: NOW - 3 })
const refused = (code: number, subcode: number | null = null, httpStatus = 400): Reply<never> => ({
  kind: 'refused',
  refusal: { httpStatus, code, subcode, message: 'no', traceId: null },
  platformTime: NOW,
})
const status = (value: ContainerStatus['status'], subcode: number | null = null) =>
  ok({ status: value, detail: null, subcode })

describe('asking for a container', () => {
  it('gives up a picture that the platform will never take', () => {
    expect(afterContainerAsked(aPublication(), refused(36003, 2207009), NOW)).toMatchObject({
      step: 'failed',
      failure: { code: 'MEDIA_INVALID', recovery: 'fix_media', unconfirmed: false },
    })
  })

  it('tells a reader to reconnect when the token has ended', () => {
    const change = afterContainerAsked(aPublication(), refused(190, 463), NOW)
    expect(change).toMatchObject({
      step: 'failed',
      failure: { code: 'TOKEN_EXPIRED', recovery: 'reconnect' },
    })
  })

  it('asks again after a lost answer, three times in all', () => {
    const lost = { kind: 'unknown', reason: 'no answer in time' } as const
    expect(afterContainerAsked(aPublication(), lost, NOW)).toEqual({
      containersAsked: 1,
      nextAt: NOW + 10_000,
    })
    expect(afterContainerAsked(aPublication({ containersAsked: 2 }), lost, NOW)).toMatchObject({
      step: 'failed',
    })
  })
})

describe('reading a container’s status', () => {
  const created = aPublication({
    step: 'created',
    containerId: '17900000000000001',
    containerCreatedAt: NOW,
    containersAsked: 1,
  })

  it('stores the intent, with the platform’s clock, as soon as it is FINISHED', () => {
    expect(afterStatusRead(created, status('FINISHED'), at)).toMatchObject({
      step: 'publishing',
      nextAt: null,
      intent: { at: NOW, platformAt: NOW - 3, monotonicAt: 1_000, sends: 1, onlyLagReplies: true },
    })
  })

  it('keeps reading what it cannot read, less and less often', () => {
    expect(afterStatusRead(created, refused(100, 33), at)).toEqual({ reads: 1, nextAt: NOW + 2_000 })
    expect(afterStatusRead({ ...created, reads: 9 }, status('UNKNOWN'), at)).toEqual({
      reads: 10,
      nextAt: NOW + 10_000,
    })
  })

  it('reads a minute later when the platform says that we ask too much', () => {
    expect(afterStatusRead(created, refused(80002), at)).toEqual({ reads: 1, nextAt: NOW + 60_000 })
  })

  it('asks for another container after a failure that passes, and none after one that does not', () => {
    expect(afterStatusRead(created, status('ERROR', 2207082), at)).toMatchObject({
      step: 'claimed',
      containerId: null,
    })
    expect(afterStatusRead(created, status('ERROR', 2207026), at)).toMatchObject({
      step: 'failed',
      failure: { code: 'MEDIA_INVALID' },
    })
  })

  it('never replaces a container that a publish call was made for', () => {
    const sent = { ...anUncertainPublication(), step: 'created' } as const
    for (const dead of ['ERROR', 'EXPIRED', 'PUBLISHED'] as const) {
      expect(afterStatusRead(sent, status(dead), at)).toMatchObject({ step: 'uncertain' })
    }
  })
})

describe('a publish call', () => {
  const publishing = { ...anUncertainPublication(), step: 'publishing' } as const

  it('is uncertain after any answer but an id, refusals included', () => {
    for (const reply of [
      refused(1),
      refused(4, 2207051),
      refused(9, 2207042),
      refused(190),
      { kind: 'unknown', reason: 'x' } as const,
    ]) {
      expect(afterPublish(publishing, reply, NOW)).toMatchObject({ step: 'uncertain' })
    }
  })

  it('is looked after in five seconds when it was answered "not ready yet" and nothing else before', () => {
    const first = {
      ...publishing,
      intent: publishing.intent && { ...publishing.intent, onlyLagReplies: true },
    }
    expect(afterPublish(first, refused(9007, 2207027), NOW)).toMatchObject({
      step: 'uncertain',
      nextAt: NOW + 5_000,
      intent: { onlyLagReplies: true },
    })
    expect(afterPublish(publishing, refused(24, 2207006), NOW)).toMatchObject({
      intent: { onlyLagReplies: false },
    })
  })

  it('makes the post PUBLISHED with its id in the same step', () => {
    const next = { ...publishing, ...afterPublish(publishing, ok({ mediaId: '18000000000000001' }), NOW) }
    expect(reflect(next)).toMatchObject({
      post: {
        status: 'PUBLISHED',
        igMediaId: '18000000000000001',
        publishedAt: NOW,
        publishOutcome: 'confirmed',
      },
      job: { status: 'COMPLETED' },
    })
  })
})
