/** A JPEG at most 320 pixels on its longer side, in the staging area. */
export interface Thumbnail {
  readonly stagingKey: string
  /** A ThumbHash, in base64. */
  readonly placeholder: string
}

/** A picture as the platform accepts it: upright sRGB JPEG without metadata, still in the staging area. */
export interface NormalisedImage {
  readonly stagingKey: string
  readonly thumbnail: Thumbnail
  /** Pixels, after the orientation was applied. */
  readonly width: number
  readonly height: number
  /** Bytes of the JPEG. */
  readonly size: number
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

export interface FittedImage {
  readonly stagingKey: string
  readonly width: number
  readonly height: number
  /** Bytes of the JPEG. */
  readonly size: number
}

/** Pixels. Decodes JPEG, PNG and WebP and nothing else, away from the process that serves requests. */
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
  fit(stagingKey: string, shape: FitShape): Promise<FittedImage>
}
