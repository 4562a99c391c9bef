import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../../../core/api/posts.ts'
import type { PostOptions } from '../../../../core/rules/content/post-options.ts'
import {
  bodyOf,
  compositionOf,
  EMPTY,
  isEmptyComposition,
  isSame,
  withMedia,
  withMediaType,
} from '../../../../local-server/ui/src/compose/composition.ts'
import {
  altTextOf,
  chosenOptions,
  optionalOf,
  optionsToSend,
  shownAltText,
  withAltText,
  withLostFiles,
  writtenOptions,
} from '../../../../local-server/ui/src/compose/options.ts'
import { frameOf, withFrameBack } from '../../../../local-server/ui/src/compose/moved-pictures.ts'
import { composeOptionsDe } from '../../../../local-server/ui/src/strings/de/compose-options.ts'
import { composeOptionsEn } from '../../../../local-server/ui/src/strings/en/compose-options.ts'
import { formatsFor } from '../../../../local-server/ui/src/strings/formats.ts'

const words = composeOptionsEn
const formats = formatsFor('en')
const ACCOUNT = { id: 'account', loginMethod: 'platform' } as const

function stored(part: Partial<PostBody>): PostBody {
  const lists = { userTags: null, storyMentions: null, collaborators: null }
  const post = { mediaType: 'IMAGE', mediaFiles: [{ id: 'a' }], status: 'DRAFT', scheduledFor: null }
  return { ...post, ...lists, ...part } as unknown as PostBody
}

describe('the options of a post whose file was deleted here', () => {
  it('stay with those of the file that only the cloud has, while no file is named', () => {
    const options: PostOptions = {
      altTexts: ['gone', 'b'].map((mediaFileId) => ({ mediaFileId, altText: 'A quay' })),
      mediaTags: [{ mediaFileId: 'gone', userTags: [{ username: 'ada', x: 0.5, y: 0.5 }] }],
    }
    const said = options as Partial<PostBody>
    const post = stored({ mediaType: 'CAROUSEL', mediaFiles: [{ id: 'b' }] as never, ...said })
    const { altTexts, mediaTags } = optionsToSend(withLostFiles(compositionOf(post), post))
    expect({ altTexts, mediaTags }).toEqual(options)
    expect(optionsToSend(compositionOf(post))).toMatchObject({
      altTexts: [options.altTexts?.[1]],
      mediaTags: null,
    })
  })

  it('show the alt text that is sent with the photo that is chosen instead, until another is written', () => {
    const draft = compositionOf(stored({ mediaFiles: [], altText: 'A ship' }))
    const photo = withMedia(draft, ['b'])
    const another = { ...photo, options: withAltText(photo.options, 'b', 'A quay') }
    for (const [one, altText] of [[photo, 'A ship'] as const, [another, 'A quay'] as const])
      expect([optionsToSend(one).altText, shownAltText(one, 'b')]).toEqual([altText, altText])
    expect(shownAltText({ ...photo, mediaType: 'CAROUSEL' }, 'b')).toBe(undefined)
  })
})

describe('the options of a composition', () => {
  it.each<[kind: PostBody['mediaType'], files: string[], options: PostOptions]>([
    ['IMAGE', ['a'], { altText: 'A ship', aiGenerated: true, firstComment: '#sea', commentsEnabled: false }],
    ['IMAGE', [], { altText: 'A ship without its picture' }],
    ['IMAGE', ['a'], { altText: '' }],
    [
      'CAROUSEL',
      ['a', 'b'],
      {
        altTexts: [{ mediaFileId: 'b', altText: 'A quay' }],
        mediaTags: [{ mediaFileId: 'a', userTags: [{ username: 'ada', x: 0.5, y: 0.5 }] }],
        paidPartnership: true,
        sponsorIds: ['17'],
      },
    ],
    [
      'REELS',
      ['a'],
      {
        mediaTags: [{ mediaFileId: 'a', userTags: [{ username: 'ada' }] }],
        cover: { mediaFileId: 'c' },
        shareToFeed: false,
        audioName: 'Waves',
        trialReel: { graduationStrategy: 'MANUAL' },
      },
    ],
  ])('come back as they were stored: %s of %j', (mediaType, files, options) => {
    const mediaFiles = files.map((id) => ({ id })) as never
    const post = stored({ mediaType, mediaFiles, ...(options as Partial<PostBody>) })
    expect(bodyOf(compositionOf(post), ACCOUNT)).toMatchObject(options)
  })

  it('are all sent, as null where they are not set or the kind of post has no place for them', () => {
    const options = { cover: { frameMs: 500 }, altTexts: [{ mediaFileId: 'a', altText: 'A ship' }] }
    const photo = { ...EMPTY, mediaIds: ['a'], options }
    expect(optionsToSend(photo)).toMatchObject({ altText: 'A ship', altTexts: null, cover: null })
    const story = { ...photo, mediaType: 'STORIES' } as const
    expect(new Set(Object.values(optionsToSend(story)))).toEqual(new Set([null]))
  })

  it('are shown with the words of each, and without those of files that the post does not have', () => {
    const post = stored({
      mediaType: 'CAROUSEL',
      mediaFiles: [{ id: 'a' }, { id: 'b' }] as never,
      firstComment: '#sea',
      altTexts: [
        { mediaFileId: 'b', altText: 'A quay' },
        { mediaFileId: 'gone', altText: 'A ship' },
      ],
      mediaTags: [{ mediaFileId: 'a', userTags: [{ username: 'ada', x: 0, y: 0 }] }],
      aiGenerated: true,
    } as Partial<PostBody>)
    expect(writtenOptions(optionalOf(post), words, formats)).toEqual([
      { name: 'altTexts', texts: ['2. A quay'] },
      { name: 'mediaTags', texts: ['1. @ada'] },
      { name: 'aiGenerated', texts: [] },
      { name: 'firstComment', texts: ['#sea'] },
    ])
    const one = stored({ altText: 'A ship' })
    expect(writtenOptions(optionalOf(one), words, formats)).toEqual([{ name: 'altText', texts: ['A ship'] }])
    const cover = { frameMs: 1500 }
    const trialReel = { graduationStrategy: 'MANUAL' } as const
    const reel = stored({ mediaType: 'REELS', cover, trialReel })
    expect(writtenOptions(optionalOf(reel), words, formats)).toEqual([
      { name: 'cover', texts: [words.coverIs('1.5')] },
      { name: 'trialReel', texts: [words.trials.MANUAL] },
    ])
    const [inGerman] = writtenOptions(optionalOf(reel), composeOptionsDe, formatsFor('de'))
    expect(inGerman?.texts).toEqual(['Das Titelbild ist die Stelle bei 1,5 Sekunden.'])
  })

  it('keep each alt text with its picture when the kind of post changes', () => {
    const options = withAltText(withAltText({}, 'a', 'A ship'), 'b', 'A quay')
    const carousel = { ...EMPTY, mediaType: 'CAROUSEL', mediaIds: ['b', 'a'], options } as const
    const photo = withMediaType(carousel, 'IMAGE', () => 'image')
    expect(optionsToSend(photo).altText).toBe('A quay')
    expect(optionsToSend(withMediaType(photo, 'CAROUSEL', () => 'image')).altTexts).toHaveLength(2)
    expect(optionsToSend(withMedia(carousel, ['a'])).altTexts).toEqual([
      { mediaFileId: 'a', altText: 'A ship' },
    ])
  })

  it('let a post say nothing of a picture again', () => {
    const options = withAltText({ altText: 'Before it had a file' }, 'a', 'A ship')
    expect(options).toEqual({ altTexts: [{ mediaFileId: 'a', altText: 'A ship' }] })
    expect(altTextOf(withAltText(options, 'a', ''), 'a')).toBe('')
    expect(withAltText(options, 'a', null)).toEqual({})
  })

  it('forget the frame of a video that is replaced', () => {
    const reel = {
      ...EMPTY,
      mediaType: 'REELS',
      mediaIds: ['a'],
      options: { cover: { frameMs: 500 } },
    } as const
    expect(withMedia(reel, ['b']).options).toEqual({})
    expect(withMedia(reel, ['a']).options).toEqual(reel.options)
  })

  it('have the frame again of a video that was removed or replaced, and comes back', () => {
    const options = { cover: { frameMs: 500 } }
    const reel = { ...EMPTY, mediaType: 'REELS', mediaIds: ['a'], options } as const
    const frame = frameOf(reel)
    for (const others of [[], ['b']]) {
      const without = withMedia(reel, others)
      expect(without.options).toEqual({})
      expect(withFrameBack(without, withMedia(without, ['a']), frame).options).toEqual(options)
      expect(withFrameBack(without, withMedia(without, ['c']), frame).options).toEqual({})
    }
  })

  it('have no frame again that was given up while its video stayed', () => {
    const reel = { ...EMPTY, mediaType: 'REELS', mediaIds: ['a'] } as const
    const frame = { videoId: 'a', cover: { frameMs: 500 } }
    expect(withFrameBack(reel, withMedia(reel, ['a', 'b']), frame).options).toEqual({})
  })

  it('count as content: they are missed, and compared', () => {
    const one = { ...EMPTY, options: { aiGenerated: true } }
    expect(isEmptyComposition(one)).toBe(false)
    expect(isSame(one, EMPTY)).toBe(false)
  })

  it('are named where they change the post', () => {
    const options = { shareToFeed: true, commentsEnabled: false, aiGenerated: false, audioName: 'Waves' }
    expect(chosenOptions({ ...EMPTY, mediaType: 'REELS', options })).toEqual(['audioName', 'commentsEnabled'])
  })
})
