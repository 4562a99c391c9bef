import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createScheduledBackups, type ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import { hasCode, PRIVATE_FOLDER } from '../disk/private-folder.ts'
import { nodeClock as clock } from '../node-clock.ts'
import { programFile } from '../paths.ts'
import type { Folder } from './data-folder.ts'

const run = promisify(execFile)

/** Null when none are wanted. A process of its own makes each backup: deriving its key would stop everything else for seconds. */
export function composeBackups(
  { backups, dataDir }: Config,
  { settings, hold }: Folder,
): ScheduledBackups | null {
  if (backups === null) return null
  const { dir, passphraseFile, keep, withMedia } = backups
  /** A stop waits for it to remove what it has begun: in a container nothing outlives the server. */
  const nightpost = async (stopping: AbortSignal, ...args: string[]) => {
    const program = [programFile('cli/nightpost'), ...args, '--passphrase-file', passphraseFile]
    stopping.throwIfAborted()
    const running = run(process.execPath, program)
    const stop = () => void running.child.kill()
    stopping.addEventListener('abort', stop)
    await running.finally(() => stopping.removeEventListener('abort', stop))
  }
  return createScheduledBackups({
    folderId: hold.folderId,
    keep,
    settings,
    clock,
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
        await nightpost(stopping, 'backup', join(dir, name), '--data-dir', dataDir, ...media)
      },
      check: (name, stopping) => nightpost(stopping, 'backup', '--check', join(dir, name)),
      remove: (name) => rm(join(dir, name), { force: true }).catch(failedThere),
    },
  })
}

/** In words only: a code would be taken for trouble of the data folder, which may be on another disk. */
function failedThere(error: unknown): never {
  throw new Error(error instanceof Error ? error.message : String(error))
}

const IS_THERE = new Set(['EEXIST'])
