// The media process: starts itself when forked, does one job at a time, and ends with the server. Hostile bytes meet their
// decoders here: if they crash or use up the memory, the server only learns that a job failed.
import { CodedError } from '../../core/coded-error.ts'
import { readCause, toStorageRefusal } from '../disk/storage-causes.ts'
import { failureCode } from './jobs.ts'
import type { MediaAnswer, Job, JobErrorCode, JobResults, Request } from './jobs.ts'

const MEMORY_CHECK_MS = 25

process.on('message', (request: Request) => void serveRequest(request))
process.on('disconnect', () => process.exit(0))

async function serveRequest({ job, maxResidentBytes }: Request): Promise<void> {
  // Decoders allocate outside the JavaScript heap, where no flag of Node limits them.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxResidentBytes) giveUp(job)
  }, MEMORY_CHECK_MS)
  try {
    sendAnswer({ ok: true, result: await runJob(job) })
  } catch (error) {
    sendAnswer(failureOfJob(toStorageRefusal(error, 'PROCESSING_FAILED'), job))
  } finally {
    clearInterval(watch)
  }
}

/** The decoders load with the first job that needs them: a video never pays for the picture library. */
async function runJob(job: Job): Promise<JobResults[Job['kind']]> {
  switch (job.kind) {
    case 'normalise':
      return (await import('./image/normalise-image.ts')).normaliseImage(job)
    case 'thumbnail':
      return (await import('./image/normalise-image.ts')).makeThumbnail(job.input, job.output)
    case 'fit':
      return (await import('./image/fit-image.ts')).fitImage(job)
    case 'paint':
      return (await import('./image/paint-story.ts')).paintStory(job)
    case 'probe':
      return (await import('./video/probe-video.ts')).probeVideo(job.input)
    case 'remux':
      return (await import('./video/remux-video.ts')).remuxVideo(job)
  }
}

function sendAnswer(message: MediaAnswer, sent: () => void = () => {}): void {
  process.send?.(message, sent)
}

function failureOfJob(error: unknown, job: Job): MediaAnswer {
  const detail = String(error instanceof Error ? (error.cause ?? error.stack) : error)
  const told = { ok: false, detail, trouble: readCause(error)?.trouble ?? null, ending: false } as const
  if (error instanceof CodedError && isJobCode(error.code))
    return { ...told, code: error.code, message: error.message }
  return { ...told, code: failureCode(job.kind), message: null }
}

function isJobCode(code: string): code is JobErrorCode {
  return code === 'MEDIA_INVALID' || code === 'PROCESSING_FAILED' || code === 'VIDEO_PROCESSING_FAILED'
}

const TOO_LARGE_PICTURE =
  'Reading this file takes too much memory. Save it again with fewer pixels, and not progressive or interlaced.'
const TOO_LARGE_VIDEO = 'Reading this video takes too much memory. Export it again as MP4 with H.264 and AAC.'

function giveUp({ kind }: Job): void {
  const message = kind === 'probe' || kind === 'remux' ? TOO_LARGE_VIDEO : TOO_LARGE_PICTURE
  const told = { detail: 'memory limit', trouble: null, ending: true } as const
  sendAnswer({ ok: false, code: 'MEDIA_INVALID', message, ...told }, () => process.exit(1))
}
