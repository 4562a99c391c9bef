// Private empty files for programs that write by path. All of them are gone when the work fails.
import { rm } from 'node:fs/promises'
import { createStagingFile } from '../disk/staging-folder.ts'
import type { StagingFile } from '../disk/staging-folder.ts'
import { toStorageRefusal } from '../disk/storage-causes.ts'

export async function withStagingFile<T>(
  folder: string,
  work: (file: StagingFile) => Promise<T>,
): Promise<T> {
  const file = await createStagingFile(folder).catch((error: unknown) => {
    throw toStorageRefusal(error, 'PROCESSING_FAILED')
  })
  try {
    await file.handle.close()
    return await work(file)
  } catch (error) {
    await rm(file.path, { force: true })
    throw toStorageRefusal(error, 'PROCESSING_FAILED')
  }
}

/** The first file is the result, the second only helps to make it. */
export function withStagingFiles<T>(
  folder: string,
  work: (first: StagingFile, second: StagingFile) => Promise<T>,
): Promise<T> {
  return withStagingFile(folder, (first) => withStagingFile(folder, (second) => work(first, second)))
}
