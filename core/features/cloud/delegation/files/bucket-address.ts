// A public address for a file of this computer: its bytes are uploaded to the bucket, under an unguessable name.
import type { Bucket, BucketObjects } from '../../../../ports/cloud/bucket.ts'
import type { OpenBlob } from '../../../../ports/media/blob-store.ts'
import type { MediaStore } from '../../../../ports/media/media-store.ts'
import type { Clock } from '../../../../ports/clock.ts'
import type { KeyedMutex } from '../../../../keyed-mutex.ts'
import { CodedError } from '../../../../coded-error.ts'
import type { PayloadItem } from '../../../../rules/publication/publication.ts'
import { DAY, HOUR, type Duration, type Instant } from '../../../../time.ts'
import type { MediaBucket } from '../../connection/connection.ts'
import { objectKeyOf } from '../../../media/blob-key.ts'
import { FILE_GONE } from '../../../../rules/content/lost-files.ts'

export interface BucketAddressDeps {
  readonly objects: BucketObjects
  readonly media: MediaStore
  /** One thing at a time is done with an object. */
  readonly mutex: KeyedMutex
  readonly clock: Clock
  mediaBucket(): Promise<MediaBucket | null>
  /** The bytes of a media file, or null when they are gone. */
  openMedia(blobKey: string): Promise<OpenBlob | null>
}

/** The platform fetches it within minutes; counted from the last request for the address. */
const STAYS: Duration = DAY
/** It is uploaded again this long before it expires. */
const REUSED_FOR: Duration = STAYS - HOUR
const MOST_REMEMBERED = 500

/**
 * Null when no bucket is set up. Rejects with CodedError CLOUD_ERROR when the upload failed for now, and with
 * MEDIA_INVALID when the file is gone. `isAskedAgain`: somebody else may have removed the object.
 */
export type BucketAddress = (item: PayloadItem, isAskedAgain?: boolean) => Promise<string | null>

interface Put {
  readonly key: string
  readonly publicUrl: string
  /** When it was last asked for. */
  readonly at: Instant
}

export function createBucketAddress(deps: BucketAddressDeps): BucketAddress {
  const { objects, clock } = deps
  /** By blob key, in the order of use. A file is uploaded once, even for concurrent requests. */
  const put = new Map<string, Promise<Put>>()
  return async (item, isAskedAgain = false) => {
    const found = await deps.mediaBucket()
    if (!found) return null
    const { blobKey } = item
    const before = put.get(blobKey)
    const putting = (async () => {
      const now = clock.now()
      const known = await before?.catch(() => null)
      return deps.mutex.runExclusive(objectKeyOf(item.publicKey), async () => {
        if (!known || !isUsable(known, found.publicUrl, now)) return putFile(deps, item, found)
        if (isAskedAgain && !(await isThere(found.bucket, known.key))) return putFile(deps, item, found)
        await objects.expire([known.key], now + STAYS)
        return { ...known, at: now }
      })
    })()
    remember(put, blobKey, putting)
    const { key, publicUrl } = await putting
    return `${publicUrl}/${key}`
  }
}

function isUsable({ publicUrl, at }: Put, base: string, now: Instant): boolean {
  return publicUrl === base && at <= now && now - at < REUSED_FOR
}

/** Credentials that may only write are refused: then it is put there once more. */
async function isThere(bucket: Pick<Bucket, 'open'>, key: string): Promise<boolean> {
  const bytes = await bucket.open(key).catch(() => null)
  await bytes?.cancel()
  return bytes !== null
}

async function putFile(
  { objects, openMedia, media, clock }: BucketAddressDeps,
  { blobKey, publicKey, mediaFileId, kind }: PayloadItem,
  { bucket, publicUrl }: MediaBucket,
): Promise<Put> {
  const bytes = await openMedia(blobKey)
  if (!bytes) throw new CodedError('MEDIA_INVALID', FILE_GONE)
  const key = objectKeyOf(publicKey)
  const at = clock.now()
  // Recorded with its expiry, so that it is removed even after a crash.
  await objects.note(key, at)
  await objects.expire([key], at + STAYS)
  await bucket.put(key, bytes, await typeOf(media, { mediaFileId, blobKey, kind }))
  return { key, publicUrl, at }
}

async function typeOf(
  media: MediaStore,
  { mediaFileId, blobKey, kind }: Pick<PayloadItem, 'mediaFileId' | 'blobKey' | 'kind'>,
): Promise<string> {
  const record = await media.get(mediaFileId)
  const processed = record?.processedPath === blobKey ? record.processedFacts?.mimeType : undefined
  if (processed !== undefined) return processed
  if (record?.storagePath === blobKey) return record.mimeType
  return kind === 'image' ? 'image/jpeg' : 'video/mp4'
}

function remember(put: Map<string, Promise<Put>>, blobKey: string, putting: Promise<Put>): void {
  put.delete(blobKey)
  put.set(blobKey, putting)
  putting.catch(() => put.get(blobKey) === putting && put.delete(blobKey))
  const [oldest] = put.keys()
  if (put.size > MOST_REMEMBERED && oldest !== undefined) put.delete(oldest)
}
