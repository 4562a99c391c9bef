// Everything that turns uploads into what the platform accepts: the media processes, and the memory of renderings.
import { createMedia, type Media, type MediaDeps } from '../../core/features/media/media.ts'
import { createSuperseded, type Superseded } from '../../core/features/media/superseded.ts'
import { createTranscodes, type Transcodes } from '../../core/features/media/transcodes.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { Config } from '../config.ts'
import { createUploadIntake } from '../disk/multipart-upload-intake.ts'
import { nodeStreamOf } from '../listen.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import { createMediaProcess, type MediaProcess } from '../media/media-process.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { programFile } from '../paths.ts'
import type { Folder } from './data-folder.ts'

const TIMEOUT = 30_000
const IDLE = 60_000
/** Enough for 100 megapixels in all but one format: a progressive JPEG without subsampling. */
const MEMORY = 600 * 1024 * 1024

export interface Renderings {
  readonly images: MediaProcess
  readonly videos: MediaProcess
  readonly remuxer: MediaProcess
  readonly superseded: Superseded
  readonly transcodes: Transcodes
  close(): Promise<void>
}

export function composeMedia({ searchPath }: Config, { blobs, media, log }: Folder): Renderings {
  const program = createMediaProcess({
    entry: programFile('media/child'),
    stagingDir: blobs.stagingDir,
    ffmpegPath: findOnPath('ffmpeg', searchPath),
    idleMs: IDLE,
    timeoutMs: TIMEOUT,
    maxResidentBytes: MEMORY,
  })
  const parts = {
    images: program,
    videos: program,
    remuxer: program,
    superseded: createSuperseded({ blobs, clock }),
  }
  const transcodes = createTranscodes({ ...parts, transcoder: program, media, blobs, clock, random, log })
  return { ...parts, transcodes, close: async () => program[Symbol.asyncDispose]() }
}

export function createMediaModule(
  { maxUploadBytes }: Config,
  { blobs, media, planner }: Folder,
  { images, videos, remuxer, superseded, transcodes }: Renderings,
  { mediaAddress, servesPublicMedia }: Pick<MediaDeps, 'mediaAddress' | 'servesPublicMedia'>,
): Media {
  const { stagingDir } = blobs
  return createMedia({
    intake: createUploadIntake({ stagingDir, maxBytes: maxUploadBytes, nodeStreamOf }),
    images,
    videos,
    remuxer,
    superseded,
    transcodes,
    blobs,
    media,
    planner,
    mediaAddress,
    servesPublicMedia,
    clock,
    random,
  })
}
