import { existsSync, lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartFailure } from '../terminal/start-failure.ts'

/** Throws StartFailure for a link to a folder that is not there, also above the data folder: its disk may not be connected. */
export function requireNoDanglingLink(dataDir: string): void {
  let path = dataDir
  while (!existsSync(path) && !isLink(path)) path = dirname(path)
  if (existsSync(path)) return
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
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
