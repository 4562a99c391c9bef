// What each platform error means for a publication: one row, one class. Matched by number: the texts follow the reader's locale.
// Source: the platform's error reference (developers.facebook.com, Instagram platform, error codes) and what clients measured.
import type { Recovery } from './post-words.ts'
import type { ErrorCode } from '../../errors.ts'
import { failureDetail, type FailureDetail, type PlainFailureCode } from '../notices/failure-details.ts'
import type { ContainerStatus, PlatformRefusal, PlatformReply } from '../../ports/platform/platform.ts'
import { safeText, withoutFullStop, type SafeText } from '../../redact.ts'
import { DAY, HOUR, MINUTE, type Duration } from '../../time.ts'
import { failureOf } from './failures.ts'
import type { Failure, PublicationPayload } from './publication.ts'

/**
 * no     The same request will be refused again; the user must do something.
 * same   Not yet: the same container will do in a moment.
 * new    Ask for a fresh container.
 * wait   Too many calls: nothing happened, and the same will do when the window has passed.
 * block  The account must be left alone, for longer than a post should wait automatically.
 * verify A failure at the platform's side. Harmless while nothing was sent; after a publish call only reading shows it.
 */
export type RetryClass = 'no' | 'same' | 'new' | 'wait' | 'block' | 'verify'

export interface RefusalVerdict {
  readonly retry: RetryClass
  readonly code: ErrorCode
  readonly recovery: Recovery
  /** What the user should know or do; the platform's own words are added to it. */
  readonly advice: PlainFailureCode
  /** How long nothing new is sent for the account; null when its other posts may go on. */
  readonly pauseFor: Duration | null
  /** Only the user can end it, and only at the platform: another token changes nothing. */
  readonly endsAtPlatform?: true
}

interface Row extends RefusalVerdict {
  /** `code/subcode`, `code` alone, or `/subcode` alone. */
  readonly match: readonly string[]
}

const reconnect = (advice: PlainFailureCode): RefusalVerdict => ({
  retry: 'no',
  code: 'TOKEN_EXPIRED',
  recovery: 'reconnect',
  advice,
  pauseFor: null,
})
const fixMedia = (advice: PlainFailureCode): RefusalVerdict => ({
  retry: 'no',
  code: 'MEDIA_INVALID',
  recovery: 'fix_media',
  advice,
  pauseFor: null,
})
const refused = (retry: RetryClass, recovery: Recovery, advice: PlainFailureCode): RefusalVerdict => ({
  retry,
  code: 'PLATFORM_ERROR',
  recovery,
  advice,
  pauseFor: null,
})
const endedAtPlatform = (advice: PlainFailureCode): RefusalVerdict => ({
  ...refused('no', 'retry', advice),
  endsAtPlatform: true,
})
const backingOff = (
  retry: 'wait' | 'block',
  pauseFor: Duration | null,
  advice: PlainFailureCode,
): RefusalVerdict => ({
  ...refused(retry, 'wait', advice),
  pauseFor,
})

const ROWS: readonly Row[] = [
  // Auth and permission
  { match: ['190/458'], ...reconnect('APP_REMOVED') },
  { match: ['190/459'], ...reconnect('VERIFICATION_NEEDED') },
  { match: ['190/460'], ...reconnect('PASSWORD_CHANGED') },
  { match: ['190/464'], ...reconnect('ACCOUNT_NOT_CONFIRMED') },
  { match: ['190/492'], ...reconnect('PAGE_ROLE_LOST') },
  { match: ['190', '190/463', '190/467', '102', '104'], ...reconnect('ACCESS_ENDED') },
  { match: ['10'], ...refused('no', 'reconnect', 'PERMISSION_MISSING') },
  { match: ['3'], ...endedAtPlatform('CAPABILITY_MISSING') },
  // The number of a restricted app, too. Permissions are rarely the cause: no account is connected without those to publish.
  { match: ['200'], ...endedAtPlatform('APP_OR_ROLE_RESTRICTED') },
  { match: ['100/33'], ...refused('verify', 'retry', 'OBJECT_NOT_FOUND') },
  { match: ['368'], ...backingOff('block', DAY, 'ACCOUNT_BLOCKED') },
  // Generic and rate
  { match: ['1', '2', '-1'], ...refused('verify', 'retry', 'PLATFORM_FAULT') },
  { match: ['4', '17', '32', '613', '80001', '80002'], ...backingOff('wait', HOUR, 'CALL_LIMIT') },
  { match: ['9/2207042'], ...backingOff('block', null, 'PUBLISHING_LIMIT') },
  { match: ['4/2207051'], ...backingOff('block', DAY, 'ACCOUNT_LIMITED') },
  { match: ['25/2207050'], ...endedAtPlatform('ACCOUNT_RESTRICTED') },
  // Containers
  { match: ['-2/2207003'], ...refused('new', 'retry', 'MEDIA_FETCHED_TOO_SLOWLY') },
  { match: ['-2/2207020', '24/2207008'], ...refused('new', 'retry', 'CONTAINER_EXPIRED') },
  { match: ['-1/2207001', '-1/2207032'], ...refused('new', 'retry', 'PLATFORM_FAULT') },
  { match: ['100/2207018'], ...refused('no', 'retry', 'SOMEBODY_REFUSED') },
  { match: ['100/2207089'], ...refused('no', 'retry', 'CAROUSEL_VIDEO_ALONE') },
  { match: ['/2207082'], ...refused('new', 'fix_media', 'FILE_NOT_PROCESSED_WITH_MUSIC') },
  { match: ['-1/2207053'], ...refused('new', 'fix_media', 'FILE_NOT_PROCESSED') },
  { match: ['1/2207057'], ...refused('no', 'retry', 'COVER_OUTSIDE_VIDEO') },
  { match: ['24/2207006'], ...refused('same', 'retry', 'CONTAINER_NOT_FOUND') },
  { match: ['9007/2207027'], ...refused('same', 'retry', 'CONTAINER_NOT_READY') },
  { match: ['100/2207023', '100'], ...refused('no', 'retry', 'FIELD_REFUSED') },
  { match: ['100/2207028'], ...fixMedia('CAROUSEL_COUNT'), code: 'INVALID_CAROUSEL' },
  {
    match: ['100/2207035', '100/2207036', '100/2207037'],
    ...refused('no', 'retry', 'PRODUCT_TAGS_REFUSED'),
  },
  { match: ['100/2207040'], ...refused('no', 'retry', 'TOO_MANY_MENTIONS') },
  { match: ['352/2207026'], ...fixMedia('VIDEO_FORMAT') },
  { match: ['9004/2207052', '/2207077', '9004'], ...refused('new', 'retry', 'MEDIA_NOT_FETCHED') },
  { match: ['36000/2207004', '36000'], ...fixMedia('IMAGE_TOO_LARGE') },
  { match: ['36001/2207005', '36001'], ...fixMedia('IMAGE_FORMAT') },
  { match: ['36003/2207009', '36003'], ...fixMedia('ASPECT_RATIO') },
  { match: ['36004/2207010', '36004'], ...refused('no', 'retry', 'CAPTION_TOO_LONG') },
  { match: ['-1/2207073'], ...refused('no', 'check_platform', 'DELETED_IN_APP_ONLY') },
  { match: ['/2207081'], ...refused('no', 'retry', 'NO_TRIAL_REELS') },
  { match: ['/2207085'], ...refused('new', 'fix_media', 'PLATFORM_GAVE_NO_REASON') },
]

/** Any 2207xxx that no row names: tried once more, then shown as it came. */
const UNNAMED: RefusalVerdict = refused('new', 'retry', 'REFUSED_FOR_UNKNOWN_REASON')
const PERMISSION: RefusalVerdict = refused('no', 'reconnect', 'PERMISSION_NOT_GRANTED')
const FAULT: RefusalVerdict = refused('verify', 'retry', 'PLATFORM_FAULT')

const BY_NUMBER = new Map<string, RefusalVerdict>(
  ROWS.flatMap(({ match, ...verdict }) => match.map((key) => [key, verdict] as const)),
)

/** Subcode first, then code, then HTTP status. */
export function judge(refusal: Pick<PlatformRefusal, 'httpStatus' | 'code' | 'subcode'>): RefusalVerdict {
  const { code, subcode, httpStatus } = refusal
  if (subcode !== null) {
    const exact = BY_NUMBER.get(`${code}/${subcode}`) ?? BY_NUMBER.get(`/${subcode}`) ?? bySubcode(subcode)
    if (exact) return exact
    if (subcode >= 2_207_000 && subcode < 2_208_000) return UNNAMED
  }
  if (code !== null && code > 200 && code < 300) return PERMISSION
  if (code !== null) return BY_NUMBER.get(String(code)) ?? (httpStatus >= 500 ? FAULT : UNNAMED)
  return httpStatus >= 500 ? FAULT : UNNAMED
}

/** The verdict on a refusal of which only the numbers are kept; null without one. */
export function judgeNumbers(
  words: { readonly code: number | null; readonly subcode: number | null } | null | undefined,
): RefusalVerdict | null {
  const { code, subcode } = words ?? { code: null, subcode: null }
  return code === null && subcode === null ? null : judge({ httpStatus: 400, code, subcode })
}

/** True when it refuses every request of the account, the token or the app until the user acts. */
export const needsUser = ({ recovery, endsAtPlatform }: RefusalVerdict): boolean =>
  recovery === 'reconnect' || endsAtPlatform === true

/** A container's status sentence carries the subcode without its code. */
function bySubcode(subcode: number): RefusalVerdict | undefined {
  for (const [key, verdict] of BY_NUMBER) if (key.endsWith(`/${subcode}`)) return verdict
  return undefined
}

/**
 * Replies known to have had no effect, right after FINISHED (replication lag), and how many reads without a media of
 * the post make us believe them: "not found" is also the reply for a container that was published a moment ago.
 */
export function lagLooksOf({ code, subcode }: PlatformRefusal): number | null {
  if (code === 9007 && subcode === 2_207_027) return 1
  return code === 24 && subcode === 2_207_006 ? 2 : null
}

type NotDone =
  | { readonly kind: 'refused'; readonly refusal: PlatformRefusal }
  | { readonly kind: 'unknown'; readonly reason: SafeText }

/** A fault of the platform's own, or no usable answer: while nothing was sent, that says nothing of the post. */
export function isPlatformFault(reply: PlatformReply<unknown>): boolean {
  if (reply.kind === 'ok') return false
  if (reply.kind === 'unknown') return !reply.facts.neverArrived
  const { retry, advice } = judge(reply.refusal)
  return retry === 'verify' && advice === 'PLATFORM_FAULT'
}

/** With the platform’s own words. */
export function failureOfReply(reply: NotDone): Failure {
  if (reply.kind === 'unknown') {
    const detail = failureDetail('UNEXPECTED_ANSWER', { reason: reply.reason })
    return { code: 'PLATFORM_ERROR', detail, recovery: 'retry', transient: true }
  }
  const { code, subcode, message: said, httpStatus } = reply.refusal
  const platform = { said, code: subcode === null ? (code ?? httpStatus) : code, subcode }
  return toFailure(judge(reply.refusal), platform)
}

/** The same, naming the tagged people where it concerns one of them: the platform does not say which. */
export function failureOfPost(
  reply: NotDone,
  { collaborators, userTags, storyMentions, options }: PublicationPayload,
): Failure {
  const failure = failureOfReply(reply)
  if (failure.detail.code !== 'SOMEBODY_REFUSED') return failure
  const onFiles = (options?.mediaTags ?? []).flatMap((file) => file.userTags)
  const tagged = [...userTags, ...onFiles, ...storyMentions].map(({ username }) => username)
  const names = [...new Set([...collaborators, ...tagged])].map((name) => `@${name}` as const)
  const [name, ...others] = names
  if (name === undefined) return failure
  const named =
    others.length === 0
      ? failureDetail('PERSON_REFUSED', { name })
      : failureDetail('ONE_OF_PEOPLE_REFUSED', { names })
  return { ...failure, detail: { ...named, platform: failure.detail.platform } }
}

export function failureOfContainer({ status, detail, subcode }: ContainerStatus): Failure {
  if (status === 'EXPIRED') {
    return { ...failureOf('PLATFORM_ERROR', 'CONTAINER_EXPIRED', 'retry'), transient: true }
  }
  const said = detail ?? safeText('Instagram could not process the file.')
  return toFailure(judge({ httpStatus: 400, code: null, subcode }), { said, code: null, subcode })
}

function toFailure(verdict: RefusalVerdict, platform: FailureDetail['platform']): Failure {
  const { code, recovery, advice, retry } = verdict
  const transient = retry === 'new' || retry === 'verify' || retry === 'same'
  return { code, detail: { ...failureDetail(advice), platform }, recovery, transient }
}

/** The cause of a call's failure, for use in a sentence of Nightpost. */
export function reasonOf(reply: NotDone): SafeText {
  return withoutFullStop(reply.kind === 'refused' ? reply.refusal.message : reply.reason)
}

/** "Too many calls" proves that nothing was made. Null when the platform asks for no wait. */
export function waitAskedBy(reply: PlatformReply<unknown>): Duration | null {
  if (reply.kind !== 'refused') return null
  const { retry, pauseFor } = judge(reply.refusal)
  return retry === 'wait' ? (reply.facts.usage?.regainAfter ?? pauseFor ?? MINUTE) : null
}
