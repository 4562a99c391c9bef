// Reading and writing pictures with nothing switched on that is not needed. All use of sharp goes through here, in the
// media process only.
import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import type { Metadata, ResizeOptions, Sharp, SharpOptions } from 'sharp'
import { CodedError } from '../../../core/coded-error.ts'
import { storageRefusalInWords } from '../../disk/storage-causes.ts'
import { PICTURE_KINDS } from '../../../core/features/media/media-types.ts'
import type { Area } from '../../../core/ports/media/image-pipeline.ts'
import type { PictureFacts } from '../jobs.ts'

/** Pixels that the platform shows at most; the height is that of a full story of that width. */
export const MAX_WIDTH = 1440
export const MAX_HEIGHT = 2560
/** The quality of what is published. */
export const QUALITY = 90

/**
 * Phones take up to 200 megapixels, as JPEG that is made smaller while it is decoded, in 125 MB. What needs more memory than the
 * process may occupy is refused by that.
 */
const MAX_PIXELS = 210_000_000

// Unneeded loaders are where the holes are: everything is off but the formats that are accepted. The library that we ship has no
// decoder of HEIC, whose patents are licensed, nor of BMP: the page lets the browser read these where it can.
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'].map((name) => `VipsForeignLoad${name}File`)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
// From memory, which no file of a stranger ever is: for drawings of our own (paint-story.ts).
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
// Every file is read once, so a cache would only hold memory and open files.
sharp.cache(false)

const READING: SharpOptions = {
  limitInputPixels: MAX_PIXELS,
  failOn: 'warning',
  pages: 1,
  sequentialRead: true,
}
const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'heif', 'tiff', 'gif'])

/** Reads the header only. */
export async function inspectPicture(input: string): Promise<Metadata> {
  const metadata = await sharp(input, READING).metadata().catch(refusePicture)
  if (!FORMATS.has(metadata.format))
    throw new CodedError('MEDIA_INVALID', `This is not a ${PICTURE_KINDS} picture.`)
  return metadata
}

interface Source {
  /** In pixels; absent: all of it. */
  readonly area?: Area
  /** Where it is not one of our own. */
  readonly format?: Metadata['format']
}

/** Upright, sRGB, without alpha, in this size. */
export function openUpright(input: string, size: ResizeOptions, { area, format }: Source = {}): Sharp {
  // Scanners write texts and tags that libtiff warns of and every viewer overlooks; what lacks a part is an error to it.
  const failOn = format === 'tiff' ? 'error' : READING.failOn
  const upright = sharp(input, { ...READING, failOn }).autoOrient()
  return (area ? upright.extract(area) : upright)
    .resize(size)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
}

/** Writes a JPEG, which is then without metadata. */
export async function writeJpeg(picture: Sharp, output: string, quality: number): Promise<PictureFacts> {
  // Optimised Huffman tables would hold all coefficients of the picture: a third of the time and twice the memory for 5 %.
  const jpeg = picture.jpeg({ quality, chromaSubsampling: '4:2:0', optimiseCoding: false })
  const { width, height } = await jpeg.toFile(output).catch(refusePicture)
  return { width, height, size: (await stat(output)).size }
}

const DAMAGED =
  'The picture is damaged or incomplete. Open it in an image program, save it again and upload that.'

/** Whether the reader found fault with the file, and not with its size or our disk. */
export function isDamaged(error: unknown): boolean {
  return error instanceof CodedError && error.message === DAMAGED
}

/** Refuses a bad file in our words, as libvips's are for programmers; an error of our disk is not the file's fault. */
export function refusePicture(error: unknown): never {
  const refusal = error instanceof Error ? storageRefusalInWords(error, 'PROCESSING_FAILED') : null
  if (refusal) throw refusal
  const reason = error instanceof Error ? error.message : String(error)
  if (/unable to write|write error/i.test(reason))
    throw new CodedError('PROCESSING_FAILED', undefined, { cause: error })
  const message = /pixel limit/i.test(reason)
    ? `The picture has more than ${MAX_PIXELS / 1e6} megapixels. Save it smaller.`
    : DAMAGED
  throw new CodedError('MEDIA_INVALID', message, { cause: error })
}
