import type { OpenBlob } from '../../core/ports/media/blob-store.ts'
import type { MediaObjects, ObjectFacts } from '../../core/ports/cloud/media-objects.ts'

export function createR2MediaObjects(bucket: R2Bucket): MediaObjects {
  return {
    async facts(key) {
      const object = await bucket.head(key)
      return object && factsOf(object)
    },
    async open(key, range) {
      const part = range && { range: { offset: range.start, length: range.end - range.start + 1 } }
      const object = await bucket.get(key, part)
      return object && { ...factsOf(object), body: object.body }
    },
    remove: (keys) => bucket.delete([...keys]),
  }
}

/** For an upload: its length is given in advance, which only a stream of known length can do here. */
export async function openMedia(bucket: R2Bucket, key: string): Promise<OpenBlob | null> {
  const found = await bucket.head(key)
  if (found === null) return null
  const { size } = found
  return {
    size,
    stream(range = { start: 0, end: size - 1 }) {
      const length = range.end - range.start + 1
      const { readable, writable } = new FixedLengthStream(length)
      // Errors on the way reach the reader.
      pour(bucket, key, { offset: range.start, length }, writable).catch(() => {})
      return readable as ReadableStream<Uint8Array<ArrayBuffer>>
    },
  }
}

async function pour(bucket: R2Bucket, key: string, range: R2Range, into: WritableStream): Promise<void> {
  const object = await bucket.get(key, { range })
  if (object) return object.body.pipeTo(into)
  await into.abort(new Error('the object is gone'))
}

function factsOf({ size, httpMetadata, httpEtag }: R2Object): ObjectFacts {
  return { size, contentType: httpMetadata?.contentType ?? null, etag: httpEtag }
}
