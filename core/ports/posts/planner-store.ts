import type { MediaType, PostStatus } from '../../api/posts.ts'
import type { Instant } from '../../time.ts'
import type { PostRecord } from './post-store.ts'

/** A post as a calendar or a list shows it. */
export interface PlannedPost {
  readonly post: PostRecord
  /** Its place in time: when it went live, else when it is to, else when it was made. */
  readonly at: Instant
  readonly mediaCount: number
  /** The thumbnail of its first file, as the blob store knows it; null without one. */
  readonly thumbnailKey: string | null
}

/** No more of a post than where it stands. */
export interface PlacedPost {
  readonly id: string
  readonly accountId: string
  /** As of `PlannedPost`. */
  readonly at: Instant
}

/** Empty lists mean: any. */
export interface PlannerFilter {
  readonly accountIds: readonly string[]
  readonly statuses: readonly PostStatus[]
  readonly mediaTypes: readonly MediaType[]
}

/** The posts waiting for an account, and its recent failures. */
export interface AccountOutlook {
  readonly accountId: string
  readonly scheduled: number
  /** The number of these that this computer publishes. */
  readonly local: number
  /** Scheduled for a time at which the access will have ended, as it is known today. */
  readonly atRisk: number
  /** FAILED in the last seven days. */
  readonly failed: number
  readonly nextAt: Instant | null
}

/** The posts still to go out that name a media file. */
export interface MediaUses {
  readonly drafts: number
  readonly scheduled: number
}

/** Reads of posts for people who plan. `mediaFileIds` of its posts are empty. */
export interface PlannerStore {
  /** Posts with `from` <= `at` < `until`, in the order of `at`; drafts have no place in time. */
  between(query: PlannerFilter & { from: Instant; until: Instant; limit: number }): Promise<PlannedPost[]>
  /** Places of the posts that `between` has, for whom their contents are too much to read. */
  places(query: PlannerFilter & { from: Instant; until: Instant; limit: number }): Promise<PlacedPost[]>
  /** Newest first. `text` is looked for in captions, whatever its case; empty means any. */
  search(query: PlannerFilter & { text: string; limit: number; offset: number }): Promise<PlannedPost[]>
  /** The post that came to an end last, live or failed; null while none has. */
  lastCompleted(): Promise<PlannedPost | null>
  /** One entry for each account that has any post which counts here. */
  outlook(now: Instant): Promise<AccountOutlook[]>
  /** A post that names the file twice counts once. */
  usesOf(mediaId: string): Promise<MediaUses>
}
