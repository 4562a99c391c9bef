// The platform's refusals: numbers from its error reference, texts in the same tone. Clients must go by the numbers, since
// the real texts follow the account's language.
import { GraphError, type GraphErrorFacts } from './graph-error.ts'

const REFUSALS = {
  tokenMissing: {
    httpStatus: 401,
    code: 190,
    message: 'An access token is required to request this resource.',
  },
  tokenInvalid: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
  tokenExpired: {
    httpStatus: 401,
    code: 190,
    subcode: 463,
    message: 'Error validating access token: Session has expired.',
  },
  notReadable: { code: 100, message: 'Invalid parameter: the request body cannot be read.' },
  unknownFailure: {
    httpStatus: 500,
    code: 1,
    message: 'An unknown error has occurred.',
    transient: false,
  },
  serviceDown: {
    httpStatus: 500,
    code: 2,
    message: 'An unexpected error has occurred. Please retry your request later.',
    transient: true,
  },
  actionBlocked: {
    code: 4,
    subcode: 2207051,
    message: 'Application request limit reached',
    title: 'Action is blocked',
    advice: 'We restrict certain activity to protect our community.',
  },
  rateLimited: {
    httpStatus: 429,
    code: 4,
    message: 'Application request limit reached',
    transient: true,
    throttled: { kind: 'app', minutes: 5 },
  },
  businessRateLimited: {
    code: 80002,
    message: 'There have been too many calls to this Instagram account. Wait a bit and try again.',
    throttled: { kind: 'business', minutes: 5 },
  },
  pageRateLimited: {
    code: 80001,
    message: 'There have been too many calls to this Page. Wait a bit and try again.',
    throttled: { kind: 'business', minutes: 5 },
  },
  userRateLimited: { code: 17, message: 'User request limit reached', transient: true },
  callsTooFast: { code: 613, message: '(#613) Calls to this api have exceeded the rate limit.' },
  unheardOf: { code: 987654, message: 'This error is in no table.' },
  downloadTooSlow: {
    code: -2,
    subcode: 2207003,
    message: 'Timeout',
    title: 'Media download timed out',
    advice: 'It takes too long to download the media.',
  },
  notFetched: {
    code: 9004,
    subcode: 2207052,
    message: 'Only photo or video can be accepted as media type.',
    title: 'Only photo or video can be accepted as media type',
    advice: 'The media could not be fetched from this URI.',
  },
  imageTooLarge: {
    code: 36000,
    subcode: 2207004,
    message: 'The image size is too large.',
    title: 'Image size too large',
    advice: 'The image is too large to download. It should be less than 8 MiB.',
  },
  imageFormat: {
    code: 36001,
    subcode: 2207005,
    message: 'The image format is not supported.',
    title: 'Image format not supported',
    advice: 'The image is not in a supported format. Use JPEG.',
  },
  aspectRatio: {
    code: 36003,
    subcode: 2207009,
    message: 'The aspect ratio is not supported.',
    title: 'Invalid aspect ratio',
    advice: 'The submitted image has an aspect ratio that is not supported in the feed.',
  },
  captionTooLong: {
    code: 36004,
    subcode: 2207010,
    message: 'The caption was too long.',
    title: 'Caption too long',
    advice: 'The submitted caption is longer than 2200 characters.',
  },
  tooManyTags: {
    code: 100,
    subcode: 2207040,
    message: 'Cannot use more than 20 tags.',
    title: 'Too many tags',
    advice: 'The post mentions more than 20 accounts.',
  },
  cannotBeTagged: {
    code: 100,
    subcode: 2207018,
    message: 'The user cannot be tagged.',
    title: 'Cannot tag user',
    advice: 'A person who is named in the post cannot be tagged.',
  },
  nameWithAt: {
    code: 110,
    subcode: 2207018,
    message: 'Invalid user id',
    title: 'Cannot tag user',
    advice: 'A person who is named in the post cannot be tagged.',
  },
  publishedAlone: {
    code: 100,
    subcode: 2207089,
    message: 'Invalid parameter',
    title: 'Carousel item cannot be published',
    advice: 'A container with the media_type VIDEO is a carousel item and cannot be published by itself.',
  },
  productUnknown: {
    code: 100,
    subcode: 2207037,
    message: 'The product is invalid.',
    title: 'Invalid product',
    advice: 'A tagged product does not exist or is not approved.',
  },
  unknownMediaType: {
    code: 100,
    subcode: 2207023,
    message: 'Unknown media type.',
    title: 'Unknown media type',
    advice: 'The media type is not one that can be published here.',
  },
  childCount: {
    code: 100,
    subcode: 2207028,
    message: 'The carousel is invalid.',
    title: 'Carousel validation failed',
    advice: 'A carousel needs at least 2 and at most 10 photos or videos.',
  },
  thumbOffset: {
    code: 1,
    subcode: 2207057,
    message: 'The thumbnail offset is out of range.',
    title: 'Invalid thumbnail offset',
    advice: 'The thumbnail offset must lie within the video.',
  },
  // The subcode was seen in the wild, the code beside it is not known.
  noTrials: {
    code: -1,
    subcode: 2207081,
    message: 'This account cannot publish trial reels.',
    title: 'Trial reels not available',
    advice: 'The account is not eligible for trial reels.',
  },
  videoFormat: {
    code: 352,
    subcode: 2207026,
    message: 'The video format is not supported.',
    title: 'Unsupported format',
    advice: 'The video format is not supported. Check the specification and send another file.',
  },
  mediaExpired: {
    code: -2,
    subcode: 2207020,
    message: 'The media has expired.',
    title: 'Media expired',
    advice: 'The media that you are trying to access has expired. Create it again.',
  },
  creationFailed: {
    code: -1,
    subcode: 2207032,
    message: 'Create media fail, please try to re-create media',
    title: 'Media creation failed',
    advice: 'The media could not be created. Create it again.',
  },
  uploadUnknown: {
    code: -1,
    subcode: 2207053,
    message: 'Unknown upload error.',
    title: 'Unknown upload error',
    advice: 'Something went wrong while the video was uploaded. Create it again.',
  },
  platformFailure: {
    code: -1,
    subcode: 2207001,
    message: 'Instagram server error. Try again.',
    title: 'Server error',
    advice: 'Something went wrong. Try again.',
  },
  fatal: { code: -1, subcode: 2207085, message: 'Fatal' },
  deleteUnsupported: { code: -1, subcode: 2207073, message: 'Fatal' },
  accountRestricted: {
    code: 25,
    subcode: 2207050,
    message: 'The Instagram account is restricted.',
    title: 'Account restricted',
    advice: 'The account is inactive, checkpointed or restricted. Sign in to the app and follow its steps.',
  },
  temporarilyBlocked: {
    code: 368,
    message: 'The action attempted has been deemed abusive or is otherwise disallowed',
  },
  permissionMissing: { code: 10, message: '(#10) Application does not have permission for this action' },
  pagePermissionMissing: {
    httpStatus: 403,
    code: 200,
    message: '(#200) The permissions for this call are not granted.',
  },
  pageTokenNeeded: {
    code: 210,
    message: '(#210) A page access token is required to request this resource.',
  },
  appBlocked: { code: 200, message: 'API access blocked.' },
  appRemoved: {
    code: 190,
    subcode: 458,
    message: 'Error validating access token: The user has not authorized the application.',
  },
  checkpointed: {
    code: 190,
    subcode: 459,
    message: 'Error validating access token: The user is enrolled in a blocking, logged-in checkpoint.',
  },
  passwordChanged: {
    code: 190,
    subcode: 460,
    message: 'Error validating access token: The session has been invalidated because the password changed.',
  },
  quotaReached: {
    code: 9,
    subcode: 2207042,
    message: 'Application request limit reached',
    title: 'Posting limit reached',
    advice: 'The account has reached the number of posts that it may publish within 24 hours.',
  },
  notReady: {
    code: 9007,
    subcode: 2207027,
    message: 'Media ID is not available',
    title: 'Media not ready',
    advice: 'The media is not ready for publishing. Wait a moment.',
  },
  mediaNotFound: {
    code: 24,
    subcode: 2207006,
    message: 'The requested resource does not exist',
    title: 'Media not found',
    advice: 'The media with this id cannot be found.',
  },
  containerUnknown: {
    code: 24,
    subcode: 2207008,
    message: 'The requested resource does not exist',
    title: 'Container not found',
    advice: 'The container does not exist or has expired.',
  },
} as const satisfies Record<string, GraphErrorFacts>

export type Refusal = keyof typeof REFUSALS

export function refusalOf(refusal: Refusal): GraphError {
  return new GraphError(REFUSALS[refusal])
}

/** A limit of calls is reached, and calls are taken again in so many minutes. */
export function outOfCalls(
  limit: 'rateLimited' | 'businessRateLimited' | 'pageRateLimited',
  minutes: number,
): GraphError {
  const facts = REFUSALS[limit]
  return new GraphError({ ...facts, throttled: { ...facts.throttled, minutes } })
}

/** A parameter is missing or wrong: code 100 without a subcode. */
export function badParameter(message: string): GraphError {
  return new GraphError({ code: 100, message: `(#100) ${message}` })
}

/** Gone, never there, not ours, or not possible: the platform never distinguishes these. */
export function objectMissing(id: string, method: string): GraphError {
  const request = `Unsupported ${method.toLowerCase()} request.`
  const reasons =
    'does not exist, cannot be loaded due to missing permissions, or does not support this operation.'
  return new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `${request} Object with ID '${id}' ${reasons}`,
  })
}

export function unknownPath(path: string): GraphError {
  return new GraphError({ code: 2500, message: `Unknown path components: ${path}` })
}
