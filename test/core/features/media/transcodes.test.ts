import { describe, expect, it } from 'vitest'
import { CodedError } from '../../../../core/coded-error.ts'
import { createTranscodes } from '../../../../core/features/media/transcodes.ts'
import type { TranscodeDeps } from '../../../../core/features/media/transcodes.ts'
import { deletedMeanwhile } from '../../../../core/features/media/render.ts'
import type { MediaRecord } from '../../../../core/ports/media/media-store.ts'
import type { TranscodeOrder, VideoTranscoder } from '../../../../core/ports/media/video-transcoder.ts'
import type { StagedVideo } from '../../../../core/ports/media/video-remuxer.ts'
import { aMediaRecord, aVideoRecord } from '../../../fakes/media/a-media-record.ts'
import { A_REEL, createFakeMedia, NO_TRANSCODER } from '../../../fakes/media/fake-media.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { createMemoryBlobStore, newMemoryDisk } from '../../../fakes/media/memory-blob-store.ts'
import { createMemoryLog } from '../../../fakes/memory-log.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'
import { openStores } from '../../../memory-database.ts'

const aWebm = () =>
  aVideoRecord({
    container: 'webm',
    videoCodec: 'vp9',
    audioCodec: 'opus',
    indexInFront: null,
    isValid: false,
  })

interface Asked {
  readonly order: TranscodeOrder
  readonly onProgress: (done: number) => void
  readonly answer: PromiseWithResolvers<StagedVideo>
}

/** A transcoder of which a test decides when it is done. */
function open(available = true) {
  const disk = newMemoryDisk()
  const blobs = createMemoryBlobStore(disk)
  const { media } = openStores()
  const log = createMemoryLog()
  const asked: Asked[] = []
  const transcoder: VideoTranscoder = {
    available,
    transcode(order, onProgress) {
      const answer = Promise.withResolvers<StagedVideo>()
      asked.push({ order, onProgress, answer })
      if (order.cancel.aborted) answer.reject(order.cancel.reason)
      order.cancel.addEventListener('abort', () => answer.reject(order.cancel.reason))
      return answer.promise
    },
  }
  const given = { blobs, media, clock: createManualClock(), random: createSeededRandom(), log }
  const ports: TranscodeDeps = { ...given, ...createFakeMedia(given), transcoder }
  const transcodes = createTranscodes(ports)
  const add = async (record: MediaRecord) => {
    await blobs.keep(blobs.stage(new Uint8Array([1])), record.storagePath)
    await media.add(record)
    return record
  }
  const done = () => ({ stagingKey: blobs.stage(new Uint8Array([2, 2])), size: 2, facts: A_REEL })
  return { disk, media, log, asked, transcodes, add, done }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
const RUNNING = { state: 'running', progress: 0, error: null }

describe('converting a video', () => {
  it('tells how far it is and publishes the result', async () => {
    const { asked, transcodes, add, done, media, disk } = open()
    const record = await add(aWebm())
    expect(transcodes.stateOf(record.id)).toBeNull()
    expect(transcodes.start(record, null)).toEqual(RUNNING)
    await settled()
    asked[0]?.onProgress(0.4)
    expect(transcodes.stateOf(record.id)).toEqual({ state: 'running', progress: 0.4, error: null })
    asked[0]?.answer.resolve(done())
    await settled()
    expect(transcodes.stateOf(record.id)).toEqual({ state: 'done', progress: 1, error: null })
    expect(await media.get(record.id)).toMatchObject({
      container: 'webm',
      isValid: true,
      validationErrors: null,
      processedFacts: { how: 'transcode', videoCodec: 'avc', fileSize: 2 },
    })
    expect(disk.staged.size).toBe(0)
  })

  it('is one at a time, in the order they were asked for', async () => {
    const { asked, transcodes, add, done } = open()
    const [first, second] = [await add(aWebm()), await add(aWebm())]
    transcodes.start(first, null)
    expect(transcodes.start(second, { ratio: 0.8, mode: 'crop', colour: '#ffffff' })).toEqual(RUNNING)
    await settled()
    expect(asked).toHaveLength(1)
    asked[0]?.answer.reject(new CodedError('MEDIA_INVALID', 'It is damaged.'))
    await settled()
    expect(asked[1]?.order.shape).toMatchObject({ ratio: 0.8, mode: 'crop' })
    asked[1]?.answer.resolve(done())
    await settled()
    expect(transcodes.stateOf(first.id)).toEqual({ state: 'failed', progress: 0, error: 'It is damaged.' })
    expect(transcodes.stateOf(second.id)?.state).toBe('done')
  })

  it('asked for again while it runs is the same one; a different one has to wait', async () => {
    const { asked, transcodes, add } = open()
    const record = await add(aWebm())
    transcodes.start(record, null)
    expect(transcodes.start(record, null)).toEqual(RUNNING)
    expect(() => transcodes.start(record, { ratio: 1, mode: 'pad', colour: '#000000' })).toThrow(
      /being converted/,
    )
    await settled()
    expect(asked).toHaveLength(1)
  })

  it('of another area is a different one, whichever edge of it differs', async () => {
    const { transcodes, add } = open()
    const record = await add(aWebm())
    const area = { left: 0.1, top: 0.1, width: 0.5, height: 0.5 }
    const cropTo = (change: Partial<typeof area>) =>
      ({ ratio: 1, mode: 'crop', colour: '#ffffff', area: { ...area, ...change } }) as const
    transcodes.start(record, cropTo({}))
    expect(transcodes.start(record, cropTo({}))).toEqual(RUNNING)
    for (const change of [{ left: 0.2 }, { top: 0.2 }, { width: 0.4 }, { height: 0.4 }])
      expect(() => transcodes.start(record, cropTo(change))).toThrow(/being converted/)
  })

  it('changes nothing when it fails, says why, and can be asked for again', async () => {
    const { asked, transcodes, add, media, log } = open()
    const record = await add(aWebm())
    transcodes.start(record, null)
    await settled()
    asked[0]?.answer.reject(new Error('secret detail'))
    await settled()
    expect(transcodes.stateOf(record.id)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/our side/),
    })
    expect(log.lines).toHaveLength(1)
    expect(await media.get(record.id)).toEqual(record)
    expect(transcodes.start(record, null)).toEqual(RUNNING)
  })

  it('ends with its file, so that the next one begins', async () => {
    const { asked, transcodes, add } = open()
    const [first, second] = [await add(aWebm()), await add(aWebm())]
    for (const record of [first, second]) transcodes.start(record, null)
    await settled()
    transcodes.stop(first.id, deletedMeanwhile())
    await settled()
    expect(asked.map(({ order }) => order.cancel.aborted)).toEqual([true, false])
    expect(transcodes.stateOf(first.id)).toMatchObject({
      state: 'failed',
      error: 'The media file has been deleted.',
    })
  })

  it('publishes nothing once it is stopped, also when it has just been encoded', async () => {
    const { asked, transcodes, add, done, media, disk } = open()
    const record = await add(aWebm())
    transcodes.start(record, null)
    await settled()
    asked[0]?.answer.resolve(done())
    transcodes.stop(record.id, new CodedError('MEDIA_INVALID', 'It is not wanted any more.'))
    await settled()
    expect(await media.get(record.id)).toEqual(record)
    expect([disk.staged.size, disk.kept.size]).toEqual([0, 1])
    expect(transcodes.stateOf(record.id)).toMatchObject({ error: 'It is not wanted any more.' })
  })

  it('can be asked for again at once when it was stopped while it waited', async () => {
    const { asked, transcodes, add, done, media } = open()
    const [first, second] = [await add(aWebm()), await add(aWebm())]
    for (const record of [first, second]) transcodes.start(record, null)
    transcodes.stop(second.id, deletedMeanwhile())
    expect(transcodes.start(second, null)).toEqual(RUNNING)
    await settled()
    for (let number = 0; number < 3; number += 1) {
      asked[number]?.answer.resolve(done())
      await settled()
    }
    expect(transcodes.stateOf(second.id)?.state).toBe('done')
    expect(await media.get(second.id)).toMatchObject({ processedFacts: { how: 'transcode' } })
  })

  it('leaves nothing when the file was deleted meanwhile', async () => {
    const { asked, transcodes, add, done, media, disk } = open()
    const record = await add(aWebm())
    transcodes.start(record, null)
    await settled()
    await media.remove(record.id)
    asked[0]?.answer.resolve(done())
    await settled()
    expect(transcodes.stateOf(record.id)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/deleted/),
    })
    expect([disk.staged.size, disk.kept.size]).toEqual([0, 1])
  })
})

describe('a conversion that cannot help', () => {
  const refusal = (record: MediaRecord, available = true) => {
    try {
      open(available).transcodes.start(record, null)
      return null
    } catch (error) {
      return error
    }
  }

  it('is refused before it begins, with what to do', () => {
    expect(refusal(aWebm(), NO_TRANSCODER.available)).toMatchObject({
      code: 'MEDIA_INVALID',
      message: expect.stringMatching(/Install ffmpeg/),
    })
    expect(refusal(aMediaRecord())).toMatchObject({ message: expect.stringMatching(/picture/) })
    expect(refusal(aVideoRecord({ durationSeconds: 1200 }))).toMatchObject({
      message: expect.stringMatching(/is 1200/),
    })
    expect(refusal(aVideoRecord({ durationSeconds: 2 }))).toMatchObject({ code: 'MEDIA_INVALID' })
  })

  it.each<[string, Partial<MediaRecord>]>([
    ['a codec', { videoCodec: 'vp9', audioCodec: 'opus' }],
    ['a frame rate', { frameRate: 120 }],
    ['a width', { width: 3840, height: 2160 }],
    ['a size', { fileSize: 900 * 2 ** 20 }],
    ['a container', { container: 'avi', indexInFront: null }],
    ['nothing', {}],
  ])('is not one that cures %s', (_name, change) => {
    expect(refusal(aVideoRecord(change))).toBeNull()
  })
})
