// Cleans up after a crash, at start: bytes that no record names, and everything staged. Uploads may arrive meanwhile; the
// store keeps them apart from what was there before.
import type { SweepableBlobStore } from '../ports/media/blob-store.ts'
import type { MediaStore } from '../ports/media/media-store.ts'
import { MEDIA_FOLDER } from './blob-key.ts'

/** A crash orphans the files of a few uploads. More than this beside fewer records means that the records were lost. */
const PLAUSIBLE_ORPHANS = 100

export interface SweepResult {
  readonly removed: number
  /** Orphans that were left alone because they were too many for a crash. */
  readonly left: number
}

export async function sweepMedia({
  media,
  blobs,
}: {
  media: MediaStore
  blobs: SweepableBlobStore
}): Promise<SweepResult> {
  await blobs.sweepStaging()
  const named = await media.storedKeys()
  const orphans: string[] = []
  for await (const key of blobs.keys()) {
    if (key.startsWith(MEDIA_FOLDER) && !named.has(key)) orphans.push(key)
  }
  if (orphans.length > Math.max(PLAUSIBLE_ORPHANS, named.size)) return { removed: 0, left: orphans.length }
  for (const key of orphans) await blobs.remove(key)
  return { removed: orphans.length, left: 0 }
}
