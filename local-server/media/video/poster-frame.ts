// One early frame of a video as JPEG, where the user has ffmpeg.
import { statSync } from 'node:fs'
import type { VideoFacts } from '../../../core/ports/media/video-probe.ts'
import { runProgram } from '../../programs/run-program.ts'
import { fromFile, QUIETLY } from './ffmpeg.ts'

export interface PosterOptions {
  readonly ffmpegPath: string
  readonly input: string
  /** An existing file, overwritten. */
  readonly output: string
  readonly timeoutMs: number
}

/** Writes a frame. Resolves false when ffmpeg wrote none. */
export async function writePosterFrame(options: PosterOptions, facts: VideoFacts): Promise<boolean> {
  const { ffmpegPath, output, timeoutMs: timeout } = options
  try {
    await runProgram(ffmpegPath, posterArguments(options, facts), { env: {}, timeout })
    return statSync(output).size > 0
  } catch {
    return false
  }
}

const ONE_FRAME = '-threads 1 -map 0:V:0 -frames:v 1'.split(' ')
/**
 * Square pixels, and no larger than a thumbnail needs. In one step: drawn as wide as a header says that its pixels are, a small file
 * could fill the memory.
 */
const SHAPE = [
  '-vf',
  "scale='max(2,min(640,trunc(iw*sar)))':'2*max(1,round(ih*min(1,640/(iw*sar))/2))',setsar=1",
]
const AS_JPEG = '-c:v mjpeg -q:v 3 -pix_fmt yuvj420p -f mjpeg'.split(' ')

function posterArguments({ input, output }: PosterOptions, facts: VideoFacts): string[] {
  // Early, but past the black that many videos open with.
  const at = Math.min(1, facts.durationSeconds / 10).toFixed(3)
  const source = fromFile(input, facts.container, ['-threads', '1', '-ss', at])
  return [...QUIETLY, ...source, ...ONE_FRAME, ...SHAPE, ...AS_JPEG, `file:${output}`]
}
