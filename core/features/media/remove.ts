import type { BlobStore } from '../../ports/media/blob-store.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'
import { deletedMeanwhile } from './render.ts'
import type { Superseded } from './superseded.ts'
import type { Transcodes } from './transcodes.ts'

export interface RemoveDeps {
  readonly media: Pick<MediaStore, 'remove'>
  readonly blobs: BlobStore
  readonly superseded: Superseded
  readonly transcodes: Pick<Transcodes, 'stop'>
}

/**
 * Removes a media file; null when there is none. Once the record is gone, the file counts as removed: bytes that stay, after a
 * crash or because they cannot be removed now, go at the next start.
 */
export async function removeMedia(
  { media, blobs, superseded, transcodes }: RemoveDeps,
  id: string,
): Promise<MediaRecord | null> {
  const record = await media.remove(id)
  if (record === null) return null
  transcodes.stop(id, deletedMeanwhile())
  const keys = [record.storagePath, record.thumbnailPath, record.processedPath].filter((key) => key !== null)
  await Promise.allSettled(keys.map((key) => blobs.remove(key)))
  await superseded.removeOf(id)
  return record
}
