// One early frame of a video as JPEG, where the user has ffmpeg. It runs as a process of its own, so a hostile file can hurt
// nobody else, and it may neither guess the container (a playlist in disguise would name other files) nor open anything but files.
import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { VideoFacts } from '../../core/ports/video-probe.ts'

const DEMUXERS = { mp4: 'mov', mov: 'mov', mkv: 'matroska', webm: 'matroska', avi: 'avi' } as const

export interface PosterOptions {
  readonly ffmpegPath: string
  readonly input: string
  /** An existing file, overwritten. */
  readonly output: string
  readonly timeoutMs: number
}

/** Whether a frame was written. */
export function writePosterFrame(options: PosterOptions, facts: VideoFacts): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      options.ffmpegPath,
      posterArguments(options, facts),
      { timeout: options.timeoutMs, killSignal: 'SIGKILL', windowsHide: true, maxBuffer: 64 * 1024, env: {} },
      (error) => resolve(error === null && statSync(options.output).size > 0),
    )
  })
}

const QUIETLY = '-hide_banner -nostdin -loglevel error -y -threads 1 -protocol_whitelist file'.split(' ')
const ONE_FRAME = '-map 0:v:0 -frames:v 1'.split(' ')
/** Square pixels, and no larger than a thumbnail needs. */
const SHAPE = ['-vf', "scale=trunc(iw*sar):ih,scale='min(640,iw)':-2,setsar=1"]
const AS_JPEG = '-c:v mjpeg -q:v 3 -pix_fmt yuvj420p -f mjpeg'.split(' ')

function posterArguments({ input, output }: PosterOptions, facts: VideoFacts): string[] {
  // Early, but past the black that many videos open with.
  const at = Math.min(1, facts.durationSeconds / 10).toFixed(3)
  const source = ['-f', DEMUXERS[facts.container], '-ss', at, '-i', `file:${input}`]
  return [...QUIETLY, ...source, ...ONE_FRAME, ...SHAPE, ...AS_JPEG, `file:${output}`]
}

/** The full path of a program in a PATH-like list, or null. On Windows programs end in `.exe`. */
export function findOnPath(name: string, pathVariable: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const folders = pathVariable.split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, file)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
