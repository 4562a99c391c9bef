// A post as the contract shows it: with its media, its delay, and its warnings and failure in sentences and as data.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import { isUnsent } from '../../rules/publication/post-words.ts'
import type { MediaFileBody } from '../../api/media.ts'
import type { FailureDetailBody, WarningDetailBody } from '../../api/notices.ts'
import type { PostBody, QueuedPostBody } from '../../api/posts.ts'
import { CodedError } from '../../coded-error.ts'
import { mediaBody, type MediaAddress } from '../media/media-body.ts'
import { risksOf } from '../../rules/content/published-file.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import { failureSentence, warningSentence } from '../../rules/notices/sentences.ts'
import {
  addWarnings,
  replaceWarnings,
  TOLD_OF_FILES,
  warning,
  type Warning,
} from '../../rules/notices/warnings.ts'
import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import { OVERDUE } from '../../ports/posts/publication-ledger.ts'
import { toIso, toIsoOrNull, type Instant } from '../../time.ts'
import { shownOutcome } from '../../rules/publication/awaits-link.ts'
import { keptTags } from './content/post-content.ts'
import { shownOptions } from '../../rules/content/option-schemas.ts'
import { safeLink, safePageLink } from '../../rules/content/safe-link.ts'

export interface ShowDeps {
  readonly accounts: AccountStore
  readonly clock: Clock
  readonly media: Pick<MediaStore, 'getMany'>
  /** The address from which the platform fetches media now: an account that is connected, or a bucket, changes that. */
  mediaAddress(): Promise<MediaAddress>
}

/** One post with its media. */
export async function showPost(deps: ShowDeps, post: PostRecord): Promise<PostBody> {
  const ids = post.mediaFileIds.filter((id) => id !== null)
  const address = await deps.mediaAddress()
  const records = await deps.media.getMany(ids)
  const files = records.map((record) => mediaBody(record, address))
  const delayed = await readDelays(deps.accounts, deps.clock)
  const risks = waits(post) ? risksOf(records, post.mediaType) : []
  return postBody(delayed(post), deps.clock.now(), { files, risks })
}

/** Throws NOT_FOUND. */
export async function requirePost(posts: PostStore, id: string): Promise<PostRecord> {
  const post = await posts.get(id)
  if (post) return post
  throw new CodedError('NOT_FOUND', 'Post not found.')
}

/**
 * Reads which posts are delayed now, and until when: those whose account backs off. The delay is in no row: it begins
 * and ends for all posts of the account at once. One read, however many posts.
 */
export async function readDelays(
  accounts: AccountStore,
  clock: Clock,
): Promise<(post: PostRecord) => PostRecord> {
  const now = clock.now()
  const backoffs = await accounts.backoffs(now)
  return (post) => {
    const until = backoffs.get(post.platformAccountId)
    return until === undefined ? post : delayedPostOf(post, until, now)
  }
}

/** `until`: nothing new is sent for its account before then. */
function delayedPostOf(post: PostRecord, until: Instant, now: Instant): PostRecord {
  const { status, scheduledFor } = post
  if (!isUnsent(status)) return post
  const due = (status === 'SCHEDULED' ? scheduledFor : null) ?? now
  if (due >= until) return post
  const isNews = isPauseNews(until, Math.max(due, now))
  return {
    ...post,
    nextAttemptAt: Math.max(post.nextAttemptAt ?? 0, until),
    warnings: isNews ? addWarnings(post.warnings, [warning('ACCOUNT_LIMITED')]) : post.warnings,
  }
}

/** Whether posts of that time are late. Calls are also spaced by seconds while the platform is busy: too short to report. */
export function isPauseNews(pausedUntil: Instant | null, at: Instant): boolean {
  return (pausedUntil ?? 0) - at > OVERDUE
}

/** In any other state, its outcome says more. */
const waits = ({ status }: PostRecord) => status === 'SCHEDULED' || status === 'QUEUED'

/** A post as the contract shows it at that time. `files` and `risks`: its files and what may happen to them, where they were read. */
export function postBody(
  post: PostRecord,
  now: Instant,
  { files = [], risks = [] }: { files?: MediaFileBody[]; risks?: readonly Warning[] } = {},
): PostBody {
  const { status, igMediaId, publishedAt, publishOutcome } = shownOutcome(post, now)
  return {
    id: post.id,
    userId: post.userId,
    platformAccountId: post.platformAccountId,
    mediaType: post.mediaType,
    sourceType: post.sourceType,
    caption: post.caption,
    hashtags: null,
    locationId: post.locationId,
    locationName: post.locationName,
    userTags: keptTags(post),
    collaborators: post.collaborators,
    storyMentions: post.storyMentions,
    crossPostToPartner: post.crossPostToPartner,
    ...shownOptions(post.options),
    partnerPostId: post.partnerPostId,
    // An older version, or the Worker's, may have stored an address of any kind.
    partnerPermalink: safePageLink(post.partnerPermalink),
    isScheduled: post.isScheduled,
    scheduledFor: toIsoOrNull(post.scheduledFor),
    timezone: post.timezone,
    status,
    igContainerId: post.igContainerId,
    igMediaId,
    igPermalink: safeLink(post.igPermalink),
    cloudJobId: post.cloudJobId,
    bucketMediaKey: post.bucketMediaKey,
    ...failureBodies(post),
    errorCode: post.errorCode,
    retryCount: post.retryCount,
    lastAttemptAt: toIsoOrNull(post.lastAttemptAt),
    publishedAt: toIsoOrNull(publishedAt),
    createdAt: toIso(post.createdAt),
    updatedAt: toIso(post.updatedAt),
    mediaFiles: files,
    publishOutcome,
    recovery: post.recovery,
    nextAttemptAt: toIsoOrNull(post.nextAttemptAt),
    ...warningBodies({ warnings: replaceWarnings(post.warnings, TOLD_OF_FILES, risks) }),
    handover: post.handover,
  }
}

/** Accepted, to be published at once. */
export function queuedBody(post: PostRecord): QueuedPostBody {
  return {
    postId: post.id,
    status: 'QUEUED',
    nextAttemptAt: toIsoOrNull(post.nextAttemptAt),
    ...warningBodies(post),
  }
}

/** Warnings as the contract shows them: in an English sentence, and as data; failures likewise. */
export function warningBodies({ warnings: stored }: { readonly warnings: readonly Warning[] | null }) {
  const warnings = stored ?? []
  return {
    warnings: warnings.map((one) => warningSentence(one, ENGLISH)),
    warningDetails: warnings.map((one): WarningDetailBody => ({ ...one })),
  }
}

export function failureBodies({ errorDetail }: { readonly errorDetail: FailureDetail | null }) {
  return {
    errorMessage: errorDetail && failureSentence(errorDetail, ENGLISH),
    errorDetail: errorDetail && ({ ...errorDetail } satisfies FailureDetailBody),
  }
}
