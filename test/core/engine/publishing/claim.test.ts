import { describe, expect, it } from 'vitest'
import { planPublication } from '../../../../core/engine/publishing/claim.ts'
import type { MediaRecord } from '../../../../core/ports/media/media-store.ts'
import type { PostRecord } from '../../../../core/ports/posts/post-store.ts'
import type { DuePost } from '../../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { NO_CHILD } from '../../../../core/engine/publishing/transitions.ts'
import { WANTED } from '../../../../core/engine/publishing/follow-ups.ts'
import { storeOptions } from '../../../../core/rules/content/option-schemas.ts'
import { payloadOf, readPublication, storePublication } from '../../../../core/engine/publishing/stored.ts'
import { reflectionOf } from '../../../../core/engine/publishing/reflect.ts'
import { aMediaRecord, aVideoRecord, SOME_FACTS } from '../../../fakes/media/a-media-record.ts'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { aFailureDetail, aPost } from '../../../factories.ts'
import { DAY, HOUR } from '../../../../core/time.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'

const claim = { claimId: 'new claim', newPublicationId: 'new publication', now: NOW, monotonic: 0 }

function due(
  previous: Publication | null,
  post: PostRecord = aPost({ caption: 'Frozen' }),
  media: readonly MediaRecord[] = [],
): DuePost {
  return {
    jobId: crypto.randomUUID(),
    postId: post.id,
    accountId: post.platformAccountId,
    publishAt: null,
    acceptedAt: NOW,
    payload: payloadOf(post, media),
    pausedUntil: null,
    previous,
    isNearLimit: false,
    isDeleted: false,
  }
}

const aCropOf = (record: MediaRecord): MediaRecord => {
  const rendering = {
    processedPath: `media/${record.id}.crop.jpg`,
    processedPublicKey: `${record.id}.crop.jpg`,
  }
  return { ...record, ...rendering, processedFacts: SOME_FACTS }
}

describe('beginning at a claim', () => {
  it('freezes the post as it is now', () => {
    const publication = planPublication(due(null), claim)
    expect(publication).toMatchObject({
      id: 'new publication',
      step: 'claimed',
      version: 1,
      payload: { caption: 'Frozen' },
    })
  })

  it('fails a post whose stored lists cannot be read, instead of stopping the queue', () => {
    const spoilt = aPost({ userTags: '[{"username":' })
    expect(planPublication(due(null, spoilt), claim)).toMatchObject({
      step: 'failed',
      failure: { code: 'INTERNAL_ERROR', unconfirmed: false },
    })
  })

  it('fails a post with unreadable lists as unconfirmed where an earlier run may have published it', () => {
    const unreadable = due(null, aPost({ userTags: '[{"username":' }))
    const publishAt = NOW - HOUR
    const marked = { ...unreadable, publishAt, acceptedAt: publishAt - DAY, soughtSince: publishAt - DAY }
    expect(planPublication(marked, claim)).toMatchObject({
      step: 'failed',
      failure: { code: 'INTERNAL_ERROR', detail: { code: 'RECORD_UNREADABLE' }, unconfirmed: true },
    })
  })

  it('goes on where a dead process stopped, with the payload of then', () => {
    const before = aPublication({ step: 'created', containerId: '17900000000000001', version: 2 })
    expect(planPublication(due(before), claim)).toMatchObject({
      id: before.id,
      step: 'created',
      version: 3,
      claimId: 'new claim',
      containerId: before.containerId,
      payload: { caption: 'Good morning' },
    })
  })

  it.each([
    ['its own container', { step: 'created', children: [] }],
    ['the container of an item', { step: 'claimed' }],
  ] as const)('can be read again after a stop among the bytes of %s', (_, change) => {
    const upload = { url: 'https://u', sent: false }
    const made = { containersAsked: 1, containerId: '17900000000000001', containerCreatedAt: NOW, upload }
    const before = aPublication({ ...made, children: [{ ...NO_CHILD, ...made }], ...change, version: 2 })
    const after = planPublication(due(before), claim)
    expect(after).toMatchObject({ step: 'claimed', interruptions: 1 })
    expect(readPublication(JSON.parse(storePublication(after)))).toEqual(after)
  })

  it('takes the newest rendering of a file that waited, unless the platform has been given it', () => {
    const before = [aMediaRecord({ id: 'a' }), aMediaRecord({ id: 'b' }), aVideoRecord({ id: 'c' })]
    const post = aPost({ mediaType: 'CAROUSEL', mediaFileIds: ['a', 'b', 'c'] })
    const begun = planPublication(due(null, post, before), claim)
    const [child = NO_CHILD] = begun.children
    const made = { ...child, containerId: '17900000000000001', containerCreatedAt: NOW }
    const unsent = { ...made, upload: { url: 'https://u', sent: false } }
    const waiting = { ...begun, children: [made, child, unsent], nextAt: NOW }
    const cropped = before.map((file) => aCropOf(file))
    const { payload } = planPublication(due(waiting, post, cropped), claim)
    expect(payload.items.map(({ blobKey }) => blobKey)).toEqual([
      before[0]?.storagePath,
      cropped[1]?.processedPath,
      cropped[2]?.processedPath,
    ])
  })

  it('takes the newest rendering of a video and of its cover when a post is retried after a publish call', () => {
    const cover = aMediaRecord()
    const post = aPost({
      options: storeOptions({ cover: { mediaFileId: cover.id } }),
      mediaType: 'REELS',
      mediaFileIds: ['a'],
    })
    const before = [aVideoRecord({ id: 'a' }), cover]
    const { payload: frozen } = planPublication(due(null, post, before), claim)
    const last = anUncertainPublication({ step: 'failed', payload: frozen })
    const cropped = before.map((file) => aCropOf(file))
    const { payload, intent } = planPublication(due(last, post, cropped), claim)
    expect([payload.items[0]?.blobKey, payload.cover?.blobKey]).toEqual(
      cropped.map((file) => file.processedPath),
    )
    expect(intent).toHaveProperty('outdatedFiles')
    expect(planPublication(due(last, post, before), claim).intent).not.toHaveProperty('outdatedFiles')
  })

  it('may send what its container was made of once a crop was undone, also after a retry with the crop', () => {
    const [post, file] = [aPost({ mediaFileIds: ['a'] }), aMediaRecord({ id: 'a' })]
    const first = planPublication(due(null, post, [file]), claim)
    const last = anUncertainPublication({ step: 'failed', payload: first.payload })
    const retried = planPublication(due(last, post, [aCropOf(file)]), claim)
    const again = planPublication(due({ ...retried, step: 'failed' }, post, [aCropOf(file)]), claim)
    expect(again.intent).toHaveProperty('outdatedFiles')
    const undone = planPublication(due({ ...again, step: 'failed' }, post, [file]), claim)
    expect(undone.payload).toEqual(first.payload)
    expect(undone.intent).not.toHaveProperty('outdatedFiles')
  })

  it('keeps what was frozen of a file that is gone', () => {
    const waiting = aPublication({ nextAt: NOW })
    expect(planPublication(due(waiting), claim).payload).toEqual(waiting.payload)
  })

  it('counts the end of a process that may have asked for a container apart from what the platform answered', () => {
    expect(planPublication(due(aPublication({ containersAsked: 1 })), claim)).toMatchObject({
      step: 'claimed',
      containersAsked: 1,
      interruptions: 1,
    })
    const waiting = aPublication({ containersAsked: 1, nextAt: NOW })
    expect(planPublication(due(waiting), claim)).toMatchObject({ containersAsked: 1, interruptions: 0 })
  })

  it('begins a new count for a post that was edited', () => {
    const ended = aPublication({ step: 'failed', containersAsked: 3, interruptions: 7 })
    expect(planPublication(due(ended), claim)).toMatchObject({ containersAsked: 0, interruptions: 0 })
  })

  it('gives the bytes of a video that may have been half sent to another container', () => {
    const half = aPublication({
      step: 'created',
      containersAsked: 1,
      containerId: '17900000000000001',
      upload: { url: 'https://u', sent: false },
    })
    expect(planPublication(due(half), claim)).toMatchObject({
      step: 'claimed',
      containerId: null,
      containersAsked: 0,
      interruptions: 1,
      upload: null,
    })
  })

  it('asks nothing for an account that backs off, and still reconciles what was sent', () => {
    const pausedUntil = NOW + 5_000
    const fresh = planPublication({ ...due(null), pausedUntil }, claim)
    expect(fresh).toMatchObject({ step: 'claimed', nextAt: NOW + 5_000 })
    expect(reflectionOf(fresh)).toMatchObject({ post: { status: 'QUEUED' }, job: { status: 'PENDING' } })
    const sent = { ...due(anUncertainPublication({ nextAt: NOW })), pausedUntil }
    expect(planPublication(sent, claim)).toMatchObject({ step: 'uncertain', nextAt: null })
  })

  it('never repeats a copy for the Page that may have been made', () => {
    const sending = aPublication({
      step: 'confirmed',
      mediaId: '18000000000000001',
      crossPost: { ...WANTED, state: 'sending' },
    })
    const begun = planPublication(due(sending), claim)
    expect(begun).toMatchObject({ step: 'confirmed', crossPost: { state: 'ended' } })
    expect(begun.warnings).toHaveLength(1)
  })

  it('publishes no carousel of which a file is gone', () => {
    const post = aPost({ mediaType: 'CAROUSEL', mediaFileIds: [null, 'b'] })
    const media = [aMediaRecord({ id: 'b' })]
    const publication = planPublication(due(null, post, media), claim)
    expect(publication.payload.items).toEqual([])
  })

  it('says when a carousel has no picture for its tags to stand on', () => {
    const userTags = '[{"username":"owl","x":0.5,"y":0.5}]'
    const post = aPost({ mediaType: 'CAROUSEL', userTags, mediaFileIds: ['a', 'b'] })
    const clips = ['a', 'b'].map((id) => aVideoRecord({ id }))
    expect(planPublication(due(null, post, clips), claim).warnings).toHaveLength(1)
    const mixed = [aMediaRecord({ id: 'a' }), aVideoRecord({ id: 'b' })]
    expect(planPublication(due(null, post, mixed), claim).warnings).toEqual([])
  })

  it('takes an intent that it finds for a publish call that may have been made', () => {
    const before = { ...anUncertainPublication(), step: 'publishing', uncertainSince: null } as const
    expect(planPublication(due(before), claim)).toMatchObject({
      step: 'uncertain',
      uncertainSince: NOW,
      finishedSeenAt: [],
      intent: { sends: 1, lastPossibleSend: NOW, onlyLagReplies: false },
    })
  })

  it('looks first when the last attempt sent a publish, with the same container', () => {
    const before = { ...anUncertainPublication(), step: 'failed' } as const
    expect(planPublication(due(before), claim)).toMatchObject({
      id: 'new publication',
      step: 'uncertain',
      containerId: before.containerId,
      payload: { caption: 'Good morning' },
    })
  })

  it('does not let the refusal of last time decide about a retry', () => {
    const uncertain = anUncertainPublication()
    const lastRefusal = {
      code: 'PLATFORM_ERROR',
      detail: aFailureDetail('x'),
      recovery: 'wait',
      transient: false,
    } as const
    const intent = uncertain.intent && { ...uncertain.intent, sends: 3, lastRefusal }
    expect(planPublication(due({ ...uncertain, step: 'failed', intent }), claim)).toMatchObject({
      intent: { sends: 1, lastRefusal: null },
    })
  })

  it('waits for room when the last attempt failed for want of it', () => {
    const detail = failureDetail('PUBLISHING_LIMIT')
    const failure = { code: 'PLATFORM_ERROR', detail, recovery: 'wait', transient: false } as const
    const given = { step: 'failed', failure: { ...failure, unconfirmed: false }, roomAt: NOW + 9 } as const
    const last = aPublication(given)
    expect(planPublication(due(last), claim)).toMatchObject({
      step: 'claimed',
      failure: null,
      roomAt: NOW + 9,
    })
    const other = { ...given.failure, detail: failureDetail('CALL_LIMIT') }
    expect(planPublication(due({ ...last, failure: other }), claim).roomAt).toBeNull()
  })

  it('waits for room when the last attempt did so until it was ended, whichever job it had', () => {
    const last = aPublication({ step: 'failed', roomAt: NOW + 9 })
    expect(planPublication(due(last), claim)).toMatchObject({ step: 'claimed', roomAt: NOW + 9 })
  })

  it('starts afresh when the last attempt sent nothing', () => {
    const before = aPublication({ step: 'failed', containerId: '17900000000000001' })
    expect(planPublication(due(before), claim)).toMatchObject({
      id: 'new publication',
      step: 'claimed',
      containerId: null,
    })
  })
})
