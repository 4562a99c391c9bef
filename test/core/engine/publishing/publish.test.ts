import { describe, expect, it } from 'vitest'
import type { PlatformAccess } from '../../../../core/ports/platform/platform.ts'
import type { StepDeps } from '../../../../core/engine/publishing/effects.ts'
import { afterPublish, sendPublish } from '../../../../core/engine/publishing/publish.ts'
import { reflectionOf } from '../../../../core/engine/publishing/reflect.ts'
import { SEND_WINDOW } from '../../../../core/rules/publication/publication.ts'
import { HOUR } from '../../../../core/time.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { anUncertainPublication, NOW } from './a-publication.ts'
import { lost, ok, refused } from './replies.ts'

const STORED = { now: NOW, monotonic: 0 }

describe('a publish call', () => {
  const publishing = { ...anUncertainPublication(), step: 'publishing' } as const

  it('is uncertain after any answer but an id, refusals included', () => {
    for (const reply of [refused(1), refused(4, 2207051), refused(9, 2207042), refused(190), lost]) {
      expect(afterPublish(publishing, reply, NOW)).toMatchObject({ step: 'uncertain' })
    }
  })

  it('is reconciled after five seconds when it was answered "not ready yet" and nothing else before', () => {
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

  it('is not repeated for a post that was deleted since', async () => {
    const ports = { clock: createManualClock(NOW), platform: {}, storedAt: STORED } as unknown as StepDeps
    const deleted = { ...publishing, settleOnly: true }
    expect(await sendPublish(ports, deleted, {} as PlatformAccess)).toMatchObject({ step: 'uncertain' })
  })

  it.each([
    ['longer than its window', { now: NOW + SEND_WINDOW + 1, monotonic: SEND_WINDOW + 1 }],
    ['asleep, while the monotonic clock stood still', { now: NOW + HOUR, monotonic: 1 }],
    ['under a clock that was set back', { now: NOW - HOUR, monotonic: 1 }],
  ])('is not made when its intent has been stored for %s', async (_what, { now, monotonic }) => {
    const ports = { clock: { now: () => now, monotonic: () => monotonic }, platform: {}, storedAt: STORED }
    const announced = { ...publishing, intent: publishing.intent && { ...publishing.intent, monotonicAt: 0 } }
    expect(await sendPublish(ports as never, announced, {} as PlatformAccess)).toEqual({
      step: 'created',
      intent: null,
      nextAt: null,
    })
  })

  it('makes the post PUBLISHED with its id in the same step', () => {
    const next = { ...publishing, ...afterPublish(publishing, ok({ mediaId: '18000000000000001' }), NOW) }
    expect(reflectionOf(next)).toMatchObject({
      post: {
        status: 'PUBLISHED',
        igMediaId: '18000000000000001',
        publishedAt: NOW - 3,
        publishOutcome: 'confirmed',
      },
      job: { status: 'COMPLETED' },
    })
  })
})
