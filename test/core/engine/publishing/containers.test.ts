import { describe, expect, it } from 'vitest'
import { failureSentence } from '../../../../core/rules/notices/sentences.ts'
import {
  afterChildRead,
  afterContainerAsked,
  afterStatusRead,
  afterUpload,
  nextContainerWork,
} from '../../../../core/engine/publishing/containers.ts'
import { NO_CHILD } from '../../../../core/engine/publishing/transitions.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'
import { lost, ok, refused, status } from './replies.ts'

const at = { now: NOW, monotonic: 1_000 }
const HOUR = 3_600_000

describe('asking for a container', () => {
  it('gives up a picture that the platform will never take', () => {
    expect(afterContainerAsked(aPublication(), 'post', refused(36003, 2207009), NOW)).toMatchObject({
      step: 'failed',
      failure: { code: 'MEDIA_INVALID', recovery: 'fix_media', unconfirmed: false },
    })
  })

  it('names the people of the post when one of them cannot be tagged', () => {
    const post = aPublication()
    const told = (payload: Partial<Publication['payload']>) => {
      const publication = { ...post, payload: { ...post.payload, ...payload } }
      const { failure } = afterContainerAsked(publication, 'post', refused(100, 2207018), NOW)
      return failure && failureSentence(failure.detail)
    }
    expect(told({ collaborators: ['kim'] })).toMatch(/^@kim cannot be tagged/)
    const userTags = [{ username: 'lee', x: 0, y: 0 }]
    expect(told({ collaborators: ['kim', 'lee'], userTags })).toMatch(/^One of @kim, @lee cannot be tagged/)
    const options = { mediaTags: [{ mediaFileId: 'media', userTags: [{ username: 'moa' }] }] }
    expect(told({ options })).toMatch(/^@moa cannot be tagged/)
    expect(told({ collaborators: ['kim'], options })).toMatch(/^One of @kim, @moa cannot be tagged/)
    expect(told({})).toMatch(/^Somebody cannot be tagged/)
  })

  it('tells a reader to reconnect when the token has ended', () => {
    const change = afterContainerAsked(aPublication(), 'post', refused(190, 463), NOW)
    expect(change).toMatchObject({
      step: 'failed',
      failure: { code: 'TOKEN_EXPIRED', recovery: 'reconnect' },
    })
  })

  it('asks again after a lost answer, three times in all', () => {
    expect(afterContainerAsked(aPublication(), 'post', lost, NOW)).toEqual({
      containersAsked: 1,
      nextAt: NOW + 10_000,
    })
    expect(afterContainerAsked(aPublication({ containersAsked: 2 }), 'post', lost, NOW)).toMatchObject({
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

/** A carousel whose children are in the states that `children` names. */
function aCarousel(...children: Partial<Publication['children'][number]>[]): Publication {
  const { payload } = aPublication()
  const [item] = payload.items
  const items = children.map(() => item ?? expect.unreachable())
  return aPublication({
    payload: { ...payload, mediaType: 'CAROUSEL', items },
    children: children.map((child) => ({ ...NO_CHILD, ...child })),
  })
}
const made = { containerId: '17900000000000002', containerCreatedAt: NOW, containersAsked: 1 }

describe('what a carousel does next', () => {
  it('makes every child before it reads one, and puts together what is finished', () => {
    expect(nextContainerWork(aCarousel({}, {}))).toEqual({ kind: 'create', which: 0 })
    expect(nextContainerWork(aCarousel(made, {}))).toEqual({ kind: 'create', which: 1 })
    const waiting = { ...made, upload: { url: 'https://u', sent: false } }
    expect(nextContainerWork(aCarousel(made, waiting))).toEqual({ kind: 'upload', which: 1 })
    expect(nextContainerWork(aCarousel({ ...made, finished: true }, made))).toEqual({
      kind: 'read',
      which: 1,
    })
    const finished = { ...made, finished: true }
    expect(nextContainerWork(aCarousel(finished, finished))).toEqual({ kind: 'create', which: 'post' })
  })
})

describe('a child of a carousel', () => {
  it('is asked for again when it fails to be fetched, three times, while its siblings stay', () => {
    const carousel = aCarousel({ ...made, finished: true }, made)
    const change = afterChildRead(carousel, 1, status('ERROR', 2207052), NOW)
    expect(change).toMatchObject({
      step: 'claimed',
      children: [
        { containerId: made.containerId, finished: true },
        { containerId: null, containersAsked: 1 },
      ],
    })
    const third = aCarousel({ ...made, finished: true }, { ...made, containersAsked: 3 })
    expect(afterChildRead(third, 1, status('ERROR', 2207052), NOW)).toMatchObject({ step: 'failed' })
  })

  it('whose bytes did not arrive gets another container', () => {
    const carousel = aCarousel({ ...made, upload: { url: 'https://u', sent: false } })
    expect(afterUpload(carousel, 0, lost, NOW)).toMatchObject({ children: [{ containerId: null }] })
    expect(afterUpload(carousel, 0, ok({ uploaded: true }), NOW)).toMatchObject({
      children: [{ containerId: made.containerId, upload: { sent: true } }],
    })
  })

  it('is looked at again when the whole could not be put together', () => {
    const finished = { ...made, finished: true }
    const carousel = { ...aCarousel(finished, finished), step: 'created', ...made } as const
    expect(afterStatusRead(carousel, status('ERROR', 2207082), at)).toMatchObject({
      step: 'claimed',
      containerId: null,
      children: [{ finished: false }, { finished: false }],
    })
  })
})

describe('too many calls', () => {
  it('count for nothing, and the same is asked again when the platform says that it may', () => {
    const told = refused(80002, null, { percent: 100, regainAfter: 7 * 60_000 })
    expect(afterContainerAsked(aPublication(), 'post', told, NOW)).toEqual({ nextAt: NOW + 7 * 60_000 })
    expect(afterContainerAsked(aPublication(), 'post', refused(4), NOW)).toEqual({ nextAt: NOW + HOUR })
  })

  it('end a post that has waited a day for them', () => {
    const old = aPublication({ createdAt: NOW - 25 * HOUR })
    expect(afterContainerAsked(old, 'post', refused(4), NOW)).toMatchObject({
      step: 'failed',
      failure: { recovery: 'wait' },
    })
  })
})

describe('a video', () => {
  const video = (change: Partial<Publication> = {}) => {
    const publication = aPublication({ step: 'created', ...made, ...change })
    const items = publication.payload.items.map((item) => ({ ...item, kind: 'video' as const }))
    return { ...publication, payload: { ...publication.payload, mediaType: 'REELS' as const, items } }
  }

  it('is read less often than a picture, and waited for an hour', () => {
    const reading = status('IN_PROGRESS')
    expect(afterStatusRead(video(), reading, at)).toMatchObject({ nextAt: NOW + 5_000 })
    expect(afterStatusRead(video({ reads: 6 }), reading, at)).toMatchObject({ nextAt: NOW + 60_000 })
    expect(afterStatusRead(video({ reads: 20 }), reading, at)).toMatchObject({ nextAt: NOW + 5 * 60_000 })
    const late = video({ containerCreatedAt: NOW - HOUR - 1, reads: 24 })
    expect(afterStatusRead(late, reading, at)).toMatchObject({
      step: 'failed',
      failure: { recovery: 'retry' },
    })
  })

  it('is waited for no longer because the clock was hours ahead when it was requested', () => {
    const ahead = video({ containerCreatedAt: NOW + 6 * HOUR, reads: 24 })
    expect(afterStatusRead(ahead, status('IN_PROGRESS'), at)).toMatchObject({ step: 'failed' })
  })

  it('is not given up after a few reads: then the clock was set, or the machine slept', () => {
    const asleep = video({ containerCreatedAt: NOW - 6 * HOUR, reads: 2 })
    expect(afterStatusRead(asleep, status('IN_PROGRESS'), at)).toMatchObject({ reads: 3 })
  })
})
