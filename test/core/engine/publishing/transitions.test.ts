import { describe, expect, it } from 'vitest'
import { WANTED } from '../../../../core/engine/publishing/follow-ups.ts'
import {
  containerIdOf,
  hasFollowUps,
  intentOfPossibleSend,
  isPending,
  newChildren,
  NO_CHILD,
  NO_CONTAINER,
  NOTHING_DONE,
  toClaimedAnew,
  toConfirmed,
  toFailed,
  toFailedUnlessSent,
  toFailedUnsought,
  toPublishing,
  toSentByOthers,
  toUncertain,
} from '../../../../core/engine/publishing/transitions.ts'
import { MEDIA_GONE } from '../../../../core/rules/publication/failures.ts'
import { CLOCK_SLACK, type PublicationPayload } from '../../../../core/rules/publication/publication.ts'
import { SECOND } from '../../../../core/time.ts'
import { anUncertainPublication, aPublication, NOW } from './a-publication.ts'

const { payload } = aPublication()
const CAROUSEL: PublicationPayload = {
  ...payload,
  mediaType: 'CAROUSEL',
  items: [...payload.items, ...payload.items],
}
const LATER = NOW + 7 * SECOND
const NONE = { containersAsked: 0, containerId: null, containerCreatedAt: null, upload: null }

describe('a new publication', () => {
  it('has requested nothing, knows nothing, and may send', () => {
    expect(NO_CONTAINER).toEqual(NONE)
    expect(NO_CHILD).toEqual({ ...NONE, finished: false })
    const {
      children,
      finishedSeenAt,
      warnings,
      seenPublished,
      settleOnly,
      interruptions,
      reads,
      ...unknown
    } = NOTHING_DONE
    expect([children, finishedSeenAt, warnings]).toEqual([[], [], []])
    expect([seenPublished, settleOnly, interruptions, reads]).toEqual([false, false, 0, 0])
    const { containersAsked, ...rest } = unknown
    expect([containersAsked, ...new Set(Object.values(rest))]).toEqual([0, null])
  })

  it('has a child for each item of a carousel, and none otherwise', () => {
    expect(newChildren(CAROUSEL)).toEqual([NO_CHILD, NO_CHILD])
    expect(newChildren({ ...CAROUSEL, mediaType: 'REELS' })).toEqual([])
  })

  it('has no container whose id could be asked for', () => {
    expect(containerIdOf(aPublication({ containerId: '17' }))).toBe('17')
    const without = aPublication()
    expect(() => containerIdOf(without)).toThrow(`publication ${without.id} has no container`)
  })
})

describe('a publication before its publish call', () => {
  const moment = { now: LATER, monotonic: 5 }

  it('stores its first intent with the platform’s time', () => {
    expect(toPublishing(aPublication(), NOW - 3, moment)).toEqual({
      step: 'publishing',
      nextAt: null,
      finishedSeenAt: [],
      intent: {
        at: LATER,
        platformAt: NOW - 3,
        monotonicAt: 5,
        sends: 1,
        lastPossibleSend: LATER,
        lastRefusal: null,
        onlyLagReplies: true,
        lagLooks: 1,
      },
    })
  })

  it.each([
    [NOW - 9, false, 3],
    [null, true, 2],
  ])(
    'keeps when it was first sent (%s), what was answered (%s), and its looks (%i)',
    (platformAt, lag, lagLooks) => {
      const intent = {
        ...intentOfPossibleSend(NOW, NOW),
        platformAt,
        onlyLagReplies: lag,
        lagLooks,
        sends: 2,
      }
      expect(toPublishing(anUncertainPublication({ intent }), NOW - 3, moment).intent).toEqual({
        at: NOW,
        platformAt,
        monotonicAt: 5,
        sends: 3,
        lastPossibleSend: LATER,
        lastRefusal: null,
        onlyLagReplies: lag,
        lagLooks,
      })
    },
  )
})

it('A publication that starts over keeps nothing of what was made for it', () => {
  expect(toClaimedAnew(anUncertainPublication({ payload: CAROUSEL, seenPublished: true }))).toEqual({
    step: 'claimed',
    ...NONE,
    interruptions: 0,
    children: [NO_CHILD, NO_CHILD],
    staged: null,
    intent: null,
    uncertainSince: null,
    finishedSeenAt: [],
    seenPublished: false,
    reads: 0,
    failure: null,
    nextAt: null,
  })
})

describe('a publication that may be live', () => {
  const doubt = { step: 'uncertain', reads: 0, finishedSeenAt: [], nextAt: LATER + 2 * SECOND }
  const possible = {
    at: NOW,
    platformAt: null,
    monotonicAt: 0,
    sends: 1,
    lastPossibleSend: LATER,
    lastRefusal: null,
    onlyLagReplies: false,
    lagLooks: 1,
  }

  it('is in doubt since it was first, and may have been sent until now', () => {
    const sent = anUncertainPublication({ uncertainSince: NOW })
    const intent = { ...sent.intent, lastPossibleSend: LATER, onlyLagReplies: false }
    expect(toUncertain(sent, LATER)).toEqual({ ...doubt, uncertainSince: NOW, intent })
    const lagging = sent.intent && { ...sent.intent, onlyLagReplies: true }
    expect(toUncertain({ ...sent, intent: lagging, uncertainSince: null }, LATER)).toEqual({
      ...doubt,
      uncertainSince: LATER,
      intent,
    })
    expect(toUncertain({ ...sent, intent: null }, LATER).intent).toBeNull()
  })

  it('may have been sent by others since its container was made, else since it was claimed', () => {
    expect(intentOfPossibleSend(NOW, LATER)).toEqual(possible)
    const bare = aPublication({ createdAt: NOW, containerCreatedAt: null })
    expect(toSentByOthers(bare, null, LATER)).toEqual({ ...doubt, uncertainSince: LATER, intent: possible })
    const made = { ...bare, containerCreatedAt: NOW + SECOND }
    expect(toSentByOthers(made, LATER - 5, LATER).intent).toEqual({
      ...possible,
      at: NOW + SECOND,
      platformAt: NOW + SECOND - 5,
    })
    expect(toSentByOthers({ ...made, containerCreatedAt: LATER + 1 }, LATER, LATER).intent).toEqual({
      ...possible,
      at: LATER,
      platformAt: LATER,
    })
  })

  it('keeps the intent of ours that it has', () => {
    const sent = anUncertainPublication()
    expect(toSentByOthers(sent, NOW, LATER)).toEqual(toUncertain(sent, LATER))
  })
})

describe('a publication that is live', () => {
  const media = { id: '18', permalink: 'https://p', timestamp: NOW - 3 }
  const rest = { failure: null, roomAt: null, reads: 0, nextAt: null }
  const live = aPublication({ step: 'uncertain', firstComment: null, commentsOff: null, crossPost: null })

  it('is done when its permalink is known, or its media is not', () => {
    expect(toConfirmed(live, media, LATER)).toEqual({
      step: 'done',
      mediaId: '18',
      permalink: 'https://p',
      publishedAt: NOW - 3,
      ...rest,
    })
    expect(toConfirmed(live, null, LATER)).toEqual({
      step: 'done',
      mediaId: null,
      permalink: null,
      publishedAt: LATER,
      ...rest,
    })
  })

  it('is confirmed while its permalink is missing, or something follows', () => {
    expect(toConfirmed(live, { ...media, permalink: null, timestamp: null }, LATER)).toEqual({
      step: 'confirmed',
      mediaId: '18',
      permalink: null,
      publishedAt: LATER,
      ...rest,
    })
    expect(toConfirmed({ ...live, crossPost: WANTED }, media, LATER).step).toBe('confirmed')
  })

  it.each(['crossPost', 'firstComment', 'commentsOff'] as const)(
    'has something to do while its %s is open',
    (name) => {
      const open = { ...live, [name]: { ...WANTED } }
      expect([hasFollowUps(live), hasFollowUps(open)]).toEqual([false, true])
      expect(hasFollowUps({ ...live, [name]: { ...WANTED, state: 'ended' } })).toBe(false)
    },
  )

  it('has nothing to do for what was not wanted, or has ended', () => {
    expect([isPending(null), isPending({ state: 'ended' }), isPending({ state: 'wanted' })]).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe('a publication that fails', () => {
  const failed = { step: 'failed', failure: { ...MEDIA_GONE, unconfirmed: false }, nextAt: null }

  it('is surely not live', () => {
    expect(toFailed(MEDIA_GONE)).toEqual(failed)
    expect(toFailedUnlessSent(aPublication(), MEDIA_GONE, LATER)).toEqual(failed)
  })

  it('is only read from then on when it may have been sent', () => {
    const sent = anUncertainPublication()
    expect(toFailedUnlessSent(sent, MEDIA_GONE, LATER)).toEqual(toUncertain(sent, LATER))
  })

  it('may be live when an earlier run could have sent it at its time', () => {
    const mayBeLive = (since: number | null, publishAt: number | null) => {
      const sought = since === null ? null : { since, dueAt: NOW, shown: false, looks: 0 }
      const { failure } = toFailedUnsought(aPublication({ sought, publishAt }), MEDIA_GONE, LATER)
      return failure?.unconfirmed
    }
    const before = LATER - CLOCK_SLACK
    expect(toFailedUnsought(aPublication(), MEDIA_GONE, LATER)).toEqual(failed)
    // Since when it is looked for, and its time.
    expect([mayBeLive(before - 1, NOW), mayBeLive(before - 1, null), mayBeLive(before - 1, LATER)]).toEqual(
      Array(3).fill(true),
    )
    expect([mayBeLive(before, NOW), mayBeLive(before - 1, LATER + 1), mayBeLive(null, NOW)]).toEqual(
      Array(3).fill(false),
    )
  })
})
