import { describe, expect, it } from 'vitest'
import type { DuePost } from '../../../../core/ports/posts/publication-ledger.ts'
import { planPublication } from '../../../../core/engine/publishing/claim.ts'
import { afterStatusRead } from '../../../../core/engine/publishing/containers.ts'
import type { Moment } from '../../../../core/engine/publishing/send-window.ts'
import { toFailed } from '../../../../core/engine/publishing/transitions.ts'
import { MEDIA_GONE, NOT_IN_TIME } from '../../../../core/rules/publication/failures.ts'
import type { Publication, Staged } from '../../../../core/rules/publication/publication.ts'
import { reflectionOf } from '../../../../core/engine/publishing/reflect.ts'
import {
  PREPARE_AHEAD,
  planNewAttempt,
  preparationTimeOf,
} from '../../../../core/engine/publishing/staging.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../../core/time.ts'
import { aPublication, NOW } from './a-publication.ts'

const AT = NOW + MINUTE
const created = (change: Partial<Publication> = {}) =>
  aPublication({ step: 'created', containerId: '1', containerCreatedAt: NOW, publishAt: AT, ...change })

const afterFinished = (publication: Publication, platformTime: number | null, at: Moment) =>
  afterStatusRead(publication, 'post', { kind: 'ready', platformTime }, at)

function dueAgain(previous: Publication, pausedUntil: number | null = null): DuePost {
  const { jobId, postId, accountId, publishAt, payload } = previous
  return {
    jobId,
    postId,
    accountId,
    publishAt,
    acceptedAt: NOW,
    payload,
    pausedUntil,
    previous,
    isNearLimit: false,
    isDeleted: false,
  }
}

const staged = (facts: Partial<Staged> = {}) =>
  created({
    step: 'staged',
    staged: { at: NOW, monotonicAt: 1_000, platformAt: NOW, ...facts },
    nextAt: AT,
  })
const claim = (now: number, monotonic: number) => ({
  claimId: 'claim',
  newPublicationId: 'new',
  now,
  monotonic,
})

describe('a container that is FINISHED before its time', () => {
  it('waits as staged for exactly that time', () => {
    const change = afterFinished(created(), NOW, { now: NOW, monotonic: 7 })
    const facts = { at: NOW, monotonicAt: 7, platformAt: NOW }
    expect(change).toMatchObject({ step: 'staged', staged: facts, nextAt: AT })
  })

  it('is shown as SCHEDULED, without a container, while it waits', () => {
    const { post, job } = reflectionOf({ ...staged(), updatedAt: NOW })
    expect(post).toMatchObject({ status: 'SCHEDULED', igContainerId: null, nextAttemptAt: null })
    expect(job).toMatchObject({ status: 'PENDING', wakeAt: AT })
  })

  it('is shown as SCHEDULED, too, while it is being prepared', () => {
    for (const step of ['claimed', 'created'] as const)
      expect(reflectionOf(created({ step, nextAt: null })).post.status).toBe('SCHEDULED')
    expect(reflectionOf(created({ updatedAt: AT })).post.status).toBe('PROCESSING')
  })

  it('is sent with the claim that finds its time come: the intent is stored with it', () => {
    const begun = planPublication(dueAgain(staged()), claim(AT, 1_000 + MINUTE))
    expect(begun).toMatchObject({ step: 'publishing', nextAt: null, version: 2 })
    expect(begun.intent).toMatchObject({ at: AT, monotonicAt: 1_000 + MINUTE, sends: 1, platformAt: AT })
  })

  it('is read once more where the publishing limit is near: there may be no room for it', () => {
    const due = { ...dueAgain(staged()), isNearLimit: true }
    expect(planPublication(due, claim(AT, 1_000 + MINUTE))).toMatchObject({ step: 'created', intent: null })
  })

  it('is not sent while the account rests', () => {
    const begun = planPublication(dueAgain(staged(), AT + HOUR), claim(AT, 1_000 + MINUTE))
    expect(begun).toMatchObject({ step: 'staged', intent: null, nextAt: AT + HOUR })
  })

  it('is read once more when it was made a day ago by a wrong clock: it may have expired', () => {
    const old = staged({ platformAt: null })
    const last = { ...old, containerCreatedAt: AT - 23 * HOUR, staged: { ...old.staged, at: AT - 22 * HOUR } }
    const next = planPublication(dueAgain(last as Publication), claim(AT, 1_000 + 22 * HOUR))
    expect(next).toMatchObject({ step: 'created', intent: null })
  })

  it('is not sent a moment too soon', () => {
    const begun = planPublication(dueAgain(staged()), claim(AT - 1, MINUTE + 999))
    expect(begun).toMatchObject({ step: 'staged', intent: null, nextAt: AT })
  })
})

describe('a clock that cannot be trusted', () => {
  it.each([
    ['it jumped forward', AT, 1_000 + 5 * SECOND],
    ['another process staged it, and its clock began anew', AT, 3],
    ['we come too late for what the container said then', AT + 2 * MINUTE, 1_000 + 3 * MINUTE],
  ])('asks the platform once more when %s', (_why, now, monotonic) => {
    const begun = planPublication(dueAgain(staged()), claim(now, monotonic))
    expect(begun).toMatchObject({ step: 'created', intent: null, nextAt: null })
  })

  it('waits for the true time when ours was ahead of the platform’s all along, and looks again, but not often', () => {
    for (const [ahead, wait] of [
      [3 * SECOND, 2.5 * SECOND],
      [59 * SECOND, 58.5 * SECOND],
      [5 * DAY, 10 * MINUTE],
    ] as const) {
      const early = staged({ platformAt: NOW - ahead })
      const begun = planPublication(dueAgain(early), claim(AT, 1_000 + MINUTE))
      expect(begun).toMatchObject({ step: 'staged', intent: null, nextAt: AT + wait })
    }
  })

  it('does not wait for its own time when it is behind the platform’s', () => {
    const change = afterFinished(created(), NOW + 40 * SECOND, { now: NOW, monotonic: 0 })
    expect(change).toMatchObject({ step: 'staged', nextAt: AT - 40.5 * SECOND })
    const late = staged({ platformAt: NOW + 40 * SECOND })
    const begun = planPublication(dueAgain(late), claim(NOW + 20 * SECOND, 1_000 + 20 * SECOND))
    expect(begun).toMatchObject({ step: 'publishing' })
  })

  it('waits for the platform’s time, and asks again, but not often', () => {
    const aYearAhead = NOW + 365 * DAY
    const change = afterFinished(created(), NOW - HOUR, { now: aYearAhead, monotonic: 0 })
    expect(change).toMatchObject({ step: 'staged', nextAt: aYearAhead + 10 * MINUTE })
  })

  it('publishes when what the platform tells in whole seconds can be that time, or when it tells nothing', () => {
    for (const platformTime of [AT - 2 * SECOND, AT - SECOND, AT, AT + SECOND, null]) {
      const change = afterFinished(created(), platformTime, { now: AT, monotonic: 0 })
      expect(change.step).toBe('publishing')
    }
  })

  it('never holds back what may have been sent already', () => {
    const sent = created({ intent: { ...intended(), sends: 1 } })
    const change = afterFinished(sent, NOW - DAY, { now: AT, monotonic: 0 })
    expect(change.step).toBe('publishing')
  })

  it('tells the user', () => {
    const held = { ...staged({ at: AT, platformAt: NOW }), updatedAt: AT }
    expect(reflectionOf(held).post).toMatchObject({
      status: 'SCHEDULED',
      warnings: [{ code: 'CLOCK_AHEAD', params: {} }],
    })
  })
})

function intended(): NonNullable<Publication['intent']> {
  const begun = planPublication(dueAgain(staged()), claim(AT, 1_000 + MINUTE))
  return begun.intent ?? expect.unreachable()
}

describe('preparing that fails while there is time', () => {
  it('is started over at the post’s time, and the user is told', () => {
    const change = planNewAttempt(created({ containersAsked: 3 }), toFailed(NOT_IN_TIME), NOW)
    expect(change).toMatchObject({ step: 'claimed', containersAsked: 0, failure: null, nextAt: AT })
    expect(change.warnings).toEqual([{ code: 'PREPARATION_FAILED', params: { failure: NOT_IN_TIME.detail } }])
  })

  it('is over where a file is gone or not taken: the same would come of it again', () => {
    expect(planNewAttempt(created(), toFailed(MEDIA_GONE), NOW)).toEqual(toFailed(MEDIA_GONE))
  })

  it('is told once, however often it fails', () => {
    const first = planNewAttempt(created(), toFailed(NOT_IN_TIME), NOW)
    const again = planNewAttempt(created({ warnings: first.warnings ?? [] }), toFailed(NOT_IN_TIME), NOW + 1)
    expect(again.warnings).toHaveLength(1)
  })

  it.each([
    ['its time has come', created(), AT],
    ['it has no time', created({ publishAt: null }), NOW],
    ['something may have been sent', created({ intent: intended() }), NOW],
  ])('fails when %s', (_when, publication, now) => {
    expect(planNewAttempt(publication, toFailed(NOT_IN_TIME), now)).toEqual(toFailed(NOT_IN_TIME))
  })
})

describe('when preparing begins', () => {
  it('is a minute and a half ahead for pictures, ten minutes for anything with a video, and never in the past', () => {
    const { payload } = aPublication()
    const [picture] = payload.items
    const film = {
      ...payload,
      items: [...payload.items, { ...(picture ?? expect.unreachable()), kind: 'video' as const }],
    }
    expect(preparationTimeOf(payload, AT + HOUR, NOW)).toBe(AT + HOUR - PREPARE_AHEAD.image)
    expect(preparationTimeOf(film, AT + HOUR, NOW)).toBe(AT + HOUR - PREPARE_AHEAD.video)
    expect(preparationTimeOf(film, AT, NOW)).toBe(NOW)
  })
})
