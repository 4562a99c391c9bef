import { mediaKey } from '../../../core/features/media/blob-key.ts'
import type { MediaRecord, ProcessedFacts } from '../../../core/ports/media/media-store.ts'

/** A picture that fits everywhere; each call is a new one. */
export function aMediaRecord(change: Partial<MediaRecord> = {}): MediaRecord {
  const id = change.id ?? crypto.randomUUID()
  return {
    id,
    kind: 'image',
    originalFilename: 'holiday.png',
    storagePath: mediaKey(id, 'jpg'),
    mimeType: 'image/jpeg',
    fileSize: 123_456,
    width: 1080,
    height: 1350,
    durationSeconds: null,
    aspectRatio: '4:5',
    isValid: true,
    validationErrors: null,
    thumbnailPath: mediaKey(id, 'jpg', 'thumbnail'),
    processedPath: null,
    processedPublicKey: null,
    processedFacts: null,
    publicKey: `${crypto.randomUUID()}.jpg`,
    altText: null,
    placeholder: 'HBkKFYKXyIeAd4h/d4d3+Nn3hw==',
    createdAt: Date.UTC(2026, 3, 20, 14),
    container: null,
    videoCodec: null,
    audioCodec: null,
    frameRate: null,
    indexInFront: null,
    streams: null,
    ...change,
  }
}

/** A reel as phones make it. */
export function aVideoRecord(change: Partial<MediaRecord> = {}): MediaRecord {
  const id = change.id ?? crypto.randomUUID()
  return aMediaRecord({
    id,
    kind: 'video',
    originalFilename: 'clip.mp4',
    storagePath: mediaKey(id, 'mp4'),
    mimeType: 'video/mp4',
    fileSize: 12_345_678,
    width: 1080,
    height: 1920,
    durationSeconds: 12.5,
    aspectRatio: '9:16',
    publicKey: `${crypto.randomUUID()}.mp4`,
    container: 'mp4',
    videoCodec: 'avc',
    audioCodec: 'aac',
    frameRate: 29.97,
    indexInFront: true,
    ...change,
  })
}

/** Of a rendered version. */
export const SOME_FACTS: ProcessedFacts = {
  how: 'remux',
  mimeType: 'video/mp4',
  fileSize: 1234,
  width: 1080,
  height: 1920,
  durationSeconds: 12.5,
  container: 'mp4',
  videoCodec: 'avc',
  audioCodec: null,
  frameRate: 30,
  indexInFront: true,
}
