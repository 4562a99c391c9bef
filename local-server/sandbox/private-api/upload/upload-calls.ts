// The bytes of a story on their way: `rupload_igphoto` and `rupload_igvideo`.
import { z } from 'zod'
import { STORY_VIDEO } from '../../../../core/rules/fit/limits.ts'
import { readJpeg } from '../../jpeg.ts'
import { FileTooLarge } from '../../state/store.ts'
import { privateApiJson } from '../private-api-json.ts'
import { fail, type PrivateApiError } from '../private-api-refusal.ts'
import type { SessionCall, SessionRequest } from '../private-api-ports.ts'
import { deviceUuid } from '../session/signed-body.ts'

const LARGEST_PICTURE = 8 * 2 ** 20

/** `<upload id>_0_<10 digits>`; the id is a time in milliseconds. */
const NAME = /\/rupload_ig(?:photo|video)\/((\d{13})_0_\d{10})$/

const whole = z.string().regex(/^\d+$/)
const jsonText = z.string().refine((text) => JSON_TEXT.test(text))
const JSON_TEXT = /^[{[].*[}\]]$/s
const common = { upload_id: z.string(), retry_context: jsonText, xsharing_user_ids: jsonText }
const PhotoParams = z.object({ ...common, media_type: z.literal('1'), image_compression: jsonText })
/** A cover is sent as a photo, and says that it belongs to a video. */
const CoverParams = z.object({ ...common, media_type: z.literal('2'), image_compression: jsonText })
const VideoParams = z.object({
  ...common,
  media_type: z.literal('2'),
  upload_media_duration_ms: whole,
  upload_media_width: whole,
  upload_media_height: whole,
  for_album: z.literal('1'),
})

/** `POST /rupload_igphoto/<name>` */
export const takePhoto: SessionCall = async ({ uploads }, request) => {
  const { person } = request
  const uploadId = openUpload(request, z.union([PhotoParams, CoverParams]), 'x_fb_photo_waterfall_id')
  const size = checkEntity(request, 'image/jpeg')
  if (size > LARGEST_PICTURE || header(request, 'offset') !== '0') throw notTaken('The file is too large.')
  const picture = new Uint8Array(await request.request.arrayBuffer())
  if (picture.length !== size) throw notTaken('There are fewer or more bytes than the header says.')
  if (!readJpeg(picture)) throw notTaken('The bytes are no JPEG.')
  uploads.change(person, uploadId, { picture })
  return privateApiJson({ upload_id: uploadId, xsharing_nonces: {}, status: 'ok' })
}

/** `GET /rupload_igvideo/<name>`: how much of it is here. */
export const videoOffset: SessionCall = ({ uploads }, request) => {
  const uploadId = openUpload(request, VideoParams, 'x_fb_video_waterfall_id')
  return privateApiJson({ offset: uploads.find(request.person, uploadId)?.video?.size ?? 0, status: 'ok' })
}

/** `POST /rupload_igvideo/<name>` */
export const takeVideo: SessionCall = async ({ uploads, files }, request) => {
  const { person } = request
  const uploadId = openUpload(request, VideoParams, 'x_fb_video_waterfall_id')
  const size = checkEntity(request, 'video/mp4')
  const present = uploads.find(person, uploadId)?.video?.size ?? 0
  if (header(request, 'offset') !== String(present)) throw notTaken(`The offset must be ${present}.`)
  // Digits only, and longer than any id of the sandbox's own.
  const fileId = `${person.pk}${uploadId}`
  const body = request.request.body ?? new Blob([]).stream()
  const limits = { offset: present, maxSize: Math.min(size, STORY_VIDEO.maxBytes) }
  const arrived = await files.writeFile(fileId, body, limits).catch(async (error: unknown) => {
    if (error instanceof FileTooLarge) throw notTaken('There are more bytes than the header says.')
    return (await files.file(fileId))?.size ?? 0
  })
  uploads.change(person, uploadId, { video: { fileId, size: arrived, isComplete: arrived === size } })
  if (arrived < size) throw notTaken('The request ended early.', true)
  return privateApiJson({ upload_id: uploadId, xsharing_nonces: {}, status: 'ok' })
}

/** The upload id, when name and headers belong together. */
function openUpload(
  request: SessionRequest,
  shape: z.ZodType<{ upload_id: string }>,
  waterfall: string,
): string {
  const [, , uploadId] = NAME.exec(request.path) ?? []
  const params = shape.safeParse(jsonIn(header(request, 'x-instagram-rupload-params')))
  const isTraced = deviceUuid.safeParse(header(request, waterfall)).success
  if (uploadId === undefined || !params.success || params.data.upload_id !== uploadId || !isTraced) {
    throw notTaken('The name or the parameters of the upload are wrong.')
  }
  return uploadId
}

/** Checks the entity; returns how many bytes the whole has. */
function checkEntity(request: SessionRequest, type: string): number {
  const [, name] = NAME.exec(request.path) ?? []
  const length = header(request, 'x-entity-length')
  const isRight =
    header(request, 'x-entity-type') === type &&
    header(request, 'x-entity-name') === name &&
    header(request, 'content-type') === 'application/octet-stream' &&
    /^[1-9]\d{0,9}$/.test(length)
  if (!isRight) throw notTaken('The headers do not describe the bytes.')
  return Number(length)
}

function header({ request }: SessionRequest, name: string): string {
  return request.headers.get(name) ?? ''
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function notTaken(message: string, retriable = false): PrivateApiError {
  return fail(400, { message, debug_info: { retriable, type: 'ProcessingFailedError', message } })
}
