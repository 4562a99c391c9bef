import type { MediaType, PostStatus } from '../../api/posts.ts'
import type { Instant } from '../../time.ts'
import type { PostRecord } from './post-store.ts'

/** What a calendar or a list says of a post: no more than it shows. */
export interface PlannedPost {
  readonly post: PostRecord
  /** Where it stands in time: when it went live, else when it is to, else when it was made. */
  readonly at: Instant
  readonly mediaCount: number
  /** Of its first file, as the blob store knows it; null without one. */
  readonly thumbnailKey: string | null
}

/** Empty lists mean: any. */
export interface PlannerFilter {
  readonly accountIds: readonly string[]
  readonly statuses: readonly PostStatus[]
  readonly mediaTypes: readonly MediaType[]
}

/** What is waiting for an account, and what went wrong with it lately. */
export interface AccountOutlook {
  readonly accountId: string
  readonly scheduled: number
  /** Of these, the ones that this computer publishes. */
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
  /** Newest first. `text` is looked for in captions, whatever its case; empty means any. */
  search(query: PlannerFilter & { text: string; limit: number; offset: number }): Promise<PlannedPost[]>
  /** One entry for each account that has any post which counts here. */
  outlook(now: Instant): Promise<AccountOutlook[]>
  /** A post that names the file twice counts once. */
  usesOf(mediaId: string): Promise<MediaUses>
}
