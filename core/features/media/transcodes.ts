// Conversions in progress, in the memory of this process: one is encoded at a time, the others wait. A crash or a
// stop in the middle records nothing and touches nothing; the state is lost and the conversion can be requested
// again.
import { ENGLISH_FILE_PROBLEMS } from '../../rules/notices/english/english.ts'
import { CodedError } from '../../coded-error.ts'
import { fileProblemSentence } from '../../rules/notices/file-problems.ts'
import type { FitShape } from '../../ports/media/image-pipeline.ts'
import type { Log } from '../../ports/log.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import type { VideoTranscoder } from '../../ports/media/video-transcoder.ts'
import { validationErrorsFor } from '../../rules/fit/check-fit.ts'
import { videoRendering } from './prepare.ts'
import { publishRendering, withStoredFile } from './render.ts'
import type { RenderDeps } from './render.ts'

export interface TranscodeDeps extends RenderDeps {
  readonly transcoder: VideoTranscoder
  readonly log: Log
}

export interface TranscodeState {
  /** A waiting conversion counts as running, too: at progress 0. */
  readonly state: 'running' | 'done' | 'failed'
  /** 0 to 1. */
  readonly progress: number
  /** A sentence when it failed, else null. */
  readonly error: string | null
}

export interface Transcodes {
  /**
   * Starts converting the stored video, in its own shape or another. Repeating the same request while it runs
   * changes nothing. Throws MEDIA_INVALID when there is no encoder, when converting cannot help, or when another
   * conversion of the file is running.
   */
  start(record: MediaRecord, shape: FitShape | null): TranscodeState
  /** Null when nothing was requested since the server started. */
  stateOf(mediaId: string): TranscodeState | null
  /** Ends a conversion whose result nobody wants any more; it fails with this reason at once, and publishes nothing. */
  stop(mediaId: string, reason: CodedError): void
}

const NO_ENCODER =
  'Converting videos needs ffmpeg, which was not found. Install ffmpeg so that it is on the PATH, restart Nightpost and try again; or convert the video to MP4 with H.264 and AAC elsewhere.'

interface Running extends TranscodeState {
  readonly shape: FitShape | null
  readonly stop: AbortController
}

export function createTranscodes(deps: TranscodeDeps): Transcodes {
  const states = new Map<string, Running>()
  let queue: Promise<void> = Promise.resolve()
  const run = async (record: MediaRecord, shape: FitShape | null, stop: AbortController) => {
    const set = (state: TranscodeState) => {
      if (!stop.signal.aborted) states.set(record.id, { ...state, shape, stop })
    }
    const onProgress = (progress: number) => set({ ...RUNNING, progress })
    try {
      await convertVideo(deps, { record, shape, cancel: stop.signal, onProgress })
      set({ state: 'done', progress: 1, error: null })
    } catch (error) {
      const progress = states.get(record.id)?.progress ?? 0
      set({ state: 'failed', progress, error: sentenceOf(deps.log, record, error) })
    }
  }
  return {
    start(record, shape) {
      const under = states.get(record.id)
      if (under?.state === 'running') {
        if (isSame(under.shape, shape)) return stateOf(under)
        throw new CodedError('MEDIA_INVALID', 'This video is being converted. Wait until that has finished.')
      }
      const hindrance = hindranceTo(deps.transcoder, record, shape)
      if (hindrance !== null) throw new CodedError('MEDIA_INVALID', hindrance)
      const stop = new AbortController()
      states.set(record.id, { ...RUNNING, shape, stop })
      queue = queue.then(() => run(record, shape, stop))
      return RUNNING
    },
    stateOf(mediaId) {
      const state = states.get(mediaId)
      return state === undefined ? null : stateOf(state)
    },
    stop(mediaId, reason) {
      const under = states.get(mediaId)
      if (under?.state !== 'running') return
      under.stop.abort(reason)
      states.set(mediaId, { ...under, state: 'failed', error: reason.message })
    },
  }
}

const RUNNING = { state: 'running', progress: 0, error: null } as const

function stateOf({ state, progress, error }: TranscodeState): TranscodeState {
  return { state, progress, error }
}

function isSame(one: FitShape | null, other: FitShape | null): boolean {
  if (one === null || other === null) return one === other
  const parts = ({ ratio, mode, colour, area }: FitShape) =>
    [ratio, mode, colour, area?.left, area?.top, area?.width, area?.height].join()
  return parts(one) === parts(other)
}

function hindranceTo(
  { available }: VideoTranscoder,
  record: MediaRecord,
  shape: FitShape | null,
): string | null {
  if (record.kind !== 'video')
    return 'This is a picture; only videos can be converted. Crop or pad it instead.'
  if (!available) return NO_ENCODER
  return incurableProblemOf(record, shape)
}

/** Problems that no encoder fixes, such as a length. Size, codecs, rates and pixels are made to fit. */
function incurableProblemOf(record: MediaRecord, shape: FitShape | null): string | null {
  const shortSide = 1080
  const ratio = shape?.ratio ?? record.width / record.height
  const cured = {
    ...record,
    container: 'mp4',
    indexInFront: true,
    videoCodec: 'avc',
    audioCodec: record.audioCodec === null ? null : 'aac',
    frameRate: 30,
    fileSize: 1,
    width: ratio * shortSide > 1920 ? 1920 : ratio * shortSide,
    height: ratio * shortSide > 1920 ? 1920 / ratio : shortSide,
  } as const
  const [problem] = validationErrorsFor(cured)
  return problem ? fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS) : null
}

interface Conversion {
  readonly record: MediaRecord
  readonly shape: FitShape | null
  readonly cancel: AbortSignal
  onProgress(done: number): void
}

async function convertVideo(deps: TranscodeDeps, conversion: Conversion): Promise<void> {
  const { record, shape, cancel, onProgress } = conversion
  const { container, durationSeconds, videoCodec } = record
  if (container === null || durationSeconds === null || videoCodec === null)
    throw new CodedError('MEDIA_INVALID', 'Nothing is known about this video. Upload it again.')
  const facts = { ...record, container, durationSeconds, videoCodec, streams: record.streams ?? null }
  const video = await withStoredFile(deps, record, (stagingKey) =>
    deps.transcoder.transcode({ stagingKey, facts, shape, cancel }, onProgress),
  )
  await publishRendering(deps, record, videoRendering(video, shape === null ? 'transcode' : 'fit'), cancel)
}

function sentenceOf(log: Log, { id }: MediaRecord, error: unknown): string {
  if (error instanceof CodedError) return error.message
  log.error('converting a video failed', { mediaId: id, error })
  return 'Converting the video failed on our side. Try again.'
}
