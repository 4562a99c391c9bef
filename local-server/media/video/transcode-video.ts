// Re-encodes a video with the user's own ffmpeg, then rewrites the result as every other video is rewritten. Two temporary
// files, one of which becomes the result; both are removed when the work ends early.
import { rm } from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CodedError } from '../../../core/coded-error.ts'
import type { StagedVideo } from '../../../core/ports/media/video-remuxer.ts'
import type { TranscodeOrder, VideoTranscoder } from '../../../core/ports/media/video-transcoder.ts'
import { stagingPath } from '../../disk/staging-folder.ts'
import { storageRefusalInWords } from '../../disk/storage-causes.ts'
import type { RemuxFacts } from '../jobs.ts'
import { withStagingFiles } from '../staging-work.ts'
import { transcodeArguments } from './transcode-arguments.ts'

export interface TranscoderOptions {
  readonly stagingDir: string
  readonly ffmpegPath: string | null
  /** Rewrites an MP4 as the platform takes it. */
  rewrite(input: string, output: string): Promise<RemuxFacts>
}

/** A slow machine encodes 1080p at a thirtieth of its speed; what takes longer hangs. */
const SECONDS_FOR_EACH = 60
const SECONDS_TO_START = 600
/** The part of the whole that encoding takes; rewriting is the rest. */
const ENCODING_PART = 0.98

/** When it is disposed of, its processes are dead and its temporary files gone. */
export function createTranscoder(options: TranscoderOptions): VideoTranscoder & AsyncDisposable {
  const stop = new AbortController()
  const running = new Set<Promise<StagedVideo>>()
  return {
    available: options.ffmpegPath !== null,
    transcode(order, onProgress) {
      const work = transcode(options, { ...order, onProgress, stop: stop.signal })
      running.add(work)
      return work.finally(() => running.delete(work))
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.allSettled(running)
    },
  }
}

interface Work extends TranscodeOrder {
  readonly stop: AbortSignal
  onProgress(done: number): void
}

async function transcode(options: TranscoderOptions, work: Work): Promise<StagedVideo> {
  const { stagingDir } = options
  try {
    return await withStagingFiles(stagingDir, async (result, encoded) => {
      await encodeVideo(options, work, encoded.path)
      const rewritten = await options.rewrite(encoded.path, result.path)
      await rm(encoded.path, { force: true })
      work.onProgress(1)
      return { ...rewritten, stagingKey: result.stagingKey }
    })
  } catch (error) {
    throw work.stop.aborted ? stoppedError(error) : refusalOf(error)
  }
}

async function encodeVideo(options: TranscoderOptions, work: Work, output: string): Promise<void> {
  const { facts, shape, stop, cancel, onProgress } = work
  if (options.ffmpegPath === null) throw new Error('there is no ffmpeg')
  const input = stagingPath(options.stagingDir, work.stagingKey)
  let done = 0
  const seconds = SECONDS_TO_START + SECONDS_FOR_EACH * facts.durationSeconds
  await runFfmpeg({
    ffmpegPath: options.ffmpegPath,
    args: transcodeArguments({ input, output }, facts, shape),
    signal: AbortSignal.any([stop, cancel, AbortSignal.timeout(seconds * 1000)]),
    onTime(written) {
      done = Math.max(done, Math.min(1, written / facts.durationSeconds) * ENCODING_PART)
      onProgress(done)
    },
  })
}

function stoppedError(cause: unknown): CodedError {
  return new CodedError('VIDEO_PROCESSING_FAILED', 'The server was stopped. Convert the video again.', {
    cause,
  })
}

function refusalOf(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const message = 'Converting took too long and was stopped. Shorten the video, or convert it elsewhere.'
    return new CodedError('VIDEO_PROCESSING_FAILED', message, { cause: error })
  }
  if (!(error instanceof FfmpegFailure)) return error
  const refusal = storageRefusalInWords(error, 'PROCESSING_FAILED')
  if (refusal) return refusal
  if (/no such filter|filter not found/i.test(error.message)) {
    const message =
      'This ffmpeg cannot convert the colours of an HDR video. Install one with zscale (libzimg), restart Nightpost and try again, or export the video in SDR.'
    return new CodedError('MEDIA_INVALID', message, { cause: error })
  }
  if (/unknown encoder|encoder not found/i.test(error.message)) {
    const message =
      'This ffmpeg cannot encode H.264. Install one with libx264, restart Nightpost and try again.'
    return new CodedError('MEDIA_INVALID', message, { cause: error })
  }
  const message = 'ffmpeg cannot read this video: it is damaged or of an unusual kind. Convert it elsewhere.'
  return new CodedError('MEDIA_INVALID', message, { cause: error })
}

interface FfmpegRun {
  readonly ffmpegPath: string
  readonly args: readonly string[]
  /** Kills the process; the run then rejects. */
  readonly signal: AbortSignal
  /** Seconds of the result that are written. */
  onTime(seconds: number): void
}

/** The last output of an ffmpeg that failed. */
class FfmpegFailure extends Error {
  override readonly name = 'FfmpegFailure'
}

/** Enough for the reason, which comes last. */
const KEPT_WORDS = 4000

/** Runs ffmpeg at a low priority. It reports its progress and is never left behind. */
async function runFfmpeg({ ffmpegPath, args, signal, onTime }: FfmpegRun): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(ffmpegPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {}, windowsHide: true })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  try {
    stepBack(child)
    const words = collect(child.stderr)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1])
      if (Number.isFinite(microseconds)) onTime(microseconds / 1e6)
    })
    const [code] = await once(child, 'close')
    signal.throwIfAborted()
    if (code !== 0) throw new FfmpegFailure(words())
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not let us: then it runs at the usual priority.
  }
}

function collect(stream: Readable): () => string {
  let words = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-KEPT_WORDS)
  })
  return () => words
}
