import { existsSync, lstatSync } from 'node:fs'
import { StartFailure } from '../terminal/start-failure.ts'

/** Throws StartFailure for a link to a folder that is not there: its disk may not be connected. */
export function requireNoDanglingLink(dataDir: string): void {
  if (existsSync(dataDir) || !lstatSync(dataDir, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new StartFailure(
    `The data folder ${dataDir} is a link to a folder that is not there.`,
    'Connect the disk that it is on, or make that folder; or name another one with --data-dir DIR.',
  )
}
