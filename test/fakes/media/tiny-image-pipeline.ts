import { evenSize } from '../../../core/rules/fit/fit-shape.ts'
import type { ImagePipeline } from '../../../core/ports/media/image-pipeline.ts'
import type { MemoryBlobStore } from './memory-blob-store.ts'

/** The smallest thing that passes for a picture here. */
export const TINY_JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9])

/** Every picture becomes the same small JPEG of a shape that the platform takes. */
export function createTinyImagePipeline(blobs: MemoryBlobStore): ImagePipeline {
  return {
    normalise: async () => ({
      stagingKey: blobs.stage(TINY_JPEG),
      thumbnail: { stagingKey: blobs.stage(TINY_JPEG), placeholder: 'HBkKFYKXyIeAd4h/d4d3+Nn3hw==' },
      width: 1080,
      height: 1350,
      size: TINY_JPEG.length,
    }),
    fit: async (_stagingKey, { ratio }) => ({
      ...evenSize(ratio, { width: 1080, height: 1920 }),
      stagingKey: blobs.stage(TINY_JPEG),
      size: TINY_JPEG.length,
    }),
  }
}
