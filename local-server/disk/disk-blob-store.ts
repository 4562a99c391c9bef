// Blobs as files: `<dir>/uploads/<key>`, and `<dir>/staging/<uuid>` for what no record names yet. Both usually lie on one file
// system, so keeping is a rename. After a crash a file is either staged or whole under its key.
import { randomUUID } from 'node:crypto'
import { constants, readdirSync, realpathSync } from 'node:fs'
import { link, lstat, mkdir, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isBlobKey } from '../../core/features/media/blob-key.ts'
import type { OpenBlob, SweepableBlobStore } from '../../core/ports/media/blob-store.ts'
import {
  hasCode,
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from './private-folder.ts'
import { makeOwnFolder } from './own-folder.ts'
import { isOfLiveBackup, stagingPath } from './staging-folder.ts'
import { toStorageRefusal } from './storage-causes.ts'

export interface DiskBlobStore extends SweepableBlobStore {
  /** The folder into which the upload intake and the media process write. */
  readonly stagingDir: string
}

const CHUNK = 256 * 1024
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
/** Zero where the system has no such flag (Windows); there the real path of the folder is the whole check. */
const READ_NO_LINKS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

export function createDiskBlobStore(dir: string): DiskBlobStore {
  makePrivateFolder(dir)
  const [uploads, staging] = [makeOwnFolder(dir, 'uploads'), makeOwnFolder(dir, 'staging')]
  const [root, stagingDir] = [realpathSync(uploads), realpathSync(staging)]
  // What is there before the first request comes from an earlier process. No times are compared: a clock may be wrong.
  const stagedBefore = readdirSync(stagingDir)
  const keptHere = new Set<string>()
  return {
    stagingDir,
    async keep(stagingKey, key) {
      keptHere.add(key)
      await keepBlob(root, stagingPath(stagingDir, stagingKey), key)
    },
    stageKept: (key) => stageKept(root, stagingDir, key),
    discard: (stagingKey) => rm(stagingPath(stagingDir, stagingKey), { force: true }).catch(() => {}),
    open: (key) => openBlob(root, key),
    remove: (key) => removeBlob(root, key),
    keys: () => keysBelow(root, keptHere),
    sweepStaging: () => sweepBlobs(stagingDir, stagedBefore),
  }
}

async function keepBlob(root: string, staged: string, key: string): Promise<void> {
  if (!isBlobKey(key)) throw new Error('not a blob key')
  const folder = dirname(join(root, key))
  try {
    const created = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const target = await pathOf(root, key)
    // Almost free when the intake has flushed the bytes, so we need not remember whether it did.
    await syncFile(staged)
    await moveWhole(staged, target)
    await syncFolder(folder)
    if (created !== undefined) await syncParents(folder, root)
  } catch (error) {
    throw toStorageRefusal(error, 'PROCESSING_FAILED')
  }
}

const OTHER_DISK: ReadonlySet<unknown> = new Set(['EXDEV'])

/** A large library may be on a disk of its own, behind a link: a rename cannot cross over, so a copy gets the name. */
async function moveWhole(staged: string, target: string): Promise<void> {
  try {
    await rename(staged, target)
  } catch (error) {
    if (!hasCode(error, OTHER_DISK)) throw error
    const copy = `${target}.new`
    await rm(copy, { force: true })
    try {
      await stageCopy(staged, copy)
      await syncFile(copy)
      await rename(copy, target)
    } catch (refusal) {
      // A partial copy would keep a full disk full.
      await rm(copy, { force: true }).catch(() => {})
      throw refusal
    }
    await rm(staged, { force: true })
  }
}

/** A new folder is an entry in its parent, and so on up to the root. */
async function syncParents(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root; path = dirname(path)) await syncFolder(dirname(path))
}

/**
 * A hard link costs nothing; where a file system has none (exFAT), a copy does. Programs open it by its name, and would follow a
 * symbolic link.
 */
async function stageKept(root: string, stagingDir: string, key: string): Promise<string | null> {
  if (!isBlobKey(key)) return null
  const stagingKey = randomUUID()
  const staged = stagingPath(stagingDir, stagingKey)
  try {
    const path = await pathOf(root, key)
    await link(path, staged).catch(() => stageCopy(path, staged))
    if ((await lstat(staged)).isFile()) return stagingKey
    await rm(staged)
    return null
  } catch (error) {
    await rm(staged, { force: true })
    if (hasCode(error, MISSING)) return null
    throw toStorageRefusal(error, 'PROCESSING_FAILED')
  }
}

async function stageCopy(path: string, copy: string): Promise<void> {
  await using from = await open(path, READ_NO_LINKS)
  await using to = await open(copy, 'wx', PRIVATE_FILE)
  await pipeline(from.createReadStream(), to.createWriteStream())
}

async function openBlob(root: string, key: string): Promise<OpenBlob | null> {
  if (!isBlobKey(key)) return null
  let handle: FileHandle | undefined
  try {
    const path = await pathOf(root, key)
    handle = await open(path, READ_NO_LINKS)
    const info = await handle.stat()
    if (!info.isFile()) return null
    return {
      size: info.size,
      stream: (range) =>
        streamFile(() => open(path, READ_NO_LINKS), range ?? { start: 0, end: info.size - 1 }),
    }
  } catch (error) {
    if (hasCode(error, MISSING)) return null
    throw toStorageRefusal(error, 'PROCESSING_FAILED')
  } finally {
    await handle?.close()
  }
}

async function removeBlob(root: string, key: string): Promise<void> {
  if (!isBlobKey(key)) throw new Error('not a blob key')
  try {
    const path = await pathOf(root, key)
    await rm(path, { force: true })
    await syncFolder(dirname(path))
  } catch (error) {
    if (!hasCode(error, MISSING)) throw error
  }
}

/** The one place where a key becomes a path. A link anywhere between the root and the file makes it refuse. */
async function pathOf(root: string, key: string): Promise<string> {
  const path = join(root, key)
  const folder = await realpath(dirname(path))
  if (folder === dirname(path)) return path
  throw Object.assign(new Error('a folder of the blob store is a link'), { code: 'ELOOP' })
}

async function* keysBelow(root: string, except: ReadonlySet<string>): AsyncGenerator<string> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const key = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (isBlobKey(key) && !except.has(key)) yield key
  }
}

async function sweepBlobs(stagingDir: string, names: readonly string[]): Promise<void> {
  const failures: unknown[] = []
  for (const name of names.filter((each) => !isOfLiveBackup(each))) {
    const path = join(stagingDir, name)
    await rm(path, { recursive: true, force: true }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Streams an inclusive byte range of a file. The file is opened at the first read and closed at the end, on an error and on
 * cancel, so a stream that is not read holds nothing open.
 */
export function streamFile(
  openFile: () => Promise<FileHandle>,
  range: { start: number; end: number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let handle: FileHandle | undefined
  let position = range.start
  const close = async () => {
    const closing = handle
    handle = undefined
    await closing?.close()
  }
  const readNext = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const length = Math.min(CHUNK, range.end - position + 1)
    handle ??= await openFile()
    const { bytesRead, buffer } = await handle.read(new Uint8Array(length), 0, length, position)
    if (bytesRead === 0) throw new Error('the file is shorter than it was')
    position += bytesRead
    return bytesRead === length ? buffer : buffer.subarray(0, bytesRead)
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          if (position <= range.end) controller.enqueue(await readNext())
          // At once, not at the next read: a reader that counts its bytes never asks again.
          if (position > range.end) {
            await close()
            controller.close()
          }
        } catch (error) {
          await close()
          throw error
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
