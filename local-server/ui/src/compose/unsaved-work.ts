// Unsaved work: what of it is still unsaved, and its text, which survives a reload. What cannot be read any more is
// dropped: it never keeps the page from opening.
import {
  isPlainOption,
  OPTION_NAMES,
  POST_OPTIONS,
  type OptionName,
  type OwnFieldName,
} from '../../../../core/rules/content/post-options.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { tryAccess } from '../shared/kept-texts.ts'
import {
  compositionOf,
  EMPTY,
  hasSameTime,
  isSame,
  isSameContent,
  isStoredAs,
  type Composition,
  type Sender,
} from './composition.ts'

/** Rises when the shape changes. */
const VERSION = 1

export interface UnsavedWork {
  /** The stored post as it was when the work on it began; null for a new post. */
  readonly base: Composition | null
  readonly now: Composition
  /** Of all requests that make a new post of it, in whichever tab: sent again, they still make one. Given by the storage. */
  readonly requestKey?: string | undefined
}

/** What of it the post that was just stored lacks: what was typed since it was sent, and a time that a draft cannot keep. */
export function workAfterSaving(
  typed: Composition | undefined,
  sent: Composition,
  post: PostBody,
): UnsavedWork | null {
  const base = compositionOf(post)
  const now = typed !== undefined && !isSame(typed, sent) ? typed : { ...base, when: sent.when }
  return isSame(now, base) ? null : { base, now }
}

/** `typed`: until it was a draft again, which took a while; undefined when nothing was changed in what was shown. */
export function workAfterUnscheduling(
  typed: Composition | undefined,
  shown: Composition,
  post: PostBody,
): UnsavedWork {
  return { base: compositionOf(post), now: typed ?? shown }
}

/** A new post as it begins. The account it would get anyway does not stay with it: another one may be chosen before something is typed. */
export function isUntouched(composition: Composition, preset: string | null): boolean {
  const accountId = composition.accountId === preset ? preset : null
  return isSame(composition, { ...EMPTY, accountId })
}

/**
 * Whether the stored post, which waits to be published, lacks something of it, or a file that is on its way to the post. A draft cannot
 * keep its time.
 */
export function isAheadOf(post: PostBody, work: UnsavedWork | null, uploads: readonly unknown[]): boolean {
  if (uploads.length > 0) return true
  const isStored = post.status === 'DRAFT' ? isSameContent : isSame
  return work !== null && !isStored(work.now, compositionOf(post))
}

/** `sent`: what was sent from here last. Its answer may have been lost, and what it stored is not somebody else's change. */
export function isChangedElsewhere(
  stored: Composition,
  { base, now }: UnsavedWork,
  sent: Composition | undefined,
  account: Sender,
): boolean {
  if (base === null || isSame(stored, base)) return false
  return ![now, sent ?? now].some((own) => isStoredAs(stored, own, account))
}

/** Goes on with it although the post was changed elsewhere, but for its time, unless another one was chosen here. */
export function keepWork({ base, now }: UnsavedWork, stored: Composition): UnsavedWork {
  const isMoved = base !== null && stored.when !== null && hasSameTime(base, now)
  return { base: stored, now: isMoved ? { ...now, when: stored.when } : now }
}

/** Whether all but a time is stored. */
export function lacksOnlyTime({ base, now }: UnsavedWork): boolean {
  return base !== null && isSameContent(base, now)
}

export function serializeWork(work: UnsavedWork): string {
  return JSON.stringify({ version: VERSION, ...work })
}

/** Null when it is of another version, or broken. */
export function parseWork(text: string): UnsavedWork | null {
  const read = tryAccess((): unknown => JSON.parse(text))
  if (!isRecord(read) || read['version'] !== VERSION) return null
  const [base, now] = [withAnyOptions(read['base']), withAnyOptions(read['now'])]
  if (!isComposition(now) || !(base === null || isComposition(base))) return null
  const { requestKey } = read
  return { base, now, ...(typeof requestKey === 'string' && { requestKey }) }
}

/** Earlier versions knew no options. */
function withAnyOptions(value: unknown): unknown {
  return isRecord(value) ? { options: {}, ...value } : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Check = (value: unknown) => boolean

export const isString: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isFraction: Check = (value) => typeof value === 'number' && value >= 0 && value <= 1

function oneOf(...known: readonly unknown[]): Check {
  return (value) => known.includes(value)
}

export function orNull(is: Check): Check {
  return (value) => value === null || is(value)
}

export function arrayOf(isItem: Check): Check {
  return (value) => Array.isArray(value) && value.every(isItem)
}

/** At least these properties. */
export function fieldsOf(checks: Readonly<Record<string, Check>>): Check {
  return (value) => isRecord(value) && Object.entries(checks).every(([name, is]) => is(value[name]))
}

const isPerson = fieldsOf({ username: isString, x: isFraction, y: isFraction })

const OPTION_CHECKS: { readonly [Name in OwnFieldName]: Check } = {
  altText: isString,
  altTexts: arrayOf(fieldsOf({ mediaFileId: isString, altText: isString })),
  mediaTags: arrayOf(
    fieldsOf({ mediaFileId: isString, userTags: arrayOf(fieldsOf({ username: isString })) }),
  ),
  cover: (value) =>
    isRecord(value) && (typeof value['frameMs'] === 'number' || isString(value['mediaFileId'])),
  trialReel: fieldsOf({ graduationStrategy: oneOf('MANUAL', 'SS_PERFORMANCE') }),
  paidPartnership: isBoolean,
  sponsorIds: arrayOf(isString),
  firstComment: isString,
  commentsEnabled: isBoolean,
}

function checkOf(name: OptionName): Check {
  if (!isPlainOption(name)) return OPTION_CHECKS[name]
  return POST_OPTIONS[name].field === 'switch' ? isBoolean : isString
}

const CHECKS: { readonly [Key in keyof Composition]: Check } = {
  accountId: orNull(isString),
  mediaType: oneOf('IMAGE', 'CAROUSEL', 'REELS', 'STORIES'),
  mediaIds: arrayOf(isString),
  spareIds: arrayOf(isString),
  caption: isString,
  userTags: arrayOf(isPerson),
  storyMentions: arrayOf(isPerson),
  collaborators: arrayOf(isString),
  locationId: isString,
  locationName: isString,
  crossPost: isBoolean,
  options: (value) =>
    isRecord(value) && OPTION_NAMES.every((name) => value[name] === undefined || checkOf(name)(value[name])),
  when: orNull(fieldsOf({ wall: isString, timeZone: isString, choice: oneOf(null, 'earlier', 'later') })),
}

const isComposition = fieldsOf(CHECKS) as (value: unknown) => value is Composition
