// The one call that makes an uploaded story visible, as the app makes it. Numbers are numbers and flags are flags: as text,
// even "0" has counted as yes.
import * as z from 'zod'
import type { PrivateApiRequest, PrivateApiSession } from '../../../ports/reposts/private-api.ts'
import { SECOND, type Instant } from '../../../time.ts'
import { MOBILE_DEVICE } from '../hosts.ts'
import type { Mention, PrivateApiContainer } from './story-container.ts'

const Id = z.union([z.string().regex(/^\d{1,40}(_\d{1,40})?$/), z.number().int().transform(String)])
const Configured = z.object({ media: z.object({ pk: Id, id: Id.optional() }).nullish() })

/** `<pk>_<own number>`; null when the platform took the story without saying which it became. */
const MediaId = Configured.transform(({ media }) => media && { pk: media.pk, id: media.id ?? null })

export type ConfiguredMedia = z.infer<typeof MediaId>

export function configureRequest(
  container: PrivateApiContainer,
  session: PrivateApiSession,
  now: Instant,
): PrivateApiRequest<ConfiguredMedia> {
  const isVideo = container.kind === 'video'
  return {
    method: 'POST',
    path: 'media/configure_to_story/',
    ...(isVideo ? { query: { video: '1' } } : {}),
    signed: { ...common(container, session, now), ...(isVideo ? ofVideo(container) : ofPicture(container)) },
    answer: MediaId,
    isClosing: true,
  }
}

function common(
  { uploadId, width, height, kind, mentions }: PrivateApiContainer,
  session: PrivateApiSession,
  now: Instant,
) {
  const { userId, device } = session
  const seconds = String(Math.floor(now / SECOND))
  return {
    upload_id: uploadId,
    _uid: userId,
    _uuid: device.guid,
    device_id: device.deviceId,
    device: MOBILE_DEVICE,
    configure_mode: 1,
    client_shared_at: seconds,
    client_timestamp: seconds,
    timezone_offset: 0,
    capture_type: 'normal',
    creation_surface: 'camera',
    original_media_type: kind === 'video' ? 2 : 1,
    extra: { source_width: width, source_height: height },
    tap_models: JSON.stringify(mentions.map(tapModel)),
  }
}

function ofPicture({ width, height, mentions }: PrivateApiContainer) {
  return {
    source_type: '4',
    edits: { crop_original_size: [width, height], crop_center: [0, 0], crop_zoom: 1 },
    // The older form lists all of them, too: where the newer one is unknown, it is silently dropped.
    reel_mentions: JSON.stringify(mentions.map(tapModel)),
  }
}

function ofVideo({ seconds, hasSound }: PrivateApiContainer) {
  return {
    source_type: '3',
    length: seconds,
    clips: [{ length: seconds, source_type: '3' }],
    audio_muted: !hasSound,
    poster_frame_index: 0,
  }
}

/** An area to tap; nothing is drawn by it. */
function tapModel({ pk, x, y }: Mention) {
  return {
    type: 'mention',
    user_id: pk,
    x,
    y,
    z: 0,
    width: 0.64,
    height: 0.125,
    rotation: 0,
    is_sticker: false,
    display_type: 'mention_username',
    tap_state: 0,
    tap_state_str_id: 'mention_text',
  }
}
