// Reads the rows of posts and publications. A row that cannot be understood completely is unreadable, and nothing of it is sent:
// it is written again from what its columns and its post still say. Where a publish may have been sent it may be live, and only
// looking may end it.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import * as z from 'zod'
import { publishedFile } from '../../rules/content/published-file.ts'
import { readFailureDetail, readWarning } from '../../rules/notices/read-notices.ts'
import { failureSentence, warningSentence } from '../../rules/notices/sentences.ts'
import { warning, type Warning } from '../../rules/notices/warnings.ts'
import type { MediaRecord } from '../../ports/media/media-store.ts'
import { readOptions } from '../../rules/content/option-schemas.ts'
import { coverFileOf, type PostOptions } from '../../rules/content/post-options.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { parseJsonAs } from '../../parse-json-as.ts'
import { writeJsonAs } from '../../write-json-as.ts'
import { safeText } from '../../redact.ts'
import type { Instant } from '../../time.ts'
import {
  Publication,
  Tags,
  Usernames,
  type Failure,
  type PayloadItem,
  type PublicationPayload,
  type PublicationStep,
  type PublishIntent,
} from '../../rules/publication/publication-schema.ts'
import { failureOf } from '../../rules/publication/failures.ts'
import { commentsWanted } from './follow-ups.ts'
import { NOTHING_DONE, intentOfPossibleSend } from './transitions.ts'

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
  const userTags = readList(Tags, post.userTags)
  const storyMentions = readList(Tags, post.storyMentions)
  const collaborators = readList(Usernames, post.collaborators)
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

function readList<T>(schema: z.ZodType<T[]>, json: string | null): T[] | null {
  return json === null ? [] : parseJsonAs(schema, json)
}

/** Throws NotReadableAgain for a publication that `readPublication` would not read. */
export function storePublication(publication: Publication): string {
  return writeJsonAs(Publication, publication)
}

/** A publication as it was stored; null when any of it cannot be understood. */
export function readPublication(stored: unknown): Publication | null {
  return Publication.safeParse(stored).data ?? null
}

/** As the Worker has stored it: what publications have besides since then was not done. */
export function readWorkerPublication(stored: unknown): Publication | null {
  return readPublication({ ...NOTHING_DONE, ...(stored as object) })
}

/** As the Worker reports it. What a newer one says besides is left out: it is the one that publishes. */
export function readReportedPublication(reported: unknown): Publication | null {
  const { warnings, warningDetails, failure, intent, ...said } = {
    ...(reported as Partial<ReportedPublication>),
  }
  const publication = {
    ...NOTHING_DONE,
    ...said,
    warnings: warnings?.map?.((sentence, index) => readWarning(warningDetails?.[index], sentence)),
    failure: failure && withoutSentence(failure),
    intent: intent && { ...intent, lastRefusal: intent.lastRefusal && withoutSentence(intent.lastRefusal) },
  }
  return Reported.safeParse(publication).data ?? null
}

const Reported = z.object(Publication.shape)

/** A publication as the Worker reports it: each code with its sentence, for a server that does not know the code. */
export type ReportedPublication = Omit<Publication, 'warnings' | 'failure' | 'intent'> & {
  readonly warnings: readonly string[]
  readonly warningDetails: readonly Warning[]
  readonly failure: Told<NonNullable<Publication['failure']>> | null
  readonly intent:
    | (Omit<PublishIntent, 'lastRefusal'> & { readonly lastRefusal: Told<Failure> | null })
    | null
}

type Told<F extends Failure> = F & { readonly message: string }

const withoutSentence = <F extends Failure>({ message, detail, ...failure }: Told<F>) => ({
  ...failure,
  detail: readFailureDetail(detail, message),
})

export function reportedPublication(publication: Publication): ReportedPublication {
  const { failure, intent, warnings } = publication
  return {
    ...publication,
    warnings: warnings.map((one) => warningSentence(one, ENGLISH)),
    warningDetails: warnings,
    failure: failure && withSentence(failure),
    intent: intent && { ...intent, lastRefusal: intent.lastRefusal && withSentence(intent.lastRefusal) },
  }
}

const withSentence = <F extends Failure>(failure: F) => ({
  ...failure,
  message: failureSentence(failure.detail, ENGLISH),
})

/** One unreadable post must not stop the others. */
export const UNREADABLE_POST = failureOf('INTERNAL_ERROR', 'POST_UNREADABLE', 'fix_media')

export const MAYBE_LIVE = failureOf('INTERNAL_ERROR', 'RECORD_UNREADABLE', 'check_platform')

/** Why nothing is sent of a post that cannot be read. */
export function unreadableFailure(mayBeLive: boolean): NonNullable<Publication['failure']> {
  return { ...(mayBeLive ? MAYBE_LIVE : UNREADABLE_POST), unconfirmed: mayBeLive }
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
  { id, postId, jobId, accountId, version, step, unsettled, createdAt }: PublicationRow,
  post: PostRecord | null,
  payload: PublicationPayload | null,
  now: Instant,
): Publication {
  const igMediaId = post?.igMediaId ?? null
  // That it is live must be said twice: what cannot be read confirms nothing.
  const isLive = igMediaId !== null || (post === null ? step === 'done' : post.status === 'PUBLISHED')
  const open = !isLive && (unsettled || SENT.has(step))
  const wasSent = open || step === 'failed'
  return {
    ...NOTHING_DONE,
    id,
    postId,
    jobId,
    accountId,
    version: version + 1,
    claimId: id,
    createdAt,
    payload: payload ?? EMPTY_PAYLOAD,
    // Once it is proven not to be live it has failed: only its user may send again what nobody can read.
    containersAsked: open ? 1 : 0,
    containerId: post?.igContainerId ?? null,
    intent: wasSent
      ? { ...intentOfPossibleSend(createdAt, now), lastRefusal: open ? UNREADABLE_POST : null }
      : null,
    uncertainSince: open ? createdAt : null,
    mediaId: isLive ? igMediaId : null,
    permalink: isLive ? (post?.igPermalink ?? null) : null,
    publishedAt: isLive ? (post?.publishedAt ?? null) : null,
    warnings: isLive && step === 'confirmed' && payload ? unknownFollowUps(payload) : [],
    settleOnly: post === null,
    updatedAt: now,
    ...(isLive ? {} : commentsWanted(payload ?? EMPTY_PAYLOAD)),
    ...endingOf(isLive, open, now),
  }
}

const SENT: ReadonlySet<PublicationStep> = new Set(['publishing', 'uncertain', 'confirmed', 'done'])

/** Nothing more is done for a live post: how far that had come is not known. */
function unknownFollowUps({ options = {}, crossPostToPartner }: PublicationPayload): Warning[] {
  const { firstComment, commentsEnabled } = options
  return [
    ...(firstComment === undefined ? [] : [warning('COMMENT_UNKNOWN')]),
    ...(commentsEnabled === false ? [warning('COMMENTS_STILL_ON', { reason: STATE_UNREADABLE })] : []),
    ...(crossPostToPartner ? [warning('PAGE_COPY_UNKNOWN')] : []),
  ]
}

const STATE_UNREADABLE = safeText('what was stored about it cannot be read')

function endingOf(
  isLive: boolean,
  open: boolean,
  now: Instant,
): Pick<Publication, 'step' | 'failure' | 'nextAt'> {
  if (isLive) return { step: 'done', failure: null, nextAt: null }
  const failure = unreadableFailure(open)
  return open ? { step: 'uncertain', failure, nextAt: now } : { step: 'failed', failure, nextAt: null }
}
