// Everything that turns uploads into what the platform takes: the media processes, and what is remembered about renderings.
import { createSuperseded, type Superseded } from '../../core/media/superseded.ts'
import { createTranscodes, type TranscodeDeps, type Transcodes } from '../../core/media/transcodes.ts'
import type { DiskBlobStore } from '../disk/disk-blob-store.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import { createMediaProcess, type MediaProcess } from '../media/media-process.ts'
import { programFile } from '../paths.ts'

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

type Ports = Pick<TranscodeDeps, 'media' | 'clock' | 'random' | 'log'>

export function composeMedia(searchPath: string, blobs: DiskBlobStore, ports: Ports): Renderings {
  const mediaProcess = createMediaProcess({
    entry: programFile('media/child'),
    stagingDir: blobs.stagingDir,
    ffmpegPath: findOnPath('ffmpeg', searchPath),
    idleMs: IDLE,
    timeoutMs: TIMEOUT,
    maxResidentBytes: MEMORY,
  })
  const superseded = createSuperseded({ blobs, clock: ports.clock })
  const mediaPorts = { images: mediaProcess, videos: mediaProcess, remuxer: mediaProcess, superseded }
  const transcodes = createTranscodes({ ...ports, ...mediaPorts, blobs, transcoder: mediaProcess })
  return { ...mediaPorts, transcodes, close: async () => mediaProcess[Symbol.asyncDispose]() }
}
