// Every rule about the content of a post, in the order in which the server refuses: it throws the first, the page shows
// them all. Pure.
import { permissionsFor } from '../accounts/permissions.ts'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { CAROUSEL_ITEMS } from '../fit/limits.ts'
import { countCharacters } from './caption-facts.ts'
import type {
  CheckedAccount,
  CheckedContent,
  CheckedFile,
  CheckPurpose,
  Circumstances,
  FileUse,
} from './checked-content.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { lostFileSentences } from './lost-files.ts'
import { askedOptions, isNameSized, NAME_SIZE, type OptionName, type PostOption } from './post-options.ts'

/** The field of a problem, in the words of the contract. */
export type ContentField =
  | 'account'
  | 'media'
  | 'caption'
  | 'userTags'
  | 'storyMentions'
  | 'collaborators'
  | 'location'
  | 'crossPostToPartner'
  | OptionName

/** The rule that is broken: several rules share a code. */
export type ContentRule =
  | 'captionLength'
  | 'tagCount'
  | 'collaboratorCount'
  | 'mentionCount'
  | 'usernameLength'
  | 'locationLength'
  | 'accessEnded'
  | 'tagsOnType'
  | 'mentionsOnType'
  | 'collaboratorsOnType'
  | 'crossPostOnType'
  | 'crossPostLogin'
  | 'optionOnType'
  | 'optionLogin'
  | 'optionPermission'
  | 'optionSize'
  | 'optionValue'
  | 'noMedia'
  | 'tooFewItems'
  | 'tooManyItems'
  | 'deletedFile'
  | 'unknownFile'
  | 'imageNeeded'
  | 'videoNeeded'
  | 'unfit'

export interface ContentProblem {
  readonly field: ContentField
  readonly rule: ContentRule
  readonly code: ErrorCode
  readonly message: string
}

/** All broken rules. `files` in the order of the post. */
export function contentProblems(
  content: CheckedContent,
  account: CheckedAccount,
  files: readonly CheckedFile[],
  circumstances: Circumstances,
): ContentProblem[] {
  return [
    ...sizeProblems(content),
    ...accessProblems(account, circumstances),
    ...typeProblems(content),
    ...crossPostProblems(content, account),
    ...optionProblems(content, account, files),
    ...coverProblems(circumstances.cover, circumstances),
    ...countProblems(content.mediaType, files.length, circumstances.purpose),
    ...fileProblems(content.mediaType, files, circumstances),
  ]
}

type SizedContent = Omit<CheckedContent, 'mediaType' | 'crossPostToPartner'>

const broken = (...found: (ContentProblem | false)[]) => found.filter((one) => one !== false)

/** What is too large or too small in any post. */
export function sizeProblems(content: SizedContent): ContentProblem[] {
  const { caption, userTags, collaborators, storyMentions, locationId, locationName } = content
  const nameOf = ({ username }: { readonly username: string }) => username
  return broken(
    tooLong('caption', caption),
    ...peopleProblems('userTags', 'tagCount', userTags.map(nameOf)),
    ...peopleProblems('collaborators', 'collaboratorCount', collaborators),
    tooLong('locationId', locationId),
    tooLong('locationName', locationName),
    ...peopleProblems('storyMentions', 'mentionCount', storyMentions.map(nameOf)),
    ...askedOptions(content.options ?? {}).flatMap(([field, declared, value]) =>
      sizesOf(declared, value).map((what) => invalid(field, 'optionSize', what)),
    ),
  )
}

function sizesOf({ oversize }: PostOption<unknown>, value: unknown): string[] {
  return [...new Set(oversize?.(value))].filter((what) => what !== false)
}

function tooLong(name: 'caption' | 'locationId' | 'locationName', text: string | null) {
  const max = CONTENT_LIMITS[name]
  if (text === null || countCharacters(text) <= max) return false
  const what = `must have at most ${max} characters`
  if (name === 'caption') return invalid(name, 'captionLength', what)
  return invalid('location', 'locationLength', what, name)
}

function peopleProblems(
  field: 'userTags' | 'collaborators' | 'storyMentions',
  rule: ContentRule,
  names: readonly string[],
) {
  const max = CONTENT_LIMITS[field]
  return [
    names.length > max && invalid(field, rule, `must have at most ${max} items`),
    !names.every(isNameSized) && invalid(field, 'usernameLength', NAME_SIZE),
  ]
}

function accessProblems({ tokenExpiresAt }: CheckedAccount, { purpose, now }: Circumstances) {
  if (purpose !== 'publish' || tokenExpiresAt === null || tokenExpiresAt > now) return []
  return [problem('account', 'accessEnded', 'TOKEN_EXPIRED', ACCESS_ENDED)]
}

function typeProblems({ mediaType, userTags, storyMentions, collaborators }: CheckedContent) {
  const isTaggable = mediaType === 'IMAGE' || mediaType === 'CAROUSEL'
  const isStory = mediaType === 'STORIES'
  return broken(
    userTags.length > 0 &&
      !isTaggable &&
      problem('userTags', 'tagsOnType', 'INVALID_TAGS', tagsSentence(mediaType)),
    storyMentions.length > 0 && !isStory && problem('storyMentions', 'mentionsOnType', 'INVALID_MENTIONS'),
    collaborators.length > 0 &&
      isStory &&
      problem('collaborators', 'collaboratorsOnType', 'INVALID_COLLABORATORS'),
  )
}

/** People can be tagged in a reel, too, by another field. */
function tagsSentence(mediaType: CheckedContent['mediaType']): string {
  const { message } = ERRORS.INVALID_TAGS
  return mediaType === 'REELS' ? `${message} Send mediaTags for the people in a reel.` : message
}

function crossPostProblems(
  { mediaType, crossPostToPartner }: CheckedContent,
  { loginMethod }: CheckedAccount,
): ContentProblem[] {
  if (!crossPostToPartner) return []
  const refused = (rule: ContentRule, message: string) =>
    problem('crossPostToPartner', rule, 'INVALID_CROSS_POST', message)
  return broken(
    mediaType === 'CAROUSEL' &&
      refused('crossPostOnType', 'A CAROUSEL cannot be cross-posted to the partner network.'),
    loginMethod !== 'partner' && refused('crossPostLogin', `Cross-posting ${NEEDS_PARTNER}.`),
  )
}

function optionProblems(
  { mediaType, userTags, options = {} }: CheckedContent,
  { loginMethod, grantedScopes = null }: CheckedAccount,
  files: readonly CheckedFile[],
): ContentProblem[] {
  const known = files.flatMap((file) => {
    if (typeof file === 'string' || file.mediaFileId === undefined) return []
    const { mediaFileId, kind, durationSeconds = null } = file
    return [{ mediaFileId, kind, durationSeconds }]
  })
  const isKnown = known.length === files.length
  const context = {
    mediaType,
    userTags,
    files: isKnown ? known : [],
    paidPartnership: options.paidPartnership === true,
  }
  return askedOptions(options).flatMap(([field, declared, value]) => {
    const { on, elsewhere, login, permission, code = 'VALIDATION_ERROR' } = declared
    const needed = permission === undefined ? [] : permissionsFor(loginMethod, permission)
    const missing = needed.find((scope) => grantedScopes !== null && !grantedScopes.includes(scope))
    const said = (rule: ContentRule, what: string) => problem(field, rule, code, `${field}: ${what}.`)
    const sizes = sizesOf(declared, value)
    const wrong = [...new Set(declared.problems?.(value, context))].filter((what) => what !== false)
    return [
      ...(on.includes(mediaType) ? [] : [said('optionOnType', isForKinds(on, elsewhere))]),
      ...(login === undefined || login === loginMethod ? [] : [said('optionLogin', NEEDS_PARTNER)]),
      ...(missing === undefined ? [] : [said('optionPermission', connectAgain(missing))]),
      ...wrong.filter((what) => !sizes.includes(what)).map((what) => said('optionValue', what)),
    ]
  })
}

const NEEDS_PARTNER = 'needs an account that was connected through the partner network'

const connectAgain = (permission: string) =>
  `this account was connected without the permission ${permission}. Connect it again with “First comments” ticked`

function isForKinds(on: readonly CheckedContent['mediaType'][], elsewhere: string | undefined): string {
  const kinds = on.length === 1 ? on.join('') : `${on.slice(0, -1).join(', ')} and ${on.at(-1)}`
  return `is for ${kinds} only${elsewhere === undefined ? '' : `. Send ${elsewhere}`}`
}

export function coverProblems(cover: CheckedFile | undefined, use: FileUse): ContentProblem[] {
  if (cover === undefined) return []
  const refused = (code: ErrorCode, what: string) => [problem('cover', 'optionValue', code, what)]
  if (cover === 'unknown')
    return refused('NOT_FOUND', 'The media file for the cover was not found. Upload it first.')
  const lost = lostFiles('cover', [cover], use)
  if (cover === 'deleted' || lost.length > 0) return use.purpose === 'draft' ? [] : lost
  if (cover.kind === 'video')
    return refused('MEDIA_INVALID', 'cover: must be a picture. For a frame of the video, send frameMs.')
  return cover.unfit.flatMap((sentence) => refused('MEDIA_INVALID', sentence))
}

function countProblems(mediaType: CheckedContent['mediaType'], count: number, purpose: CheckPurpose) {
  if (count === 0 && purpose === 'draft') return []
  if (mediaType === 'CAROUSEL') {
    if (count < CAROUSEL_ITEMS.min) return [problem('media', 'tooFewItems', 'INVALID_CAROUSEL')]
    if (count > CAROUSEL_ITEMS.max) return [problem('media', 'tooManyItems', 'INVALID_CAROUSEL')]
  } else if (count === 0) {
    return [problem('media', 'noMedia', 'VALIDATION_ERROR', NO_FILE)]
  }
  return []
}

const NO_FILE = 'mediaFileId: this post has no file yet; choose one.'

/** Also the failure of a post. */
export const ACCESS_ENDED = 'Access to this account has expired. Reconnect it.'

/** Problems that keep the files from this kind of post. A draft may have lost some. */
export function fileProblems(
  mediaType: CheckedContent['mediaType'],
  files: readonly CheckedFile[],
  use: FileUse,
): ContentProblem[] {
  const unknown = problem('media', 'unknownFile', 'NOT_FOUND', 'Media file not found. Upload it first.')
  return [
    ...(use.purpose === 'draft' ? [] : lostFiles('media', files, use)),
    ...(files.includes('unknown') ? [unknown] : []),
    ...files.flatMap((file) => (typeof file === 'string' ? [] : misfits(mediaType, file))),
  ]
}

function lostFiles(field: 'media' | 'cover', files: readonly CheckedFile[], use: FileUse): ContentProblem[] {
  return lostFileSentences(field, files, use.stored?.status).map((sentence) =>
    problem(field, 'deletedFile', 'MEDIA_INVALID', sentence),
  )
}

function misfits(
  mediaType: CheckedContent['mediaType'],
  { kind, unfit }: Exclude<CheckedFile, string>,
): ContentProblem[] {
  const wrongKind = (rule: ContentRule, message: string) => [
    problem('media', rule, 'INVALID_MEDIA_TYPE', message),
  ]
  if (mediaType === 'IMAGE' && kind !== 'image')
    return wrongKind('imageNeeded', 'An IMAGE post needs an image; this file is a video.')
  if (mediaType === 'REELS' && kind !== 'video')
    return wrongKind('videoNeeded', 'A REELS post needs a video; this file is an image.')
  return unfit.map((sentence) => problem('media', 'unfit', 'MEDIA_INVALID', sentence))
}

/** `name`: of the field in a request, where that is another. */
const invalid = (field: ContentField, rule: ContentRule, what: string, name: string = field) =>
  problem(field, rule, 'VALIDATION_ERROR', `${name}: ${what}.`)

/** With the general sentence of the code, unless there is a more exact one. */
function problem(
  field: ContentField,
  rule: ContentRule,
  code: ErrorCode,
  message: string = ERRORS[code].message,
): ContentProblem {
  return { field, rule, code, message }
}
