// Finds copies of a file. Pictures are compared as they are stored: the same upload always becomes the same JPEG.
import type { BlobStore } from '../../ports/media/blob-store.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'

/** The oldest file that has the same content byte by byte; null when there is none. */
export async function findTwin(
  {
    media,
    blobs,
  }: {
    readonly media: Pick<MediaStore, 'listOfSize'>
    readonly blobs: Pick<BlobStore, 'open'>
  },
  record: MediaRecord,
): Promise<MediaRecord | null> {
  for (const other of await media.listOfSize(record.kind, record.fileSize)) {
    // Oldest first: the others came later, also within the same millisecond.
    if (other.id === record.id || other.createdAt > record.createdAt) return null
    const opened = [await blobs.open(record.storagePath), await blobs.open(other.storagePath)]
    const readers = opened.map((blob) => blob?.stream().getReader())
    try {
      const [one, two] = readers
      if (one && two && (await areSame(one, two))) return other
    } finally {
      for (const reader of readers) await reader?.cancel()
    }
  }
  return null
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** Reads side by side, in pieces of any length, and stops at the first difference. */
async function areSame(one: Reader, two: Reader): Promise<boolean> {
  let [left, right] = [await nextPiece(one), await nextPiece(two)]
  while (left !== null && right !== null) {
    const length = Math.min(left.length, right.length)
    for (let at = 0; at < length; at += 1) if (left[at] !== right[at]) return false
    left = left.length > length ? left.subarray(length) : await nextPiece(one)
    right = right.length > length ? right.subarray(length) : await nextPiece(two)
  }
  return left === right
}

async function nextPiece(reader: Reader): Promise<Uint8Array | null> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return null
    if (value.length > 0) return value
  }
}
