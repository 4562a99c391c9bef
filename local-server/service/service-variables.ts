// The variables of the service, in a file of the data folder that only the user can read. What the systems get is no place for
// secrets, is written anew by each installation, and for Windows has no room for variables.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { makePrivateFolder, PRIVATE_FILE } from '../disk/private-folder.ts'

const EXPLAINED = '# Variables of the service, NAME=value on each line. It reads them when it starts.\n'

interface ServiceVariables {
  readonly file: string
  /** Those that are in it. */
  readonly names: readonly string[]
}

/** Makes the file where there is none: Node says so at every start. */
export function prepareVariables(dataDir: string): ServiceVariables {
  const file = join(dataDir, 'service.env')
  makePrivateFolder(dataDir)
  if (!existsSync(file)) writeFileSync(file, EXPLAINED, { mode: PRIVATE_FILE })
  return { file, names: Object.keys(parseEnv(readFileSync(file, 'utf8'))) }
}
