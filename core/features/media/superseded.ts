// Renderings that a newer one has replaced. A publication that is under way still names the old one, so it stays readable
// for a while; after a restart the clean-up removes what is left.
import type { BlobStore } from '../../ports/media/blob-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import { HOUR } from '../../time.ts'

/** The platform gets the files within minutes of a claim; a post that waits longer is claimed again, with the newest. */
const STAYS = 2 * HOUR

export interface Superseded {
  /** Remembers the rendering that a record is about to lose, and removes those whose time is over. */
  add(record: MediaRecord): Promise<void>
  /** The blob key that was public under this name, or null. */
  find(publicKey: string): string | null
  /** Removes everything that the media file has left behind. */
  removeOf(mediaId: string): Promise<void>
}

interface Left {
  readonly mediaId: string
  readonly blobKey: string
  /** Monotonic time. */
  readonly until: number
}

export function createSuperseded({ blobs, clock }: { blobs: BlobStore; clock: Clock }): Superseded {
  const left = new Map<string, Left>()
  /** Never rejects: the record already has its new rendering. A removal that fails is tried again with the next, or at a start. */
  const removeWhere = async (isDue: (rendering: Left) => boolean) => {
    const due = [...left].filter(([, rendering]) => isDue(rendering))
    await Promise.allSettled(
      due.map(async ([publicKey, { blobKey }]) => {
        await blobs.remove(blobKey)
        left.delete(publicKey)
      }),
    )
  }
  return {
    async add({ id, processedPath, processedPublicKey }) {
      const now = clock.monotonic()
      if (processedPath !== null && processedPublicKey !== null)
        left.set(processedPublicKey, { mediaId: id, blobKey: processedPath, until: now + STAYS })
      await removeWhere(({ until }) => until <= now)
    },
    find: (publicKey) => left.get(publicKey)?.blobKey ?? null,
    removeOf: (mediaId) => removeWhere((rendering) => rendering.mediaId === mediaId),
  }
}
