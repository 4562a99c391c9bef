// What is read from the rows of posts and publications. A row of an older version is completed. One whose state cannot be
// read is written anew from what its row and its post still say; whether a publish may have been sent decides: then it may be
// live, and only looking may end it.
import * as z from 'zod'
import { publishedFile } from '../media/published-file.ts'
import { failureDetail } from '../notices/failure-details.ts'
import { readFailureDetail, readWarnings } from '../notices/read-notices.ts'
import { failureSentence, warningSentence } from '../notices/sentences.ts'
import type { Warning } from '../notices/warnings.ts'
import type { MediaRecord } from '../ports/media/media-store.ts'
import { readOptions } from '../posts/content/option-schemas.ts'
import { coverFileOf, type PostOptions } from '../posts/content/post-options.ts'
import type { PostRecord } from '../ports/posts/post-store.ts'
import type { Instant } from '../time.ts'
import type {
  Failure,
  PayloadItem,
  Publication,
  PublicationPayload,
  PublicationStep,
  PublishIntent,
} from './publication.ts'
import { commentsWanted } from './comments.ts'
import { NOTHING_DONE, intentOfPossibleSend } from './transitions.ts'

const Tags = z.array(z.object({ username: z.string(), x: z.number(), y: z.number() }))
const Usernames = z.array(z.string())

/** The media files of a post in its order, then that of its cover. */
export function mediaIdsOf({
  mediaFileIds,
  options,
}: Pick<PostRecord, 'mediaFileIds' | 'options'>): string[] {
  const cover = coverFileOf(readOptions(options) ?? {})
  return [...mediaFileIds, cover].filter((id) => id !== null)
}

/**
 * Freezes what will be published. `media` are the records of `mediaIdsOf`; when one of its files is gone there are no items
 * at all. Null when the stored lists cannot be read.
 */
export function payloadOf(post: PostRecord, media: readonly MediaRecord[]): PublicationPayload | null {
  const userTags = parseList(Tags, post.userTags)
  const storyMentions = parseList(Tags, post.storyMentions)
  const collaborators = parseList(Usernames, post.collaborators)
  const options = readOptions(post.options)
  if (!userTags || !storyMentions || !collaborators || !options) return null
  const { items, cover } = filesOf(post, options, media)
  return {
    mediaType: post.mediaType,
    caption: post.caption,
    items: post.remoteMedia ? [remoteItemOf(post.remoteMedia)] : items,
    userTags,
    storyMentions,
    collaborators,
    locationId: post.locationId,
    crossPostToPartner: post.crossPostToPartner,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(cover ? { cover } : {}),
  }
}

function filesOf(
  { mediaFileIds }: PostRecord,
  options: PostOptions,
  media: readonly MediaRecord[],
): Pick<PublicationPayload, 'items' | 'cover'> {
  const count = mediaFileIds.length
  const expected = coverFileOf(options) === null ? count : count + 1
  const files = media.length === expected ? media.map(itemOf) : []
  return { items: files.slice(0, count), cover: files[count] }
}

function remoteItemOf({ kind, url }: NonNullable<PostRecord['remoteMedia']>): PayloadItem {
  return { mediaFileId: '', kind, publicKey: '', blobKey: '', url }
}

function itemOf(media: MediaRecord): PayloadItem {
  const { publicKey, blobKey } = publishedFile(media)
  return { mediaFileId: media.id, kind: media.kind, publicKey, blobKey }
}

function parseList<T>(schema: z.ZodType<T[]>, json: string | null): T[] | null {
  if (json === null) return []
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    return null
  }
}

/** A publication as an older version of ours may have stored it, and as the Worker reports it. */
export function publicationOfStored({ warningDetails, ...stored }: StoredPublication): Publication {
  const { payload } = stored
  const items = payload.items.map((item) => ({ ...item, blobKey: item.blobKey ?? '' }))
  const inPayload = { storyMentions: [], crossPostToPartner: false }
  const intent = stored.intent && {
    ...stored.intent,
    lagLooks: stored.intent.lagLooks ?? 1,
    lastRefusal: stored.intent.lastRefusal && failureOfStored(stored.intent.lastRefusal),
  }
  const failure = stored.failure && failureOfStored(stored.failure)
  const said = stored.warnings ?? []
  const warnings = readWarnings(warningDetails?.length === said.length ? warningDetails : said, said)
  return {
    ...NOTHING_DONE,
    ...stored,
    payload: { ...inPayload, ...payload, items },
    intent,
    failure,
    warnings,
  }
}

/** A failure as another version may have stored or sent it. */
type StoredFailure<F extends Failure = Failure> = Omit<F, 'detail'> & {
  readonly detail?: Failure['detail']
  readonly message?: string
}

/** A publication as another version may have stored or sent it. */
export type StoredPublication = Omit<Publication, 'warnings' | 'failure' | 'intent'> & {
  readonly warnings: readonly (Warning | string)[]
  readonly warningDetails?: readonly Warning[]
  readonly failure: StoredFailure<NonNullable<Publication['failure']>> | null
  readonly intent:
    | (Omit<PublishIntent, 'lastRefusal'> & { readonly lastRefusal: StoredFailure | null })
    | null
}

function failureOfStored<F extends Failure>({ message, detail, ...failure }: StoredFailure<F>): F {
  return { ...failure, detail: readFailureDetail(detail, message) ?? UNREADABLE_POST.detail } as unknown as F
}

/** As the Worker sends it: every version of the server reads the sentences. */
export function reportedPublication(publication: Publication): StoredPublication {
  const { failure, intent, warnings } = publication
  return {
    ...publication,
    warnings: warnings.map((one) => warningSentence(one)),
    warningDetails: warnings,
    failure: failure && withSentence(failure),
    intent: intent && { ...intent, lastRefusal: intent.lastRefusal && withSentence(intent.lastRefusal) },
  }
}

const withSentence = <F extends Failure>(failure: F) => ({
  ...failure,
  message: failureSentence(failure.detail),
})

/** One post that cannot be read must not stand in the way of the others. */
export const UNREADABLE_POST: Failure = {
  code: 'INTERNAL_ERROR',
  detail: failureDetail('POST_UNREADABLE'),
  recovery: 'fix_media',
  transient: false,
}

export const MAYBE_LIVE: Failure = {
  code: 'INTERNAL_ERROR',
  detail: failureDetail('RECORD_UNREADABLE'),
  recovery: 'check_platform',
  transient: false,
}

export const EMPTY_PAYLOAD: PublicationPayload = {
  mediaType: 'IMAGE',
  caption: null,
  items: [],
  userTags: [],
  storyMentions: [],
  collaborators: [],
  locationId: null,
  crossPostToPartner: false,
}

/** What the columns of its row say, beside the state. */
interface PublicationRow {
  readonly id: string
  readonly postId: string
  readonly jobId: string
  readonly accountId: string
  readonly version: number
  readonly step: PublicationStep
  /** A publish was sent, and its media id never learned. */
  readonly unsettled: boolean
  readonly createdAt: Instant
}

/** Pure: the publication to record in place of it. `post` is null when it was deleted. */
export function publicationOfRow(
  { step, unsettled, ...row }: PublicationRow,
  post: PostRecord | null,
  payload: PublicationPayload | null,
  now: Instant,
): Publication {
  const igMediaId = post?.igMediaId ?? null
  const isLive = step === 'done' || step === 'confirmed' || igMediaId !== null
  const open = !isLive && (unsettled || step === 'publishing' || step === 'uncertain')
  const wasSent = open || step === 'failed'
  return {
    ...NOTHING_DONE,
    ...commentsWanted(payload ?? EMPTY_PAYLOAD),
    ...row,
    version: row.version + 1,
    claimId: row.id,
    payload: payload ?? EMPTY_PAYLOAD,
    containerId: post?.igContainerId ?? null,
    intent: wasSent ? intentOfPossibleSend(row.createdAt, now) : null,
    uncertainSince: open ? row.createdAt : null,
    mediaId: isLive ? igMediaId : null,
    permalink: isLive ? (post?.igPermalink ?? null) : null,
    publishedAt: isLive ? (post?.publishedAt ?? null) : null,
    settleOnly: post === null,
    updatedAt: now,
    ...endingOf(isLive, open, now),
  }
}

function endingOf(
  isLive: boolean,
  open: boolean,
  now: Instant,
): Pick<Publication, 'step' | 'failure' | 'nextAt'> {
  if (isLive) return { step: 'done', failure: null, nextAt: null }
  if (open) return { step: 'uncertain', failure: { ...MAYBE_LIVE, unconfirmed: true }, nextAt: now }
  return { step: 'failed', failure: { ...UNREADABLE_POST, unconfirmed: false }, nextAt: null }
}
