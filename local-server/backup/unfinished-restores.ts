import { randomInt } from 'node:crypto'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface UnfinishedRestore {
  readonly says: string
  readonly helps: string
}

/** Names a restore to this folder until it has finished. Random, because process ids are reused. */
export function newUnfinishedRestore(dataDir: string): string {
  return `${prefixOf(dataDir)}${randomInt(2 ** 47)}`
}

const prefixOf = (dataDir: string) => join(dirname(dataDir), `.${basename(dataDir)}.restoring-`)

/**
 * Finds restores to this folder that run, or were killed. They are not removed: on a shared disk, or in another container, a
 * process invisible from here may still write.
 */
export function findUnfinishedRestores(folder: string): UnfinishedRestore[] {
  const dataDir = existsSync(folder) ? realpathSync(folder) : folder
  const prefix = prefixOf(dataDir)
  return namesIn(dirname(dataDir))
    .filter((name) => name.startsWith(basename(prefix)) && /-\d+$/.test(name))
    .map((name) => join(dirname(dataDir), name))
    .map((path) => ({
      says: `${path} holds an unencrypted copy of a backup, which a restore has not finished`,
      helps: 'Delete it if no restore is running.',
    }))
}

/** None where the folder cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
