import * as z from 'zod'
import type { ReadBy } from '../../deep-readonly.ts'
import {
  MEDIA_TYPES,
  POST_STATUSES,
  RECOVERIES,
  SOURCE_TYPES,
  type PostStatus,
} from '../../rules/publication/post-words.ts'
import type { ErrorCode } from '../../errors.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { Duration, Instant } from '../../time.ts'
import { storedNotice, StoredTime } from '../stored-shapes.ts'

/** A post as it is stored. Lists such as `userTags` stay JSON text: the contract passes them on unread. */
export const PostRecord = z.object({
  id: z.string(),
  userId: z.string(),
  platformAccountId: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  sourceType: z.enum(SOURCE_TYPES),
  caption: z.string().nullable(),
  locationId: z.string().nullable(),
  locationName: z.string().nullable(),
  userTags: z.string().nullable(),
  collaborators: z.string().nullable(),
  storyMentions: z.string().nullable(),
  crossPostToPartner: z.boolean(),
  /** `PostOptions` as `storeOptions` writes them; null when none is set. */
  options: z.string().nullable(),
  partnerPostId: z.string().nullable(),
  partnerPermalink: z.string().nullable(),
  isScheduled: z.boolean(),
  scheduledFor: StoredTime.nullable(),
  timezone: z.string(),
  status: z.enum(POST_STATUSES),
  igContainerId: z.string().nullable(),
  igMediaId: z.string().nullable(),
  igPermalink: z.string().nullable(),
  cloudJobId: z.string().nullable(),
  bucketMediaKey: z.string().nullable(),
  errorDetail: storedNotice<FailureDetail>().nullable(),
  errorCode: z.custom<ErrorCode>((value) => typeof value === 'string').nullable(),
  retryCount: z.int().min(0),
  lastAttemptAt: StoredTime.nullable(),
  publishedAt: StoredTime.nullable(),
  /** When it became PUBLISHED or FAILED. Strictly rising over all posts, so that it can serve as a cursor. */
  completedAt: StoredTime.nullable(),
  publishOutcome: z.enum(['confirmed', 'unconfirmed']).nullable(),
  recovery: z.enum(RECOVERIES).nullable(),
  nextAttemptAt: StoredTime.nullable(),
  /** Facts that the user should know although nothing failed; null when there are none. */
  warnings: z.array(storedNotice<Warning>()).nullable(),
  /**
   * The owner of a scheduled post. null: this computer. uploading: meant for the Worker, its media is under way. pending: the
   * Worker was asked and its answer never came; only it may publish the post. cloud: the Worker has it.
   */
  handover: z.enum(['uploading', 'pending', 'cloud']).nullable(),
  /** The published file when it is at the platform itself, under an address that expires with its story. */
  remoteMedia: z.strictObject({ kind: z.enum(['image', 'video']), url: z.string() }).nullable(),
  createdAt: StoredTime,
  updatedAt: StoredTime,
  /** The post's media in order; null where the file was deleted since. */
  mediaFileIds: z.array(z.string().nullable()),
})
export type PostRecord = ReadBy<typeof PostRecord>

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
  /** By when they were accepted. Absent: `newest` first. */
  readonly order?: 'newest' | 'oldest' | undefined
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
