import type { MediaFileBody } from '../api/media.ts'
import type { MediaRecord } from '../ports/media-store.ts'
import { toIso } from '../time.ts'

/** A media file as the contract shows it. `publicBase` is where the platform fetches media, or null when nowhere. */
export function mediaBody(media: MediaRecord, publicBase: string | null): MediaFileBody {
  const shown = media.processedPath ?? media.storagePath
  const thumbnail = media.thumbnailPath && `/uploads/${media.thumbnailPath}`
  return {
    id: media.id,
    originalFilename: media.originalFilename,
    storagePath: media.storagePath,
    mimeType: media.mimeType,
    fileSize: media.fileSize,
    width: media.width,
    height: media.height,
    durationSeconds: media.durationSeconds,
    aspectRatio: media.aspectRatio,
    isValid: media.isValid,
    validationErrors: media.validationErrors && JSON.stringify(media.validationErrors),
    thumbnailPath: media.thumbnailPath,
    processedPath: media.processedPath,
    createdAt: toIso(media.createdAt),
    previewUrl: `/uploads/${shown}`,
    publicUrl: publicBase && `${publicBase}/media/${media.publicKey}`,
    thumbnailUrl: thumbnail,
    thumbnailPreviewUrl: thumbnail,
  }
}
