// Which bytes of a media record are published: the rendered version where there is one, otherwise the stored file.
import type { MediaRecord } from '../ports/media/media-store.ts'
import type { MediaFacts } from './fit/check-fit.ts'

export interface PublishedFile {
  /** In the blob store. */
  readonly blobKey: string
  /** On the open `/media/` route. */
  readonly publicKey: string
  readonly mimeType: string
  readonly facts: MediaFacts
}

export function publishedFile(record: MediaRecord): PublishedFile {
  const { processedPath, processedPublicKey, processedFacts, kind } = record
  if (processedPath === null || processedPublicKey === null || processedFacts === null) {
    return {
      blobKey: record.storagePath,
      publicKey: record.publicKey,
      mimeType: record.mimeType,
      facts: record,
    }
  }
  return {
    blobKey: processedPath,
    publicKey: processedPublicKey,
    mimeType: processedFacts.mimeType,
    facts: { kind, ...processedFacts },
  }
}
