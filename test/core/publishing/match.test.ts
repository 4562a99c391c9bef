import { describe, expect, it } from 'vitest'
import type { PublishedMedia } from '../../../core/ports/platform.ts'
import { matchMedia } from '../../../core/publishing/match.ts'
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
})
