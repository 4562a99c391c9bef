import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../terminal/start-failure.ts'
import { isDanglingLink } from './dangling-link.ts'
import { makePrivateFolder } from './private-folder.ts'
import { helpForStart } from './storage-causes.ts'

/** Makes a folder inside the data folder, and returns its path. Throws StartFailure when something else has its name. */
export function makeOwnFolder(dataDir: string, name: string): string {
  const path = requireOwnFolder(dataDir, name)
  try {
    makePrivateFolder(path)
  } catch (error) {
    const help = helpForStart(error)
    if (help === null) throw error
    throw new StartFailure(`The folder ${path} cannot be used: ${String(error)}.`, help)
  }
  return path
}

/** Throws StartFailure when something else has the name of this folder; it may be missing. */
export function requireOwnFolder(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  if (isDanglingLink(path))
    throw new StartFailure(
      `The folder ${path} is a link to a folder that is not there.`,
      'Connect the disk that it is on, or make that folder; then start Nightpost again.',
    )
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new StartFailure(
      `Nightpost needs a folder named ${path}, but there is a file of that name.`,
      'Move the file away, then start Nightpost again.',
    )
  return path
}
