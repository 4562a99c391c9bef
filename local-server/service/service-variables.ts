// The variables of the service, in a file of the data folder that only the user can read. The systems' own files are no place
// for secrets, are rewritten by each installation, and on Windows have no room for variables.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { unmarked } from '../config-variables.ts'
import { makePrivateFolder, PRIVATE_FILE } from '../disk/private-folder.ts'

const EXPLAINED = '# Variables of the service, NAME=value on each line. It reads them when it starts.\n'

export interface ServiceVariables {
  readonly file: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Makes the file where there is none: otherwise Node complains at every start. */
export function prepareVariables(dataDir: string): ServiceVariables {
  const file = fileIn(dataDir)
  makePrivateFolder(dataDir)
  if (!existsSync(file)) writeFileSync(file, EXPLAINED, { mode: PRIVATE_FILE })
  return readFrom(file)
}

/** As Node reads them for the service. Null when none was ever installed for this folder. */
export function readVariables(dataDir: string): ServiceVariables | null {
  const file = fileIn(dataDir)
  return existsSync(file) ? readFrom(file) : null
}

const readFrom = (file: string) => ({ file, variables: unmarked(parseEnv(readFileSync(file, 'utf8'))) })
const fileIn = (dataDir: string) => join(dataDir, 'service.env')
