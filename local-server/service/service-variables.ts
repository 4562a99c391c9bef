// The variables of the service, in a file of the data folder that only the user can read. The systems' own files are no place
// for secrets, are rewritten by each installation, and on Windows have no room for variables.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { decodeTable } from '../../core/rules/tables/decode-table.ts'
import { addMissing } from '../config.ts'
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

/** Null when none was ever installed for this folder. */
export function readVariables(dataDir: string): ServiceVariables | null {
  const file = fileIn(dataDir)
  return existsSync(file) ? readFrom(file) : null
}

/** Node reads a file in UTF-8 alone, and nothing of what PowerShell writes by `>`. */
export function takeVariables(dataDir: string): void {
  addMissing(readVariables(dataDir)?.variables ?? {})
}

const readFrom = (file: string) => ({ file, variables: parseEnv(textOf(readFileSync(file))) })

/** A guess would differ from what Node has read. */
function textOf(bytes: Buffer): string {
  const { text, guessed } = decodeTable(bytes)
  return guessed === null ? text : bytes.toString('utf8')
}

const fileIn = (dataDir: string) => join(dataDir, 'service.env')
