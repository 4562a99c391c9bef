// Options of a composition: what a post can carry beside its caption, its people and its place. Alt texts are kept by file,
// so that they stay with their picture when the kind of post changes. Pure.
import type { MediaType, PostBody } from '../../../../core/api/posts.ts'
import {
  OPTION_NAMES,
  POST_OPTIONS,
  type OptionName,
  type PostOptions,
} from '../../../../core/posts/content/post-options.ts'
import { patchOptions, withoutLostFiles } from '../../../../core/posts/content/option-changes.ts'

export function optionsOf(post: PostBody): PostOptions {
  const options = patchOptions({}, post)
  const [first] = post.mediaFiles
  if (options.altText === undefined || first === undefined) return options
  return withAltText(options, first.id, options.altText)
}

interface Optional {
  readonly mediaType: MediaType
  readonly mediaIds: readonly string[]
  readonly options: PostOptions
}

type SentOptions = { readonly [Name in OptionName]: NonNullable<PostOptions[Name]> | null }

/** Every option: null for one that is not set, and for one that the kind of post has no place for. */
export function optionsToSend({ mediaType, mediaIds, options }: Optional): SentOptions {
  const [first = ''] = mediaIds
  const kept = withoutLostFiles(
    { ...options, altText: altTextOf(options, first) ?? options.altText },
    mediaIds,
  )
  const sent = OPTION_NAMES.map((name) => [name, mayCarry(mediaType, name) ? (kept[name] ?? null) : null])
  return Object.fromEntries(sent) as SentOptions
}

function mayCarry(mediaType: MediaType, name: OptionName): boolean {
  const { on }: { readonly on: readonly MediaType[] } = POST_OPTIONS[name]
  return on.includes(mediaType)
}

/** Undefined when the post says nothing of this picture: it goes out with the alt text of the file. */
export function altTextOf({ altTexts }: PostOptions, mediaFileId: string): string | undefined {
  return altTexts?.find((entry) => entry.mediaFileId === mediaFileId)?.altText
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
    if (name === 'shareToFeed' || name === 'commentsEnabled') return value === false
    return value !== null && value !== false && value !== ''
  })
}

/** Options that are set on a stored post, with the words written for each: none for one that is only on or off. */
export function writtenOptions(
  post: PostBody,
): { readonly name: OptionName; readonly texts: readonly string[] }[] {
  const mediaIds = post.mediaFiles.map(({ id }) => id)
  const composition = { mediaType: post.mediaType, mediaIds, options: optionsOf(post) }
  const sent = optionsToSend(composition)
  return chosenOptions(composition).map((name) => ({ name, texts: textsOf(name, sent) }))
}

function textsOf(name: OptionName, sent: SentOptions): readonly string[] {
  switch (name) {
    case 'altText':
    case 'audioName':
    case 'firstComment':
      return [sent[name] ?? '']
    case 'altTexts':
      return (sent.altTexts ?? []).map(({ altText }) => altText)
    case 'mediaTags':
      return (sent.mediaTags ?? []).flatMap(({ userTags }) => userTags.map(({ username }) => `@${username}`))
    case 'sponsorIds':
      return sent.sponsorIds ?? []
    default:
      return []
  }
}
