// Makes an uploaded video publishable automatically: if the platform accepts its frames but not its container, it is
// rewritten. Everything else stays as uploaded.
import { CodedError } from '../../coded-error.ts'
import { fileProblem, type FileProblem } from '../../rules/notices/file-problems.ts'
import type { VideoFacts, ProbedVideo, VideoProbe } from '../../ports/media/video-probe.ts'
import type { StagedVideo, VideoRemuxer } from '../../ports/media/video-remuxer.ts'
import { validationErrorsFor } from '../../rules/fit/check-fit.ts'

export interface PublishableVideo {
  /** Facts of the file as uploaded. */
  readonly facts: VideoFacts
  /** The rewritten file; null when none was needed or possible. */
  readonly remuxed: StagedVideo | null
  /** Why it could not be rewritten, with a remedy; null when it was, or need not be. */
  readonly failure: FileProblem | null
}

/**
 * Rejects as the probe does, or with PROCESSING_FAILED when storage is what failed; a file that cannot be rewritten is not
 * an error.
 */
export async function makePublishableVideo(
  {
    videos,
    remuxer,
  }: {
    readonly videos: VideoProbe
    readonly remuxer: VideoRemuxer
  },
  stagingKey: string,
  fileSize: number,
): Promise<PublishableVideo> {
  const { rewriteAdvised, ...facts } = await videos.probe(stagingKey)
  if (!wantsRemux({ ...facts, rewriteAdvised }, fileSize)) return { facts, remuxed: null, failure: null }
  try {
    return { facts, remuxed: await remuxer.remux(stagingKey, facts.container), failure: null }
  } catch (error) {
    return { facts, remuxed: null, failure: remuxFailureOf(error) }
  }
}

/** Only where it makes the file publishable: rewriting changes no codec, no length and no shape. */
function wantsRemux({ rewriteAdvised, ...facts }: ProbedVideo, fileSize: number): boolean {
  const video = { ...facts, kind: 'video', fileSize } as const
  if (!rewriteAdvised && validationErrorsFor(video).length === 0) return false
  return validationErrorsFor({ ...video, container: 'mp4', indexInFront: true }).length === 0
}

function remuxFailureOf(error: unknown): FileProblem {
  if (!(error instanceof CodedError) || error.code === 'PROCESSING_FAILED') throw error
  if (error.code === 'MEDIA_INVALID') return fileProblem('TEXT', { text: error.message })
  return fileProblem('NOT_REWRITTEN')
}
