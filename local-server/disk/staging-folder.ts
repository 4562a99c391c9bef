// Names in the staging folder. A staging key is a UUID made here, so it can only be a file name; the work of a backup has the id of its
// process, because a start must leave it alone.
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, PRIVATE_FILE } from './private-folder.ts'

const STAGING_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function stagingPath(folder: string, stagingKey: string): string {
  if (!STAGING_KEY.test(stagingKey)) throw new Error('not a staging key')
  return join(folder, stagingKey)
}

export interface StagingFile {
  readonly stagingKey: string
  readonly path: string
  /** Open for writing; the caller closes it. */
  readonly handle: FileHandle
}

/** A new empty file that only the user can read, for us or for a program that writes by path. */
export async function createStagingFile(folder: string): Promise<StagingFile> {
  const stagingKey = randomUUID()
  const path = stagingPath(folder, stagingKey)
  const handle = await open(path, 'wx', PRIVATE_FILE)
  try {
    await handle.chmod(PRIVATE_FILE)
  } catch (error) {
    await handle.close()
    throw error
  }
  return { stagingKey, path, handle }
}

/** How `mkdtemp` begins the name of a backup's work. */
export const BACKUP_WORK = `backup-${process.pid}_`

/** After a kill, another process may have got the id: what is left then goes at a later start. */
export function isOfLiveBackup(name: string): boolean {
  const [, pid] = /^backup-(\d+)_/.exec(name) ?? []
  if (pid === undefined) return false
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return !hasCode(error, NO_SUCH_PROCESS)
  }
}

const NO_SUCH_PROCESS = new Set(['ESRCH'])
