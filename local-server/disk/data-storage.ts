// Whether the data folder can store: known from probing, and from what requests and loops have met. A dying disk
// may take every write and fail to flush it, or fail for one file alone: a look commits to the database and flushes a file.
import { open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../core/ports/clock.ts'
import type { DataStorage, StorageHealth, StorageTrouble } from '../../core/ports/data-storage.ts'
import { SECOND } from '../../core/time.ts'
import { freeBytesOf } from './free-space.ts'
import { hasCode } from './private-folder.ts'
import { readCause, type StorageCause } from './storage-causes.ts'

/** Anybody may ask: that must neither keep a failing disk busy nor wear out a healthy one. */
const ASKED_AGAIN_AFTER = 5 * SECOND
/** A failure without a clear cause is probed soon, and many of them share one probe. */
const LOOKED_INTO_AFTER = SECOND
/** No healthy disk takes so long for one commit. */
const SLOW = 10 * SECOND
/** More than a file system keeps in the entry of a file. */
const PROBE_BYTES = 64 * 1024

type Kind = keyof StorageHealth
/** A new object each time the trouble is met. */
type Met = { readonly trouble: StorageTrouble } | null

export interface StorageParts {
  readonly clock: Clock
  /** A durable write to the database that changes nothing. */
  commit(): Promise<void>
  /** The file of the database still has its name, and nobody else has the folder. */
  isInPlace(): boolean
}

export interface OwnStorage extends DataStorage {
  /** The database is in its place, and no damage has been found in it since the start. */
  isSound(): boolean
}

export function createDataStorage(dataDir: string, { clock, commit, isInPlace }: StorageParts): OwnStorage {
  const standing: Record<Kind, Met> = { database: null, files: null }
  let last: { readonly at: number; readonly ended: Promise<void> } | null = null

  // A damaged database accepts most writes, so a success does not prove it sound. The next start checks all of it.
  const isDamaged = () => standing.database?.trouble === 'damaged'
  const isSound = () => isInPlace() && !isDamaged()
  // One that is out of its place refuses every write, which says nothing about the disk.
  const stand = (kind: Kind, met: Met) => {
    if (kind !== 'database' || isSound()) standing[kind] = met
  }

  /** Trouble that is met during a look is newer than what the look finds. */
  async function look(): Promise<void> {
    const before = { ...standing }
    const files = await probeFolders(dataDir, { flushAll: before.files !== null })
    const from = clock.monotonic()
    const database = await troubleOf(commit)
    const isSlow = clock.monotonic() - from > SLOW && files === null && database === null
    const found = { files, database: isSlow ? ('slow' as const) : database }
    for (const kind of ['files', 'database'] as const) {
      const trouble = found[kind]
      if (trouble !== null) stand(kind, { trouble })
      else if (standing[kind] === before[kind]) stand(kind, null)
    }
  }

  async function lookAfter(age: number): Promise<void> {
    const now = clock.monotonic()
    if (last === null || now - last.at >= age) last = { at: now, ended: look() }
    await last.ended
  }

  const ofDatabase = (database: StorageTrouble | null, files: StorageTrouble | null) =>
    isInPlace() || isDamaged() ? moreExact(database, files) : 'replaced'

  return {
    isSound,
    async freeBytes() {
      const disk = await statfs(dataDir).catch(() => null)
      return disk && freeBytesOf(disk)
    },
    async probe() {
      await lookAfter(ASKED_AGAIN_AFTER)
      const files = standing.files?.trouble ?? null
      return { database: ofDatabase(standing.database?.trouble ?? null, files), files }
    },
    note(error) {
      const met = readCause(error)
      if (met !== null) stand(met.kind, { trouble: met.trouble })
    },
    async troubleIn(error) {
      const met = readCause(error)
      if (met === null || !isVague(met)) return met?.trouble ?? null
      await lookAfter(LOOKED_INTO_AFTER)
      return ofDatabase(met.trouble, standing.files?.trouble ?? null)
    },
  }
}

async function probeFolders(
  dataDir: string,
  { flushAll }: { readonly flushAll: boolean },
): Promise<StorageTrouble | null> {
  return troubleOf(async () => {
    const uploads = join(dataDir, 'uploads')
    const folders = [dataDir, join(dataDir, 'staging'), uploads, ...(await foldersIn(uploads))]
    for (const folder of folders) await writeAndRemove(folder, flushAll || folder === dataDir)
  })
}

async function troubleOf(write: () => Promise<void>): Promise<StorageTrouble | null> {
  try {
    await write()
    return null
  } catch (error) {
    return readCause(error)?.trouble ?? (hasCode(error, MISSING) ? 'missing' : 'failing')
  }
}

const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR'])

/** Links are passed over: what they lead to is not the server's. */
async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name))
}

async function writeAndRemove(folder: string, flush: boolean): Promise<void> {
  // Always the same name: what a kill leaves behind, the next look removes.
  const file = join(folder, '.probe')
  await rm(file, { force: true })
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(new Uint8Array(PROBE_BYTES))
      if (flush) await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(file, { force: true })
  }
}

/** SQLite reports a spent quota, a limit and a broken disk alike; the file system distinguishes them. */
function isVague({ kind, trouble }: StorageCause): boolean {
  return kind === 'database' && VAGUE.has(trouble)
}

const VAGUE: ReadonlySet<StorageTrouble | null> = new Set<StorageTrouble>(['failing', 'unwritable'])

/** The database lies in the folder: what files meet there explains what it meets. */
function moreExact(database: StorageTrouble | null, files: StorageTrouble | null): StorageTrouble | null {
  return VAGUE.has(database) && files !== null ? files : database
}
