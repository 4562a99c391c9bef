// Which files are accepted, decided by their first bytes. Senders name the type by the ending of a file, which is often
// wrong, so a claim never decides between pictures and videos: phones and mail programs make JPEGs that are called HEIC.
import { CodedError } from '../../coded-error.ts'

export interface FileType {
  readonly mimeType: string
  readonly kind: 'image' | 'video'
  readonly extension: string
}

const JPEG: FileType = { mimeType: 'image/jpeg', kind: 'image', extension: 'jpg' }
const PNG: FileType = { mimeType: 'image/png', kind: 'image', extension: 'png' }
const WEBP: FileType = { mimeType: 'image/webp', kind: 'image', extension: 'webp' }
const AVIF: FileType = { mimeType: 'image/avif', kind: 'image', extension: 'avif' }
const TIFF: FileType = { mimeType: 'image/tiff', kind: 'image', extension: 'tif' }
const GIF: FileType = { mimeType: 'image/gif', kind: 'image', extension: 'gif' }

/** By container, because what is kept is named after what the probe found. */
export const VIDEO_TYPES = {
  mp4: { mimeType: 'video/mp4', kind: 'video', extension: 'mp4' },
  mov: { mimeType: 'video/quicktime', kind: 'video', extension: 'mov' },
  mkv: { mimeType: 'video/x-matroska', kind: 'video', extension: 'mkv' },
  webm: { mimeType: 'video/webm', kind: 'video', extension: 'webm' },
  avi: { mimeType: 'video/x-msvideo', kind: 'video', extension: 'avi' },
} as const satisfies Record<string, FileType>

/** The accepted types under every name that senders and sniffers give them. */
const BY_NAME: ReadonlyMap<string, FileType> = new Map<string, FileType>([
  ['image/jpeg', JPEG],
  ['image/jpg', JPEG],
  ['image/pjpeg', JPEG],
  ['image/png', PNG],
  ['image/apng', PNG],
  ['image/x-png', PNG],
  ['image/webp', WEBP],
  ['image/avif', AVIF],
  ['image/avif-sequence', AVIF],
  ['image/tiff', TIFF],
  ['image/tif', TIFF],
  ['image/gif', GIF],
  ['video/mp4', VIDEO_TYPES.mp4],
  ['video/x-m4v', VIDEO_TYPES.mp4],
  // Of older phones and some cameras: an MP4 in all but its name, which a rewrite changes.
  ['video/3gpp', VIDEO_TYPES.mp4],
  ['video/3gpp2', VIDEO_TYPES.mp4],
  ['video/quicktime', VIDEO_TYPES.mov],
  ['video/x-matroska', VIDEO_TYPES.mkv],
  ['video/matroska', VIDEO_TYPES.mkv],
  ['video/webm', VIDEO_TYPES.webm],
  ['video/x-msvideo', VIDEO_TYPES.avi],
  ['video/vnd.avi', VIDEO_TYPES.avi],
  ['video/avi', VIDEO_TYPES.avi],
  ['video/msvideo', VIDEO_TYPES.avi],
])

/** What senders name who know, if wrongly, or who do not know. */
const IS_PLAUSIBLE = /^((image|video)\/.*|(application|binary)\/octet-stream)?$/

export const PICTURE_KINDS = 'JPEG, PNG, WebP, AVIF, TIFF or GIF'
const TAKEN = `Upload a ${PICTURE_KINDS} picture, or an MP4, MOV, MKV, WebM or AVI video.`

/** The type that the bytes prove, when it is accepted and the sender claimed no text or program; otherwise MEDIA_INVALID. */
export function acceptedType(sniffedType: string | null, declaredType: string): FileType {
  if (sniffedType === null) throw new CodedError('MEDIA_INVALID', `Unsupported file type. ${TAKEN}`)
  const proven = BY_NAME.get(sniffedType)
  if (!proven) throw new CodedError('MEDIA_INVALID', `${reasonUnwanted(sniffedType)} ${TAKEN}`)
  if (!IS_PLAUSIBLE.test(declaredType)) {
    throw new CodedError(
      'MEDIA_INVALID',
      `The file was sent as ${declaredType.slice(0, 100)} but is ${proven.mimeType}. Give its name the ending .${proven.extension}, or send it with that type.`,
    )
  }
  return proven
}

function reasonUnwanted(sniffedType: string): string {
  if (/^image\/hei[cf]/.test(sniffedType))
    return 'This is a HEIC picture, which only Safari can read here. Add it in Safari, or export it as JPEG.'
  if (sniffedType === 'image/bmp') return 'This is a BMP picture. Add it in the page, or save it as PNG.'
  return `This is a file of type ${sniffedType}.`
}
