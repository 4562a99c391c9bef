import { describe, expect, it } from 'vitest'
import { NO_VIDEO } from '../../../../core/rules/fit/check-fit.ts'
import {
  fixesAfterRefusal,
  fixesFor,
  fixesToMatch,
  type Fix,
  type FixableMedia,
} from '../../../../core/rules/fit/fixes.ts'
import { mediaBody } from '../../../../core/features/media/media-body.ts'
import type { MediaRecord } from '../../../../core/ports/media/media-store.ts'
import { aMediaRecord, aVideoRecord } from '../../../fakes/media/a-media-record.ts'

const picture = (width: number, height: number, change: Partial<MediaRecord> = {}): FixableMedia =>
  mediaBody(aMediaRecord({ width, height, ...change }), () => null)
const video = (width: number, height: number, change: Partial<MediaRecord> = {}): FixableMedia =>
  mediaBody(aVideoRecord({ width, height, ...change }), () => null)

const said = (fixes: readonly Fix[]) =>
  fixes.map((fix) => (fix.kind === 'fit' ? `${fix.ratio} ${fix.mode}` : fix.kind))

describe('what helps a file that fits and was refused', () => {
  it('is any other shape, the nearest first', () => {
    const shapes = said(fixesAfterRefusal(picture(400, 480), 'IMAGE'))
    expect(shapes.filter((one) => one.endsWith('crop'))).toEqual(['4:5 crop', '1:1 crop', '1.91:1 crop'])
    expect(said(fixesAfterRefusal(picture(1080, 1920), 'STORIES'))[0]).toBe('9:16 crop')
  })

  it('is re-encoding when it is a video', () => {
    expect(said(fixesAfterRefusal(video(1080, 1920), 'REELS'))).toEqual(['transcode'])
  })

  it('is what helps against what we know, where we know something', () => {
    const tall = picture(900, 1200)
    expect(fixesAfterRefusal(tall, 'IMAGE')).toEqual(fixesFor(tall, 'IMAGE'))
  })
})

describe('what helps a video whose streams are unusual', () => {
  it('is re-encoding, although it would be taken as it is', () => {
    const streams = {
      chroma: '4:4:4',
      bitDepth: 8,
      interlaced: false,
      highDynamicRange: null,
      channels: 2,
      sampleRate: 48_000,
    } as const
    expect(said(fixesFor(video(1080, 1920, { streams }), 'REELS'))).toEqual(['transcode'])
    expect(said(fixesFor(video(1080, 1080, { streams }), 'CAROUSEL'))).toEqual(['transcode'])
  })
})

describe('what helps a picture', () => {
  it('is nothing when it fits', () => {
    expect(fixesFor(picture(1080, 1350), 'IMAGE')).toEqual([])
    expect(fixesFor(picture(1080, 1920), 'STORIES')).toEqual([])
  })

  it('is the nearest shape that the feed takes, cropped where little is lost', () => {
    expect(said(fixesFor(picture(900, 1200), 'IMAGE'))).toEqual([
      '4:5 crop',
      '4:5 blur',
      '4:5 pad',
      '1:1 blur',
      '1:1 pad',
      '1:1 crop',
    ])
    expect(said(fixesFor(picture(2000, 1000), 'CAROUSEL'))[0]).toBe('1.91:1 crop')
  })

  it('is a shape with borders where a crop would take much of it', () => {
    expect(said(fixesFor(picture(1080, 1920), 'IMAGE')).slice(0, 3)).toEqual([
      '4:5 blur',
      '4:5 pad',
      '4:5 crop',
    ])
    expect(said(fixesFor(picture(3000, 1000), 'IMAGE'))[0]).toBe('1.91:1 blur')
  })

  it('is the full screen for a story, although the platform would take it with borders of its own', () => {
    const square = picture(1080, 1080)
    expect(square.unfit.STORIES).toEqual([])
    expect(said(fixesFor(square, 'STORIES'))).toEqual(['9:16 blur', '9:16 crop', '9:16 pad'])
  })

  it('is its own shape written again when it has too many bytes', () => {
    expect(said(fixesFor(picture(1000, 1000, { fileSize: 9 * 2 ** 20 }), 'IMAGE'))[0]).toBe('1:1 crop')
    expect(said(fixesFor(picture(1080, 1920, { fileSize: 9 * 2 ** 20 }), 'STORIES'))[0]).toBe('9:16 crop')
  })

  it('is nothing for a reel, which is no picture', () => {
    expect(fixesFor(picture(1080, 1920), 'REELS')).toEqual([])
  })

  it('is judged by what is published, not by what was stored', () => {
    const processedFacts = {
      ...NO_VIDEO,
      how: 'fit',
      mimeType: 'image/jpeg',
      fileSize: 1,
      width: 1080,
      height: 1350,
    } as const
    const rendered = { processedPath: 'media/p.jpg', processedPublicKey: 'p.jpg', processedFacts }
    expect(fixesFor(picture(900, 1200, rendered), 'IMAGE')).toEqual([])
  })
})

describe('what helps a video', () => {
  it('is re-encoding when its codec is not taken', () => {
    expect(said(fixesFor(video(1080, 1920, { videoCodec: 'vp9', container: 'webm' }), 'REELS'))).toEqual([
      'transcode',
    ])
  })

  it('is encoding first, then the full screen, when a story is neither', () => {
    expect(said(fixesFor(video(1920, 1080, { videoCodec: 'vp9' }), 'STORIES'))).toEqual([
      'transcode',
      '9:16 blur',
      '9:16 crop',
      '9:16 pad',
    ])
  })

  it('is another shape in a carousel', () => {
    expect(said(fixesFor(video(1080, 1920), 'CAROUSEL'))[0]).toBe('4:5 blur')
  })

  it('is nothing when it lasts too long or too short: no encoder cures that', () => {
    expect(fixesFor(video(1080, 1920, { durationSeconds: 75 }), 'STORIES')).toEqual([])
    expect(fixesFor(video(1080, 1920, { durationSeconds: 2 }), 'REELS')).toEqual([])
  })

  it('is nothing for a post of one picture', () => {
    expect(fixesFor(video(1080, 1350), 'IMAGE')).toEqual([])
  })
})

describe('an item of a carousel', () => {
  it('is brought to the shape of the first one, because the platform would crop it', () => {
    expect(said(fixesToMatch(picture(1080, 1080), picture(1080, 1350)))).toEqual([
      '4:5 blur',
      '4:5 pad',
      '4:5 crop',
    ])
    expect(said(fixesToMatch(picture(1080, 1080), picture(1200, 900)))[0]).toBe('1200:900 blur')
  })

  it('is left alone when it has that shape, or when one of the two does not fit at all', () => {
    expect(fixesToMatch(picture(540, 675), picture(1080, 1350))).toEqual([])
    expect(fixesToMatch(picture(1080, 1080), picture(1080, 1920))).toEqual([])
    expect(fixesToMatch(picture(1080, 1920), picture(1080, 1080))).toEqual([])
  })
})
