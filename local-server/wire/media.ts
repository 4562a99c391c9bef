// Everything that turns uploads into what the platform accepts: the media processes, and the memory of renderings.
import type { DelegationDeps } from '../../core/features/cloud/delegation/delegation-deps.ts'
import { createSuperseded } from '../../core/features/media/superseded.ts'
import { createTranscodes } from '../../core/features/media/transcodes.ts'
import type { Config } from '../config.ts'
import { createUploadIntake } from '../disk/multipart-upload-intake.ts'
import { nodeStreamOf } from '../listen.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import { programFile } from '../paths.ts'
import type { Base } from './base.ts'

const TIMEOUT = 30_000
const IDLE = 60_000
/** Enough for 100 megapixels in all but one format: a progressive JPEG without subsampling. */
const MEMORY = 600 * 1024 * 1024

export function composeMedia({ searchPath, maxUploadBytes: maxBytes }: Config, base: Base) {
  const { stagingDir } = base.blobs
  const program = base.createMediaProcess({
    entry: programFile('media/child'),
    stagingDir,
    ffmpegPath: findOnPath('ffmpeg', searchPath),
    idleMs: IDLE,
    timeoutMs: TIMEOUT,
    maxResidentBytes: MEMORY,
  })
  const programs = { images: program, painter: program, videos: program, remuxer: program }
  const sentVersions: DelegationDeps['sentVersions'] = { compareAt: 0 }
  const renderings = {
    ...programs,
    superseded: createSuperseded(base),
    fileChanged() {
      sentVersions.compareAt = 0
      base.wakeSync()
    },
  }
  return {
    ...renderings,
    sentVersions,
    transcodes: createTranscodes({ ...base, ...renderings, transcoder: program }),
    intake: createUploadIntake({ stagingDir, maxBytes, nodeStreamOf }),
    stopMediaProcess: async () => program[Symbol.asyncDispose](),
  }
}

export type Renderings = ReturnType<typeof composeMedia>
