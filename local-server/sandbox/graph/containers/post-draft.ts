// Reads and checks what a client wants published, before anything is fetched: one reader for each kind of post.
import { isPlace } from '../../people/known-names.ts'
import { NOTHING_ASKED, type PostDraft } from '../../state/records.ts'
import { asksForSound } from './audio.ts'
import { checkMediaUrl, type CallInput } from '../call-input.ts'
import { readAltText, readCaption, readCollaborators, readUserTags } from './draft-text.ts'
import { badParameter, graphErrorOf } from '../refusals.ts'

const MIN_CHILDREN = 2
/** The app takes 20; this interface does not. */
const MAX_CHILDREN = 10

export function readPostDraft(input: CallInput): PostDraft {
  // No account here has a shop.
  if (input.list('product_tags').length > 0) throw graphErrorOf('productUnknown')
  const isCarouselItem = input.flag('is_carousel_item') ?? false
  // On pictures media_type is left out; IMAGE is tolerated. A video in an album that leaves it out is read as a picture.
  switch (input.text('media_type') ?? 'IMAGE') {
    case 'IMAGE':
      return isCarouselItem ? childPicture(input) : picture(input)
    case 'VIDEO':
      // A feed video of its own is a reel since 2023: without `is_carousel_item`, too, this is a part of an album.
      return childVideo(input)
    case 'REELS':
      if (isCarouselItem) throw badParameter('Param is_carousel_item is not allowed on reels.')
      return reel(input)
    case 'STORIES':
      if (isCarouselItem) throw badParameter('Param is_carousel_item is not allowed on stories.')
      return story(input)
    case 'CAROUSEL':
      return carousel(input)
    default:
      throw graphErrorOf('unknownMediaType')
  }
}

const PARTNERSHIP = ['is_paid_partnership', 'branded_content_sponsor_ids'] as const
const MAX_SPONSORS = 2

/** What stands under a caption: a poll or a prompt for comments. */
const ADD_ONS = ['poll_attachment', 'is_poll_duration_extended', 'is_comment_prompt_used'] as const

/** Fields of the album, not of its parts. */
const NOT_ON_ITEMS = ['collaborators', 'location_id', 'is_ai_generated', ...PARTNERSHIP, ...ADD_ONS]

const ON_REELS_ONLY = ['audio_configuration', 'audio_name', 'cover_url', 'trial_params']

/** Fields of videos only. */
const NOT_ON_PICTURES = [...ON_REELS_ONLY, 'share_to_feed', 'thumb_offset']

function picture(input: CallInput): PostDraft {
  refuseParameters(input, 'pictures', NOT_ON_PICTURES)
  return {
    ...NOTHING_ASKED,
    ...sharedParts(input),
    mediaType: 'IMAGE',
    imageUrl: imageUrlOf(input),
    altText: readAltText(input),
    userTags: readUserTags(input, 'required'),
  }
}

/** A part of an album has no caption of its own: what is sent as one is left unread. */
function childPicture(input: CallInput): PostDraft {
  refuseParameters(input, 'carousel items', NOT_ON_ITEMS)
  refuseParameters(input, 'pictures', NOT_ON_PICTURES)
  return {
    ...NOTHING_ASKED,
    mediaType: 'IMAGE',
    isCarouselItem: true,
    imageUrl: imageUrlOf(input),
    altText: readAltText(input),
    userTags: readUserTags(input, 'required'),
  }
}

function childVideo(input: CallInput): PostDraft {
  refuseParameters(input, 'carousel videos', [...NOT_ON_ITEMS, 'alt_text', ...ON_REELS_ONLY, 'share_to_feed'])
  return {
    ...NOTHING_ASKED,
    ...videoSource(input),
    mediaType: 'VIDEO',
    isCarouselItem: true,
    thumbOffset: thumbOffsetOf(input),
    userTags: readUserTags(input, 'unused'),
  }
}

function reel(input: CallInput): PostDraft {
  const hasSound = asksForSound(input)
  refuseParameters(input, 'reels', ['alt_text'])
  return {
    ...NOTHING_ASKED,
    ...sharedParts(input),
    ...videoSource(input),
    mediaType: 'REELS',
    coverUrl: input.text('cover_url'),
    thumbOffset: thumbOffsetOf(input),
    userTags: readUserTags(input, 'unused'),
    shareToFeed: input.flag('share_to_feed'),
    audioName: input.text('audio_name'),
    hasSound,
    ...trialOf(input),
  }
}

/** A caption is silently ignored, and so is a place. */
function story(input: CallInput): PostDraft {
  refuseParameters(input, 'stories', ['alt_text', 'collaborators', ...ADD_ONS, ...NOT_ON_PICTURES])
  const hasPicture = input.text('image_url') !== null
  const hasVideo = input.text('video_url') !== null || input.text('upload_type') !== null
  if (hasPicture === hasVideo) throw badParameter('Exactly one of image_url and video_url is required.')
  return {
    ...NOTHING_ASKED,
    ...(hasPicture ? { imageUrl: imageUrlOf(input) } : videoSource(input)),
    mediaType: 'STORIES',
    userTags: readUserTags(input, 'optional'),
    ...partnershipOf(input),
  }
}

function carousel(input: CallInput): PostDraft {
  refuseParameters(input, 'carousels', [
    ...ON_REELS_ONLY,
    'alt_text',
    'is_carousel_item',
    'thumb_offset',
    'user_tags',
  ])
  const children = input.ids('children')
  if (children.length < MIN_CHILDREN || children.length > MAX_CHILDREN) throw graphErrorOf('childCount')
  if (new Set(children).size < children.length) throw badParameter('Param children names an item twice.')
  return {
    ...NOTHING_ASKED,
    ...sharedParts(input),
    mediaType: 'CAROUSEL',
    children,
    shareToFeed: input.flag('share_to_feed'),
  }
}

function sharedParts(input: CallInput) {
  checkAddOns(input)
  return {
    caption: readCaption(input),
    locationId: locationIdOf(input),
    collaborators: readCollaborators(input),
    isAiGenerated: input.flag('is_ai_generated') ?? false,
    ...partnershipOf(input),
  }
}

/** Any kind of post may carry the label since April 2026, with a brand or without. */
function partnershipOf(input: CallInput) {
  const isPaidPartnership = input.flag('is_paid_partnership') ?? false
  return { isPaidPartnership, sponsorIds: sponsorsOf(input) }
}

function refuseParameters(input: CallInput, where: string, names: readonly string[]): void {
  for (const name of names) {
    if (input.text(name) !== null) throw badParameter(`Param ${name} is not allowed on ${where}.`)
  }
}

function imageUrlOf(input: CallInput): string {
  const imageUrl = input.required('image_url')
  refuseParameters(input, 'pictures', ['video_url', 'upload_type'])
  return imageUrl
}

function videoSource(input: CallInput) {
  const videoUrl = input.text('video_url')
  const uploadType = input.text('upload_type')
  if (uploadType !== null && uploadType !== 'resumable')
    throw badParameter('Param upload_type must be resumable.')
  if (uploadType !== null && videoUrl !== null)
    throw badParameter('Param video_url does not go with upload_type.')
  if (uploadType === null && videoUrl === null) throw badParameter('The parameter video_url is required.')
  if (videoUrl !== null) checkMediaUrl(videoUrl, 'video_url')
  return { videoUrl, isResumable: uploadType !== null }
}

/** Whether it lies beyond the end of the video is checked once the video is there. */
function thumbOffsetOf(input: CallInput): number | null {
  if (input.text('thumb_offset')?.startsWith('-')) throw graphErrorOf('thumbOffset')
  return input.whole('thumb_offset')
}

function sponsorsOf(input: CallInput): readonly string[] {
  const ids = input.ids('branded_content_sponsor_ids')
  if (ids.length <= MAX_SPONSORS) return ids
  throw badParameter('Param branded_content_sponsor_ids may name 2 accounts at most.')
}

const OPTIONS = ['option_a', 'option_b', 'option_c', 'option_d']

/** Not shown anywhere, and only below a caption. @NOTE How long an option may be is not documented; its name is, where a poll is read. */
function checkAddOns(input: CallInput): void {
  const hasPrompt = input.flag('is_comment_prompt_used') ?? false
  const poll = input.record('poll_attachment')
  if ((hasPrompt || poll) && input.text('caption') === null)
    throw badParameter('The parameter caption is required with a poll or a prompt for comments.')
  if (!poll) return
  if (hasPrompt) throw badParameter('Param is_comment_prompt_used does not go with poll_attachment.')
  const names = Object.keys(poll)
  const isFull = names.every((name) => typeof poll[name] === 'string' && poll[name] !== '')
  // In their order and without a gap: a and b, then c, then d.
  if (isFull && names.length >= 2 && names.toSorted().every((name, at) => name === OPTIONS[at])) return
  throw badParameter('Param poll_attachment must hold two to four options.')
}

function trialOf(input: CallInput): Pick<PostDraft, 'isTrial' | 'graduation'> {
  const trial = input.record('trial_params')
  if (!trial) return { isTrial: false, graduation: null }
  const graduation = trial['graduation_strategy']
  if (graduation === 'MANUAL' || graduation === 'SS_PERFORMANCE') return { isTrial: true, graduation }
  throw badParameter('Param trial_params must hold a graduation_strategy of MANUAL or SS_PERFORMANCE.')
}

/** @NOTE The name of the error is documented, its numbers are not. */
function locationIdOf(input: CallInput): string | null {
  const locationId = input.text('location_id')
  if (locationId === null || (/^\d+$/.test(locationId) && isPlace(locationId))) return locationId
  throw badParameter('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID')
}
