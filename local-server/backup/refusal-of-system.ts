// Why the system refuses a backup or a restore, in words that help.
import type { StorageTrouble } from '../../core/ports/data-storage.ts'
import { hasCode } from '../disk/private-folder.ts'
import { readCause } from '../disk/storage-causes.ts'
import { StartFailure } from '../terminal/start-failure.ts'

/** True when the disk or the database refuses: ENOSPC, SQLITE_FULL; some refusals have no name. */
export function isRefusalOfSystem(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(E[A-Z0-9]+|SQLITE_\w+|Unknown system error -\d+)$/.test(String(error.code))
  )
}

/** `what` has failed. */
export function refusalInWords(what: string, error: Error): StartFailure {
  return new StartFailure(`${what} failed: ${error.message}.`, `Nothing was changed. ${helpFor(error)}`)
}

/** The folder of the backup may be anywhere, so the advice for the data folder does not fit. */
const HELP: Partial<Record<StorageTrouble, string>> = {
  full: 'Free some space or choose another place, and try again.',
  quota: 'Delete files of yours or choose another place, and try again.',
  fileSize: 'Raise the limit (ulimit -f) or choose another place, and try again.',
  readOnly: 'Make it writable or choose another place, and try again.',
  unwritable: 'Make it writable for you or choose another place, and try again.',
  missing: 'Connect the disk again or choose another place, and try again.',
  openFiles: 'Raise the limit of open files (ulimit -n), and try again.',
  openFilesOfSystem: 'Close other programs, and try again.',
  locked: 'Another program holds the database of the data folder. Close that program, and try again.',
  failing: 'The disk reports errors: check it, or choose another place, and try again.',
  damaged: 'The database of the data folder is damaged. Stop Nightpost, and restore an earlier backup.',
}

function helpFor(error: Error): string {
  if (hasCode(error, MISSING))
    return 'Create the missing folder or connect its disk, or choose another place, and try again.'
  if (hasCode(error, NO_FOLDER)) return 'A part of this path is a file: choose another place, and try again.'
  const cause = readCause(error)
  return (cause && HELP[cause.trouble]) ?? 'Choose another place, and try again.'
}

const MISSING = new Set(['ENOENT'])
/** Making a folder below a file says that it exists. */
const NO_FOLDER = new Set(['ENOTDIR', 'EEXIST'])
