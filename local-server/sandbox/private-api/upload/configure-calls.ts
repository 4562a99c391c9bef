// Making a story of bytes that are here.
import { z } from 'zod'
import type { Instant } from '../../../../core/time.ts'
import { DEFAULT_SCRIPT } from '../../behaviour/behaviour.ts'
import { readJpeg } from '../../jpeg.ts'
import { NOTHING_ASKED, type Container, type LivePost, type PrivateApiMention } from '../../state/records.ts'
import { faultOf } from '../../video/container-video.ts'
import { readVideo } from '../../video/video-facts.ts'
import { privateApiJson } from '../private-api-json.ts'
import { fail, invalidParameters } from '../private-api-refusal.ts'
import type { PrivateApiPorts, SessionCall, SessionRequest } from '../private-api-ports.ts'
import type { PrivateApiPerson } from '../practice.ts'
import { androidId, deviceUuid, idText, numberText, readSigned } from '../session/signed-body.ts'
import { ownStoryNode } from '../inbox/story-node.ts'
import { readMentions } from '../inbox/tap-models.ts'
import type { StoryUpload } from './upload-book.ts'

const size = z.tuple([numberText, numberText])
const flag = z.union([z.boolean(), z.literal([0, 1, '0', '1'])])
const common = {
  upload_id: idText,
  _uid: idText,
  _uuid: deviceUuid,
  device_id: androidId,
  configure_mode: z.literal([1, '1']),
  client_shared_at: numberText,
  client_timestamp: numberText,
  timezone_offset: numberText,
  device: z.object({
    manufacturer: z.string(),
    model: z.string(),
    android_version: numberText,
    android_release: z.string(),
  }),
  extra: z.object({ source_width: numberText, source_height: numberText }),
  tap_models: z.string().optional(),
  reel_mentions: z.string().optional(),
  caption: z.string().optional(),
}
const PhotoBody = z.object({
  ...common,
  source_type: z.literal(['3', '4', 3, 4]),
  edits: z.object({ crop_original_size: size }),
})
const VideoBody = z.object({
  ...common,
  source_type: z.literal(['3', 3]),
  length: numberText,
  clips: z.array(z.object({ length: numberText, source_type: z.literal('3') })).length(1),
  audio_muted: flag,
  poster_frame_index: numberText,
})
const FinishBody = z.object({
  upload_id: idText,
  source_type: z.literal('3'),
  video: z.object({ length: numberText }),
})

/** How many answers say that a video is not ready yet. */
const TRANSCODING_ANSWERS = 2

/** `POST media/upload_finish/`: the bytes and the cover of a video are here. */
export const finishUpload: SessionCall = ({ uploads }, { form, person }) => {
  const { upload_id: uploadId } = readSigned(form, FinishBody)
  if (!uploads.find(person, uploadId)?.video?.isComplete) throw fail(400, { message: 'Upload not found' })
  return privateApiJson({ status: 'ok' })
}

/** `POST media/configure_to_story/` of the app, videos with `?video=1`. */
export const configureStory: SessionCall = async (ports, request) => {
  const isVideo = request.query.get('video') === '1'
  const body = readSigned<z.output<typeof PhotoBody> | z.output<typeof VideoBody>>(
    request.form,
    isVideo ? VideoBody : PhotoBody,
  )
  if (body._uid !== request.person.pk) throw invalidParameters()
  const mentions = readMentions([body.tap_models, body.reel_mentions])
  return configure(ports, request, {
    uploadId: body.upload_id,
    isVideo,
    mentions,
    caption: body.caption ?? null,
  })
}

/** `POST web/create/configure_to_story/` of a browser. It is not known whether the real one takes mentions: this one does not. */
export const configureStoryOfWeb: SessionCall = async (ports, request) => {
  const uploadId = request.form.get('upload_id') ?? ''
  if (!/^\d{13}$/.test(uploadId) || request.form.get('source_type') !== 'library') throw invalidParameters()
  const isVideo = ports.uploads.find(request.person, uploadId)?.video !== null
  return configure(ports, request, { uploadId, isVideo, mentions: [], caption: request.form.get('caption') })
}

interface StoryCall {
  readonly uploadId: string
  readonly isVideo: boolean
  readonly mentions: readonly PrivateApiMention[]
  readonly caption: string | null
}

async function configure(
  ports: PrivateApiPorts,
  { person }: SessionRequest,
  asked: StoryCall,
): Promise<Response> {
  const { uploadId, isVideo } = asked
  const scenario = ports.scenarios.of(person.account.username)
  if (scenario === 'feedback_required') throw actionBlocked()
  const upload = ports.uploads.find(person, uploadId)
  if (scenario === 'media_needs_reupload' || !upload || !isComplete(upload, isVideo))
    return reupload(uploadId)
  const configured = upload.configured + 1
  ports.uploads.change(person, uploadId, { configured })
  if (isVideo && configured <= TRANSCODING_ANSWERS) {
    throw fail(202, { message: 'Transcode not finished yet.' })
  }
  const mentions = scenario === 'mention_dropped' ? [] : asked.mentions
  const post = await goLive(ports, person, { ...asked, mentions }, upload)
  if (!post) return reupload(uploadId)
  const told = { upload_id: uploadId, status: 'ok' }
  if (scenario === 'configure_without_media') return privateApiJson(told)
  return privateApiJson({ media: ownStoryNode(ports.origin(), person, post), ...told })
}

function isComplete({ picture, video }: StoryUpload, isVideo: boolean): boolean {
  return isVideo ? video?.isComplete === true : picture !== null
}

/** Reports success in `status`, and the failure only in its message and title. */
function reupload(uploadId: string): Response {
  return privateApiJson({
    media_id: '',
    upload_id: uploadId,
    message: 'media_needs_reupload',
    error_title: 'staged_position_not_found',
    status: 'ok',
  })
}

function actionBlocked() {
  return fail(400, {
    message: 'feedback_required',
    spam: true,
    feedback_title: 'Try Again Later',
    feedback_message: 'We limit how often certain things can be done.',
    feedback_url: 'repute/report_problem/instagram_story/',
    feedback_appeal_label: 'Tell us',
    feedback_ignore_label: 'OK',
    feedback_action: 'report_problem',
  })
}

/**
 * Null when the bytes are not fit. @NOTE The answer to a second call with the same upload id has not been measured: here it
 * publishes once more, which hides no mistake.
 */
async function goLive(
  ports: PrivateApiPorts,
  person: PrivateApiPerson,
  asked: StoryCall,
  { picture, video }: StoryUpload,
): Promise<LivePost | null> {
  const { state, files, clock } = ports
  const draft = draftOf(person, asked, clock.now())
  if (!asked.isVideo) {
    const facts = picture && readJpeg(picture)
    if (!facts || !fitsFrame(facts))
      throw fail(400, { message: 'Uploaded image isn’t in an allowed aspect ratio' })
    const container = state.addContainer({ ...draft, width: facts.width, height: facts.height }, picture)
    return state.live(state.publish(container, clock.now()).id)
  }
  const file = video && (await files.file(video.fileId))
  const isFit = file && faultOf(await readVideo(file), { ...draft, id: '' }) === null
  if (!isFit) return null
  const container = state.addContainer(draft, picture)
  await files.writeFile(container.id, file.stream(0, file.size), { offset: 0, maxSize: file.size })
  state.addArrival({ containerId: container.id, at: clock.now(), failure: null })
  return state.live(state.publish(container, clock.now()).id)
}

/** 9:16 to 90:47. */
function fitsFrame({ width, height }: { width: number; height: number }): boolean {
  const ratio = width / height
  return ratio > 9 / 16 - 0.001 && ratio < 90 / 47 + 0.001
}

function draftOf({ account }: PrivateApiPerson, asked: StoryCall, createdAt: Instant): Omit<Container, 'id'> {
  return {
    ...NOTHING_ASKED,
    accountId: account.igUserId,
    mediaType: 'STORIES',
    isResumable: asked.isVideo,
    caption: asked.caption,
    nativeMentions: asked.mentions,
    createdAt,
    width: null,
    height: null,
    script: DEFAULT_SCRIPT,
  }
}
