import { describe, expect, it } from 'vitest'
import {
  fallbackAt,
  isDatedAhead,
  repeatAt,
  retryAt,
} from '../../../../../core/features/cloud/delegation/handover-times.ts'
import type { Handover } from '../../../../../core/ports/cloud/handover-store.ts'
import { HOUR, MINUTE, SECOND } from '../../../../../core/time.ts'
import { NEVER_ASKED, whileAsked } from '../../../../../core/rules/ownership/ownership.ts'
import { aHandover, AT_WORKER } from '../../../../contracts/handover-builders.ts'
import { aPost, START } from '../../../../factories.ts'

const handover = aHandover(aPost(), { publishAt: START + HOUR })
const withVideo: Handover = { ...handover, files: handover.files.map((file) => ({ ...file, kind: 'video' })) }
const MANY_TRIES = 9

describe('a request to the Worker that has no answer', () => {
  it.each([
    [1, 15 * SECOND],
    [2, 30 * SECOND],
    [4, 2 * MINUTE],
    [MANY_TRIES, 10 * MINUTE],
    [10_000, 10 * MINUTE],
  ])('is tried again after its try number %i in %i ms', (tries, wait) => {
    expect(retryAt(START, tries)).toBe(START + wait)
  })

  it.each([
    ['a minute before the time of a picture', handover, MINUTE],
    ['three minutes before the time of a video', withVideo, 3 * MINUTE],
  ])('is repeated, however often it was tried, when %s has come', (_when, one, before) => {
    const near = one.publishAt - before
    expect(fallbackAt(one)).toBe(near)
    expect(repeatAt(one, near - 5 * MINUTE, MANY_TRIES)).toBe(near)
  })

  it('is repeated every 15 seconds from then on until the time has come, and then more rarely again', () => {
    const { publishAt } = handover
    for (const now of [publishAt - MINUTE, publishAt - 20 * SECOND, publishAt - 1])
      expect(repeatAt(handover, now, MANY_TRIES)).toBe(now + 15 * SECOND)
    expect(repeatAt(handover, publishAt, MANY_TRIES)).toBe(publishAt + 10 * MINUTE)
  })

  it('waits no longer than usual while that time is far', () => {
    expect(repeatAt(handover, START, 1)).toBe(START + 15 * SECOND)
    expect(repeatAt(handover, START, MANY_TRIES)).toBe(START + 10 * MINUTE)
  })
})

describe('a hand-over whose next time was chosen by a clock that was hours ahead', () => {
  const nextAt = START + 6 * HOUR
  const asked = whileAsked(NEVER_ASKED, { kind: 'delegate', revision: 1 }, 'key')
  it.each<[string, Partial<Handover>, boolean]>([
    ['that got no answer is repeated at once', { ownership: asked, nextAt }, true],
    [
      'of which an edit got no answer is resolved at once',
      { ...AT_WORKER, asked: { kind: 'cancel', to: 'local' }, nextAt },
      true,
    ],
    ['that rests at the Worker until its time is not', { ...AT_WORKER, publishAt: nextAt, nextAt }, false],
  ])('%s when the clock is set back', (_which, change, isAhead) => {
    expect(isDatedAhead({ ...handover, ...change }, START)).toBe(isAhead)
  })
})
