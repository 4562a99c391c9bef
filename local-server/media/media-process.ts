// The server's side of the media process. Implements the media ports by sending paths to a child and waiting, so that a file
// built to crash, hang or bloat its decoder costs one upload and never the server.
import { rm, stat } from 'node:fs/promises'
import { createKeyedMutex } from '../../core/keyed-mutex.ts'
import type { ImagePipeline, Thumbnail } from '../../core/ports/media/image-pipeline.ts'
import type { StoryPainter } from '../../core/ports/reposts/story-painter.ts'
import type { VideoFacts, VideoProbe } from '../../core/ports/media/video-probe.ts'
import type { VideoRemuxer } from '../../core/ports/media/video-remuxer.ts'
import type { VideoTranscoder } from '../../core/ports/media/video-transcoder.ts'
import { stagingPath } from '../disk/staging-folder.ts'
import { ChildRunner } from './child-runner.ts'
import type { ChildOptions } from './child-runner.ts'
import { writePosterFrame } from './video/poster-frame.ts'
import { withStagingFile, withStagingFiles } from './staging-work.ts'
import { createTranscoder } from './video/transcode-video.ts'

export interface MediaProcessOptions extends ChildOptions {
  /** The `stagingDir` of the blob store. */
  readonly stagingDir: string
  /** Null where there is no ffmpeg; then videos have no poster frame and cannot be re-encoded. */
  readonly ffmpegPath: string | null
}

/** Beyond the time of every job: a hundred megabytes take half a second on a fast machine and a few on a slow and busy one. */
const REMUX_MS_FOR_EACH_MB = 100

export type MediaProcess = ImagePipeline &
  StoryPainter &
  VideoProbe &
  VideoRemuxer &
  VideoTranscoder &
  AsyncDisposable

export function createMediaProcess(options: MediaProcessOptions): MediaProcess {
  const { stagingDir, ffmpegPath } = options
  const child = new ChildRunner(options)
  // A process of its own: rewriting takes seconds, and pictures should not have to wait for it.
  const rewriter = new ChildRunner(options)
  // Each decodes whole frames in a process of its own: many uploads at once would need the memory of all of them.
  const posters = createKeyedMutex()
  const pathOf = (stagingKey: string) => stagingPath(stagingDir, stagingKey)
  const remuxLimit = async (path: string) =>
    options.timeoutMs + ((await stat(path)).size / 2 ** 20) * REMUX_MS_FOR_EACH_MB
  const rewrite = async (files: JobFiles, container: VideoFacts['container']) =>
    rewriter.run({ kind: 'remux', ...files, container }, await remuxLimit(files.input))
  const transcoder = createTranscoder({
    stagingDir,
    ffmpegPath,
    rewrite: (input, output) => rewrite({ input, output }, 'mp4'),
  })
  const intoNewFile = <Facts extends object>(stagingKey: string, run: (files: JobFiles) => Promise<Facts>) =>
    withStagingFile(stagingDir, async (made) => {
      const facts = await run({ input: pathOf(stagingKey), output: made.path })
      return { ...facts, stagingKey: made.stagingKey }
    })
  return {
    normalise: (stagingKey) =>
      withStagingFiles(stagingDir, async (picture, thumbnail) => {
        const paths = { input: pathOf(stagingKey), output: picture.path, thumbnail: thumbnail.path }
        const { placeholder, ...facts } = await child.run({ kind: 'normalise', ...paths })
        const { stagingKey: key } = thumbnail
        return { ...facts, stagingKey: picture.stagingKey, thumbnail: { stagingKey: key, placeholder } }
      }),
    fit: (stagingKey, shape) =>
      intoNewFile(stagingKey, (files) => child.run({ kind: 'fit', ...files, shape })),
    paint: (stagingKey, texts) =>
      intoNewFile(stagingKey, (files) => child.run({ kind: 'paint', ...files, texts })),
    probe: (stagingKey) => child.run({ kind: 'probe', input: pathOf(stagingKey) }),
    remux: (stagingKey, container) => intoNewFile(stagingKey, (files) => rewrite(files, container)),
    posterFrame: (stagingKey, facts) =>
      posters.runExclusive('one', () => posterThumbnail(options, child, stagingKey, facts)),
    available: transcoder.available,
    transcode: transcoder.transcode,
    async [Symbol.asyncDispose]() {
      await Promise.all([child, rewriter, transcoder].map((one) => one[Symbol.asyncDispose]()))
    },
  }
}

interface JobFiles {
  readonly input: string
  readonly output: string
}

/** A video without a poster is not a failure: any error here makes the answer null. */
async function posterThumbnail(
  { stagingDir, ffmpegPath, timeoutMs }: MediaProcessOptions,
  child: ChildRunner,
  stagingKey: string,
  facts: VideoFacts,
): Promise<Thumbnail | null> {
  if (ffmpegPath === null) return null
  try {
    return await withStagingFiles(stagingDir, async (thumbnail, frame) => {
      const files = { input: stagingPath(stagingDir, stagingKey), output: frame.path }
      if (!(await writePosterFrame({ ffmpegPath, timeoutMs, ...files }, facts))) throw new Error('no frame')
      const { placeholder } = await child.run({
        kind: 'thumbnail',
        input: frame.path,
        output: thumbnail.path,
      })
      await rm(frame.path, { force: true })
      return { stagingKey: thumbnail.stagingKey, placeholder }
    })
  } catch {
    return null
  }
}
