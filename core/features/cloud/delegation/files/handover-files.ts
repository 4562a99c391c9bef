// The files of hand-overs: uploaded from here to the bucket, fetched back from it, and removed there once they expire.
import { CodedError } from '../../../../coded-error.ts'
import { publishedFile } from '../../../../rules/content/published-file.ts'
import type { Bucket } from '../../../../ports/cloud/bucket.ts'
import type { HandoverFile } from '../../../../ports/cloud/handover-store.ts'
import type { Log } from '../../../../ports/log.ts'
import type { MediaRecord } from '../../../../ports/media/media-store.ts'
import type { PostRecord } from '../../../../ports/posts/post-store.ts'
import { mediaIdsOf } from '../../../../engine/publishing/stored.ts'
import { safeSentence, type SafeText } from '../../../../redact.ts'
import type { JobEnvelope } from '../../../../engine/worker/protocol.ts'
import { DAY } from '../../../../time.ts'
import type { BucketAddressDeps } from './bucket-address.ts'

export interface HandoverFilesDeps extends BucketAddressDeps {
  readonly log: Log
  /** Stores a file of the bucket here again, under the id that it had. Rejects when it cannot be published. */
  restoreMedia(
    file: { readonly id: string; readonly key: string },
    bytes: ReadableStream<Uint8Array>,
  ): Promise<MediaRecord>
}

export function createHandoverFiles(deps: HandoverFilesDeps) {
  const { objects, media, clock, openMedia } = deps
  return {
    /** The post's media files, then its cover; without those that are gone. */
    mediaOf: (post: PostRecord) => media.getMany(mediaIdsOf(post)),
    /** Whether the post could be published from here. */
    async areHere(post: PostRecord): Promise<boolean> {
      const here = new Set<string | null>((await media.getMany(mediaIdsOf(post))).map(({ id }) => id))
      return [...post.mediaFileIds, ...mediaIdsOf(post)].every((id) => here.has(id))
    },
    /**
     * As it is now: it may have been cropped again since the hand-over was recorded. Resolves with the version that was sent; null
     * when the file is gone. Rejects with CodedError CLOUD_ERROR.
     */
    async upload(bucket: Bucket, file: HandoverFile): Promise<HandoverFile | null> {
      const record = await media.get(file.mediaFileId)
      if (!record) return null
      const { blobKey, publicKey, mimeType } = publishedFile(record)
      const bytes = await openMedia(blobKey)
      if (!bytes) return null
      await bucket.put(file.key, bytes, mimeType)
      return { ...file, blobKey, publicKey, mimeType }
    },
    /** Call before the upload of what no hand-over has recorded yet: it is removed in a day, unless one does. */
    async noteForNow(key: string): Promise<void> {
      const now = clock.now()
      await objects.note(key, now)
      await objects.expire([key], now + DAY)
    },
    fetch: (bucket: Bucket, item: Item) => fetchFile(deps, bucket, item),
    removeExpired: () => cleanBucket(deps),
  }
}

export type HandoverFiles = ReturnType<typeof createHandoverFiles>

type Item = JobEnvelope['payload']['items'][number]

/** Downloads its bytes while the bucket has them; without them the post is still published by the Worker. */
async function fetchFile(
  { media, restoreMedia, log }: HandoverFilesDeps,
  bucket: Bucket,
  { mediaFileId, kind, publicKey: key }: Item,
): Promise<HandoverFile> {
  const mimeType = kind === 'image' ? 'image/jpeg' : 'video/mp4'
  const lost = { mediaFileId, kind, mimeType, key, uploaded: true }
  try {
    const known = await media.get(mediaFileId)
    const bytes = known ? null : await bucket.open(key)
    const record = known ?? (bytes && (await restoreMedia({ id: mediaFileId, key }, bytes)))
    if (record) {
      const { blobKey, publicKey, mimeType: stored } = publishedFile(record)
      return { ...lost, blobKey, publicKey, mimeType: stored }
    }
  } catch (error) {
    log.warn('a file of a post could not be fetched from the bucket', { mediaFileId, error })
  }
  return { ...lost, blobKey: '', publicKey: '' }
}

type ExpiredObjects = Pick<HandoverFilesDeps, 'objects' | 'mediaBucket' | 'mutex' | 'clock' | 'log'>

/** So many refusals say that the bucket itself is out of reach. */
const MOST_REFUSALS = 5

/** Removes expired objects from the bucket. What is refused is tried again, after the others. */
export async function cleanBucket(deps: ExpiredObjects): Promise<void> {
  const { objects, mediaBucket, mutex, clock, log } = deps
  const due = await objects.due(clock.now())
  const found = due.length > 0 ? await mediaBucket() : null
  if (!found) return
  const reasons: SafeText[] = []
  for (const key of due) {
    if (reasons.length >= MOST_REFUSALS) break
    await mutex.runExclusive(key, async () => {
      // It may have been uploaded again meanwhile.
      if (!(await objects.due(clock.now())).includes(key)) return
      try {
        await found.bucket.remove(key)
        await objects.forget(key)
      } catch (error) {
        if (!(error instanceof CodedError)) throw error
        reasons.push(safeSentence(error.message))
        await objects.expire([key], clock.now())
      }
    })
  }
  const [reason] = reasons
  if (reason) log.warn('files could not be removed from the bucket', { files: reasons.length, reason })
}
