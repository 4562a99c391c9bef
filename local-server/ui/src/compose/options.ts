// Options of a composition: what a post can carry beside its caption, its people and its place. Alt texts are kept by file,
// so that they stay with their picture when the kind of post changes. Pure.
import type { MediaType } from '../../../../core/rules/publication/post-words.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import {
  isPlainOption,
  OPTION_NAMES,
  POST_OPTIONS,
  type OptionName,
  type OwnFieldName,
  type PostOptions,
} from '../../../../core/rules/content/post-options.ts'
import type { Formats } from '../strings/formats.ts'
import type { Strings } from '../strings/strings.ts'
import { patchOptions, withoutLostFiles } from '../../../../core/rules/content/option-changes.ts'

export function optionsOf(post: PostBody): PostOptions {
  const options = patchOptions({}, post)
  const [first] = post.mediaFiles
  if (options.altText === undefined || first === undefined) return options
  return withAltText(options, first.id, options.altText)
}

export interface Optional {
  readonly mediaType: MediaType
  readonly mediaIds: readonly string[]
  readonly options: PostOptions
}

type SentOptions = { readonly [Name in OptionName]: NonNullable<PostOptions[Name]> | null }

/** Every option: null for one that is not set, and for one that the kind of post has no place for. */
export function optionsToSend({ mediaType, mediaIds, options }: Optional): SentOptions {
  const [first = ''] = mediaIds
  const kept = withoutLostFiles(
    {
      ...options,
      altText: altTextOf(options, first) ?? options.altText,
      mediaTags: mediaType === 'CAROUSEL' ? tagsOnPictures(options) : options.mediaTags,
    },
    mediaIds,
  )
  const sent = OPTION_NAMES.map((name) => [name, mayCarry(mediaType, name) ? (kept[name] ?? null) : null])
  return Object.fromEntries(sent) as SentOptions
}

export type FilesOfPost = Pick<PostBody, 'mediaFiles' | 'altTexts' | 'mediaTags'>

/** With those files of the stored post that were deleted here: what it says of them stays, as the cloud still has them. */
export function withLostFiles<Composed extends Optional>(
  composition: Composed,
  { mediaFiles, altTexts, mediaTags }: FilesOfPost,
): Composed {
  const described = [...(altTexts ?? []), ...(mediaTags ?? [])].map(({ mediaFileId }) => mediaFileId)
  const lost = described.filter((lostId) => mediaFiles.every(({ id }) => id !== lostId))
  return { ...composition, mediaIds: [...composition.mediaIds, ...lost] }
}

export function mayCarry(mediaType: MediaType, name: OptionName): boolean {
  const { on }: { readonly on: readonly MediaType[] } = POST_OPTIONS[name]
  return on.includes(mediaType)
}

/** The people on each picture; undefined when no picture has its own. Those in a reel have no place in it, and are not among them. */
export function tagsOnPictures({ mediaTags }: PostOptions): PostOptions['mediaTags'] {
  const placed = mediaTags?.filter(({ userTags }) =>
    userTags.every(({ x, y }) => x !== undefined && y !== undefined),
  )
  return placed && placed.length > 0 ? placed : undefined
}

/** People in a video have no place in it, so that they stay when another one comes. */
export function withTagsInVideo(options: PostOptions, videoId: string): PostOptions {
  const { mediaTags = [] } = options
  const inVideo = mediaTags.find(({ userTags }) => userTags.every(({ x }) => x === undefined))
  const isKnown = mediaTags.some(({ mediaFileId }) => mediaFileId === videoId)
  if (inVideo === undefined || isKnown) return options
  const moved = { ...inVideo, mediaFileId: videoId }
  return patchOptions(options, { mediaTags: mediaTags.map((entry) => (entry === inVideo ? moved : entry)) })
}

/** Undefined when the post says nothing of this picture: it goes out with the alt text of the file. */
export function altTextOf({ altTexts }: PostOptions, mediaFileId: string): string | undefined {
  return altTexts?.find((entry) => entry.mediaFileId === mediaFileId)?.altText
}

/** Goes out with it. A photo may have one from before it had this file: written for one that is gone, or that was still to come. */
export function shownAltText({ mediaType, mediaIds, options }: Optional, mediaFileId: string) {
  const isPhoto = mediaType === 'IMAGE' && mediaIds[0] === mediaFileId
  return altTextOf(options, mediaFileId) ?? (isPhoto ? options.altText : undefined)
}

/** Null: the post says nothing of this picture. */
export function withAltText(options: PostOptions, mediaFileId: string, altText: string | null): PostOptions {
  const before = options.altTexts ?? []
  const isKnown = altTextOf(options, mediaFileId) !== undefined
  const all = isKnown || altText === null ? before : [...before, { mediaFileId, altText }]
  const altTexts = all.flatMap((entry) => {
    if (entry.mediaFileId !== mediaFileId) return [entry]
    return altText === null ? [] : [{ mediaFileId, altText }]
  })
  return patchOptions(options, { altText: null, altTexts })
}

/** Options that make this post other than it would be without them, in the order of the table. */
export function chosenOptions(composition: Optional): OptionName[] {
  const sent = optionsToSend(composition)
  return OPTION_NAMES.filter((name) => {
    const value = sent[name]
    if (POST_OPTIONS[name].isOnUnlessSaid) return value === false
    return value !== null && value !== false && value !== ''
  })
}

export interface WrittenOption {
  readonly name: OptionName
  /** What it says; none for one that is only on or off. */
  readonly texts: readonly string[]
}

/** Options that are set, with all that each says. */
export function writtenOptions(
  composition: Optional,
  words: OptionWords,
  { number }: Pick<Formats, 'number'>,
): WrittenOption[] {
  const sent = optionsToSend(composition)
  const wording: Wording = {
    ...words,
    number,
    numbered: (id, text) =>
      composition.mediaIds.length > 1 ? `${composition.mediaIds.indexOf(id) + 1}. ${text}` : text,
  }
  return chosenOptions(composition).map((name) => ({ name, texts: textsOf(name, sent, wording) }))
}

/** The options of a stored post. */
export const optionalOf = (post: PostBody): Optional => ({
  mediaType: post.mediaType,
  mediaIds: post.mediaFiles.map(({ id }) => id),
  options: optionsOf(post),
})

type OptionWords = Pick<Strings['compose']['options'], 'coverIs' | 'coverIsPicture' | 'trials'>

interface Wording extends OptionWords, Pick<Formats, 'number'> {
  /** Says of which file of the post the text is, where there are several. */
  readonly numbered: (mediaFileId: string, text: string) => string
}

function textsOf(name: OptionName, sent: SentOptions, wording: Wording): readonly string[] {
  if (!isPlainOption(name)) return ownTextsOf(name, sent, wording)
  const value = sent[name]
  return typeof value === 'string' ? [value] : []
}

function ownTextsOf<Name extends OwnFieldName>(
  name: Name,
  { [name]: value }: SentOptions,
  wording: Wording,
): readonly string[] {
  return value === null ? [] : TEXTS[name](value, wording)
}

/** What each option with a control of its own says to people: one that is new does not compile before it is shown. */
const TEXTS: {
  readonly [Name in OwnFieldName]: (
    value: NonNullable<SentOptions[Name]>,
    wording: Wording,
  ) => readonly string[]
} = {
  altText: (text) => [text],
  altTexts: (entries, { numbered }) =>
    entries.map(({ mediaFileId, altText }) => numbered(mediaFileId, altText)),
  mediaTags: (entries, { numbered }) =>
    entries.map(({ mediaFileId, userTags }) =>
      numbered(mediaFileId, userTags.map(({ username }) => `@${username}`).join(' ')),
    ),
  cover: ({ frameMs }, words) => [
    frameMs === undefined ? words.coverIsPicture : words.coverIs(words.number(frameMs / 1000)),
  ],
  trialReel: ({ graduationStrategy }, { trials }) => [trials[graduationStrategy]],
  paidPartnership: () => [],
  sponsorIds: (ids) => ids,
  firstComment: (text) => [text],
  commentsEnabled: () => [],
}
