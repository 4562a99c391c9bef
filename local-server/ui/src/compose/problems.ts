// Finds problems that keep a composition from being sent, and hints for the sender. Pure; the rules are the server's.
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { ErrorCode } from '../../../../core/errors.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import { isVideo, shapeOf } from '../../../../core/rules/fit/fixes.ts'
import { fetchesFile } from '../../../../core/rules/accounts/public-address.ts'
import { permissionsFor } from '../../../../core/rules/accounts/permissions.ts'
import { CAPTION_ADVICE, captionFacts } from '../../../../core/rules/content/caption-facts.ts'
import {
  contentProblems,
  type ContentField,
  type ContentRule,
} from '../../../../core/rules/content/content-problems.ts'
import type { CheckedFile, CheckPurpose } from '../../../../core/rules/content/checked-content.ts'
import { coverFileOf, OPTION_NAMES } from '../../../../core/rules/content/post-options.ts'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
import { resolveWallTime, type WallTime } from '../../../../core/rules/times/wall-time.ts'
import {
  compositionOf,
  editableContentOf,
  hasOtherFiles,
  hasSameTime,
  mayCrossPost,
  type Composition,
} from './composition.ts'
import type { Editor } from './editor.ts'

export type ComposeField = ContentField | 'when'
/** Order of the fields on the page. */
export const FIELDS: readonly ComposeField[] = [
  'media',
  'caption',
  'storyMentions',
  'userTags',
  'collaborators',
  'location',
  'crossPostToPartner',
  ...OPTION_NAMES,
  'when',
  'account',
]

export type Rule =
  | ContentRule
  | 'accountOpen'
  | 'noAccount'
  | 'noSuchTime'
  | 'unclearTime'
  | 'pastTime'
  | 'refused'

export interface ComposeProblem {
  readonly field: ComposeField
  readonly rule: Rule
  /** The server's sentence, where it says more than the rule. */
  readonly message: string
  readonly code?: ErrorCode
}

/** What is known of the account and the files of the composition. */
export type ComposeContext = Pick<Editor, 'account' | 'media'> &
  Partial<Pick<Editor, 'cover' | 'grantedScopes'>>

export interface SendIntent {
  readonly purpose: CheckPurpose
  readonly now: number
  /** What is late or held can be changed without another time. */
  readonly keepsTime?: boolean
}

/** Lists all that would be refused, in the order of the server; then questions that only a person can answer. */
export function composeProblemsOf(
  composition: Composition,
  { account, media, cover, grantedScopes = null }: ComposeContext,
  asked: SendIntent,
): ComposeProblem[] {
  const when = asked.purpose === 'schedule' ? timeProblems(composition.when, asked) : []
  if (!account) {
    const rule = composition.accountId === null ? 'accountOpen' : 'noAccount'
    return [{ field: 'account', rule, message: '' }, ...when]
  }
  const sent = editableContentOf(composition, account)
  const content = {
    ...sent,
    mediaType: composition.mediaType,
    userTags: sent.userTags ?? [],
    storyMentions: sent.storyMentions ?? [],
    collaborators: sent.collaborators ?? [],
    options: patchOptions({}, sent),
  }
  const { loginMethod, tokenExpiresAt: expiresAt } = account
  const tokenExpiresAt = expiresAt === null ? null : Date.parse(expiresAt)
  const access = { loginMethod, tokenExpiresAt, grantedScopes }
  const files = media.map((file) => checkedFileOf(file, composition))
  const isFileCover = coverFileOf(content.options) !== null && cover !== undefined
  const circumstances = { ...asked, cover: isFileCover ? checkedCover(cover) : undefined }
  return [...contentProblems(content, access, files, circumstances), ...when]
}

function checkedFileOf(file: MediaFileBody | null | undefined, { mediaType }: Composition): CheckedFile {
  if (file === null) return 'deleted'
  if (file === undefined) return { kind: mediaType === 'REELS' ? 'video' : 'image', unfit: [] }
  return {
    kind: kindOf(file),
    unfit: file.unfit[mediaType],
    mediaFileId: file.id,
    durationSeconds: file.processed?.durationSeconds ?? file.durationSeconds,
  }
}

/** Like a story, a cover may be a picture of any shape. */
function checkedCover(file: MediaFileBody | null): CheckedFile {
  return file === null ? 'deleted' : { kind: kindOf(file), unfit: file.unfit.STORIES }
}

/** True when nobody could comment for this account, as far as that is known. */
export function lacksComments({ account, grantedScopes = null }: ComposeContext): boolean {
  if (!account || grantedScopes === null) return false
  return permissionsFor(account.loginMethod, 'comments').some((scope) => !grantedScopes.includes(scope))
}

export function kindOf(file: MediaFileBody): 'image' | 'video' {
  return isVideo(file) ? 'video' : 'image'
}

/** It goes out when the stored post would: a time that may have passed since, and be exacter than what is shown of it. */
export function hasStoredTime(composition: Composition, post: PostBody | null): boolean {
  return post !== null && hasSameTime(composition, compositionOf(post))
}

function timeProblems(when: WallTime | null, { now, keepsTime = false }: SendIntent): ComposeProblem[] {
  const resolved = when === null ? ({ kind: 'invalid' } as const) : resolveWallTime(when)
  if (resolved.kind === 'instant' && (keepsTime || resolved.at > now)) return []
  return [{ field: 'when', rule: TIME_RULES[resolved.kind], message: '' }]
}

const TIME_RULES = {
  invalid: 'noSuchTime',
  twice: 'unclearTime',
  never: 'unclearTime',
  instant: 'pastTime',
} as const satisfies Record<string, Rule>

/** True for a part that is merely not there yet: no problem before somebody tried to send. */
const MISSING: ReadonlySet<Rule> = new Set([
  'accountOpen',
  'noAccount',
  'noMedia',
  'tooFewItems',
  'noSuchTime',
  'unclearTime',
])

export function isMissing({ rule }: ComposeProblem): boolean {
  return MISSING.has(rule)
}

type Edited = Pick<Editor, 'composition' | 'post'>

/** What keeps it from being sent, and stands first on the page. */
export function firstToSolve(
  problems: readonly ComposeProblem[],
  edited: Edited,
): ComposeProblem | undefined {
  return problems
    .filter((problem) => !isLeftToWorker(problem, edited))
    .toSorted((one, other) => FIELDS.indexOf(one.field) - FIELDS.indexOf(other.field))[0]
}

/** A change names no files where these stay: those that were deleted here, also the cover, are still with the Worker. */
export function isLeftToWorker({ field, rule }: ComposeProblem, { composition, post }: Edited): boolean {
  if (post?.status !== 'SCHEDULED' || post.handover === null) return false
  const stored = compositionOf(post)
  if (!OF_LOST_FILES.has(rule) || hasOtherFiles(composition, stored)) return false
  return field === 'cover'
    ? coverFileOf(composition.options) === coverFileOf(stored.options)
    : field === 'media'
}

const OF_LOST_FILES: ReadonlySet<Rule> = new Set(['noMedia', 'tooFewItems', 'deletedFile'])

export type Advice =
  | 'hashtagsOverApp'
  | 'storyCaption'
  | 'letterbox'
  | 'carouselShape'
  | 'noPublicAddress'
  | 'noTaggedPicture'
  | 'cloudCrossPost'

export interface Hint {
  readonly field: ComposeField
  readonly advice: Advice
}

/** Lists what would be accepted and may still surprise. */
export function hintsOf(composition: Composition, { account, media, cover }: ComposeContext): Hint[] {
  const files = media.filter((file) => file !== null && file !== undefined)
  const { mediaType } = composition
  const hints: (Hint | false)[] = [
    ...captionHints(composition),
    mediaType === 'CAROUSEL' && hasSeveralShapes(files) && { field: 'media', advice: 'carouselShape' },
    isTall(mediaType) && files.some((file) => !isTallShape(file)) && { field: 'media', advice: 'letterbox' },
    account !== undefined &&
      lacksAddress(account, mediaType === 'REELS' && cover ? [...files, cover] : files) && {
        field: 'media',
        advice: 'noPublicAddress',
      },
    mediaType === 'CAROUSEL' &&
      composition.userTags.length > 0 &&
      files.length > 0 &&
      files.every(isVideo) && { field: 'userTags', advice: 'noTaggedPicture' },
    composition.crossPost &&
      account !== undefined &&
      mayCrossPost(mediaType, account) &&
      composition.when !== null && { field: 'crossPostToPartner', advice: 'cloudCrossPost' },
  ]
  return hints.filter((hint) => hint !== false)
}

function captionHints({ caption, mediaType }: Composition): Hint[] {
  if (mediaType === 'STORIES')
    return caption.trim() === '' ? [] : [{ field: 'caption', advice: 'storyCaption' }]
  const { hashtags } = captionFacts(caption)
  // The server warns of more than the platform accepts.
  const isOverApp = hashtags > CAPTION_ADVICE.hashtagsInItsApp && hashtags <= CAPTION_ADVICE.hashtags
  return isOverApp ? [{ field: 'caption', advice: 'hashtagsOverApp' }] : []
}

function lacksAddress(account: PlatformAccountBody, files: readonly MediaFileBody[]): boolean {
  return files.some((file) => file.publicUrl === null && fetchesFile(account, kindOf(file)))
}

export function isTall(mediaType: Composition['mediaType']): boolean {
  return mediaType === 'REELS' || mediaType === 'STORIES'
}

/** One hundredth is a line of pixels that nobody sees. */
const NEARLY = 0.01

function isTallShape(file: MediaFileBody): boolean {
  const ratio = shapeOf(file)
  return ratio === null || Math.abs(ratio - 9 / 16) < NEARLY
}

function hasSeveralShapes(files: readonly MediaFileBody[]): boolean {
  const [first, ...rest] = files.map(shapeOf).filter((ratio) => ratio !== null)
  return first !== undefined && rest.some((ratio) => Math.abs(ratio - first) > NEARLY)
}
