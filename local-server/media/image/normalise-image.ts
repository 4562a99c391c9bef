// Pictures to what the platform takes: upright sRGB JPEG without alpha, metadata or a byte behind its end.
//
// How large: the platform shows at most 1440 pixels of width and takes at most 8 MB, so
// - every shape from 9:16 (1440 × 2560, a full story) to 1.91:1 (1440 × 754) becomes at most 1440 pixels wide;
// - a wider panorama keeps 754 pixels of height and a taller strip 1440 of width, so that a later crop into those shapes
//   still has all the pixels that can be shown; at most 4096 pixels on the longer side;
// - nothing is enlarged: what is small stays small.
import sharp from 'sharp'
import type { Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { CodedError } from '../../../core/coded-error.ts'
import type { Size } from '../../../core/rules/fit/fit-shape.ts'
import type { JobOf, PictureFacts, ThumbnailFacts } from '../jobs.ts'
import { mendHeaders } from './mend-headers.ts'
import {
  MAX_HEIGHT,
  MAX_WIDTH,
  QUALITY,
  inspectPicture,
  isDamaged,
  openUpright,
  refusePicture,
  writeJpeg,
} from './picture.ts'

const MIN_PANORAMA_HEIGHT = 754
const MAX_SIDE = 4096
const THUMBNAIL_QUALITY = 80
/**
 * The reference says 8 MB and the refusal 8 MiB: this is below both. The worst that we could draw, random black and white
 * dots at 1440 × 4096, ends at 6.5 MB, so nothing needs a lower quality to get there.
 */
const MAX_BYTES = 8_000_000
const THUMBNAIL_SIDE = 320
/** More is not seen in 24 bytes. */
const PLACEHOLDER_SIDE = 50

/** The upload may be rewritten: nothing but its picture is kept. */
export async function normaliseImage(job: JobOf<'normalise'>): Promise<PictureFacts & ThumbnailFacts> {
  const picture = await writePublishable(job).catch(async (error: unknown) => {
    if (!isDamaged(error) || !(await mendHeaders(job.input))) throw error
    return writePublishable(job)
  })
  // From the result, which is small and proven, not from the upload once more.
  return { ...picture, ...(await makeThumbnail(job.output, job.thumbnail)) }
}

export async function makeThumbnail(input: string, output: string): Promise<ThumbnailFacts> {
  const box = {
    width: THUMBNAIL_SIDE,
    height: THUMBNAIL_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const
  await writeJpeg(openUpright(input, box), output, THUMBNAIL_QUALITY)
  const { data, info } = await sharp(output)
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refusePicture)
  const hash = rgbaToThumbHash(info.width, info.height, data)
  return { placeholder: Buffer.from(hash).toString('base64') }
}

function targetSizeOf({ autoOrient: { width, height } }: Metadata): Size {
  const ratio = width / height
  const wanted =
    ratio > MAX_WIDTH / MIN_PANORAMA_HEIGHT
      ? MIN_PANORAMA_HEIGHT / height
      : Math.min(MAX_WIDTH / width, ratio < MAX_WIDTH / MAX_HEIGHT ? 1 : Infinity)
  const scale = Math.min(1, wanted, MAX_SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function writePublishable({ input, output }: JobOf<'normalise'>): Promise<PictureFacts> {
  const found = await inspectPicture(input)
  const size = targetSizeOf(found)
  // Exactly this size: fitting once more could round a side that sits on the edge of a permitted shape.
  const picture = await writeJpeg(openUpright(input, { ...size, fit: 'fill' }, found), output, QUALITY)
  if (picture.size <= MAX_BYTES) return picture
  throw new CodedError('MEDIA_INVALID', 'The picture is too noisy to be made small enough. Save it smaller.')
}
