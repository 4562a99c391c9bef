/** A JPEG at most 320 pixels on its longer side, in the staging area. */
export interface Thumbnail {
  readonly stagingKey: string
  /** A ThumbHash, in base64. */
  readonly placeholder: string
}

/** A JPEG in the staging area. */
export interface StagedImage {
  readonly stagingKey: string
  /** Pixels, after the orientation was applied. */
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly size: number
}

/** A picture as the platform accepts it: upright sRGB JPEG without metadata. */
export interface NormalisedImage extends StagedImage {
  readonly thumbnail: Thumbnail
}

/** A part of a picture, each in parts of its width or height: 0 to 1. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How a picture is brought into another shape. */
export interface FitShape {
  /** Width divided by height. */
  readonly ratio: number
  /** `crop` cuts off, `pad` adds borders of `colour`, `blur` fills the borders with a blurred copy. */
  readonly mode: 'crop' | 'pad' | 'blur'
  /** `#rrggbb`, for `pad`. */
  readonly colour: string
  /** What `crop` keeps, in the shape; absent: the liveliest part of a picture, the middle of a video. */
  readonly area?: Area | undefined
}

/** Pixels. Decodes JPEG, PNG, WebP, AVIF, TIFF and the first picture of a GIF, and nothing else, away from the process that serves requests. */
export interface ImageNormaliser {
  /**
   * Rejects with CodedError MEDIA_INVALID (not a readable picture, too many pixels) or PROCESSING_FAILED (our side
   * failed).
   */
  normalise(stagingKey: string): Promise<NormalisedImage>
}

export interface ImagePipeline extends ImageNormaliser {
  /**
   * A JPEG of the requested shape with even sides, exact to a pixel and never outside 4:5 to 1.91:1 when the shape
   * is within. The staged input is left unchanged. Rejects as `normalise` does.
   */
  fit(stagingKey: string, shape: FitShape): Promise<StagedImage>
}
