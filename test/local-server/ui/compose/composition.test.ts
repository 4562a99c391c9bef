import { describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import {
  bodyOf,
  compositionOf,
  EMPTY,
  isBlank,
  isSame,
  isSameContent,
  withHanded,
  withMedia,
  withMediaType,
  withoutMedia,
  type Composition,
} from '../../../../local-server/ui/src/compose/composition.ts'

const ADA = { username: 'ada', x: 0.2, y: 0.4 }
const PLATFORM = { id: 'account', loginMethod: 'platform' } as const
const PARTNER = { id: 'account', loginMethod: 'partner' } as const

const kindOf = (id: string) => (id.startsWith('video') ? ('video' as const) : ('image' as const))

function composed(part: Partial<Composition>): Composition {
  return { ...EMPTY, ...part }
}

describe('a file that the library hands over', () => {
  const file = (id: string) =>
    ({ id, mimeType: id.startsWith('video') ? 'video/mp4' : 'image/jpeg' }) as MediaFileBody

  it('takes the place of what was chosen, as a kind of post that takes it', () => {
    const photo = composed({ mediaIds: ['image 1'], caption: 'kept' })
    expect(withHanded(photo, [file('image 2')])).toMatchObject({ mediaType: 'IMAGE', mediaIds: ['image 2'] })
    expect(withHanded(photo, [file('video 2')])).toMatchObject({
      mediaType: 'REELS',
      mediaIds: ['video 2'],
      caption: 'kept',
    })
    const story = composed({ mediaType: 'STORIES' })
    expect(withHanded(story, [file('video 2')])).toMatchObject({ mediaType: 'STORIES' })
  })

  it('joins the others of a carousel, once', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['image 1', 'image 2'] })
    expect(withHanded(carousel, [file('image 2')]).mediaIds).toEqual(['image 1', 'image 2'])
    expect(withHanded(carousel, [file('video 3')]).mediaIds).toEqual(['image 1', 'image 2', 'video 3'])
  })
})

describe('choosing another kind of post', () => {
  it('keeps every file in its order, also those there is no place for now', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['image 1', 'video 2', 'image 3'] })
    const reel = withMediaType(carousel, 'REELS', kindOf)
    expect(reel.mediaIds).toEqual(['video 2'])
    const photo = withMediaType(reel, 'IMAGE', kindOf)
    expect(photo.mediaIds).toEqual(['image 1'])
    expect(withMediaType(photo, 'CAROUSEL', kindOf).mediaIds).toEqual(carousel.mediaIds)
  })

  it('forgets what was removed meanwhile', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['image 1', 'image 2'] })
    const emptied = withMedia(withMediaType(carousel, 'IMAGE', kindOf), [])
    expect(withMediaType(emptied, 'CAROUSEL', kindOf).mediaIds).toEqual(['image 2'])
    const single = withMediaType(composed({ mediaIds: ['image 1'] }), 'STORIES', kindOf)
    expect(withMediaType(single, 'IMAGE', kindOf)).toEqual(composed({ mediaIds: ['image 1'] }))
  })

  it('takes the first file where none is of the right kind', () => {
    const photo = composed({ mediaIds: ['image 1'] })
    expect(withMediaType(photo, 'REELS', kindOf).mediaIds).toEqual(['image 1'])
  })

  it('keeps the people, and sends those whom the kind has a place for', () => {
    const story = composed({
      mediaType: 'STORIES',
      userTags: [ADA],
      storyMentions: [ADA],
      collaborators: ['b'],
    })
    expect(bodyOf(story, PLATFORM)).toMatchObject({
      userTags: null,
      collaborators: null,
      storyMentions: [ADA],
    })
    const photo = withMediaType(story, 'IMAGE', kindOf)
    expect(bodyOf(photo, PLATFORM)).toMatchObject({
      userTags: [ADA],
      collaborators: ['b'],
      storyMentions: null,
    })
  })
})

describe('what is sent', () => {
  it('names one file, or those of a carousel in their order', () => {
    expect(bodyOf(composed({ mediaIds: ['a'] }), PLATFORM)).toMatchObject({ mediaFileId: 'a' })
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['b', 'a'] })
    expect(bodyOf(carousel, PLATFORM)).toMatchObject({ mediaFileIds: ['b', 'a'] })
    expect(bodyOf(carousel, PLATFORM)).not.toHaveProperty('mediaFileId')
  })

  it('clears what is empty, so that a change can take something away', () => {
    expect(bodyOf(composed({ caption: ' \n' }), PLATFORM)).toEqual({
      accountId: 'account',
      mediaType: 'IMAGE',
      mediaFileId: null,
      caption: null,
      userTags: null,
      collaborators: null,
      storyMentions: null,
      locationId: null,
      locationName: null,
      crossPostToPartner: false,
    })
  })

  it('leaves a caption as it was typed', () => {
    expect(bodyOf(composed({ caption: ' Two\n\nlines ' }), PLATFORM).caption).toBe(' Two\n\nlines ')
  })

  it('is cross-posted only where that is possible', () => {
    const wanted = composed({ crossPost: true })
    expect(bodyOf(wanted, PARTNER).crossPostToPartner).toBe(true)
    expect(bodyOf(wanted, PLATFORM).crossPostToPartner).toBe(false)
    expect(bodyOf({ ...wanted, mediaType: 'CAROUSEL' }, PARTNER).crossPostToPartner).toBe(false)
  })
})

describe('a stored post', () => {
  const stored = {
    platformAccountId: 'account',
    mediaType: 'IMAGE',
    mediaFiles: [{ id: 'a' }],
    caption: 'Bread',
    userTags: JSON.stringify([ADA]),
    storyMentions: null,
    collaborators: '["b"]',
    locationId: '17',
    locationName: null,
    crossPostToPartner: false,
    status: 'SCHEDULED',
    scheduledFor: '2026-11-25T09:00:00.000Z',
    timezone: 'Europe/Berlin',
  } as unknown as PostBody

  it('is composed again as it was sent', () => {
    const composition = compositionOf(stored)
    expect(bodyOf(composition, PLATFORM)).toMatchObject({
      mediaFileId: 'a',
      caption: 'Bread',
      userTags: [ADA],
      collaborators: ['b'],
      locationId: '17',
    })
    expect(composition.when).toEqual({ wall: '2026-11-25T10:00', timeZone: 'Europe/Berlin', choice: null })
  })

  it('keeps which of two equal times of a clock change it was', () => {
    const at = (scheduledFor: string) => compositionOf({ ...stored, scheduledFor }).when
    expect(at('2026-10-25T00:30:00.000Z')).toMatchObject({ wall: '2026-10-25T02:30', choice: 'earlier' })
    expect(at('2026-10-25T01:30:00.000Z')).toMatchObject({ wall: '2026-10-25T02:30', choice: 'later' })
  })

  it('has no time as a draft', () => {
    expect(compositionOf({ ...stored, status: 'DRAFT', scheduledFor: null }).when).toBeNull()
  })
})

describe('two compositions', () => {
  const when = { wall: '2026-11-25T10:00', timeZone: 'UTC', choice: null } as const

  it('are the same whatever the order of their keys', () => {
    expect(
      isSame(composed({ userTags: [ADA] }), composed({ userTags: [{ y: 0.4, x: 0.2, username: 'ada' }] })),
    ).toBe(true)
    expect(isSame(EMPTY, composed({ caption: 'x' }))).toBe(false)
  })

  it('have the same content although one has a time', () => {
    expect(isSame(EMPTY, composed({ when }))).toBe(false)
    expect(isSameContent(EMPTY, composed({ when }))).toBe(true)
  })

  it('are blank when nobody would miss them', () => {
    expect(isBlank(composed({ mediaType: 'REELS', accountId: 'other', caption: ' ' }))).toBe(true)
    expect(isBlank(composed({ spareIds: ['a'] }))).toBe(false)
    expect(isBlank(composed({ when }))).toBe(false)
  })

  it('lose a file that is gone', () => {
    const gone = withoutMedia(composed({ mediaIds: ['a', 'b'], spareIds: ['c'] }), new Set(['b', 'c']))
    expect([gone.mediaIds, gone.spareIds]).toEqual([['a'], []])
  })
})
