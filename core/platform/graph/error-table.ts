// What each platform error means for a publication: one row, one class. Numbers only; texts follow the reader's locale.
// Source: the platform's error reference (developers.facebook.com, Instagram platform, error codes) and what clients measured.
import type { Recovery } from '../../api/posts.ts'
import type { ErrorCode } from '../../errors.ts'
import type { PlatformRefusal } from '../../ports/platform/platform.ts'
import { DAY, HOUR, type Duration } from '../../time.ts'

/**
 * no     The same request will be refused again; the user must do something.
 * same   Not yet: the same container will do in a moment.
 * new    Ask for a fresh container.
 * wait   Too many calls: nothing happened, and the same will do when the window has passed.
 * block  The account must be left alone, for longer than a post should wait by itself.
 * verify A failure at the platform's side. Harmless while nothing was sent; after a publish call only looking tells.
 */
export type RetryClass = 'no' | 'same' | 'new' | 'wait' | 'block' | 'verify'

export interface RefusalVerdict {
  readonly retry: RetryClass
  readonly code: ErrorCode
  readonly recovery: Recovery
  /** What the user should know or do; the platform's own words are added to it. */
  readonly advice: string
  /** How long nothing new is sent for the account; null when others may go on. */
  readonly pauseFor: Duration | null
}

interface Row extends RefusalVerdict {
  /** `code/subcode`, `code` alone, or `/subcode` alone. */
  readonly match: readonly string[]
}

const reconnect = (advice: string): RefusalVerdict => ({
  retry: 'no',
  code: 'TOKEN_EXPIRED',
  recovery: 'reconnect',
  advice,
  pauseFor: null,
})
const fixMedia = (advice: string): RefusalVerdict => ({
  retry: 'no',
  code: 'MEDIA_INVALID',
  recovery: 'fix_media',
  advice,
  pauseFor: null,
})
const refused = (retry: RetryClass, recovery: Recovery, advice: string): RefusalVerdict => ({
  retry,
  code: 'PLATFORM_ERROR',
  recovery,
  advice,
  pauseFor: null,
})
const backingOff = (retry: 'wait' | 'block', pauseFor: Duration | null, advice: string): RefusalVerdict => ({
  ...refused(retry, 'wait', advice),
  pauseFor,
})

/** Where a sentence speaks of a person whom only the post can name. */
export const SOMEBODY = 'Somebody'

const ROWS: readonly Row[] = [
  // Auth and permission
  { match: ['190/458'], ...reconnect('The app was removed from the account. Reconnect it.') },
  {
    match: ['190/459'],
    ...reconnect(
      'Instagram wants you to verify the account. Open the app, complete the check, then reconnect.',
    ),
  },
  { match: ['190/460'], ...reconnect('The password was changed. Reconnect the account.') },
  {
    match: ['190/464'],
    ...reconnect('The account is not confirmed. Confirm it in the app, then reconnect.'),
  },
  { match: ['190/492'], ...reconnect('You lost your role on the linked Page. Restore it, then reconnect.') },
  {
    match: ['190', '190/463', '190/467', '102'],
    ...reconnect('Access to this account has ended. Reconnect it.'),
  },
  {
    match: ['10'],
    ...refused(
      'no',
      'reconnect',
      'A permission is missing. Reconnect the account and grant every permission.',
    ),
  },
  {
    match: ['3'],
    ...refused('no', 'reconnect', 'The app lacks a capability. Check its set-up in the app dashboard.'),
  },
  { match: ['100/33'], ...refused('verify', 'retry', 'The platform could not find the object.') },
  {
    match: ['368'],
    ...backingOff('block', DAY, 'The account is blocked from this action for now. Try again tomorrow.'),
  },
  // Generic and rate
  { match: ['1', '2', '-1'], ...refused('verify', 'retry', 'The platform had an internal error.') },
  {
    match: ['4', '17', '32', '613', '80001', '80002'],
    ...backingOff('wait', HOUR, 'The platform’s call limit has been reached. Try again in an hour.'),
  },
  {
    match: ['9/2207042'],
    ...backingOff(
      'block',
      null,
      'The account has reached its publishing limit for the last 24 hours. Try again later.',
    ),
  },
  {
    match: ['4/2207051'],
    ...backingOff('block', DAY, 'Instagram is limiting this account. Post by hand or wait a day.'),
  },
  {
    match: ['25/2207050'],
    ...refused(
      'no',
      'reconnect',
      'The account is inactive or restricted. Sign in to the app and do what it asks.',
    ),
  },
  // Containers
  {
    match: ['-2/2207003'],
    ...refused('new', 'retry', 'The platform could not fetch the media fast enough.'),
  },
  {
    match: ['-2/2207020', '24/2207008'],
    ...refused('new', 'retry', 'The prepared post expired before it was published.'),
  },
  {
    match: ['-1/2207001', '-1/2207032'],
    ...refused('new', 'retry', 'The platform had an internal error.'),
  },
  {
    match: ['100/2207018'],
    ...refused(
      'no',
      'retry',
      `${SOMEBODY} cannot be tagged or named as a collaborator: the account is private, unknown, or does not allow it. Take the name out.`,
    ),
  },
  {
    match: ['100/2207089'],
    ...refused(
      'no',
      'retry',
      'A video that was made for a carousel cannot be published by itself. Publish it as a reel.',
    ),
  },
  {
    match: ['/2207082'],
    ...refused(
      'new',
      'fix_media',
      'The platform could not process the file. If this happens again, export the file again; a video that is to get music needs its own audio track.',
    ),
  },
  {
    match: ['-1/2207053'],
    ...refused(
      'new',
      'fix_media',
      'The platform could not process the file. If this happens again, export the file again.',
    ),
  },
  { match: ['1/2207057'], ...refused('no', 'fix_media', 'The cover time lies outside the video.') },
  { match: ['24/2207006'], ...refused('same', 'retry', 'The platform has not found the prepared post yet.') },
  { match: ['9007/2207027'], ...refused('same', 'retry', 'The prepared post was not ready yet.') },
  {
    match: ['100/2207023', '100'],
    ...refused('no', 'retry', 'The platform did not accept a field of the post.'),
  },
  {
    match: ['100/2207028'],
    ...fixMedia('A carousel needs 2 to 10 files.'),
    code: 'INVALID_CAROUSEL',
  },
  {
    match: ['100/2207035', '100/2207036', '100/2207037'],
    ...refused('no', 'retry', 'The product tags were not accepted.'),
  },
  {
    match: ['100/2207040'],
    ...refused('no', 'retry', 'The post mentions more than 20 accounts. Use fewer.'),
  },
  {
    match: ['352/2207026'],
    ...fixMedia('The platform does not accept this video format. Export it as MP4 with H.264 and AAC.'),
  },
  {
    match: ['9004/2207052', '/2207077', '9004'],
    ...refused('new', 'retry', 'The platform could not fetch the file from its public address.'),
  },
  { match: ['36000/2207004', '36000'], ...fixMedia('The image is larger than 8 MB. Export it smaller.') },
  { match: ['36001/2207005', '36001'], ...fixMedia('The platform does not accept this image format.') },
  {
    match: ['36003/2207009', '36003'],
    ...fixMedia('The picture’s aspect ratio is not accepted. Crop it to between 4:5 and 1.91:1.'),
  },
  {
    match: ['36004/2207010', '36004'],
    ...refused('no', 'retry', 'The caption is too long: 2,200 characters at most.'),
  },
  {
    match: ['-1/2207073'],
    ...refused('no', 'check_platform', 'This kind of post can only be deleted in the app.'),
  },
  { match: ['/2207081'], ...refused('no', 'retry', 'This account cannot publish trial reels.') },
  {
    match: ['/2207085'],
    ...refused(
      'new',
      'fix_media',
      'The platform failed without giving a reason. Check the file’s codec and length.',
    ),
  },
]

/** Any 2207xxx that no row names: tried once more, then told as it came. */
const UNNAMED: RefusalVerdict = refused('new', 'retry', 'The platform refused for an unknown reason.')
const PERMISSION: RefusalVerdict = refused(
  'no',
  'reconnect',
  'A permission is not granted, or the app was restricted. Check the app dashboard, then reconnect.',
)
const FAULT: RefusalVerdict = refused('verify', 'retry', 'The platform had an internal error.')

const BY_NUMBER = new Map<string, RefusalVerdict>(
  ROWS.flatMap(({ match, ...verdict }) => match.map((key) => [key, verdict] as const)),
)

/** Subcode first, then code, then HTTP status. */
export function judge(refusal: PlatformRefusal): RefusalVerdict {
  const { code, subcode, httpStatus } = refusal
  if (subcode !== null) {
    const exact = BY_NUMBER.get(`${code}/${subcode}`) ?? BY_NUMBER.get(`/${subcode}`) ?? bySubcode(subcode)
    if (exact) return exact
    if (subcode >= 2_207_000 && subcode < 2_208_000) return UNNAMED
  }
  if (code !== null && code >= 200 && code < 300) return PERMISSION
  if (code !== null) return BY_NUMBER.get(String(code)) ?? (httpStatus >= 500 ? FAULT : UNNAMED)
  return httpStatus >= 500 ? FAULT : UNNAMED
}

/** A container's status sentence carries the subcode without its code. */
function bySubcode(subcode: number): RefusalVerdict | undefined {
  for (const [key, verdict] of BY_NUMBER) if (key.endsWith(`/${subcode}`)) return verdict
  return undefined
}
