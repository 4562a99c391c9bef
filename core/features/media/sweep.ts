// Cleans up after a crash, at start: bytes that no record names, and everything staged. Uploads may arrive meanwhile; the
// store keeps them apart from what was there before.
import type { SweepableBlobStore } from '../../ports/media/blob-store.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { Log } from '../../ports/log.ts'
import type { QueueHold } from '../../ports/posts/queue-hold.ts'
import { MEDIA_FOLDER } from './blob-key.ts'

/** A crash orphans the files of a few uploads. More than this beside fewer records means that the records were lost. */
const PLAUSIBLE_ORPHANS = 100

interface SweepDeps {
  readonly media: MediaStore
  readonly blobs: SweepableBlobStore
  readonly log: Log
  readonly hold: Pick<QueueHold, 'current'>
}

/** Never rejects: no post waits for a tidy folder, and the next start finds again what cannot be removed now. */
export async function sweepMedia(deps: SweepDeps): Promise<void> {
  const { blobs, log } = deps
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  await blobs.sweepStaging().catch(note)
  const orphans = (await findOrphans(deps).catch(note)) ?? []
  for (const key of orphans) await blobs.remove(key).catch(note)
  const [error] = failures
  if (error !== undefined) log.warn('files that a crash has left could not all be removed', { error })
}

async function findOrphans({ media, blobs, log, hold }: SweepDeps): Promise<string[]> {
  // An older database knows no later uploads; until the user confirms, the newer one may be put back.
  if (hold.current() !== null) return []
  const named = await media.storedKeys()
  const orphans: string[] = []
  for await (const key of blobs.keys()) {
    if (key.startsWith(MEDIA_FOLDER) && !named.has(key)) orphans.push(key)
  }
  if (orphans.length <= Math.max(PLAUSIBLE_ORPHANS, named.size)) return orphans
  log.warn('many media files have no record; they were left alone', { files: orphans.length })
  return []
}
