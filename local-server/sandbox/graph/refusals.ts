// The platform's refusals: numbers from its error reference, texts in the same tone. Clients must go by the numbers, since
// the real texts follow the account's language.
import { GraphError, type GraphErrorFacts } from './graph-error.ts'

/** The reference writes a code and its subcode as one: 100/2207040. */
interface Entry extends Omit<GraphErrorFacts, 'code' | 'subcode'> {
  readonly numbers: readonly [code: number, subcode?: number]
}

const REFUSALS = {
  tokenMissing: {
    httpStatus: 401,
    numbers: [190],
    message: 'An access token is required to request this resource.',
  },
  partnerTokenMissing: { numbers: [104], message: 'An access token is required to request this resource.' },
  tokenInvalid: { numbers: [190], message: 'Invalid OAuth access token - Cannot parse access token' },
  tokenExpired: {
    httpStatus: 401,
    numbers: [190, 463],
    message: 'Error validating access token: Session has expired.',
  },
  notReadable: { numbers: [100], message: 'Invalid parameter: the request body cannot be read.' },
  unknownFailure: {
    httpStatus: 500,
    numbers: [1],
    message: 'An unknown error has occurred.',
    transient: false,
  },
  serviceDown: {
    httpStatus: 500,
    numbers: [2],
    message: 'An unexpected error has occurred. Please retry your request later.',
    transient: true,
  },
  actionBlocked: {
    numbers: [4, 2207051],
    message: 'Application request limit reached',
    title: 'Action is blocked',
    advice: 'We restrict certain activity to protect our community.',
  },
  rateLimited: {
    httpStatus: 429,
    numbers: [4],
    message: 'Application request limit reached',
    transient: true,
    throttled: { kind: 'app', minutes: 5 },
  },
  businessRateLimited: {
    numbers: [80002],
    message: 'There have been too many calls to this Instagram account. Wait a bit and try again.',
    throttled: { kind: 'business', minutes: 5 },
  },
  pageRateLimited: {
    numbers: [80001],
    message: 'There have been too many calls to this Page. Wait a bit and try again.',
    throttled: { kind: 'business', minutes: 5 },
  },
  userRateLimited: { numbers: [17], message: 'User request limit reached', transient: true },
  callsTooFast: { numbers: [613], message: '(#613) Calls to this api have exceeded the rate limit.' },
  unheardOf: { numbers: [987654], message: 'This error is in no table.' },
  downloadTooSlow: {
    numbers: [-2, 2207003],
    message: 'Timeout',
    title: 'Media download timed out',
    advice: 'It takes too long to download the media.',
  },
  notFetched: {
    numbers: [9004, 2207052],
    message: 'Only photo or video can be accepted as media type.',
    title: 'Only photo or video can be accepted as media type',
    advice: 'The media could not be fetched from this URI.',
  },
  imageTooLarge: {
    numbers: [36000, 2207004],
    message: 'The image size is too large.',
    title: 'Image size too large',
    advice: 'The image is too large to download. It should be less than 8 MiB.',
  },
  imageFormat: {
    numbers: [36001, 2207005],
    message: 'The image format is not supported.',
    title: 'Image format not supported',
    advice: 'The image is not in a supported format. Use JPEG.',
  },
  aspectRatio: {
    numbers: [36003, 2207009],
    message: 'The aspect ratio is not supported.',
    title: 'Invalid aspect ratio',
    advice: 'The submitted image has an aspect ratio that is not supported in the feed.',
  },
  captionTooLong: {
    numbers: [36004, 2207010],
    message: 'The caption was too long.',
    title: 'Caption too long',
    advice: 'The submitted caption is longer than 2200 characters.',
  },
  tooManyTags: {
    numbers: [100, 2207040],
    message: 'Cannot use more than 20 tags.',
    title: 'Too many tags',
    advice: 'The post mentions more than 20 accounts.',
  },
  cannotBeTagged: {
    numbers: [100, 2207018],
    message: 'The user cannot be tagged.',
    title: 'Cannot tag user',
    advice: 'A person who is named in the post cannot be tagged.',
  },
  nameWithAt: {
    numbers: [110, 2207018],
    message: 'Invalid user id',
    title: 'Cannot tag user',
    advice: 'A person who is named in the post cannot be tagged.',
  },
  publishedAlone: {
    numbers: [100, 2207089],
    message: 'Invalid parameter',
    title: 'Carousel item cannot be published',
    advice: 'A container with the media_type VIDEO is a carousel item and cannot be published by itself.',
  },
  productUnknown: {
    numbers: [100, 2207037],
    message: 'The product is invalid.',
    title: 'Invalid product',
    advice: 'A tagged product does not exist or is not approved.',
  },
  unknownMediaType: {
    numbers: [100, 2207023],
    message: 'Unknown media type.',
    title: 'Unknown media type',
    advice: 'The media type is not one that can be published here.',
  },
  childCount: {
    numbers: [100, 2207028],
    message: 'The carousel is invalid.',
    title: 'Carousel validation failed',
    advice: 'A carousel needs at least 2 and at most 10 photos or videos.',
  },
  thumbOffset: {
    numbers: [1, 2207057],
    message: 'The thumbnail offset is out of range.',
    title: 'Invalid thumbnail offset',
    advice: 'The thumbnail offset must lie within the video.',
  },
  // The subcode was seen in the wild, the code beside it is not known.
  noTrials: {
    numbers: [-1, 2207081],
    message: 'This account cannot publish trial reels.',
    title: 'Trial reels not available',
    advice: 'The account is not eligible for trial reels.',
  },
  videoFormat: {
    numbers: [352, 2207026],
    message: 'The video format is not supported.',
    title: 'Unsupported format',
    advice: 'The video format is not supported. Check the specification and send another file.',
  },
  mediaExpired: {
    numbers: [-2, 2207020],
    message: 'The media has expired.',
    title: 'Media expired',
    advice: 'The media that you are trying to access has expired. Create it again.',
  },
  creationFailed: {
    numbers: [-1, 2207032],
    message: 'Create media fail, please try to re-create media',
    title: 'Media creation failed',
    advice: 'The media could not be created. Create it again.',
  },
  uploadUnknown: {
    numbers: [-1, 2207053],
    message: 'Unknown upload error.',
    title: 'Unknown upload error',
    advice: 'Something went wrong while the video was uploaded. Create it again.',
  },
  platformFailure: {
    numbers: [-1, 2207001],
    message: 'Instagram server error. Try again.',
    title: 'Server error',
    advice: 'Something went wrong. Try again.',
  },
  fatal: { numbers: [-1, 2207085], message: 'Fatal' },
  deleteUnsupported: { numbers: [-1, 2207073], message: 'Fatal' },
  accountRestricted: {
    numbers: [25, 2207050],
    message: 'The Instagram account is restricted.',
    title: 'Account restricted',
    advice: 'The account is inactive, checkpointed or restricted. Sign in to the app and follow its steps.',
  },
  temporarilyBlocked: {
    numbers: [368],
    message: 'The action attempted has been deemed abusive or is otherwise disallowed',
  },
  permissionMissing: { numbers: [10], message: '(#10) Application does not have permission for this action' },
  tooFewViewers: { numbers: [10], message: '(#10) Not enough viewers for the media to show insights' },
  beforeProfessional: {
    numbers: [100, 2108006],
    message: 'Invalid parameter',
    title: 'Media posted before business account conversion',
    advice:
      'The media was posted before the most recent time that the account was converted to a business account.',
  },
  pagePermissionMissing: {
    httpStatus: 403,
    numbers: [200],
    message: '(#200) The permissions for this call are not granted.',
  },
  pageTokenNeeded: {
    numbers: [210],
    message: '(#210) A page access token is required to request this resource.',
  },
  appBlocked: { numbers: [200], message: 'API access blocked.' },
  appRemoved: {
    numbers: [190, 458],
    message: 'Error validating access token: The user has not authorized the application.',
  },
  checkpointed: {
    numbers: [190, 459],
    message: 'Error validating access token: The user is enrolled in a blocking, logged-in checkpoint.',
  },
  passwordChanged: {
    numbers: [190, 460],
    message: 'Error validating access token: The session has been invalidated because the password changed.',
  },
  quotaReached: {
    numbers: [9, 2207042],
    message: 'Application request limit reached',
    title: 'Posting limit reached',
    advice: 'The account has reached the number of posts that it may publish within 24 hours.',
  },
  notReady: {
    numbers: [9007, 2207027],
    message: 'Media ID is not available',
    title: 'Media not ready',
    advice: 'The media is not ready for publishing. Wait a moment.',
  },
  mediaNotFound: {
    numbers: [24, 2207006],
    message: 'The requested resource does not exist',
    title: 'Media not found',
    advice: 'The media with this id cannot be found.',
  },
  containerUnknown: {
    numbers: [24, 2207008],
    message: 'The requested resource does not exist',
    title: 'Container not found',
    advice: 'The container does not exist or has expired.',
  },
} as const satisfies Record<string, Entry>

export type Refusal = keyof typeof REFUSALS

export function graphErrorOf(refusal: Refusal): GraphError {
  return errorOf(REFUSALS[refusal])
}

function errorOf({ numbers: [code, subcode], ...facts }: Entry): GraphError {
  return new GraphError({ ...facts, code, ...(subcode !== undefined && { subcode }) })
}

/** A limit of calls is reached, and calls are taken again in so many minutes. */
export function outOfCalls(
  limit: 'rateLimited' | 'businessRateLimited' | 'pageRateLimited',
  minutes: number,
): GraphError {
  const facts = REFUSALS[limit]
  return errorOf({ ...facts, throttled: { ...facts.throttled, minutes } })
}

/** A parameter is missing or wrong: code 100 without a subcode. */
export function badParameter(message: string): GraphError {
  return new GraphError({ code: 100, message: `(#100) ${message}` })
}

/** Gone, never there, another account's, or not possible: the platform never distinguishes these. */
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
