import { describe, expect, it } from 'vitest'
import {
  NO_ANSWER,
  type ContainerStatus,
  type PublishedMedia,
  type PlatformReply,
} from '../../../../core/ports/platform/platform.ts'
import type { UnreconciledPost } from '../../../../core/ports/posts/publication-ledger.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { listingFor, matchMedia } from '../../../../core/engine/publishing/match.ts'
import { afterEvidenceRead, NOT_CONFIRMED, reconcile } from '../../../../core/engine/publishing/reconcile.ts'
import { anUncertainPublication, NOW } from './a-publication.ts'
import { failureOfReply } from '../../../../core/rules/publication/error-table.ts'
import { lost, refused as refusedWith, unreached } from './replies.ts'
import { publicationOfRow } from '../../../../core/engine/publishing/stored.ts'
import { aFailureDetail, aPost } from '../../../factories.ts'
import { safeText } from '../../../../core/redact.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const status = (
  value: ContainerStatus['status'],
  platformTime: number | null = NOW,
): PlatformReply<ContainerStatus> => ({
  kind: 'ok',
  value: { status: value, detail: null, subcode: null },
  platformTime,
  facts: NO_ANSWER,
})
const listed = (...media: PublishedMedia[]): PlatformReply<PublishedMedia[]> => ({
  kind: 'ok',
  value: media,
  platformTime: NOW,
  facts: NO_ANSWER,
})
const unreadable = {
  kind: 'unknown',
  reason: safeText('no answer'),
  platformTime: null,
  facts: NO_ANSWER,
} as const
const IN_DOUBT: UnreconciledPost = { mediaType: 'IMAGE', caption: null, listedBefore: null, isLive: false }
const ours: PublishedMedia = {
  id: '18000000000000001',
  caption: 'Good morning',
  timestamp: NOW,
  mediaType: 'IMAGE',
  permalink: 'https://p',
}

interface Replies {
  readonly status?: PlatformReply<ContainerStatus>
  readonly media?: PlatformReply<PublishedMedia[]>
  readonly owned?: ReadonlySet<string>
  readonly rivals?: readonly UnreconciledPost[]
}

function look(
  publication: Publication,
  { status: read = unreadable, media = unreadable, owned = new Set(), rivals = [] }: Replies,
  now = NOW + 2_000,
) {
  const evidence = {
    status: read.kind === 'ok' ? read.value.status : null,
    platformTime: read.platformTime,
    said: read.kind === 'refused' ? failureOfReply(read).detail.platform : null,
    match: media.kind === 'ok' ? matchMedia(publication, media.value, { owned, rivals }) : null,
  }
  return afterEvidenceRead(publication, evidence, { now, monotonic: 0 })
}

describe('reconciling an uncertain publish call', () => {
  it('confirms by a media that is surely ours, whatever the container says', () => {
    for (const container of [status('FINISHED'), status('PUBLISHED'), status('ERROR'), unreadable]) {
      expect(look(anUncertainPublication(), { status: container, media: listed(ours) })).toMatchObject({
        step: 'done',
        mediaId: ours.id,
        permalink: 'https://p',
      })
    }
  })

  it('says of a post that is found hours later when it went live', () => {
    const later = NOW + 300 * MINUTE
    for (const evidence of [
      { media: listed(ours) },
      { media: listed({ ...ours, caption: null }), status: status('PUBLISHED') },
    ])
      expect(look(anUncertainPublication(), evidence, later)).toMatchObject({
        mediaId: ours.id,
        publishedAt: ours.timestamp,
      })
  })

  it('confirms without an id when the container stays PUBLISHED and the media cannot be told apart', () => {
    const twins = listed(ours, { ...ours, id: '18000000000000002' })
    const first = look(anUncertainPublication(), { status: status('PUBLISHED'), media: twins })
    expect(first.reads).toBe(1)
    expect(first.step).toBeUndefined()
    expect(
      look(anUncertainPublication({ ...first, reads: 3 }), { status: status('PUBLISHED'), media: twins }),
    ).toMatchObject({ step: 'done', mediaId: null })
  })

  it('waits for the list once the container says PUBLISHED, however long nothing could be read before', () => {
    const long = anUncertainPublication({ reads: 7 })
    const first = look(long, { status: status('PUBLISHED'), media: listed() }, NOW + 8 * MINUTE)
    expect(first).toMatchObject({ seenPublished: true, nextAt: NOW + 8 * MINUTE + 15_000 })
    expect(first.step).toBeUndefined()
    const second = { status: status('PUBLISHED'), media: listed(ours) }
    expect(look({ ...long, ...first }, second, NOW + 9 * MINUTE)).toMatchObject({ mediaId: ours.id })
    let [looks, waiting]: [number, Publication] = [1, { ...long, ...first }]
    for (; waiting.step === 'uncertain'; looks += 1)
      waiting = { ...waiting, ...look(waiting, { status: status('PUBLISHED') }, NOW + 9 * MINUTE) }
    expect([looks, waiting.mediaId]).toEqual([4, null])
  })

  it('does not end in doubt by the look at which the container says PUBLISHED, a day after the call', () => {
    const long = anUncertainPublication({ reads: 30 })
    const evidence = { status: status('PUBLISHED') }
    let [looks, waiting]: [number, Publication] = [0, long]
    for (; waiting.step === 'uncertain'; looks += 1)
      waiting = { ...waiting, ...look(waiting, evidence, NOW + 2 * DAY) }
    expect([looks, waiting.step, waiting.failure]).toEqual([4, 'done', null])
  })

  it('confirms a story only by the status of its container, and then by the one media that can be it', () => {
    const post = anUncertainPublication({ finishedSeenAt: [NOW] })
    const story = { ...post, payload: { ...post.payload, mediaType: 'STORIES' as const } }
    const media = listed({ ...ours, caption: null })
    expect(look(story, { status: status('FINISHED', NOW + 2 * MINUTE), media }).step).toBeUndefined()
    expect(look(story, { status: status('EXPIRED'), media }).step).toBeUndefined()
    expect(look(story, { status: status('PUBLISHED'), media })).toMatchObject({ mediaId: ours.id })
    expect(look(story, { status: status('FINISHED', NOW + 2 * MINUTE), media: listed() })).toMatchObject({
      step: 'publishing',
    })
  })

  it('sends nothing again while reads leave captions out and something could be ours', () => {
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    const media = listed({ ...ours, caption: null })
    expect(look(once, { status: status('FINISHED', NOW + 2 * MINUTE), media }).step).toBeUndefined()
    expect(look(once, { status: status('PUBLISHED'), media })).toMatchObject({ mediaId: ours.id })
  })

  it('looks at a video for an hour before it says that we do not know', () => {
    const post = anUncertainPublication({ reads: 22 })
    const items = post.payload.items.map((item) => ({ ...item, kind: 'video' as const }))
    const reel = { ...post, payload: { ...post.payload, mediaType: 'REELS' as const, items } }
    expect(look(reel, {}, NOW + 59 * MINUTE).failure).toBeUndefined()
    expect(look(reel, {}, NOW + 60 * MINUTE)).toMatchObject({ failure: { unconfirmed: true } })
  })

  it('says that we do not know although the clock was days ahead when the doubt began', () => {
    const post = anUncertainPublication({ reads: 22, uncertainSince: NOW + 3 * DAY })
    expect(look(post, {})).toMatchObject({ failure: { unconfirmed: true } })
  })

  it('adopts nothing that another post in doubt could claim, and sends nothing again while it is there', () => {
    const twin = { ...IN_DOUBT, caption: 'Good morning' }
    const contested = { media: listed(ours), rivals: [twin] }
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    const finished = status('FINISHED', NOW + 2 * MINUTE)
    expect(look(once, { status: finished, ...contested }).step).toBeUndefined()
    expect(look(once, { status: status('PUBLISHED'), ...contested }).step).toBeUndefined()
    const late = anUncertainPublication({ reads: 3, seenPublished: true })
    expect(look(late, { status: status('PUBLISHED'), ...contested })).toMatchObject({ mediaId: null })
  })

  it('is not held up by another post in doubt that looks different', () => {
    const other = { ...IN_DOUBT, caption: 'Another one' }
    const found = look(anUncertainPublication(), { media: listed(ours), rivals: [other] })
    expect(found).toMatchObject({ mediaId: ours.id })
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    const finished = status('FINISHED', NOW + 2 * MINUTE)
    expect(look(once, { status: finished, media: listed(), rivals: [other] })).toMatchObject({
      step: 'publishing',
    })
  })

  it('sends again only after FINISHED was seen twice, a minute apart by the platform’s clock', () => {
    const once = {
      ...anUncertainPublication(),
      ...look(anUncertainPublication(), { status: status('FINISHED', NOW), media: listed() }),
    }
    expect(once).toMatchObject({ step: 'uncertain', finishedSeenAt: [NOW] })
    const early = look(once, { status: status('FINISHED', NOW + MINUTE - 1), media: listed() })
    expect(early.step).toBeUndefined()
    const late = look(once, { status: status('FINISHED', NOW + MINUTE), media: listed() })
    expect(late).toMatchObject({ step: 'publishing', intent: { sends: 2 } })
  })

  it('sends again after one look while the platform only said "not ready yet", for two minutes', () => {
    const publication = anUncertainPublication()
    const lagging = {
      ...publication,
      intent: publication.intent && { ...publication.intent, onlyLagReplies: true },
    }
    const seen = { status: status('FINISHED'), media: listed() }
    expect(look(lagging, seen)).toMatchObject({
      step: 'publishing',
      intent: { sends: 2, onlyLagReplies: true },
    })
    expect(look(lagging, { ...seen, media: unreadable }).step).toBeUndefined()
    expect(look(lagging, { ...seen, media: listed(ours) })).toMatchObject({ step: 'done', mediaId: ours.id })
    expect(look(lagging, seen, NOW + 2 * MINUTE).step).toBeUndefined()
  })

  it('looks twice before it sends again after "not found", which a published container may answer as well', () => {
    const publication = anUncertainPublication()
    const lagging = {
      ...publication,
      intent: publication.intent && { ...publication.intent, onlyLagReplies: true, lagLooks: 2 },
    }
    const seen = { status: status('FINISHED'), media: listed() }
    const once = look(lagging, seen)
    expect(once.step).toBeUndefined()
    expect(look({ ...lagging, ...once }, { ...seen, status: status('PUBLISHED') }).step).toBeUndefined()
    expect(look({ ...lagging, ...once }, seen, NOW + 15_000)).toMatchObject({ step: 'publishing' })
  })

  it('never sends again what once was PUBLISHED, whatever is read later', () => {
    const first = look(anUncertainPublication(), { status: status('PUBLISHED'), media: listed() })
    const seen = anUncertainPublication({ ...first, finishedSeenAt: [NOW] })
    const later = { status: status('FINISHED', NOW + 2 * MINUTE), media: listed() }
    expect(look(seen, later).step).toBeUndefined()
  })

  it('tells of a story that stays in doubt beside another one what can be done, which is not a retry', () => {
    const post = anUncertainPublication({ reads: 6 })
    const story = { ...post, payload: { ...post.payload, mediaType: 'STORIES' as const } }
    const seen = { status: status('FINISHED'), media: listed({ ...ours, caption: null }) }
    const told = look(story, seen, NOW + 10 * MINUTE)
    expect(told.failure).toMatchObject({ unconfirmed: true, recovery: 'check_platform' })
    expect(told.failure?.detail.code).toBe('NOT_TOLD_APART')
  })

  it('does not believe our own clock about that minute', () => {
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    const jumped = look(
      once,
      { status: status('FINISHED', NOW + 1_000), media: listed() },
      NOW + 24 * 60 * MINUTE,
    )
    expect(jumped.step).not.toBe('publishing')
  })

  it('never sends again while the account’s media cannot be read', () => {
    const once = anUncertainPublication({ finishedSeenAt: [NOW] })
    expect(look(once, { status: status('FINISHED', NOW + 2 * MINUTE) }).step).toBeUndefined()
  })

  it('fails for sure, with the platform’s reason, when the send had no effect and the reason will not pass', () => {
    const publication = anUncertainPublication({ finishedSeenAt: [NOW] })
    const lastRefusal = {
      code: 'PLATFORM_ERROR',
      detail: aFailureDetail('limit reached'),
      recovery: 'wait',
      transient: false,
    } as const
    const refused = { ...publication, intent: publication.intent && { ...publication.intent, lastRefusal } }
    expect(look(refused, { status: status('FINISHED', NOW + MINUTE), media: listed() })).toMatchObject({
      step: 'failed',
      failure: { detail: aFailureDetail('limit reached'), unconfirmed: false },
    })
  })

  it('gives up after three sends that had no effect', () => {
    const publication = anUncertainPublication({ finishedSeenAt: [NOW] })
    const sent = { ...publication, intent: publication.intent && { ...publication.intent, sends: 3 } }
    const change = look(sent, { status: status('FINISHED', NOW + MINUTE), media: listed() })
    expect(change).toMatchObject({ step: 'failed', failure: { unconfirmed: false } })
  })

  it('fails for sure when the container is dead and nothing of ours is live, and a retry then starts afresh', () => {
    for (const dead of ['ERROR', 'EXPIRED'] as const) {
      expect(look(anUncertainPublication(), { status: status(dead), media: listed() })).toMatchObject({
        step: 'failed',
        intent: null,
        failure: { unconfirmed: false },
      })
    }
  })

  it('starts over automatically when a retry finds the container of last time dead', () => {
    const retry = anUncertainPublication({ containersAsked: 0 })
    expect(look(retry, { status: status('EXPIRED'), media: listed() })).toMatchObject({
      step: 'claimed',
      containerId: null,
      intent: null,
      nextAt: null,
    })
  })

  it('sends nothing of a container whose files were changed since, and makes no other one while it could be sent', () => {
    const { intent, ...retry } = anUncertainPublication({ containersAsked: 0, finishedSeenAt: [NOW] })
    const changed = { ...retry, intent: intent && { ...intent, outdatedFiles: ['before.jpg'] } }
    expect(look(changed, { status: status('FINISHED', NOW + MINUTE), media: listed() })).toMatchObject({
      step: 'failed',
      failure: { detail: { code: 'OLD_FILES_PREPARED' }, recovery: 'wait', unconfirmed: false },
    })
    const expired = look(changed, { status: status('EXPIRED'), media: listed() })
    expect(expired).toMatchObject({ step: 'claimed', intent: null })
  })

  it('starts over where no container is known only once the list reaches back to its time', () => {
    const missed = { containerId: null, containersAsked: 0, finishedSeenAt: [NOW - MINUTE] }
    const retry = anUncertainPublication(missed)
    expect(listingFor(retry)).toEqual({ of: 'posts', limit: 100 })
    const dead = status('EXPIRED', null)
    const newer = Array.from({ length: 100 }, (_, n) => ({ ...ours, id: `${n}`, caption: `Later ${n}` }))
    const older = { ...ours, id: 'older', caption: 'Before', timestamp: NOW - 10 * MINUTE }
    const cutOff = look(retry, { status: dead, media: listed(...newer) })
    expect(cutOff.step).toBeUndefined()
    expect(cutOff.intent).toBeUndefined()
    const whole = [...newer.slice(1), older]
    expect(look(retry, { status: dead, media: listed(...whole) })).toMatchObject({
      step: 'claimed',
      intent: null,
    })
  })

  it('starts over where no container is known once nothing was listed twice, as far apart as a list may lag', () => {
    const unknown = anUncertainPublication({ containerId: null, containersAsked: 0 })
    const nothing = { status: status('EXPIRED', null), media: listed() }
    const once = look(unknown, nothing, NOW)
    expect(once).toEqual({ finishedSeenAt: [NOW], reads: 1, nextAt: NOW + 15_000 })
    const early = { ...unknown, ...once }
    expect(look(early, nothing, NOW + MINUTE - 1).step).toBeUndefined()
    expect(look(early, { ...nothing, media: listed(ours) }, NOW + MINUTE)).toMatchObject({ mediaId: ours.id })
    expect(look(early, nothing, NOW + MINUTE)).toMatchObject({ step: 'claimed', intent: null })
  })

  it('sends nothing more for a post that was deleted meanwhile, and still finds out whether it is live', () => {
    const deleted = anUncertainPublication({ settleOnly: true, finishedSeenAt: [NOW], containersAsked: 0 })
    const finished = status('FINISHED', NOW + 2 * MINUTE)
    expect(look(deleted, { status: finished, media: listed() })).toMatchObject({ step: 'failed' })
    expect(look(deleted, { status: status('EXPIRED'), media: listed() })).toMatchObject({ step: 'failed' })
    expect(look(deleted, { status: finished, media: listed(ours) })).toMatchObject({ mediaId: ours.id })
  })

  it('sends nothing more once the user was told that it failed, not even where a retry would start over', () => {
    const failure = { ...NOT_CONFIRMED, unconfirmed: true }
    const told = anUncertainPublication({ failure, finishedSeenAt: [NOW], containersAsked: 0 })
    const lagging = { ...told, intent: told.intent && { ...told.intent, onlyLagReplies: true } }
    const finished = status('FINISHED', NOW + MINUTE)
    for (const one of [told, lagging]) {
      const change = look(one, { status: finished, media: listed() })
      expect(change).toMatchObject({ step: 'failed', failure: { recovery: 'retry', unconfirmed: false } })
    }
    const dead = look(told, { status: status('EXPIRED'), media: listed() })
    expect(dead).toMatchObject({ step: 'failed', failure: { recovery: 'retry', unconfirmed: false } })
  })

  it('says after ten minutes that we do not know, goes on looking for a day, then rests', () => {
    const told = look(anUncertainPublication({ reads: 6 }), {}, NOW + 10 * MINUTE)
    expect(told).toMatchObject({
      failure: { code: 'UNKNOWN_ERROR', unconfirmed: true, recovery: 'check_platform' },
    })
    expect(told.step).toBeUndefined()
    expect(told.nextAt).toBeGreaterThan(NOW + 10 * MINUTE)
    expect(look(anUncertainPublication({ reads: 54 }), {}, NOW + 24 * 60 * MINUTE)).toMatchObject({
      step: 'failed',
      failure: { unconfirmed: true },
    })
  })

  it('says with it what the platform answered to the look, else to the publish call, and keeps to that', () => {
    const uncertain = anUncertainPublication({ reads: 6 })
    const [look190, publish4] = [refusedWith(190), refusedWith(4, 2_207_051)]
    const wordsOf = (change: ReturnType<typeof look>) => change.failure?.detail.platform ?? null
    const told = look(uncertain, { status: look190 }, NOW + 10 * MINUTE)
    expect(wordsOf(told)).toEqual({ said: 'no', code: 190, subcode: null })
    const again = { ...uncertain, failure: told.failure ?? expect.unreachable() }
    expect(wordsOf(look(again, { status: refusedWith(2) }, NOW + 11 * MINUTE))).toEqual(wordsOf(told))
    const intent = uncertain.intent && { ...uncertain.intent, lastRefusal: failureOfReply(publish4) }
    expect(wordsOf(look({ ...uncertain, intent }, {}, NOW + 10 * MINUTE))).toMatchObject({ code: 4 })
  })

  it('does not count hours in which a computer slept and nobody looked', () => {
    const napped = look(anUncertainPublication({ reads: 2 }), {}, NOW + 60 * 60 * MINUTE)
    expect(napped).toEqual({ reads: 3, nextAt: expect.any(Number) })
    const shutDown = look(anUncertainPublication({ reads: 6 }), {}, NOW + 60 * 60 * MINUTE)
    expect(shutDown).toMatchObject({ failure: { unconfirmed: true }, nextAt: expect.any(Number) })
    expect(shutDown.step).toBeUndefined()
  })

  it('goes on looking for as long as there is no network to look over', async () => {
    const now = NOW + 3 * DAY
    const reached = (reply: typeof lost | typeof unreached) =>
      reconcile(
        {
          platform: { containerStatus: async () => reply, recentMedia: async () => reply },
          clock: { now: () => now, monotonic: () => 0 },
        } as never,
        anUncertainPublication({ reads: 54 }),
        {} as never,
      )
    const goesOn = { failure: expect.objectContaining({ unconfirmed: true }), nextAt: now + 30 * MINUTE }
    expect(await reached(unreached)).toEqual(goesOn)
    expect(await reached(lost)).toMatchObject({ step: 'failed' })
  })
})

describe('looking for a publication whose state could not be read', () => {
  const { payload } = anUncertainPublication()
  const rebuilt = (igContainerId: string | null, changes: Partial<Publication> = {}) => {
    const post = aPost({ status: 'PUBLISHING', igContainerId })
    const ids = { id: 'p', postId: post.id, jobId: 'j', accountId: post.platformAccountId }
    const row = { ...ids, version: 3, step: 'publishing', unsettled: true, createdAt: NOW } as const
    return { ...publicationOfRow(row, post, payload, NOW), ...changes }
  }

  it('sends nothing of it again once it is proven not to be live', () => {
    const seen = rebuilt('17', { finishedSeenAt: [NOW] })
    const late = NOW + 10 * MINUTE
    const found = look(seen, { status: status('FINISHED', late), media: listed() }, late)
    expect(found).toMatchObject({ step: 'failed', failure: { code: 'INTERNAL_ERROR', unconfirmed: false } })
  })

  it('proves nothing by a list without it where its container is not known any more', () => {
    const found = look(rebuilt(null), { status: status('EXPIRED'), media: listed() })
    expect(found.step).toBeUndefined()
    expect(found.nextAt).toBeGreaterThan(NOW)
  })
})
