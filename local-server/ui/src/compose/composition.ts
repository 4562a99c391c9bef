// Composition: a post in the making, with everything that was typed and chosen, also what the chosen kind of post has
// no place for at the moment. Pure.
import type { MediaType } from '../../../../core/rules/publication/post-words.ts'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { PostBody, PublishablePostBody } from '../../../../core/api/posts.ts'
import { isVideo } from '../../../../core/rules/fit/fixes.ts'
import { CAROUSEL_ITEMS } from '../../../../core/rules/fit/limits.ts'
import { parseStoredList } from '../../../../core/rules/content/draft-body.ts'
import type { PostOptions } from '../../../../core/rules/content/post-options.ts'
import { patchOptions } from '../../../../core/rules/content/option-changes.ts'
import { kindWith, withAdded } from '../library/chosen/added-files.ts'
import type { PersonOnPicture } from '../library/people/picture-position.ts'
import { wallTimeAt, type WallTime } from '../../../../core/rules/times/wall-time.ts'
import { knownZoneOf } from '../shared/when/time-zones.ts'
import { optionsOf, optionsToSend, tagsOnPictures, withTagsInVideo } from './options.ts'

export interface Composition {
  /** Null: none was chosen yet. */
  readonly accountId: string | null
  readonly mediaType: MediaType
  readonly mediaIds: readonly string[]
  /** All chosen files, in their order, while the kind of post takes only one of them; else none. */
  readonly spareIds: readonly string[]
  readonly caption: string
  readonly userTags: readonly PersonOnPicture[]
  readonly storyMentions: readonly PersonOnPicture[]
  readonly collaborators: readonly string[]
  readonly locationId: string
  readonly locationName: string
  readonly crossPost: boolean
  readonly options: PostOptions
  /** Null: as soon as it is sent. */
  readonly when: WallTime | null
}

export const EMPTY: Composition = {
  accountId: null,
  mediaType: 'IMAGE',
  mediaIds: [],
  spareIds: [],
  caption: '',
  userTags: [],
  storyMentions: [],
  collaborators: [],
  locationId: '',
  locationName: '',
  crossPost: false,
  options: {},
  when: null,
}

export function takesTags(mediaType: MediaType): boolean {
  return mediaType === 'IMAGE' || mediaType === 'CAROUSEL'
}

/** The people on a picture: those of the post stand on its first picture, unless each has its own. */
export function peopleOn(
  composition: Composition,
  pictures: readonly string[],
  mediaId: string,
): readonly PersonOnPicture[] {
  const { userTags, options } = composition
  const tags = tagsOnPictures(options)
  if (tags === undefined) return mediaId === pictures[0] ? userTags : []
  const own = tags.find((entry) => entry.mediaFileId === mediaId)
  return (own?.userTags ?? []).map(({ username, x = 0.5, y = 0.5 }) => ({ username, x, y }))
}

/**
 * Changes the people on a picture. The platform takes them for each picture, or on the first one alone. Those on files that the kind
 * of post has no place for stay with these.
 */
export function withPeopleOn(
  composition: Composition,
  pictures: readonly string[],
  mediaId: string,
  people: readonly PersonOnPicture[],
): Composition {
  const { options } = composition
  const tags = pictures.flatMap((id) => {
    const userTags = id === mediaId ? people : peopleOn(composition, pictures, id)
    return userTags.length > 0 ? [{ mediaFileId: id, userTags }] : []
  })
  const others = options.mediaTags?.filter((entry) => !pictures.includes(entry.mediaFileId)) ?? []
  const isFirstAlone =
    tagsOnPictures({ mediaTags: others }) === undefined &&
    tags.every((entry) => entry.mediaFileId === pictures[0])
  return {
    ...composition,
    userTags: isFirstAlone ? (tags[0]?.userTags ?? []) : [],
    options: patchOptions(options, { mediaTags: isFirstAlone ? others : [...tags, ...others] }),
  }
}

/** Changes the kind of post. It keeps all files it can take; the others wait until there is a place for them again. */
export function withMediaType(
  composition: Composition,
  mediaType: MediaType,
  kindOf: (mediaId: string) => 'image' | 'video' | undefined,
): Composition {
  const all = everyId(composition)
  if (mediaType === 'CAROUSEL') return { ...composition, mediaType, mediaIds: all, spareIds: [] }
  const wanted = mediaType === 'IMAGE' ? 'image' : mediaType === 'REELS' ? 'video' : undefined
  const chosen = all.find((id) => wanted === undefined || kindOf(id) === wanted) ?? all[0]
  return {
    ...composition,
    mediaType,
    mediaIds: chosen === undefined ? [] : [chosen],
    spareIds: all.length > 1 ? all : [],
  }
}

/** Every file once, whether the kind of post has a place for it or not. */
export function everyId({ mediaIds, spareIds }: Composition): readonly string[] {
  return [...mediaIds.filter((id) => !spareIds.includes(id)), ...spareIds]
}

/** Changes the files. What is removed here is not kept for later. */
export function withMedia(composition: Composition, mediaIds: readonly string[]): Composition {
  const removed = new Set(composition.mediaIds.filter((id) => !mediaIds.includes(id)))
  const { options: before, ...rest } = withoutIds(composition, removed)
  const [first] = mediaIds
  const options = rest.mediaType === 'REELS' && first !== undefined ? withTagsInVideo(before, first) : before
  // The same time is another frame in another video.
  const isOther = composition.mediaIds[0] !== first && options.cover?.frameMs !== undefined
  return { ...rest, mediaIds, options: isOther ? patchOptions(options, { cover: null }) : options }
}

/** Takes files from elsewhere: added to a carousel, else instead of what was chosen, as a kind of post that takes them. */
export function withHanded(composition: Composition, handed: readonly MediaFileBody[]): Composition {
  const ids = handed.map(({ id }) => id)
  const [first] = handed
  if (first === undefined) return composition
  if (composition.mediaType === 'CAROUSEL' || handed.length > 1) {
    const others = everyId(composition).filter((id) => !ids.includes(id))
    return withMedia({ ...composition, mediaType: 'CAROUSEL', spareIds: [] }, [...others, ...ids])
  }
  const { mediaType } = composition
  const fits = mediaType === 'STORIES' || (mediaType === 'REELS') === isVideo(first)
  return withMedia({ ...composition, mediaType: fits ? mediaType : isVideo(first) ? 'REELS' : 'IMAGE' }, ids)
}

/** As a kind of post that takes a file that it gets: a video makes a reel of a photo, from wherever it comes. */
export function withKindFor(
  composition: Composition,
  files: readonly Pick<MediaFileBody, 'mimeType'>[],
): Composition {
  const last = files.slice(-1).map(({ mimeType }) => ({ type: mimeType }))
  return { ...composition, mediaType: kindWith(composition.mediaType, last) }
}

/** Takes its own files once they are uploaded: added to a carousel, else the last of them instead of what was chosen. */
export function withUploaded(composition: Composition, ids: readonly string[]): Composition {
  const asFiles = (list: readonly string[]) => list.map((id) => ({ id }))
  const most = composition.mediaType === 'CAROUSEL' ? CAROUSEL_ITEMS.max : 1
  const { files } = withAdded(asFiles(composition.mediaIds), asFiles(ids), most)
  return withMedia(
    composition,
    files.map(({ id }) => id),
  )
}

/**
 * Without files that are gone, and without the people on one that may have been the first picture of a carousel: which kind of file
 * it was, nobody knows any more.
 */
export function withoutMedia(
  composition: Composition,
  gone: ReadonlySet<string>,
  videos: ReadonlySet<string>,
): Composition {
  const { mediaType, mediaIds, userTags } = composition
  const first = mediaIds.find((id) => !videos.has(id))
  const isFirstGone = mediaType === 'CAROUSEL' && first !== undefined && gone.has(first)
  return { ...withoutIds(composition, gone), userTags: isFirstGone ? [] : userTags }
}

function withoutIds(composition: Composition, gone: ReadonlySet<string>): Composition {
  const kept = (ids: readonly string[]) => ids.filter((id) => !gone.has(id))
  return { ...composition, mediaIds: kept(composition.mediaIds), spareIds: kept(composition.spareIds) }
}

/** A stored post to work on. */
export function compositionOf(post: PostBody): Composition {
  return {
    accountId: post.platformAccountId,
    mediaType: post.mediaType,
    mediaIds: post.mediaFiles.map(({ id }) => id),
    spareIds: [],
    caption: post.caption ?? '',
    userTags: parseStoredList(post.userTags) ?? [],
    storyMentions: parseStoredList(post.storyMentions) ?? [],
    collaborators: parseStoredList(post.collaborators) ?? [],
    locationId: post.locationId ?? '',
    locationName: post.locationName ?? '',
    crossPost: post.crossPostToPartner,
    options: optionsOf(post),
    when: whenOf(post),
  }
}

function whenOf({ status, scheduledFor, timezone: timeZone }: PostBody): WallTime | null {
  return status === 'SCHEDULED' && scheduledFor !== null
    ? wallTimeAt(Date.parse(scheduledFor), knownZoneOf(timeZone))
    : null
}

export type Sender = Pick<PlatformAccountBody, 'id' | 'loginMethod'>

/** Request body, without what the kind of post or the account has no place for. Every field is there, null clears it. */
export function bodyOf(composition: Composition, account: Sender): PublishablePostBody {
  const { mediaType, mediaIds } = composition
  return {
    accountId: account.id,
    mediaType,
    ...(mediaType === 'CAROUSEL' ? { mediaFileIds: [...mediaIds] } : { mediaFileId: mediaIds[0] ?? null }),
    ...editableContentOf(composition, account),
  }
}

/** All but its account, its kind and its files. */
export function editableContentOf(composition: Composition, account: Sender) {
  const { mediaType, caption, locationId, locationName } = composition
  const isStory = mediaType === 'STORIES'
  return {
    caption: textOrNull(caption),
    userTags: listOrNull(userTagsToSend(composition)),
    collaborators: listOrNull(isStory ? [] : composition.collaborators),
    storyMentions: listOrNull(isStory ? composition.storyMentions : []),
    locationId: isStory ? null : textOrNull(locationId.trim()),
    locationName: isStory ? null : textOrNull(locationName.trim()),
    crossPostToPartner: composition.crossPost && mayCrossPost(mediaType, account),
    ...optionsToSend(composition),
  }
}

/** None where the pictures of a carousel have their own. */
export function userTagsToSend(composition: Composition): readonly PersonOnPicture[] {
  const { mediaType, mediaIds, userTags, options } = composition
  if (!takesTags(mediaType)) return []
  if (tagsOnPictures(options) === undefined) return userTags
  return mediaType === 'CAROUSEL' ? [] : peopleOn(composition, mediaIds, mediaIds[0] ?? '')
}

export function mayCrossPost(mediaType: MediaType, { loginMethod }: Pick<Sender, 'loginMethod'>): boolean {
  return loginMethod === 'partner' && mediaType !== 'CAROUSEL'
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text
}

function listOrNull<Item>(list: readonly Item[]): Item[] | null {
  return list.length === 0 ? null : [...list]
}

/** Nothing that anybody would miss. */
export function isEmptyComposition(composition: Composition): boolean {
  const { accountId, mediaType, crossPost, caption, locationId, locationName } = composition
  const texts = { caption: caption.trim(), locationId: locationId.trim(), locationName: locationName.trim() }
  return isSame({ ...composition, ...texts }, { ...EMPTY, accountId, mediaType, crossPost })
}

/** Or is of another kind. */
export function hasOtherFiles(one: Composition, other: Composition): boolean {
  return one.mediaType !== other.mediaType || one.mediaIds.join() !== other.mediaIds.join()
}

export function hasSameTime(one: Composition, other: Composition): boolean {
  return textOf(one.when) === textOf(other.when)
}

export function isSame(one: Composition, other: Composition): boolean {
  return textOf(one) === textOf(other)
}

/** Apart from the time: a draft has none. */
export function isSameContent(one: Composition, other: Composition): boolean {
  return isSame({ ...one, when: null }, { ...other, when: null })
}

/** Whether sending it would change nothing of the stored post: blanks and what has no place are not sent, and a draft has no time. */
export function isStoredAs(stored: Composition, composition: Composition, account: Sender): boolean {
  const sentOf = (one: Composition) => bodyOf(one, { ...account, id: one.accountId ?? account.id })
  const isSameTime = stored.when === null || textOf(stored.when) === textOf(composition.when)
  return isSameTime && textOf(sentOf(stored)) === textOf(sentOf(composition))
}

/** The same keys in the same order, from every caller. */
function textOf(shown: unknown): string {
  return JSON.stringify(shown, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })
}
