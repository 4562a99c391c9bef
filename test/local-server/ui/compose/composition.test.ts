import { describe, expect, it } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { OPTION_NAMES } from '../../../../core/rules/content/post-options.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import {
  bodyOf,
  compositionOf,
  EMPTY,
  isEmptyComposition,
  isSame,
  isSameContent,
  peopleOn,
  withHanded,
  withKindFor,
  withMedia,
  withMediaType,
  withoutMedia,
  withPeopleOn,
  withUploaded,
  type Composition,
} from '../../../../local-server/ui/src/compose/composition.ts'
import { filesToLookAt, withPeopleKept } from '../../../../local-server/ui/src/compose/moved-pictures.ts'

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

  it('replaces the chosen file by one from the library, as a kind of post that takes it', () => {
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

  it('adds a file from the library to a carousel, once', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['image 1', 'image 2'] })
    expect(withHanded(carousel, [file('image 2')]).mediaIds).toEqual(['image 1', 'image 2'])
    expect(withHanded(carousel, [file('video 3')]).mediaIds).toEqual(['image 1', 'image 2', 'video 3'])
  })
})

describe('files that are uploaded while their post is not shown', () => {
  it('are added to a carousel, once and as long as there is room', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['a', 'b'] })
    expect(withUploaded(carousel, ['b', 'c']).mediaIds).toEqual(['a', 'b', 'c'])
    const many = Array.from({ length: 12 }, (_, index) => `${index}`)
    expect(withUploaded(carousel, many).mediaIds).toHaveLength(10)
  })

  it('replace the file of another post by the last of them', () => {
    expect(withUploaded(composed({ mediaIds: ['a'] }), ['b', 'c'])).toMatchObject({
      mediaType: 'IMAGE',
      mediaIds: ['c'],
    })
  })
})

describe('a video that replaces the file of a post', () => {
  const mediaTypeWith = (mediaType: Composition['mediaType'], mimeType: string) =>
    withKindFor(composed({ mediaType, mediaIds: ['a'] }), [{ mimeType }]).mediaType

  it('makes a reel of a photo, also where the system knew no type of it before it was stored', () => {
    expect(mediaTypeWith('IMAGE', 'video/x-matroska')).toBe('REELS')
    expect(mediaTypeWith('IMAGE', 'image/jpeg')).toBe('IMAGE')
  })

  it('leaves a story and a carousel what they are', () => {
    for (const kind of ['STORIES', 'CAROUSEL'] as const) expect(mediaTypeWith(kind, 'video/mp4')).toBe(kind)
  })
})

describe('people on the pictures of a carousel', () => {
  const GRACE = { username: 'grace', x: 0.1, y: 0.9 }
  const pictures = ['a', 'b']
  const alone = composed({ mediaType: 'CAROUSEL', mediaIds: pictures, userTags: [ADA] })
  const sent = (composition: Composition) => {
    const { userTags, mediaTags } = bodyOf(composition, PLATFORM)
    return { userTags, mediaTags }
  }

  it('stand on the first picture until another has some, then each picture has its own', () => {
    expect(pictures.map((id) => peopleOn(alone, pictures, id))).toEqual([[ADA], []])
    const both = withPeopleOn(alone, pictures, 'b', [GRACE])
    expect(pictures.map((id) => peopleOn(both, pictures, id))).toEqual([[ADA], [GRACE]])
    expect(sent(both)).toEqual({
      userTags: null,
      mediaTags: [
        { mediaFileId: 'a', userTags: [ADA] },
        { mediaFileId: 'b', userTags: [GRACE] },
      ],
    })
    expect(sent(withPeopleOn(both, pictures, 'b', []))).toEqual({ userTags: [ADA], mediaTags: null })
  })

  it('stay with their picture when the order of the files changes', () => {
    const second = withPeopleOn(alone, pictures, 'a', [])
    const moved = withMedia(withPeopleOn(second, pictures, 'b', [GRACE]), ['b', 'a'])
    expect(peopleOn(moved, ['b', 'a'], 'b')).toEqual([GRACE])
    expect(peopleOn(moved, ['b', 'a'], 'a')).toEqual([])
  })

  it('stay with the first picture when another comes to stand first, and go with it', () => {
    const files = (...ids: string[]) =>
      ids.map((id) => ({ id, mimeType: id === 'v' ? 'video/mp4' : 'image/jpeg' }))
    const after = (...ids: string[]) => withMedia(withPeopleKept(alone, files('a', 'b'), files(...ids)), ids)
    expect(sent(after('b', 'a'))).toEqual({
      userTags: null,
      mediaTags: [{ mediaFileId: 'a', userTags: [ADA] }],
    })
    expect(sent(after('b'))).toEqual({ userTags: null, mediaTags: null })
    expect(sent(after('v', 'a', 'b'))).toEqual({ userTags: [ADA], mediaTags: null })
  })
})

describe('a file that is changed after people were placed on it', () => {
  const file = (id: string, processedPath: string | null = null, how: 'fit' | 'transcode' = 'fit') =>
    ({ id, mimeType: 'image/jpeg', processedPath, processed: processedPath && { how } }) as MediaFileBody
  const pair = composed({ mediaType: 'CAROUSEL', mediaIds: ['a', 'b'], userTags: [ADA] })
  const story = composed({ mediaType: 'STORIES', mediaIds: ['a'], storyMentions: [ADA] })
  const afterwards = (before: Composition, files: MediaFileBody[], now = before) => {
    const { placed } = filesToLookAt(before, [file('a'), file('b')], new Map())
    return filesToLookAt(now, files, placed)
  }
  const idsOf = ({ toLookAt }: ReturnType<typeof afterwards>) => toLookAt.map(({ id }) => id)

  it('is to be looked at when it was cropped, until they are placed anew or it is as it was', () => {
    expect(idsOf(afterwards(pair, [file('a', 'cropped'), file('b', 'cropped')]))).toEqual(['a'])
    expect(idsOf(afterwards(story, [file('a', 'cropped')]))).toEqual(['a'])
    expect(idsOf(afterwards(pair, [file('a'), file('b')]))).toEqual([])
    const anew = { ...pair, userTags: [{ ...ADA, x: 0.5 }] }
    const looked = afterwards(pair, [file('a', 'cropped'), file('b')], anew)
    expect(idsOf(looked)).toEqual([])
    expect(idsOf(filesToLookAt(anew, [file('a'), file('b')], looked.placed))).toEqual(['a'])
  })

  it('is to be looked at, too, when another one came instead, until they are placed anew or it is back', () => {
    const other = afterwards(story, [file('c')])
    expect(idsOf(other)).toEqual(['c'])
    expect(idsOf(filesToLookAt(story, [file('c')], other.placed))).toEqual(['c'])
    expect(idsOf(filesToLookAt(story, [file('a')], other.placed))).toEqual([])
    const anew = { ...story, storyMentions: [{ ...ADA, x: 0.5 }] }
    expect(idsOf(filesToLookAt(anew, [file('c')], other.placed))).toEqual([])
    expect(idsOf(afterwards(pair, [file('a'), file('b'), file('c')]))).toEqual([])
  })

  it('is to be looked at when it comes instead of one that was deleted before', () => {
    const other = { mediaType: 'STORIES', storyMentions: [ADA] } as const
    for (const draft of [composed({ userTags: [ADA] }), composed(other)]) {
      const { placed } = filesToLookAt(draft, [], new Map())
      expect(idsOf(filesToLookAt({ ...draft, mediaIds: ['a'] }, [file('a')], placed))).toEqual(['a'])
    }
    const { placed } = filesToLookAt(EMPTY, [], new Map())
    const tagged = composed({ mediaIds: ['a'], userTags: [ADA] })
    expect(idsOf(filesToLookAt(tagged, [file('a')], placed))).toEqual([])
  })

  it('shows the same place as before when it was only converted', () => {
    expect(idsOf(afterwards(story, [file('a', 'converted', 'transcode')]))).toEqual([])
  })
})

describe('people in posts of another kind', () => {
  const ON_B = { username: 'grace', x: 0.1, y: 0.9 }
  const carousel = composed({
    mediaType: 'CAROUSEL',
    mediaIds: ['image 1', 'image 2'],
    options: {
      mediaTags: [
        { mediaFileId: 'image 1', userTags: [ADA] },
        { mediaFileId: 'image 2', userTags: [ON_B] },
      ],
    },
  })
  const peopleSent = (composition: Composition) => {
    const { userTags, mediaTags } = bodyOf(composition, PLATFORM)
    return { userTags, mediaTags }
  }

  it('stay on a picture of a carousel that becomes a photo, and on the others until it is a carousel again', () => {
    const photo = withMediaType(carousel, 'IMAGE', kindOf)
    expect(peopleSent(photo)).toEqual({ userTags: [ADA], mediaTags: null })
    const changed = withPeopleOn(photo, photo.mediaIds, 'image 1', [ON_B])
    expect(peopleSent(changed)).toEqual({ userTags: [ON_B], mediaTags: null })
    expect(peopleSent(withMediaType(changed, 'CAROUSEL', kindOf))).toEqual({
      userTags: null,
      mediaTags: [
        { mediaFileId: 'image 1', userTags: [ON_B] },
        { mediaFileId: 'image 2', userTags: [ON_B] },
      ],
    })
  })

  it('of a reel are not sent with a carousel, which takes nobody in a video, and wait for the reel', () => {
    const inReel = [{ mediaFileId: 'video 1', userTags: [{ username: 'ada' }] }]
    const reel = composed({
      mediaType: 'REELS',
      mediaIds: ['video 1'],
      userTags: [ON_B],
      options: { mediaTags: inReel },
    })
    const many = withMedia(withMediaType(reel, 'CAROUSEL', kindOf), ['video 1', 'image 2'])
    expect(peopleSent(many)).toEqual({ userTags: [ON_B], mediaTags: null })
    const tagged = withPeopleOn(many, ['image 2'], 'image 2', [ADA])
    expect(peopleSent(tagged)).toEqual({ userTags: [ADA], mediaTags: null })
    expect(peopleSent(withMediaType(tagged, 'REELS', kindOf)).mediaTags).toEqual(inReel)
  })
})

describe('people in a reel', () => {
  const tagsIn = (mediaFileId: string) => [{ mediaFileId, userTags: [{ username: 'ada' }] }]
  const reel = composed({
    mediaType: 'REELS',
    mediaIds: ['video 1'],
    options: { mediaTags: tagsIn('video 1') },
  })
  const sent = (composition: Composition) => bodyOf(composition, PLATFORM).mediaTags

  it('stay when its video is replaced, also by way of none, and when that is taken back', () => {
    const other = withMedia(reel, ['video 2'])
    expect(sent(other)).toEqual(tagsIn('video 2'))
    expect(sent(withMedia(withMedia(other, []), ['video 3']))).toEqual(tagsIn('video 3'))
    expect(sent(withMedia(other, ['video 1']))).toEqual(tagsIn('video 1'))
  })

  it('are those of the video where it has some, and none that stand on pictures', () => {
    const both = [...tagsIn('video 1'), { mediaFileId: 'video 2', userTags: [{ username: 'bob' }] }]
    expect(sent(withMedia({ ...reel, options: { mediaTags: both } }, ['video 2']))).toEqual(both.slice(1))
    const mediaTags = [{ mediaFileId: 'image 1', userTags: [ADA] }]
    expect(sent(withMedia({ ...reel, options: { mediaTags } }, ['video 2']))).toBe(null)
  })
})

describe('choosing another kind of post', () => {
  it('keeps every file in its order when the kind of post changes, also those without a place', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['image 1', 'video 2', 'image 3'] })
    const reel = withMediaType(carousel, 'REELS', kindOf)
    expect(reel.mediaIds).toEqual(['video 2'])
    const photo = withMediaType(reel, 'IMAGE', kindOf)
    expect(photo.mediaIds).toEqual(['image 1'])
    expect(withMediaType(photo, 'CAROUSEL', kindOf).mediaIds).toEqual(carousel.mediaIds)
  })

  it('forgets a file that was removed before the kind of post changed back', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['image 1', 'image 2'] })
    const emptied = withMedia(withMediaType(carousel, 'IMAGE', kindOf), [])
    expect(withMediaType(emptied, 'CAROUSEL', kindOf).mediaIds).toEqual(['image 2'])
    const single = withMediaType(composed({ mediaIds: ['image 1'] }), 'STORIES', kindOf)
    expect(withMediaType(single, 'IMAGE', kindOf)).toEqual(composed({ mediaIds: ['image 1'] }))
  })

  it('takes the first file when none is of the right kind', () => {
    const photo = composed({ mediaIds: ['image 1'] })
    expect(withMediaType(photo, 'REELS', kindOf).mediaIds).toEqual(['image 1'])
  })

  it('keeps the tagged people, and sends those whom the kind of post has a place for', () => {
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

describe('the request body of a composition', () => {
  it('sends one file, or those of a carousel in their order', () => {
    expect(bodyOf(composed({ mediaIds: ['a'] }), PLATFORM)).toMatchObject({ mediaFileId: 'a' })
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['b', 'a'] })
    expect(bodyOf(carousel, PLATFORM)).toMatchObject({ mediaFileIds: ['b', 'a'] })
    expect(bodyOf(carousel, PLATFORM)).not.toHaveProperty('mediaFileId')
  })

  it('sends null for empty fields, so that a change can clear them', () => {
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
      ...Object.fromEntries(OPTION_NAMES.map((name) => [name, null])),
    })
  })

  it('sends a caption as it was typed', () => {
    expect(bodyOf(composed({ caption: ' Two\n\nlines ' }), PLATFORM).caption).toBe(' Two\n\nlines ')
  })

  it('cross-posts only where that is possible', () => {
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

  it('composes a stored post again as it was sent', () => {
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

  it('keeps which of two equal times of a clock change a stored post has', () => {
    const at = (scheduledFor: string) => compositionOf({ ...stored, scheduledFor }).when
    expect(at('2026-10-25T00:30:00.000Z')).toMatchObject({ wall: '2026-10-25T02:30', choice: 'earlier' })
    expect(at('2026-10-25T01:30:00.000Z')).toMatchObject({ wall: '2026-10-25T02:30', choice: 'later' })
  })

  it('has its time by UTC where the browser does not know its zone', () => {
    expect(compositionOf({ ...stored, timezone: 'Mars/Base' }).when).toMatchObject({
      wall: '2026-11-25T09:00',
      timeZone: 'UTC',
    })
  })

  it('composes a draft without a time', () => {
    expect(compositionOf({ ...stored, status: 'DRAFT', scheduledFor: null }).when).toBeNull()
  })
})

describe('two compositions', () => {
  const when = { wall: '2026-11-25T10:00', timeZone: 'UTC', choice: null } as const

  it('compares compositions regardless of the order of their keys', () => {
    expect(
      isSame(composed({ userTags: [ADA] }), composed({ userTags: [{ y: 0.4, x: 0.2, username: 'ada' }] })),
    ).toBe(true)
    expect(isSame(EMPTY, composed({ caption: 'x' }))).toBe(false)
  })

  it('compares the content of compositions regardless of their time', () => {
    expect(isSame(EMPTY, composed({ when }))).toBe(false)
    expect(isSameContent(EMPTY, composed({ when }))).toBe(true)
  })

  it('calls a composition blank when nobody would miss it', () => {
    expect(isEmptyComposition(composed({ mediaType: 'REELS', accountId: 'other', caption: ' ' }))).toBe(true)
    expect(isEmptyComposition(composed({ spareIds: ['a'] }))).toBe(false)
    expect(isEmptyComposition(composed({ when }))).toBe(false)
  })

  it('removes a file that is gone from a composition', () => {
    const work = composed({ mediaIds: ['a', 'b'], spareIds: ['c'] })
    const gone = withoutMedia(work, new Set(['b', 'c']), new Set())
    expect([gone.mediaIds, gone.spareIds]).toEqual([['a'], []])
  })

  it('tags nobody on the next picture when the first one of a carousel is gone', () => {
    const carousel = composed({ mediaType: 'CAROUSEL', mediaIds: ['a', 'b', 'c'], userTags: [ADA] })
    const left = (gone: string, videos: string[] = []) =>
      withoutMedia(carousel, new Set([gone]), new Set(videos)).userTags
    expect([left('a'), left('b')]).toEqual([[], [ADA]])
    expect([left('b', ['a']), left('c', ['a'])]).toEqual([[], [ADA]])
  })
})
