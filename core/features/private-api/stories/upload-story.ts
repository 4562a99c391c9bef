// Sends the bytes of a story to the app's upload host. They stay invisible until they are configured; unused ones expire.
import * as z from 'zod'
import type { PrivateApi, PrivateApiReply } from '../../../ports/reposts/private-api.ts'
import type { Random } from '../../../ports/random.ts'

export interface StoryBytes {
  readonly uploadId: string
  readonly kind: 'image' | 'video'
  readonly width: number
  readonly height: number
  readonly seconds: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface UploadDeps {
  readonly host: PrivateApi
  readonly random: Random
}

const RETRY_CONTEXT = JSON.stringify({
  num_step_auto_retry: 0,
  num_reupload: 0,
  num_step_manual_retry: 0,
})

const Uploaded = z.object({ status: z.literal('ok') }).transform(() => ({ uploaded: true }) as const)
const Offset = z.object({ offset: z.number().int().nonnegative() })

export function uploadStory(
  deps: UploadDeps,
  accountId: string,
  story: StoryBytes,
): Promise<PrivateApiReply<{ uploaded: true }>> {
  const name = `${story.uploadId}_0_${tenDigits(deps.random)}`
  return story.kind === 'image'
    ? uploadPicture(deps, accountId, story, name)
    : uploadVideo(deps, accountId, story, name)
}

function uploadPicture(
  { host, random }: UploadDeps,
  accountId: string,
  { uploadId, bytes }: StoryBytes,
  name: string,
): Promise<PrivateApiReply<{ uploaded: true }>> {
  const params = {
    retry_context: RETRY_CONTEXT,
    media_type: '1',
    upload_id: uploadId,
    xsharing_user_ids: '[]',
    image_compression: JSON.stringify({ lib_name: 'moz', lib_version: '3.1.m', quality: '80' }),
  }
  return host.call(accountId, {
    method: 'POST',
    path: `/rupload_igphoto/${name}`,
    bytes,
    headers: {
      'X-Instagram-Rupload-Params': JSON.stringify(params),
      X_FB_PHOTO_WATERFALL_ID: random.uuid(),
      ...entity('image/jpeg', name, bytes.length, 0),
    },
    answer: Uploaded,
  })
}

async function uploadVideo(
  { host, random }: UploadDeps,
  accountId: string,
  { uploadId, width, height, seconds, bytes }: StoryBytes,
  name: string,
): Promise<PrivateApiReply<{ uploaded: true }>> {
  const params = {
    retry_context: RETRY_CONTEXT,
    media_type: '2',
    upload_id: uploadId,
    xsharing_user_ids: '[]',
    upload_media_duration_ms: String(Math.round(seconds * 1000)),
    upload_media_width: String(width),
    upload_media_height: String(height),
    for_album: '1',
    extract_cover_frame: '1',
    content_tags: 'has-overlay',
  }
  const path = `/rupload_igvideo/${name}`
  const common = {
    'X-Instagram-Rupload-Params': JSON.stringify(params),
    X_FB_VIDEO_WATERFALL_ID: random.uuid(),
  }
  const begun = await host.call(accountId, { method: 'GET', path, headers: common, answer: Offset })
  if (begun.kind !== 'ok') return begun
  const from = Math.min(begun.value.offset, bytes.length)
  const headers = { ...common, ...entity('video/mp4', name, bytes.length, from) }
  return host.call(accountId, {
    method: 'POST',
    path,
    bytes: bytes.subarray(from),
    headers,
    answer: Uploaded,
  })
}

function entity(type: string, name: string, length: number, offset: number): Record<string, string> {
  return {
    'X-Entity-Type': type,
    'X-Entity-Name': name,
    'X-Entity-Length': String(length),
    Offset: String(offset),
  }
}

function tenDigits(random: Random): string {
  const [high = 0, low = 0] = new Uint32Array(random.bytes(8).buffer)
  return String(1_000_000_000 + ((high * 65_536 + (low & 65_535)) % 9_000_000_000))
}
