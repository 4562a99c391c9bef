import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runBackupProgram } from '../backup/run-backup-program.ts'
import { createScheduledBackups, type ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import { hasCode, PRIVATE_FOLDER } from '../disk/private-folder.ts'
import type { Base } from './base.ts'

/** Null when none are wanted. */
export function composeBackups({ backups, dataDir }: Config, base: Base): ScheduledBackups | null {
  if (backups === null) return null
  const { dir, passphraseFile, keep, withMedia } = backups
  // The folder is named also where it is not needed: the program may have no usual one.
  const nightpost = (stopping: AbortSignal, file: string, ...flags: string[]) => {
    const known = ['--data-dir', dataDir, '--passphrase-file', passphraseFile]
    return runBackupProgram(stopping, 'backup', file, ...known, ...flags)
  }
  return createScheduledBackups({
    ...base,
    folderId: base.hold.folderId,
    keep,
    folder: {
      // An existing folder may be shared, or belong to somebody else. Its parents are not made: the disk may not be connected.
      names: () =>
        mkdir(dir, { mode: PRIVATE_FOLDER })
          .catch((error: unknown) => {
            if (!hasCode(error, IS_THERE)) throw error
          })
          .then(() => readdir(dir))
          .catch(failedThere),
      async make(name, stopping) {
        const media = withMedia ? ['--media'] : []
        await nightpost(stopping, join(dir, name), ...media)
      },
      check: (name, stopping) => nightpost(stopping, join(dir, name), '--check'),
      remove: (name) => rm(join(dir, name), { force: true }).catch(failedThere),
    },
  })
}

/** In words only: a code would be taken for trouble of the data folder, which may be on another disk. */
function failedThere(error: unknown): never {
  throw new Error(error instanceof Error ? error.message : String(error))
}

const IS_THERE = new Set(['EEXIST'])
