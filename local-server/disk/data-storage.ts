import { open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../core/ports/clock.ts'
import type { DataStorage, StorageTrouble } from '../../core/ports/data-storage.ts'
import { SECOND } from '../../core/time.ts'

/** Anybody may ask how we are: a disk in trouble must not be kept busy by that. */
const ASKED_AGAIN_AFTER = 5 * SECOND
/** More than a file system keeps in the entry of a file. */
const PROBE_BYTES = 64 * 1024

const TROUBLES: Readonly<Record<string, StorageTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  SQLITE_FULL: 'full',
  EROFS: 'unwritable',
  EACCES: 'unwritable',
  EPERM: 'unwritable',
  SQLITE_READONLY: 'unwritable',
  SQLITE_CANTOPEN: 'unwritable',
  EIO: 'failing',
  SQLITE_IOERR: 'failing',
}

export function createDataStorage(dataDir: string, clock: Clock): DataStorage {
  let last: { readonly at: number; readonly found: Promise<StorageTrouble | null> } | null = null
  return {
    troubleIn,
    async freeBytes() {
      const disk = await statfs(dataDir).catch(() => null)
      return disk && disk.bavail * disk.bsize
    },
    probe() {
      const now = clock.monotonic()
      if (last === null || now - last.at >= ASKED_AGAIN_AFTER)
        last = { at: now, found: probeFolders(dataDir) }
      return last.found
    },
  }
}

async function probeFolders(dataDir: string): Promise<StorageTrouble | null> {
  try {
    const uploads = join(dataDir, 'uploads')
    const folders = [dataDir, join(dataDir, 'staging'), uploads, ...(await foldersIn(uploads))]
    for (const folder of folders) await writeAndRemove(folder)
    return null
  } catch (error) {
    return troubleIn(error) ?? 'failing'
  }
}

/** Links are passed over: what they lead to is not ours. */
async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name))
}

async function writeAndRemove(folder: string): Promise<void> {
  // Always the same name: what a kill leaves behind, the next look removes.
  const file = join(folder, '.probe')
  await rm(file, { force: true })
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(new Uint8Array(PROBE_BYTES))
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}

function troubleIn(error: unknown): StorageTrouble | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  // SQLite's extended codes begin with the plain one: SQLITE_IOERR_WRITE.
  const known = TROUBLES[code] ?? TROUBLES[code.split('_').slice(0, 2).join('_')]
  return known ?? troubleIn(error.cause)
}
