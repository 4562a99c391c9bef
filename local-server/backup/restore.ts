import { existsSync, mkdirSync, readdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeMissingFolders, makePrivateFolder, PRIVATE_FOLDER, syncFolder } from '../disk/private-folder.ts'
import { requireNoDanglingLink } from '../disk/dangling-link.ts'
import { dataDirFlag } from '../terminal/called-as.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { readArchive, writeAll, type ReadContents, type Sink } from './archive.ts'
import { newUnfinishedRestore } from './unfinished-restores.ts'

export interface RestoreOptions {
  readonly file: string
  readonly dataDir: string
  readonly passphrase: string
  /** When it is aborted, nothing is left behind; the process has to end then. */
  readonly stopping?: AbortSignal
}

/**
 * Makes a data folder from a backup, all or nothing: it has another name until everything was read. An existing folder must be
 * empty, but for an empty inbox, and replaceable. The first start finds no record of where the folder was and holds its posts
 * until the user confirms.
 */
export async function restore(options: RestoreOptions): Promise<ReadContents> {
  requireNoDanglingLink(options.dataDir)
  const isThere = existsSync(options.dataDir)
  // A link stays, and what it leads to is replaced.
  const dataDir = isThere ? realpathSync(options.dataDir) : options.dataDir
  const hadInbox = isThere && removeEmptyInbox(dataDir)
  try {
    return await restoreTo(dataDir, isThere, options)
  } finally {
    if (hadInbox && existsSync(dataDir)) mkdirSync(join(dataDir, INBOX), { mode: PRIVATE_FOLDER })
  }
}

/** The image of a container makes one, so that a folder can be mounted there. False where something else is there, too. */
function removeEmptyInbox(dataDir: string): boolean {
  const inbox = join(dataDir, INBOX)
  if (readdirSync(dataDir).join('/') !== INBOX) return false
  try {
    rmdirSync(inbox)
    return true
  } catch {
    // There is something in it, or a folder is mounted there: what that is in cannot be replaced.
    return false
  }
}

const INBOX = 'inbox'

async function restoreTo(
  dataDir: string,
  isThere: boolean,
  { file, passphrase, stopping }: RestoreOptions,
): Promise<ReadContents> {
  if (isThere && readdirSync(dataDir).length > 0)
    throw new StartFailure(
      `There is something in ${dataDir} already; nothing was changed.`,
      'Name a new folder with --data-dir DIR, or move the other one away.',
    )
  const parent = dirname(dataDir)
  makeMissingFolders(parent)
  const unfinished = newUnfinishedRestore(dataDir)
  // What is in it is not encrypted any more.
  const removeUnfinished = () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 3 })
  if (isThere) await tryToReplace(dataDir, unfinished)
  stopping?.addEventListener('abort', removeUnfinished)
  try {
    makePrivateFolder(unfinished)
    const contents = await readArchive(file, passphrase, async (name) => {
      stopping?.throwIfAborted()
      return receiveFile(unfinished, name)
    })
    if (existsSync(dataDir)) await rmdir(dataDir)
    await rename(unfinished, dataDir)
    await syncFolder(parent)
    return contents
  } finally {
    stopping?.removeEventListener('abort', removeUnfinished)
    removeUnfinished()
  }
}

/** A mount point, or on Windows a folder in use, cannot be replaced: better reported before reading, which may take an hour. */
async function tryToReplace(dataDir: string, other: string): Promise<void> {
  const elsewhere = `Name a new folder in it: ${dataDirFlag(join(dataDir, 'nightpost'))}`
  const failed = (error: unknown, whatToDo: string) =>
    new StartFailure(
      `The folder ${dataDir} cannot be replaced: ${error instanceof Error ? error.message : String(error)}.`,
      whatToDo,
    )
  await rename(dataDir, other).catch((error: unknown) => {
    throw failed(error, `Nothing was changed. ${elsewhere}`)
  })
  await rename(other, dataDir).catch((error: unknown) => {
    throw failed(
      error,
      `It was empty and is called ${other} now. Rename it, or name another one with --data-dir DIR.`,
    )
  })
}

async function receiveFile(folder: string, name: string): Promise<Sink> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
  const handle = await open(path, 'wx', 0o600)
  return {
    write: (chunk) => writeAll(handle, chunk),
    async close() {
      await handle.sync()
      await handle.close()
      await syncFolder(dirname(path))
    },
  }
}
