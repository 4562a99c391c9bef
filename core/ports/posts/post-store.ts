import type { MediaType, PostStatus, Recovery, SourceType } from '../../rules/publication/post-words.ts'
import type { ErrorCode } from '../../errors.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { Duration, Instant } from '../../time.ts'

/** A post as it is stored. Lists such as `userTags` stay JSON text: the contract passes them on unread. */
export interface PostRecord {
  readonly id: string
  readonly userId: string
  readonly platformAccountId: string
  readonly mediaType: MediaType
  readonly sourceType: SourceType
  readonly caption: string | null
  readonly locationId: string | null
  readonly locationName: string | null
  readonly userTags: string | null
  readonly collaborators: string | null
  readonly storyMentions: string | null
  readonly crossPostToPartner: boolean
  /** `PostOptions` as `storeOptions` writes them; null when none is set. */
  readonly options: string | null
  readonly partnerPostId: string | null
  readonly partnerPermalink: string | null
  readonly isScheduled: boolean
  readonly scheduledFor: Instant | null
  readonly timezone: string
  readonly status: PostStatus
  readonly igContainerId: string | null
  readonly igMediaId: string | null
  readonly igPermalink: string | null
  readonly cloudJobId: string | null
  readonly bucketMediaKey: string | null
  readonly errorDetail: FailureDetail | null
  readonly errorCode: ErrorCode | null
  readonly retryCount: number
  readonly lastAttemptAt: Instant | null
  readonly publishedAt: Instant | null
  /** When it became PUBLISHED or FAILED. Strictly rising over all posts, so that it can serve as a cursor. */
  readonly completedAt: Instant | null
  readonly publishOutcome: 'confirmed' | 'unconfirmed' | null
  readonly recovery: Recovery | null
  readonly nextAttemptAt: Instant | null
  /** Facts that the user should know although nothing failed; null when there are none. */
  readonly warnings: readonly Warning[] | null
  /**
   * The owner of a scheduled post. null: this computer. uploading: meant for the Worker, its media is under way. pending: the
   * Worker was asked and its answer never came; only it may publish the post. cloud: the Worker has it.
   */
  readonly handover: 'uploading' | 'pending' | 'cloud' | null
  /** The published file when it is at the platform itself, under an address that expires with its story. */
  readonly remoteMedia: { readonly kind: 'image' | 'video'; readonly url: string } | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The post's media in order; null where the file was deleted since. */
  readonly mediaFileIds: readonly (string | null)[]
}

export interface ListedPosts {
  readonly records: PostRecord[]
  /** All posts that match, from a maintained count. */
  readonly total: number
}

export type DeletedFrom = 'LOCAL' | 'PLATFORM'

/** A post that left the history, as it was then; its later outcome is added to it. */
export interface DeletedPost {
  readonly post: PostRecord
  readonly deletedAt: Instant
  readonly deletedFrom: DeletedFrom
  readonly permalink: string | null
}

/** How a duplicate of a post is recognised. */
export interface LookalikeQuery extends Pick<PostRecord, 'platformAccountId' | 'caption'> {
  readonly mediaFileIds: readonly string[]
  /** The time of the post that is compared. */
  readonly at: Instant
  /** How far from it another one may be; exactly that far is too far. */
  readonly within: Duration
  /** The post itself, when it is stored already. */
  readonly exceptPostId: string | null
}

/** A post of the same account, planned, live or in doubt, with the same caption or one of the same files. */
export interface Lookalike {
  readonly postId: string
  /** When it went live, otherwise when it is due. */
  readonly at: Instant
  /** `unconfirmed`: it FAILED, and may be live. */
  readonly standing: 'planned' | 'live' | 'unconfirmed'
  readonly sharesCaption: boolean
  readonly sharesMedia: boolean
}

/** What is left out does not matter. */
export interface PostFilter {
  readonly status?: PostStatus | undefined
  readonly accountId?: string | undefined
  /** Anywhere in the caption, ignoring case. */
  readonly text?: string | undefined
  /** The place of a post in time is when it went live, otherwise when it is due, otherwise when it was created. */
  readonly from?: Instant | undefined
  /** Not included. */
  readonly until?: Instant | undefined
}

/** A post that awaits its link then counts as PUBLISHING (`core/rules/publication/awaits-link.ts`). Absent: none does. */
interface ShownAt {
  readonly now?: Instant
}

/** Reads of posts. They change only through `PostLedger`, which moves post, job and publication together. */
export interface PostStore {
  get(id: string): Promise<PostRecord | null>
  /** Those that exist, in no order. */
  getMany(ids: readonly string[]): Promise<PostRecord[]>
  /** Newest first; the order is stable while posts are added. `mediaFileIds` is empty in lists. Only by status, or without any filter, the total is kept. */
  list(query: PostFilter & ShownAt & { limit: number; offset: number }): Promise<ListedPosts>
  /** Scheduled posts that are still to go out, soonest first. */
  listScheduled(query: ShownAt & { status?: PostStatus; limit: number; offset: number }): Promise<ListedPosts>
  /** Whether some post is PUBLISHING only because it awaits its link. */
  isAnyAwaitingLink(now: Instant): Promise<boolean>
  /** Posts with `completedAt` after `since`, oldest first. */
  listCompleted(query: { since: Instant; limit: number }): Promise<ListedPosts>
  /** Finds the lookalike that is nearest in time; null when there is none. Drafts and posts that failed for sure do not count. */
  findLookalike(query: LookalikeQuery): Promise<Lookalike | null>
  /** The archive, most recently deleted first. */
  listDeleted(query: { limit: number; offset: number }): Promise<{ records: DeletedPost[]; total: number }>
}
