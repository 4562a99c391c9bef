import { ENGLISH_FILE_PROBLEMS } from '../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import { aspectRatioOf } from '../../../../core/rules/fit/aspect-ratio.ts'
import {
  fitProblems as findProblems,
  fitRisks,
  validationErrorsFor as findErrors,
} from '../../../../core/rules/fit/check-fit.ts'
import type { MediaFacts, MediaUse } from '../../../../core/rules/fit/check-fit.ts'
import { fileProblemSentence } from '../../../../core/rules/notices/file-problems.ts'
import type { StreamFacts } from '../../../../core/ports/media/video-probe.ts'
import { aMediaRecord, aVideoRecord } from '../../../fakes/media/a-media-record.ts'

const fitProblems = (facts: MediaFacts, use: MediaUse) =>
  findProblems(facts, use).map((problem) => fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS))
const validationErrorsFor = (facts: MediaFacts) =>
  findErrors(facts).map((problem) => fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS))

const STREAMS: StreamFacts = {
  chroma: '4:2:0',
  bitDepth: 8,
  interlaced: false,
  highDynamicRange: null,
  channels: 2,
  sampleRate: 48_000,
}

describe('whether a picture fits', () => {
  const sized = (width: number, height: number) => aMediaRecord({ width, height })

  it('takes the exact edges of the feed and refuses one pixel more', () => {
    expect(fitProblems(sized(1080, 1350), 'IMAGE')).toEqual([])
    expect(fitProblems(sized(1080, 1920), 'IMAGE')).toEqual([])
    expect(fitProblems(sized(1080, 1921), 'IMAGE')).toHaveLength(1)
    expect(fitProblems(sized(1910, 1000), 'IMAGE')).toEqual([])
    expect(fitProblems(sized(1911, 1000), 'IMAGE')).toHaveLength(1)
  })

  it('says of what is taller than 4:5 that it may not be taken, and what is safe', () => {
    const risk = (ratio: string) => [{ code: 'TALL_PICTURE', params: { ratio } }]
    expect(fitRisks(sized(1080, 1350), 'IMAGE')).toEqual([])
    expect(fitRisks(sized(900, 1200), 'IMAGE')).toEqual(risk('3:4'))
    expect(fitRisks(sized(1080, 1920), 'CAROUSEL')).toEqual(risk('9:16'))
    expect(fitRisks(aVideoRecord({ width: 1080, height: 1920 }), 'CAROUSEL')).toHaveLength(1)
    for (const use of ['STORIES', 'REELS'] as const) expect(fitRisks(sized(1080, 1920), use)).toEqual([])
    expect(fitRisks(sized(1080, 2400), 'IMAGE')).toEqual([])
    expect(fitRisks(sized(1910, 1000), 'IMAGE')).toEqual([])
  })

  it('has no risk for streams as phones write them, or that nothing is known of', () => {
    const phone = aVideoRecord({ streams: STREAMS })
    expect(fitRisks(phone, 'REELS')).toEqual([])
    expect(
      fitRisks(aVideoRecord({ videoCodec: 'hevc', streams: { ...STREAMS, bitDepth: 10 } }), 'REELS'),
    ).toEqual([])
    expect(fitRisks(aVideoRecord({ streams: null }), 'REELS')).toEqual([])
  })

  it.each<[string, Partial<StreamFacts>]>([
    ['CHROMA', { chroma: '4:2:2' }],
    ['CHROMA', { chroma: '4:4:4' }],
    ['CHROMA', { chroma: '4:0:0' }],
    ['BIT_DEPTH', { bitDepth: 10 }],
    ['INTERLACED', { interlaced: true }],
    ['CHANNELS', { channels: 6 }],
    ['SAMPLE_RATE', { sampleRate: 96_000 }],
  ])('warns of streams outside the documented limits: %s %o', (code, odd) => {
    const video = aVideoRecord({ streams: { ...STREAMS, ...odd } })
    for (const use of ['REELS', 'STORIES'] as const) {
      expect(fitProblems(video, use)).toEqual([])
      expect(fitRisks(video, use).map((risk) => risk.code)).toEqual([code])
    }
  })

  it('says the shape and the way out', () => {
    expect(fitProblems(sized(3000, 1000), 'IMAGE')).toEqual([
      'The picture is 3:1. Crop it to between 4:5 and 1.91:1.',
    ])
    expect(fitProblems(sized(1000, 2000), 'CAROUSEL')).toEqual([
      'The picture is 1:2. Crop it to between 4:5 and 1.91:1.',
    ])
  })

  it('takes any shape as a story', () => {
    expect(fitProblems(sized(4000, 500), 'STORIES')).toEqual([])
  })

  it('does not fit as a reel', () => {
    expect(fitProblems(sized(1080, 1350), 'REELS')).toEqual([
      expect.stringMatching(/A REELS post needs a video/),
    ])
  })

  it('may have 8 MiB, and its size is told in the MB of every other size', () => {
    expect(fitProblems(aMediaRecord({ fileSize: 8 * 2 ** 20 }), 'IMAGE')).toEqual([])
    expect(fitProblems(aMediaRecord({ fileSize: 8 * 2 ** 20 + 1 }), 'IMAGE')).toEqual([
      'The picture is 9 MB; the limit is 8 MB. Export it smaller.',
    ])
    expect(fitProblems(aMediaRecord({ fileSize: 9_100_000 }), 'IMAGE')).toEqual([
      'The picture is 10 MB; the limit is 8 MB. Export it smaller.',
    ])
  })

  it('is valid when any kind of post takes it', () => {
    expect(validationErrorsFor(sized(4000, 500))).toEqual([])
  })
})

describe('whether a video fits', () => {
  it('takes what phones make for every kind that takes videos', () => {
    expect(fitProblems(aVideoRecord(), 'REELS')).toEqual([])
    expect(fitProblems(aVideoRecord(), 'STORIES')).toEqual([])
    expect(fitProblems(aVideoRecord({ width: 1080, height: 1350 }), 'CAROUSEL')).toEqual([])
  })

  it('does not fit as an IMAGE', () => {
    expect(fitProblems(aVideoRecord(), 'IMAGE')).toEqual([expect.stringMatching(/needs a picture/)])
  })

  it('holds the length that each kind of post allows', () => {
    expect(fitProblems(aVideoRecord({ durationSeconds: 60 }), 'STORIES')).toEqual([])
    expect(fitProblems(aVideoRecord({ durationSeconds: 61 }), 'STORIES')).toEqual([
      'The video is 61.0 seconds long. It must be between 3 seconds and 60 seconds.',
    ])
    expect(fitProblems(aVideoRecord({ durationSeconds: 900, fileSize: 2 ** 20 }), 'REELS')).toEqual([])
    expect(fitProblems(aVideoRecord({ durationSeconds: 901, fileSize: 2 ** 20 }), 'REELS')).toHaveLength(1)
    expect(fitProblems(aVideoRecord({ durationSeconds: 2.9 }), 'REELS')).toHaveLength(2)
  })

  it('may have 100 MB as a story and 300 MB as a reel, and not one byte more', () => {
    const sized = (fileSize: number, durationSeconds: number) => aVideoRecord({ fileSize, durationSeconds })
    expect(fitProblems(sized(100_000_000, 60), 'STORIES')).toEqual([])
    expect(fitProblems(sized(102_000_000, 60), 'STORIES')).toEqual([
      'The video is 102 MB; the limit is 100 MB. Shorten it or export it smaller.',
    ])
    expect(fitProblems(sized(100_000_001, 60), 'STORIES')).toHaveLength(1)
    for (const use of ['REELS', 'CAROUSEL'] as const) {
      const square = (fileSize: number) => ({ ...sized(fileSize, 600), width: 1080, height: 1080 })
      expect(fitProblems(square(300_000_000), use)).toEqual([])
      expect(fitProblems(square(300_000_001), use)).toHaveLength(1)
    }
  })

  it('names the codec that the platform does not take', () => {
    const webm = aVideoRecord({ container: 'webm', videoCodec: 'vp9', audioCodec: 'opus' })
    expect(validationErrorsFor(webm)).toEqual([
      'The video is encoded with VP9. Convert the video to MP4 with H.264 and AAC.',
      'The audio is encoded with Opus. Convert the video to MP4 with H.264 and AAC.',
    ])
    expect(validationErrorsFor(aVideoRecord({ videoCodec: 'unknown' }))[0]).toMatch(/an unknown codec/)
  })

  it('takes MP4 and MOV with the index in front, with sound or without', () => {
    expect(validationErrorsFor(aVideoRecord({ container: 'mov' }))).toEqual([])
    expect(validationErrorsFor(aVideoRecord({ audioCodec: null, videoCodec: 'hevc' }))).toEqual([])
  })

  it('names the container that the platform does not take, and the way out', () => {
    expect(validationErrorsFor(aVideoRecord({ container: 'mkv', indexInFront: null }))).toEqual([
      'The video is in the MKV format, and Instagram accepts MP4. Export it as MP4 with H.264 and AAC.',
    ])
    expect(fitProblems(aVideoRecord({ container: 'avi', indexInFront: null }), 'REELS')).toHaveLength(1)
    expect(validationErrorsFor(aVideoRecord({ indexInFront: false }))).toEqual([
      expect.stringMatching(/index at the end.*fast start/),
    ])
  })

  it('holds width, frame rate and data rate', () => {
    expect(validationErrorsFor(aVideoRecord({ width: 3840, height: 2160 }))[0]).toMatch(/3840 pixels wide/)
    expect(validationErrorsFor(aVideoRecord({ frameRate: 120 }))[0]).toMatch(/120\.0 frames a second/)
    expect(validationErrorsFor(aVideoRecord({ frameRate: 15 }))).toHaveLength(1)
    expect(validationErrorsFor(aVideoRecord({ frameRate: 59.94 }))).toEqual([])
    expect(validationErrorsFor(aVideoRecord({ frameRate: null }))).toEqual([])
    expect(validationErrorsFor(aVideoRecord({ fileSize: 50_000_000 }))[0]).toMatch(/32 Mbit\/s/)
  })

  it('reports the problems of the kind of post that is nearest', () => {
    expect(validationErrorsFor(aVideoRecord({ durationSeconds: 1200 }))).toEqual([
      'The video is 1200.0 seconds long. It must be between 3 seconds and 15 minutes.',
    ])
  })
})

describe('the aspect ratio of a file', () => {
  it('is written in lowest terms', () => {
    expect(aspectRatioOf(4032, 3024)).toBe('4:3')
    expect(aspectRatioOf(1080, 1351)).toBe('1080:1351')
    expect(aspectRatioOf(500, 500)).toBe('1:1')
  })
})
