import { ENGLISH } from '../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import type { PlatformReply, ContainerStatus } from '../../../../core/ports/platform/platform.ts'
import { failureSentence } from '../../../../core/rules/notices/sentences.ts'
import {
  afterContainerAsked,
  afterStatusRead,
  afterUpload,
  nextContainerWork,
} from '../../../../core/engine/publishing/containers.ts'
import {
  judgeRequest,
  judgeStatus,
  judgeUpload,
  type Which,
} from '../../../../core/engine/publishing/container-calls.ts'
import { NO_CHILD } from '../../../../core/engine/publishing/transitions.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'
import { lost, ok, refused, status, unreached } from './replies.ts'

const at = { now: NOW, monotonic: 1_000 }
const HOUR = 3_600_000
const MINUTE = 60_000

const afterRequest = (publication: Publication, reply: Parameters<typeof judgeRequest>[0]) =>
  afterContainerAsked(publication, 'post', judgeRequest(reply, publication.payload), NOW)
const afterRead = (publication: Publication, reply: PlatformReply<ContainerStatus>, which: Which = 'post') =>
  afterStatusRead(publication, which, judgeStatus(reply), at)

describe('asking for a container', () => {
  it('gives up a picture that the platform will never take', () => {
    expect(afterRequest(aPublication(), refused(36003, 2207009))).toMatchObject({
      step: 'failed',
      failure: { code: 'MEDIA_INVALID', recovery: 'fix_media', unconfirmed: false },
    })
  })

  it('waits while the platform is not reached, for a day, and counts no try', () => {
    const asked = { ...aPublication({ createdAt: NOW }), containersAsked: 2 }
    expect(afterRequest(asked, refused(9004))).toMatchObject({ step: 'failed' })
    expect(afterRequest(asked, unreached)).toEqual({ nextAt: NOW + 10_000, unreachedSince: NOW })
    const after = (age: number) => afterRequest({ ...asked, unreachedSince: NOW - age }, unreached)
    expect(after(HOUR / 15)).toMatchObject({ nextAt: NOW + 60_000, unreachedSince: NOW - HOUR / 15 })
    expect(after(24 * HOUR)).toMatchObject({ nextAt: NOW + 300_000 })
    expect(after(24 * HOUR + 1)).toMatchObject({ step: 'failed', containersAsked: 3 })
  })

  it('waits for a call limit for a day, which begins after any wait for room', () => {
    const waited = aPublication({ createdAt: NOW - 30 * HOUR })
    expect(afterRequest(waited, refused(80002))).toMatchObject({ step: 'failed' })
    expect(afterRequest({ ...waited, roomAt: NOW - HOUR }, refused(80002))).toEqual({ nextAt: NOW + HOUR })
  })

  it('names the people of the post when one of them cannot be tagged', () => {
    const post = aPublication()
    const told = (payload: Partial<Publication['payload']>) => {
      const publication = { ...post, payload: { ...post.payload, ...payload } }
      const { failure } = afterRequest(publication, refused(100, 2207018))
      return failure && failureSentence(failure.detail, ENGLISH)
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
    const change = afterRequest(aPublication(), refused(190, 463))
    expect(change).toMatchObject({
      step: 'failed',
      failure: { code: 'TOKEN_EXPIRED', recovery: 'reconnect' },
    })
  })

  it('asks again after a refusal that passes, three times in all', () => {
    expect(afterRequest(aPublication(), refused(9004))).toEqual({
      containersAsked: 1,
      nextAt: NOW + 10_000,
    })
    expect(afterRequest(aPublication({ containersAsked: 2 }), refused(9004))).toMatchObject({
      step: 'failed',
    })
  })
})

describe('a platform that has faults of its own', () => {
  const FAULTS = { lost, 'code 1': refused(1), 'code 2': refused(2), 'code -1': refused(-1) }
  const last = { faults: 6 }

  it.each(Object.entries(FAULTS))(
    'is asked again for an hour, ever more seldom, and no try counts: %s',
    (_, fault) => {
      const pauses: number[] = []
      let asked = aPublication({ containersAsked: 2 })
      for (let change = afterRequest(asked, fault); change.nextAt; change = afterRequest(asked, fault)) {
        pauses.push((change.nextAt - NOW) / 1_000)
        asked = { ...asked, ...change }
      }
      expect(pauses).toEqual([10, 60, 300, 600, 1_200, 1_800])
      expect(asked).toMatchObject({ step: 'claimed', containersAsked: 2 })
      expect(afterRequest(asked, fault)).toMatchObject({ step: 'failed', failure: { recovery: 'retry' } })
    },
  )

  it('is no reason to go on asking for what it has refused', () => {
    expect(afterRequest(aPublication({ containersAsked: 2 }), refused(100, 33))).toMatchObject({
      step: 'failed',
    })
    expect(afterRequest(aPublication({ containersAsked: 2 }), refused(-1, 2207001))).toMatchObject({
      step: 'failed',
    })
  })

  it('is asked at the time of a post that is prepared ahead, and from then on as often again', () => {
    const ahead = aPublication({ publishAt: NOW + 200_000, faults: 2 })
    expect(afterRequest(ahead, lost)).toEqual({ nextAt: NOW + 200_000, faults: 0 })
    const due = { ...ahead, publishAt: NOW, faults: 0 }
    expect(afterRequest(due, lost)).toEqual({ nextAt: NOW + 10_000, faults: 1 })
  })

  it('that was not reached with bytes is waited for with the same container, which counts no more', () => {
    const upload = { url: 'https://u', sent: false }
    const sending = aPublication({ step: 'created', ...made, containersAsked: 3, upload })
    const waiting = { nextAt: NOW + 10_000, unreachedSince: NOW }
    expect(afterUpload(sending, 'post', judgeUpload(unreached), NOW)).toEqual(waiting)
    expect(nextContainerWork({ ...sending, ...waiting })).toEqual({ kind: 'upload', which: 'post' })
  })

  it('gets the bytes that it did not take in another container', () => {
    const upload = { url: 'https://u', sent: false }
    const sending = aPublication({ step: 'created', ...made, containersAsked: 3, upload })
    expect(afterUpload(sending, 'post', judgeUpload(lost), NOW)).toMatchObject({
      step: 'claimed',
      containerId: null,
      containersAsked: 2,
      faults: 1,
      nextAt: NOW + 10_000,
    })
    expect(afterUpload({ ...sending, ...last }, 'post', judgeUpload(lost), NOW)).toMatchObject({
      step: 'failed',
    })
  })

  it('may hide for an hour whether a container is ready, which is then waited for anew', () => {
    const old = aPublication({ step: 'created', ...made, containerCreatedAt: NOW - HOUR / 2, reads: 10 })
    expect(afterRead({ ...old, faults: 3 }, lost)).toEqual({ reads: 0, nextAt: NOW + 600_000, faults: 4 })
    expect(afterRead({ ...old, ...last }, lost)).toMatchObject({ step: 'failed' })
    expect(afterRead(old, status('IN_PROGRESS'))).toMatchObject({ step: 'failed' })
    const { intent } = anUncertainPublication()
    expect(afterRead({ ...old, intent }, lost)).toMatchObject({ step: 'uncertain' })
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
    expect(afterRead(created, status('FINISHED'))).toMatchObject({
      step: 'publishing',
      nextAt: null,
      intent: { at: NOW, platformAt: NOW - 3, monotonicAt: 1_000, sends: 1, onlyLagReplies: true },
    })
  })

  it('keeps reading what it cannot read, less and less often', () => {
    expect(afterRead(created, refused(100, 33))).toEqual({ reads: 1, nextAt: NOW + 2_000 })
    expect(afterRead({ ...created, reads: 9 }, status('UNKNOWN'))).toEqual({
      reads: 10,
      nextAt: NOW + 10_000,
    })
  })

  it('counts no read that did not reach the platform', () => {
    const old = { ...created, createdAt: NOW - HOUR / 2, containerCreatedAt: NOW - HOUR / 2, reads: 10 }
    expect(afterRead(old, unreached)).toEqual({ nextAt: NOW + 10_000, unreachedSince: NOW })
    expect(afterRead(old, refused(100, 33))).toMatchObject({ step: 'claimed' })
  })

  it('asks for another one in place of one that stays unknown to the platform, three times in all', () => {
    const unknown = { ...created, containerCreatedAt: NOW - HOUR / 2, reads: 10 }
    expect(afterRead(unknown, refused(100, 33))).toMatchObject({
      step: 'claimed',
      containerId: null,
      containersAsked: 1,
    })
    expect(afterRead({ ...unknown, containersAsked: 3 }, refused(100, 33))).toMatchObject({ step: 'failed' })
    const sent = { ...anUncertainPublication(), ...unknown, intent: anUncertainPublication().intent }
    expect(afterRead(sent, refused(100, 33))).toMatchObject({ step: 'uncertain' })
  })

  it('asks for another one in place of one that is not found, once it is old enough to be', () => {
    const missing = { ...created, containerCreatedAt: NOW - 3 * MINUTE, reads: 2 }
    const notFound = refused(24, 2207006)
    expect(afterRead(missing, notFound)).toMatchObject({ step: 'claimed', containerId: null })
    expect(afterRead({ ...missing, containerCreatedAt: NOW - MINUTE }, notFound)).toMatchObject({ reads: 3 })
    expect(afterRead({ ...missing, reads: 1 }, notFound)).toMatchObject({ reads: 2 })
    expect(afterRead({ ...missing, containersAsked: 3 }, notFound)).toMatchObject({ step: 'failed' })
  })

  it('reads a minute later when the platform says that we ask too much', () => {
    expect(afterRead(created, refused(80002))).toEqual({ nextAt: NOW + 60_000 })
  })

  it('does not give up a post because the platform takes no calls, unless that lasts for a day', () => {
    const limited = { ...created, reads: 12, containerCreatedAt: NOW - 23 * HOUR }
    expect(afterRead(limited, refused(4))).toEqual({ nextAt: NOW + 60_000 })
    expect(afterRead(limited, refused(2))).toMatchObject({ reads: 0, faults: 1 })
    const failure = { detail: { code: 'CALL_LIMIT' }, recovery: 'wait' }
    const tooLong = { ...limited, containerCreatedAt: NOW - 25 * HOUR }
    expect(afterRead(tooLong, refused(4))).toMatchObject({ step: 'failed', failure })
  })

  it('ends the post when the account is blocked, and does not send it a day later', () => {
    expect(afterRead(created, refused(368))).toMatchObject({ step: 'failed', failure: { recovery: 'wait' } })
    const sent = { ...anUncertainPublication(), step: 'created' } as const
    expect(afterRead(sent, refused(368))).toMatchObject({ step: 'uncertain' })
  })

  it('asks for another container after a failure that passes, and none after one that does not', () => {
    expect(afterRead(created, status('ERROR', 2207082))).toMatchObject({
      step: 'claimed',
      containerId: null,
    })
    expect(afterRead(created, status('ERROR', 2207026))).toMatchObject({
      step: 'failed',
      failure: { code: 'MEDIA_INVALID' },
    })
  })

  it('asks at once for another container in place of one that has expired, of a child as of a post', () => {
    const old = { ...made, containerCreatedAt: NOW - 24 * HOUR, containersAsked: 3 }
    const claimed = { step: 'claimed', nextAt: NOW } as const
    const read = afterRead({ ...created, ...old }, status('EXPIRED'))
    expect(read).toMatchObject({ ...claimed, containerId: null, containersAsked: 0 })
    const child = afterRead(aCarousel(old, old), status('EXPIRED'), 1)
    expect(child).toMatchObject({ ...claimed, children: [old, { containerId: null, containersAsked: 0 }] })
  })

  it('never replaces a container that a publish call was made for', () => {
    const sent = { ...anUncertainPublication(), step: 'created' } as const
    for (const dead of ['ERROR', 'EXPIRED', 'PUBLISHED'] as const) {
      expect(afterRead(sent, status(dead))).toMatchObject({ step: 'uncertain' })
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
    const change = afterRead(carousel, status('ERROR', 2207052), 1)
    expect(change).toMatchObject({
      step: 'claimed',
      children: [
        { containerId: made.containerId, finished: true },
        { containerId: null, containersAsked: 1 },
      ],
    })
    const third = aCarousel({ ...made, finished: true }, { ...made, containersAsked: 3 })
    expect(afterRead(third, status('ERROR', 2207052), 1)).toMatchObject({ step: 'failed' })
  })

  it('is read at a pace of its own, however long its siblings took', () => {
    const [finished, slow] = [
      { ...made, finished: true },
      { ...made, containerCreatedAt: NOW - 2 * HOUR },
    ]
    const next = afterRead({ ...aCarousel(made, slow), reads: 14 }, status('FINISHED'), 0)
    expect(next).toEqual({
      children: [
        { ...NO_CHILD, ...finished },
        { ...NO_CHILD, ...slow },
      ],
      reads: 0,
      nextAt: null,
    })
    const waiting = { ...aCarousel(finished, slow), ...next }
    expect(afterRead(waiting, status('IN_PROGRESS'), 1)).toEqual({ reads: 1, nextAt: NOW + 2_000 })
  })

  it('whose bytes did not arrive gets another container', () => {
    const carousel = aCarousel({ ...made, upload: { url: 'https://u', sent: false } })
    expect(afterUpload(carousel, 0, judgeUpload(lost), NOW)).toMatchObject({
      children: [{ containerId: null }],
    })
    expect(afterUpload(carousel, 0, judgeUpload(ok({ uploaded: true })), NOW)).toMatchObject({
      children: [{ containerId: made.containerId, upload: { sent: true } }],
    })
  })

  it('is looked at again when the whole could not be put together', () => {
    const finished = { ...made, finished: true }
    const carousel = { ...aCarousel(finished, finished), step: 'created', ...made } as const
    expect(afterRead(carousel, status('ERROR', 2207082))).toMatchObject({
      step: 'claimed',
      containerId: null,
      children: [{ finished: false }, { finished: false }],
    })
  })
})

describe('too many calls', () => {
  it('count for nothing, and the same is asked again when the platform says that it may', () => {
    const told = refused(80002, null, { percent: 100, regainAfter: 7 * 60_000 })
    expect(afterRequest(aPublication(), told)).toEqual({ nextAt: NOW + 7 * 60_000 })
    expect(afterRequest(aPublication(), refused(4))).toEqual({ nextAt: NOW + HOUR })
  })

  it('end a post that has waited a day for them', () => {
    const old = aPublication({ createdAt: NOW - 25 * HOUR })
    expect(afterRequest(old, refused(4))).toMatchObject({
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
    expect(afterRead(video(), reading)).toMatchObject({ nextAt: NOW + 5_000 })
    expect(afterRead(video({ reads: 6 }), reading)).toMatchObject({ nextAt: NOW + 60_000 })
    expect(afterRead(video({ reads: 20 }), reading)).toMatchObject({ nextAt: NOW + 5 * 60_000 })
    const late = video({ containerCreatedAt: NOW - HOUR - 1, reads: 24 })
    expect(afterRead(late, reading)).toMatchObject({
      step: 'failed',
      failure: { recovery: 'retry' },
    })
  })

  it('is waited for no longer because the clock was hours ahead when it was requested', () => {
    const ahead = video({ containerCreatedAt: NOW + 6 * HOUR, reads: 24 })
    expect(afterRead(ahead, status('IN_PROGRESS'))).toMatchObject({ step: 'failed' })
  })

  it('is not said to be processed too slowly when nobody could read how far it was', () => {
    const waited = video({ containerCreatedAt: NOW - 2 * HOUR, reads: 10, faults: 6 })
    const codeOf = (reply: PlatformReply<ContainerStatus>) => afterRead(waited, reply).failure?.detail.code
    expect(codeOf(status('IN_PROGRESS'))).toBe('NOT_PROCESSED_IN_TIME')
    expect([codeOf(lost), codeOf(refused(2))]).toEqual(['UNEXPECTED_ANSWER', 'PLATFORM_FAULT'])
  })

  it('is not given up after a few reads: then the clock was set, or the machine slept', () => {
    const asleep = video({ containerCreatedAt: NOW - 6 * HOUR, reads: 2 })
    expect(afterRead(asleep, status('IN_PROGRESS'))).toMatchObject({ reads: 3 })
  })
})
