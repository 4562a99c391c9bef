// One click to another shape: cut off, with borders, or on a blurred copy of itself. From the stored picture, which is at most
// 1440 pixels wide; nothing is enlarged.
import sharp from 'sharp'
import type { OverlayOptions, Sharp } from 'sharp'
import { evenSize, pixelsOf } from '../../../core/rules/fit/fit-shape.ts'
import type { Size } from '../../../core/rules/fit/fit-shape.ts'
import type { FitShape } from '../../../core/ports/media/image-pipeline.ts'
import type { JobOf, PictureFacts } from '../jobs.ts'
import {
  MAX_HEIGHT,
  MAX_WIDTH,
  QUALITY,
  inspectPicture,
  refusePicture,
  openUpright,
  writeJpeg,
} from './picture.ts'

/** The background is blurred at this part of its size, where it costs a sixty-fourth. */
const BACKGROUND_PART = 8
const BLUR_SIGMA = 4
/** Darker than the picture itself, so that its edges are seen. */
const BACKGROUND_BRIGHTNESS = 0.8

export async function fitImage({ input, output, shape }: JobOf<'fit'>): Promise<PictureFacts> {
  const picture = (await inspectPicture(input)).autoOrient
  return writeJpeg(await drawFitted(input, picture, shape), output, QUALITY)
}

/** Cropping takes the largest such shape within the picture, borders the smallest one around it. */
function sizeFor({ ratio, mode }: FitShape, { width, height }: Size): Size {
  const box =
    mode === 'crop'
      ? { width, height }
      : { width: Math.max(width, height * ratio), height: Math.max(height, width / ratio) }
  return evenSize(ratio, { width: Math.min(MAX_WIDTH, box.width), height: Math.min(MAX_HEIGHT, box.height) })
}

async function drawFitted(input: string, picture: Size, shape: FitShape): Promise<Sharp> {
  if (shape.mode === 'crop' && shape.area) {
    const area = pixelsOf(shape.area, picture)
    return openUpright(input, { ...sizeFor(shape, area), fit: 'cover' }, { area })
  }
  const size = sizeFor(shape, picture)
  switch (shape.mode) {
    case 'crop':
      // Where the picture is liveliest: faces and colours rather than the middle of a wall.
      return openUpright(input, { ...size, fit: 'cover', position: sharp.strategy.attention })
    case 'pad':
      return openUpright(input, { ...size, fit: 'contain', background: shape.colour })
    case 'blur':
      return drawOnBlurredCopy(input, size)
  }
}

/** The whole picture, as large as it goes, with `above` on top of both. */
export async function drawOnBlurredCopy(
  input: string,
  { width, height }: Size,
  above: readonly OverlayOptions[] = [],
): Promise<Sharp> {
  const small = { width: Math.ceil(width / BACKGROUND_PART), height: Math.ceil(height / BACKGROUND_PART) }
  const background = await pixels(
    openUpright(input, { ...small, fit: 'cover' })
      .blur(BLUR_SIGMA)
      .modulate({ brightness: BACKGROUND_BRIGHTNESS }),
  )
  const picture = await pixels(openUpright(input, { width, height, fit: 'inside' }))
  return sharp(background.data, { raw: background.info })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: picture.data, raw: picture.info, gravity: 'centre' }, ...above])
}

function pixels(picture: Sharp) {
  return picture.raw().toBuffer({ resolveWithObject: true }).catch(refusePicture)
}
