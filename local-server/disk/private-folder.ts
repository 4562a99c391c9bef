// Folders and files that only the user may read, under any umask.
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** Creates the folder and its missing parents, and repairs a loose mode. */
export function makePrivateFolder(path: string): void {
  makeMissingFolders(path)
  chmodSync(path, PRIVATE_FOLDER)
}

/** Not by Node's own way to make parents, too, which never ends below /proc: nothing can be made there, and it says "missing". */
export function makeMissingFolders(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  // A root that is missing has itself above it.
  if (parent !== path && !existsSync(parent)) makeMissingFolders(parent)
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER })
  } catch (error) {
    // Somebody else has made it at this moment.
    if (!isFolder(path)) throw error
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Repairs the mode of a file, or of a folder and everything below. Links are left alone: their targets are not the server's.
 */
export function closeToOthers(path: string): void {
  if (process.platform === 'win32') return
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (!info?.isFile() && !info?.isDirectory()) return
  const mode = info.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE
  // Checked first: rewriting an unchanged mode would look like a change to every backup.
  if ((info.mode & 0o777) !== mode) chmodSync(path, mode)
  if (info.isDirectory()) for (const name of readdirSync(path)) closeToOthers(join(path, name))
}

/** Makes renames, creations and removals inside the folder survive a power cut, where its file system flushes folders. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for flushing; NTFS journals its own entries.
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    if (!hasCode(error, NOT_FOR_FOLDERS)) throw error
  } finally {
    await handle.close()
  }
}

/** What file systems answer that flush files only, such as that of the folders which VirtualBox shares. */
export const NOT_FOR_FOLDERS: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP'])

/** Makes the bytes of the file survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** True when a file system call failed with one of these codes (`ENOENT`, …). */
export function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}
