// How ffmpeg is run, for every purpose: as a process of its own, so that a hostile file can hurt nothing else. It may
// neither guess the container (a playlist in disguise would name other files) nor open anything but files, nor draw frames
// without bounds, and it learns nothing of the server's environment.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { VideoFacts } from '../../../core/ports/media/video-probe.ts'

const DEMUXERS = { mp4: 'mov', mov: 'mov', mkv: 'matroska', webm: 'matroska', avi: 'avi' } as const

/** Decoding a frame of this size takes 60 MB; what claims more is built to hurt. */
const MAX_PIXELS = 8192 * 4352

export const QUIETLY = '-hide_banner -nostdin -loglevel error -y -protocol_whitelist file'.split(' ')

/** The input, opened as what the probe found it to be. `options` hold for the input alone. */
export function fromFile(
  path: string,
  container: VideoFacts['container'],
  options: readonly string[] = [],
): string[] {
  const limit = ['-max_pixels', String(MAX_PIXELS)]
  return ['-f', DEMUXERS[container], ...limit, ...options, '-i', `file:${path}`]
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
