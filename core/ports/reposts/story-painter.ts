import type { StagedImage } from '../media/image-pipeline.ts'

/** One line of text in a frame. */
export interface PaintedText {
  readonly text: string
  /** The middle of the line: 0 (left, top) to 1 (right, bottom). */
  readonly x: number
  readonly y: number
  /** `#rrggbb`. */
  readonly colour: string
}

/** Draws text into pictures, since nothing else does: neither mentions nor signatures are visible otherwise. */
export interface StoryPainter {
  /**
   * The staged picture as a JPEG of 1080 × 1920 with these lines, staged under a new key; the input is kept. A
   * picture of another shape is shown whole, on a blurred copy of itself. Rejects with CodedError as
   * `ImagePipeline.normalise` does.
   */
  paint(stagingKey: string, texts: readonly PaintedText[]): Promise<StagedImage>
}
