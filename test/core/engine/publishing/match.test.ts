import { describe, expect, it } from 'vitest'
import type { PublishedMedia } from '../../../../core/ports/platform/platform.ts'
import type { UnreconciledPost } from '../../../../core/ports/posts/publication-ledger.ts'
import { matchMedia } from '../../../../core/engine/publishing/match.ts'
import type { Publication } from '../../../../core/rules/publication/publication.ts'
import { anUncertainPublication, NOW } from './a-publication.ts'

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
    expect(find([live({ timestamp: null })])).toBe('none')
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

    it('one story that is assigned in this way can settle the next one', () => {
      const both = [inDoubt({ isLive: true }), inDoubt({ isLive: true, listedBefore: ['1'] })]
      expect(among(story(), both, second, first)).toEqual({ kind: 'none' })
    })
  })
})
