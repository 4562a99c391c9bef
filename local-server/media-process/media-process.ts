// The server's side of the media process. Implements the two media ports by sending paths to a child and waiting, so that a
// file built to crash, hang or bloat its decoder costs one upload and never the server.
import { rm } from 'node:fs/promises'
import type { ImagePipeline } from '../../core/ports/image-pipeline.ts'
import type { VideoFacts, VideoProbe } from '../../core/ports/video-probe.ts'
import { asDiskFull } from '../disk/private-folder.ts'
import { createStagingFile, stagingPath } from '../disk/staging-folder.ts'
import type { StagingFile } from '../disk/staging-folder.ts'
import { ChildRunner } from './child-runner.ts'
import type { ChildOptions } from './child-runner.ts'
import { writePosterFrame } from './poster-frame.ts'

export interface MediaProcessOptions extends ChildOptions {
  /** The `stagingDir` of the blob store. */
  readonly stagingDir: string
  /** Null where there is no ffmpeg; then videos have no poster frame. */
  readonly ffmpegPath: string | null
}

/** Headers are read in milliseconds; only invented ones, which promise billions of samples, keep the reader busy for longer. */
const PROBE_TIMEOUT_MS = 10_000

export type MediaProcess = ImagePipeline & VideoProbe & AsyncDisposable

export function createMediaProcess(options: MediaProcessOptions): MediaProcess {
  const { stagingDir } = options
  const child = new ChildRunner(options)
  return {
    async normalise(stagingKey) {
      return withStagingFiles(stagingDir, async (picture, thumbnail) => {
        const paths = {
          input: stagingPath(stagingDir, stagingKey),
          output: picture.path,
          thumbnail: thumbnail.path,
        }
        const facts = await child.run({ kind: 'normalise', ...paths })
        return { ...facts, stagingKey: picture.stagingKey, thumbnailStagingKey: thumbnail.stagingKey }
      })
    },
    async probe(stagingKey) {
      const limit = Math.min(PROBE_TIMEOUT_MS, options.timeoutMs)
      return child.run({ kind: 'probe', input: stagingPath(stagingDir, stagingKey) }, limit)
    },
    posterFrame: (stagingKey, facts) => posterThumbnail(options, child, stagingKey, facts),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}

/** A video without a poster is no failure: whatever goes wrong here, the answer is null. */
async function posterThumbnail(
  { stagingDir, ffmpegPath, timeoutMs }: MediaProcessOptions,
  child: ChildRunner,
  stagingKey: string,
  facts: VideoFacts,
): Promise<string | null> {
  if (ffmpegPath === null) return null
  try {
    return await withStagingFiles(stagingDir, async (thumbnail, frame) => {
      const files = { input: stagingPath(stagingDir, stagingKey), output: frame.path }
      if (!(await writePosterFrame({ ffmpegPath, timeoutMs, ...files }, facts))) throw new Error('no frame')
      await child.run({ kind: 'thumbnail', input: frame.path, output: thumbnail.path })
      await rm(frame.path, { force: true })
      return thumbnail.stagingKey
    })
  } catch {
    return null
  }
}

/** Two private empty files for a program that writes by path; both are gone when the work fails. */
async function withStagingFiles<T>(
  folder: string,
  work: (first: StagingFile, second: StagingFile) => Promise<T>,
): Promise<T> {
  const files: StagingFile[] = []
  try {
    const [first, second] = [await emptyFile(folder, files), await emptyFile(folder, files)]
    return await work(first, second)
  } catch (error) {
    for (const { path } of files) await rm(path, { force: true })
    throw asDiskFull(error, 'PROCESSING_FAILED')
  }
}

async function emptyFile(folder: string, files: StagingFile[]): Promise<StagingFile> {
  const file = await createStagingFile(folder)
  files.push(file)
  await file.handle.close()
  return file
}
