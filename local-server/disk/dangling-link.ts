import { existsSync, lstatSync } from 'node:fs'
import { StartFailure } from '../terminal/start-failure.ts'
import { nearestThere } from './free-space.ts'

/** Throws StartFailure for a link to a folder that is not there, also above the data folder: its disk may not be connected. */
export function requireNoDanglingLink(dataDir: string): void {
  const path = nearestThere(dataDir, (each) => existsSync(each) || isLink(each))
  if (!isDanglingLink(path)) return
  throw new StartFailure(
    path === dataDir
      ? `The data folder ${dataDir} is a link to a folder that is not there.`
      : `The data folder ${dataDir} is below ${path}, a link to a folder that is not there.`,
    'Connect the disk that it is on, or make that folder; or name another one with --data-dir DIR.',
  )
}

export function isDanglingLink(path: string): boolean {
  return !existsSync(path) && isLink(path)
}

/** Other failures are reported where the path is used. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
