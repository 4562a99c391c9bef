import { describe, expect, it } from 'vitest'
import type { PublishedMedia } from '../../../core/ports/platform.ts'
import { findOurMedia } from '../../../core/publishing/match.ts'
import { anUncertainPublication, NOW } from './a-publication.ts'

const live = (changes: Partial<PublishedMedia> = {}): PublishedMedia => ({
  id: '18000000000000001',
  caption: 'Good morning',
  timestamp: NOW,
  mediaType: 'IMAGE',
  permalink: null,
  ...changes,
})
const find = (media: PublishedMedia[], owned: string[] = []) =>
  findOurMedia(anUncertainPublication(), media, new Set(owned))?.id ?? null

describe('finding our media among the account’s', () => {
  it('takes the one that fits in kind, caption and time', () => {
    expect(find([live()])).toBe('18000000000000001')
  })

  it('takes none when two could be ours', () => {
    expect(find([live(), live({ id: '18000000000000002' })])).toBeNull()
  })

  it('leaves out what belongs to another post', () => {
    expect(find([live(), live({ id: '2' })], ['2'])).toBe('18000000000000001')
    expect(find([live()], ['18000000000000001'])).toBeNull()
  })

  it('leaves out what was there before the intent, with a minute for the platform’s clock', () => {
    expect(find([live({ timestamp: NOW - 61_001 })])).toBeNull()
    expect(find([live({ timestamp: NOW - 60_000 })])).toBe('18000000000000001')
    expect(find([live({ timestamp: null })])).toBeNull()
  })

  it('leaves out another kind', () => {
    expect(find([live({ mediaType: 'VIDEO' })])).toBeNull()
    expect(find([live({ mediaType: 'CAROUSEL_ALBUM' })])).toBeNull()
  })

  it('forgives what the platform does to captions', () => {
    const publication = anUncertainPublication()
    const tagged = {
      ...publication,
      payload: { ...publication.payload, caption: 'With @friend\r\n  and Café' },
    }
    const theirs = live({ caption: 'With friend and Cafe\u0301' })
    expect(findOurMedia(tagged, [theirs], new Set())).toBe(theirs)
  })

  it('does not take a media without caption for one with a caption', () => {
    expect(find([live({ caption: null })])).toBeNull()
  })

  it('finds nothing while nothing was sent', () => {
    expect(findOurMedia({ ...anUncertainPublication(), intent: null }, [live()], new Set())).toBeNull()
  })
})
