import { describe, expect, it } from 'vitest'
import type {
  ContainerStatus,
  MediaListing,
  PlatformAccess,
  PlatformReply,
  PublishedMedia,
} from '../../../../core/ports/platform/platform.ts'
import { judgeStatus } from '../../../../core/engine/publishing/container-calls.ts'
import type { UnreconciledPost } from '../../../../core/ports/posts/publication-ledger.ts'
import {
  findMatch,
  hasCaption,
  isCutOff,
  isSameKind,
  latestSendOf,
  listingFor,
  listMediaBefore,
  matchMedia,
  MOST_LISTED,
  resemblanceOf,
  toUnreconciledPost,
  WRONG_BY,
} from '../../../../core/engine/publishing/match.ts'
import { intentOfPossibleSend } from '../../../../core/engine/publishing/transitions.ts'
import type { PublishingDeps } from '../../../../core/engine/publishing/effects.ts'
import { CLOCK_SLACK, type Publication } from '../../../../core/rules/publication/publication.ts'
import { DAY, HOUR } from '../../../../core/time.ts'
import { aPublication, anUncertainPublication, NOW } from './a-publication.ts'
import { lost, ok, refused, status } from './replies.ts'

const live = (changes: Partial<PublishedMedia> = {}): PublishedMedia => ({
  id: '18000000000000001',
  caption: 'Good morning',
  timestamp: NOW,
  mediaType: 'IMAGE',
  permalink: null,
  ...changes,
})
/** The id of the one that is surely ours, else what kind of match it is. */
const find = (media: PublishedMedia[], owned: string[] = [], publication = anUncertainPublication()) => {
  const match = matchMedia(publication, media, { owned: new Set(owned), rivals: [] })
  return match.kind === 'ours' ? match.media.id : match.kind
}

describe('finding our media among the account’s', () => {
  it('takes the one that fits in kind, caption and time', () => {
    expect(find([live()])).toBe('18000000000000001')
  })

  it('takes none when two could be ours', () => {
    expect(find([live(), live({ id: '18000000000000002' })])).toBe('possible')
  })

  it('leaves out what belongs to another post', () => {
    expect(find([live(), live({ id: '2' })], ['2'])).toBe('18000000000000001')
    expect(find([live()], ['18000000000000001'])).toBe('none')
  })

  it('leaves out what was there before the intent, with a minute for the platform’s clock', () => {
    expect(find([live({ timestamp: NOW - 61_001 })])).toBe('none')
    expect(find([live({ timestamp: NOW - 60_000 })])).toBe('18000000000000001')
    expect(find([live({ timestamp: NOW - 61_000 })])).toBe('18000000000000001')
    expect(find([live({ timestamp: null })])).toBe('none')
    expect(find([live({ timestamp: null }), live({ id: '2' })])).toBe('2')
  })

  it('goes by the platform’s clock where it is known, and by ours where it is not', () => {
    const uncertain = anUncertainPublication()
    const at = (platformAt: number | null) => ({
      ...uncertain,
      intent: uncertain.intent && { ...uncertain.intent, at: NOW, platformAt },
    })
    const media = live({ timestamp: NOW - 2 * CLOCK_SLACK })
    expect(find([media], [], at(NOW - CLOCK_SLACK))).toBe(media.id)
    expect(find([media], [], at(null))).toBe('none')
    expect(find([live({ timestamp: NOW - CLOCK_SLACK })], [], at(null))).toBe(media.id)
  })

  it('is not sure that it is missing from a longest list that ends too late', () => {
    const listed = Array.from({ length: MOST_LISTED }, (_, id) =>
      live({ id: String(id), caption: 'Another one' }),
    )
    expect(matchMedia(anUncertainPublication(), listed, { owned: new Set(), rivals: [] })).toEqual({
      kind: 'possible',
      only: null,
    })
    expect(find(listed.slice(1))).toBe('none')
  })

  it('takes one whose kind the platform does not say', () => {
    expect(find([live({ mediaType: null })])).toBe('18000000000000001')
  })

  it('leaves out another kind', () => {
    expect(find([live({ mediaType: 'VIDEO' })])).toBe('none')
    expect(find([live({ mediaType: 'CAROUSEL_ALBUM' })])).toBe('none')
  })

  it('forgives what the platform does to captions', () => {
    const publication = anUncertainPublication()
    const tagged = {
      ...publication,
      payload: { ...publication.payload, caption: 'With @friend\r\n  and Café' },
    }
    const theirs = live({ caption: 'With friend and Cafe\u0301' })
    expect(find([theirs], [], tagged)).toBe(theirs.id)
  })

  it('is not sure of a media whose caption it is not told, nor of any when the post has none', () => {
    expect(find([live({ caption: null })])).toBe('possible')
    expect(find([live({ caption: 'Another one' })])).toBe('none')
    const publication = anUncertainPublication()
    const bare = { ...publication, payload: { ...publication.payload, caption: null } }
    expect(find([live({ caption: null })], [], bare)).toBe('possible')
    expect(find([live({ caption: 'By hand' })], [], bare)).toBe('none')
  })

  it('is never sure of a story, which has no caption on the platform', () => {
    const publication = anUncertainPublication()
    const story = { ...publication, payload: { ...publication.payload, mediaType: 'STORIES' as const } }
    expect(find([live({ caption: null, mediaType: 'VIDEO' })], [], story)).toBe('possible')
  })

  it('finds nothing while nothing was sent', () => {
    expect(find([live()], [], anUncertainPublication({ intent: null }))).toBe('none')
  })

  describe('beside other posts in doubt', () => {
    const inDoubt = (change: Partial<UnreconciledPost> = {}): UnreconciledPost => ({
      mediaType: 'STORIES',
      caption: null,
      listedBefore: null,
      isLive: false,
      ...change,
    })
    const among = (publication: Publication, rivals: UnreconciledPost[], ...media: PublishedMedia[]) =>
      matchMedia(publication, media, { owned: new Set(), rivals })
    const captioned = anUncertainPublication()
    const story = (change: Partial<Publication> = {}) => ({
      ...captioned,
      payload: { ...captioned.payload, mediaType: 'STORIES' as const },
      ...change,
    })
    const [first, second] = ['1', '2'].map((id) => live({ id, caption: null }))
    if (!first || !second) throw new Error('two stories')

    it('a story in doubt does not affect the list of posts', () => {
      expect(among(captioned, [inDoubt()], live())).toMatchObject({ kind: 'ours' })
      expect(among(story(), [inDoubt({ mediaType: 'IMAGE' })], first)).toEqual({
        kind: 'possible',
        only: first,
      })
    })

    it('a media that was there before ours was sent is not ours', () => {
      expect(among(story({ listedBefore: ['1'] }), [], first)).toEqual({ kind: 'none' })
      expect(among(story({ listedBefore: ['1'] }), [], second, first)).toEqual({
        kind: 'possible',
        only: second,
      })
    })

    it('a media that was there before another story was sent does not belong to that', () => {
      expect(among(story(), [inDoubt({ listedBefore: ['1'] })], first)).toEqual({
        kind: 'possible',
        only: first,
      })
      expect(among(story(), [inDoubt()], first)).toEqual({ kind: 'possible', only: null })
    })

    it('the only media that another story can be belongs to that when it is surely live', () => {
      expect(among(story(), [inDoubt({ isLive: true })], first)).toEqual({ kind: 'none' })
      expect(among(story(), [inDoubt({ isLive: true })], second, first)).toEqual({
        kind: 'possible',
        only: null,
      })
      const sentLater = inDoubt({ isLive: true, listedBefore: ['1'] })
      expect(among(story(), [sentLater], second, first)).toEqual({ kind: 'possible', only: first })
    })

    it('another post that is not live settles nothing, and its own caption names the media of each', () => {
      const rival = inDoubt({ mediaType: 'IMAGE', caption: 'Good morning' })
      expect(among(captioned, [rival], live())).toEqual({ kind: 'possible', only: null })
      expect(among(captioned, [{ ...rival, isLive: true }], live())).toEqual({ kind: 'none' })
      const other = { ...rival, caption: 'Good night' }
      const media = [live(), live({ id: '2', caption: 'Good night' })]
      expect(among(captioned, [other], ...media)).toEqual({ kind: 'ours', media: media[0] })
    })

    it('a post that is live takes the media of its caption, and none without one beside it', () => {
      const rival = inDoubt({ mediaType: 'IMAGE', caption: 'Good night', isLive: true })
      const media = [live({ caption: 'Good night' }), live({ id: '2', caption: null })]
      expect(among(captioned, [rival], ...media)).toEqual({ kind: 'possible', only: null })
    })

    it('one story that is assigned in this way can settle the next one', () => {
      const both = [inDoubt({ isLive: true }), inDoubt({ isLive: true, listedBefore: ['1'] })]
      expect(among(story(), both, second, first)).toEqual({ kind: 'none' })
    })
  })
})

describe('whether a media can be the one of a post', () => {
  const post = { mediaType: 'IMAGE', caption: 'Good morning', listedBefore: null } as const

  it.each([
    ['is not, of another kind', { mediaType: 'VIDEO' }, post, 'none'],
    ['is not, when it was listed before', {}, { ...post, listedBefore: ['18000000000000001'] }, 'none'],
    ['is not, of another caption', { caption: 'Good night' }, post, 'none'],
    ['may be, without a caption', { caption: ' @ ' }, post, 'unnamed'],
    ['may be, for a story with the same caption', {}, { ...post, mediaType: 'STORIES' }, 'unnamed'],
    ['is, by its caption, whatever the spaces', { caption: 'Good  morning ' }, post, 'named'],
    ['is not, by a caption that is run together', { caption: 'Goodmorning' }, post, 'none'],
  ] as const)('%s', (_, change, traits, resemblance) => {
    expect(resemblanceOf(live(change), traits)).toBe(resemblance)
  })

  it.each([
    ['IMAGE', ['IMAGE', null]],
    ['CAROUSEL', ['CAROUSEL_ALBUM', null]],
    ['REELS', ['VIDEO', null]],
    ['STORIES', ['IMAGE', 'CAROUSEL_ALBUM', 'VIDEO', null]],
  ])('is of the kind of %s when the platform calls it one of %j', (mediaType, kinds) => {
    const all = ['IMAGE', 'CAROUSEL_ALBUM', 'VIDEO', null]
    expect(all.filter((kind) => isSameKind(live({ mediaType: kind }), mediaType))).toEqual(
      all.filter((kind) => kinds.includes(kind)),
    )
  })

  it('has a caption when something is left of it', () => {
    expect([null, '', ' @ ', 'a'].map((caption) => hasCaption({ caption }))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('was last sent at the later of its run’s time and the platform’s', () => {
    const intent = { ...intentOfPossibleSend(NOW - 1_000, NOW), platformAt: null }
    const atPlatform = (platformAt: number | null) => latestSendOf({ ...intent, platformAt })
    expect([null, NOW - 61_000, NOW + 59_000].map(atPlatform)).toEqual([NOW, NOW, NOW + 60_000])
  })

  it('is sought among the media of rivals that may have been sent since, by the platform’s clock', async () => {
    const asked: number[] = []
    const ledger = {
      listOwnedMediaIds: async () => [],
      async listUnreconciled(_account: string, _except: string, since: number) {
        asked.push(since)
        return [{ mediaType: 'IMAGE', caption: 'Good morning', listedBefore: null, isLive: true } as const]
      },
    }
    const ports = { ledger, platform: { recentMedia: async () => ok([live()]) }, clock: { now: () => NOW } }
    const publication = anUncertainPublication()
    const sent = {
      ...publication,
      intent: publication.intent && { ...publication.intent, platformAt: NOW - HOUR },
    }
    const look = () => findMatch(ports as unknown as PublishingDeps, sent, {} as PlatformAccess)
    expect(await look()).toEqual({ kind: 'none' })
    expect(asked).toEqual([NOW - HOUR - CLOCK_SLACK])
  })

  it('may be dated two days late by a clock that was ahead', () => {
    expect(WRONG_BY).toBe(2 * DAY)
  })
})

it.each([
  [{ step: 'uncertain' }, false],
  [{ step: 'uncertain', seenPublished: true }, true],
  [{ step: 'confirmed' }, true],
  [{ step: 'done' }, true],
] as const)('Other posts see one that is %o as live: %s', (change, isLive) => {
  expect(toUnreconciledPost(anUncertainPublication({ ...change, listedBefore: ['1'] }))).toEqual({
    mediaType: 'IMAGE',
    caption: 'Good morning',
    listedBefore: ['1'],
    isLive,
  })
})

describe('a list of media', () => {
  it('is of stories or posts, and long for a post that is looked for, behind which much may have gone out', () => {
    const uncertain = anUncertainPublication()
    const story = { ...uncertain, payload: { ...uncertain.payload, mediaType: 'STORIES' as const } }
    expect(listingFor(uncertain)).toEqual({ of: 'posts', limit: 100 })
    expect(listingFor(story)).toEqual({ of: 'stories', limit: 100 })
    expect(listingFor({ ...uncertain, step: 'created' })).toEqual({ of: 'posts', limit: 25 })
  })

  it('is cut off when it is as long as can be and does not reach back', () => {
    const listed = (length: number, timestamp: number | null) =>
      isCutOff(
        Array.from({ length }, () => live({ timestamp })),
        NOW,
      )
    expect([listed(100, NOW), listed(100, null), listed(101, NOW)]).toEqual([true, true, true])
    expect([listed(99, NOW), listed(100, NOW - 1)]).toEqual([false, false])
    const [older, ...rest] = Array.from({ length: 100 }, (_, index) =>
      live({ timestamp: NOW - (index ? 0 : 1) }),
    )
    expect(older && isCutOff([...rest, older], NOW)).toBe(false)
  })
})

describe('the media that were there before a post is sent', () => {
  const ACCESS = {} as PlatformAccess
  const bare = (change: Partial<Publication> = {}) => {
    const publication = aPublication({ step: 'created', ...change })
    return { ...publication, payload: { ...publication.payload, caption: null } }
  }
  async function listed(
    publication: Publication,
    read: PlatformReply<ContainerStatus> = status('FINISHED', null, NOW - 9),
    media: PlatformReply<PublishedMedia[]> = ok([live({ id: '1' }), live({ id: '2' })], NOW - 4),
  ) {
    const asked: MediaListing[] = []
    const recentMedia = async (_access: PlatformAccess, listing: MediaListing) => {
      asked.push(listing)
      return media
    }
    const ports = { platform: { recentMedia } } as unknown as PublishingDeps
    const reading = judgeStatus(read)
    return { ...(await listMediaBefore(ports, publication, ACCESS, reading)), isListed: asked.length > 0 }
  }

  it('are listed for one without a caption when its container is ready, and the clock with them', async () => {
    const all = { listedBefore: ['1', '2'], platformTime: NOW - 4, isListed: true }
    expect(await listed(bare())).toEqual(all)
    const timeless = ok([live({ id: '1' }), live({ id: '2' })], null)
    expect(await listed(bare(), undefined, timeless)).toEqual({ ...all, platformTime: NOW - 9 })
    const story = aPublication({ step: 'created' })
    expect(await listed({ ...story, payload: { ...story.payload, mediaType: 'STORIES' } })).toEqual(all)
  })

  it('are listed again before it is sent again, because others may have published meanwhile', async () => {
    const sentBefore = bare({ intent: anUncertainPublication().intent, listedBefore: ['0', '1'] })
    expect((await listed(sentBefore)).listedBefore).toEqual(['1', '2', '0'])
  })

  it.each([
    [
      'its own caption tells it from others',
      aPublication({ step: 'created', listedBefore: ['0'] }),
      undefined,
    ],
    ['its container is not ready', bare({ listedBefore: ['0'] }), status('IN_PROGRESS', null, NOW - 9)],
    ['its container could not be read', bare({ listedBefore: ['0'] }), { ...lost, platformTime: NOW - 9 }],
    ['its container is one of its items’', bare({ step: 'claimed', listedBefore: ['0'] }), undefined],
    ['its container was refused', bare({ listedBefore: ['0'] }), { ...refused(1), platformTime: NOW - 9 }],
  ])('stay as they were known when %s', async (_, publication, read) => {
    expect(await listed(publication, read)).toEqual({
      listedBefore: ['0'],
      platformTime: NOW - 9,
      isListed: false,
    })
  })

  it('stay as they were known when they cannot be listed', async () => {
    expect(await listed(bare({ listedBefore: ['0'] }), undefined, lost)).toEqual({
      listedBefore: ['0'],
      platformTime: NOW - 9,
      isListed: true,
    })
  })
})
