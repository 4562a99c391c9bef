// Names in the staging folder. A staging key is a UUID made here, so it can only be a file name.
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from './private-folder.ts'

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
