import type { MediaType, PostStatus } from '../../rules/publication/post-words.ts'
import type { Instant } from '../../time.ts'
import type { MediaRecord } from '../media/media-store.ts'
import type { PostRecord } from './post-store.ts'

/** A post as a calendar or a list shows it. */
export interface PlannedPost {
  readonly post: PostRecord
  /** Its place in time: when it went live, otherwise when it is due, otherwise when it was created. */
  readonly at: Instant
  readonly mediaCount: number
  /** What shows its first file, as the blob store knows it: its thumbnail, or the picture that it was made into. Null without one. */
  readonly thumbnailKey: string | null
}

/** Nothing of a post but its place in time. */
export interface PlacedPost {
  readonly id: string
  readonly accountId: string
  /** As of `PlannedPost`. */
  readonly at: Instant
}

/** When a post of the account went live. */
export interface PublishTime {
  readonly accountId: string
  readonly at: Instant
}

/**
 * `newest`: by when they were made, the last first. `due`: what is still to go out, soonest first, then all else, the latest
 * first. `account` and `status`: the same among those of one name.
 */
export const SEARCH_ORDERS = ['newest', 'due', 'account', 'status'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

export interface SearchQuery extends PlannerFilter {
  /** Searched for in captions, ignoring case; empty means any. */
  readonly text: string
  /** Absent: `newest`. */
  readonly order?: SearchOrder
  readonly limit: number
  readonly offset: number
}

/** Empty lists mean any. */
export interface PlannerFilter {
  readonly accountIds: readonly string[]
  /** Whose posts are left out. */
  readonly exceptAccountIds?: readonly string[]
  /** Leaves out what a hold keeps: `isKeptByHold`. */
  readonly exceptKeptByHold?: boolean
  readonly statuses: readonly PostStatus[]
  readonly mediaTypes: readonly MediaType[]
}

interface FailuresQuery extends Pick<PlannerFilter, 'exceptAccountIds'> {
  readonly since: Instant
  readonly limit: number
}

/** The posts waiting for an account, and its recent failures. */
export interface AccountOutlook {
  readonly accountId: string
  readonly scheduled: number
  /** How many of these this computer publishes. */
  readonly local: number
  /** Scheduled for a time at which, as far as is known today, the access will have expired. */
  readonly atRisk: number
  /** FAILED in the last seven days. */
  readonly failed: number
  readonly nextAt: Instant | null
}

/** The posts still to go out that name a media file. */
export interface MediaUses {
  readonly drafts: number
  /** Scheduled, or on their way: one that was published at once may wait for hours, and needs its file until it is live. */
  readonly toGoOut: number
}

/** Which stored files to find; what is left out does not matter. */
export interface MediaSearch {
  /** Anywhere in the name of the file, in its alt text or in the caption of a post that uses it, ignoring case; empty means any. */
  readonly text: string
  readonly kind?: 'image' | 'video' | undefined
  /** Those that no post of any status uses. */
  readonly isUnused: boolean
  readonly fits?: ((record: MediaRecord) => boolean) | undefined
}

export interface MediaMatch {
  readonly id: string
  readonly createdAt: Instant
}

/** Reads of posts for planning. `mediaFileIds` of its posts are empty. */
export interface PlannerStore {
  /** Posts with `from` <= `at` < `until`, in the order of `at`; drafts have no place in time. */
  between(query: PlannerFilter & { from: Instant; until: Instant; limit: number }): Promise<PlannedPost[]>
  /** The places of the posts that `between` lists, for callers that do not need their contents. */
  places(query: PlannerFilter & { from: Instant; until: Instant; limit: number }): Promise<PlacedPost[]>
  /** What `PublicationLedger.listPublishTimes` returns for this account, or for every one. */
  publishTimes(since: Instant, accountId?: string): Promise<PublishTime[]>
  search(query: SearchQuery): Promise<PlannedPost[]>
  /** FAILED posts that ended at `since` or later, and all that may be live; the one that ended last first. */
  failures(query: FailuresQuery): Promise<PlannedPost[]>
  /** The post that ended last, live or failed; null while none has. */
  lastCompleted(): Promise<PlannedPost | null>
  /** One entry for each account that has any post which counts here. */
  outlook(now: Instant): Promise<AccountOutlook[]>
  /** A post that names the file twice counts once. */
  usesOf(mediaId: string): Promise<MediaUses>
  /** Those of the files that have such a use, in no order. */
  usedOf(mediaIds: readonly string[]): Promise<ReadonlySet<string>>
  /** The posts of any status that name each of the files, also as a cover: newest first. Absent: none does. */
  postsUsing(mediaIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** All of them, in the order of `MediaStore.list`: newest first, equal instants by descending id. */
  findMedia(search: MediaSearch): Promise<MediaMatch[]>
}
