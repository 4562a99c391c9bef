/** A picture as the platform takes it: upright sRGB JPEG without metadata, still in the staging area. */
export interface NormalisedImage {
  readonly stagingKey: string
  /** A JPEG at most 320 pixels on its longer side. */
  readonly thumbnailStagingKey: string
  /** Pixels, after the orientation was applied. */
  readonly width: number
  readonly height: number
  /** Bytes of the JPEG. */
  readonly size: number
}

/** Pixels. Decodes JPEG, PNG and WebP and nothing else, away from the process that serves requests. */
export interface ImagePipeline {
  /** Rejects with CodedError MEDIA_INVALID (not a readable picture, too many pixels) or PROCESSING_FAILED (our side failed). */
  normalise(stagingKey: string): Promise<NormalisedImage>
}
