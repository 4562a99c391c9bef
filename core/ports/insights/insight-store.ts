import * as z from 'zod'
import type { ReadBy } from '../../deep-readonly.ts'
import { INSIGHT_REASONS } from '../../rules/insights/insight-words.ts'
import type { AfterLook } from '../../rules/insights/after-look.ts'
import type { InsightRow } from '../../rules/insights/rows.ts'
import type { MediaType } from '../../rules/publication/post-words.ts'
import type { Instant } from '../../time.ts'
import { StoredTime } from '../stored-shapes.ts'

/** A media on the profile of an account whose figures are kept: a post of Nightpost, or one that was made elsewhere. */
export interface InsightMedia {
  readonly accountId: string
  readonly igMediaId: string
  /** Null when it was made elsewhere, and once the post has left the history. */
  readonly postId: string | null
  readonly permalink: string | null
  readonly caption: string | null
  readonly kind: MediaType
  readonly isTrial: boolean
  readonly publishedAt: Instant
  /** How many looks are over (`core/rules/insights/looks.ts`). */
  readonly done: number
  /** When it is looked at next, by the platform’s clock; null: never again. */
  readonly nextAt: Instant | null
}

/** Its rows are the oldest first. */
export type MediaWithRows = InsightMedia & { readonly rows: readonly InsightRow[] }

/** How far the reading of an account has come. A damaged one begins anew. */
export const InsightProgress = z.object({
  /** The first day whose figures are asked for, in days since 1970. */
  since: z.int(),
  /** When the figures of a day were asked for last, by day. */
  asked: z.record(z.string(), StoredTime),
  postsListedAt: StoredTime.nullable(),
  storiesListedAt: StoredTime.nullable(),
  /** Whose ids the media have; absent when that was not noted yet. */
  login: z.enum(['platform', 'partner']).optional(),
  /** Where the list of older posts goes on; null when all are known. */
  olderPosts: z.string().nullable(),
  /** Why the last look, at `at`, brought nothing, and since when that is so; null when it did. */
  trouble: z
    .strictObject({ reason: z.enum(INSIGHT_REASONS), at: StoredTime, since: StoredTime.optional() })
    .nullable(),
})
export type InsightProgress = ReadBy<typeof InsightProgress>

export interface InsightAccount {
  readonly accountId: string
  readonly igUserId: string
  readonly username: string
  /** The metric that is shown where there is room for one. */
  readonly metric: string
  readonly bestTimesForNextSlot: boolean
  readonly progress: InsightProgress
}

export interface ExportedRow extends InsightRow, Pick<InsightAccount, 'accountId' | 'username'> {
  /** Empty for a figure of the account; what follows is null then. */
  readonly igMediaId: string
  readonly postId: string | null
  readonly kind: MediaType | null
  readonly publishedAt: Instant | null
  readonly permalink: string | null
}

/** What the platform has counted. Outlives the connection of an account. Durable when resolved. */
export interface InsightStore {
  /** Also those that are no longer connected. */
  accounts(): Promise<InsightAccount[]>
  account(accountId: string): Promise<InsightAccount | null>
  /** Adds it or replaces it. */
  putAccount(account: InsightAccount): Promise<void>
  /** Gives all that was kept of one account to another, which is the same one connected anew. */
  adopt(from: string, to: string): Promise<void>
  remove(accountId: string): Promise<void>
  /**
   * Adds those that are not known. One that has the permalink of a known one is that one: it goes on under the new id, which another
   * login gives it. One that was taken for deleted is looked at again. Nothing is kept of an account that is not known.
   */
  addMedia(media: readonly InsightMedia[]): Promise<void>
  /** Posts that went live since then and are not among the media as what they are; `done` and `nextAt` say nothing. */
  unknownPosts(accountId: string, since: Instant): Promise<InsightMedia[]>
  /** Media to look at by then, of these or of all, at most fifty: the youngest first, since a story ends and an old post can wait. */
  due(accountId: string, until: Instant, among?: readonly string[]): Promise<InsightMedia[]>
  /** When the next one is due; null when none ever is. */
  nextAt(accountId: string): Promise<Instant | null>
  /** Those that went live between these, newest first, at most two thousand; with their rows of these metrics, or of all. */
  media(
    accountId: string,
    [from, until]: readonly [Instant, Instant],
    metrics?: readonly string[],
  ): Promise<MediaWithRows[]>
  countMedia(accountId: string): Promise<number>
  /** Also of a post that went live and is not among the media yet; null of one that is not live. */
  mediaOfPost(postId: string): Promise<MediaWithRows | null>
  /** The time of the oldest row, of those of the account itself where there are any; null without any. */
  oldestRow(accountId: string): Promise<Instant | null>
  /** The account’s own figures, oldest first. */
  ownRows(accountId: string): Promise<InsightRow[]>
  /**
   * Appends the rows of a look, decided in the transaction from the newest row of each metric and the looks that are over. One that is
   * there already for that metric and time is replaced. Of a media that is not known nothing is kept.
   */
  record(
    media: Pick<InsightMedia, 'accountId' | 'igMediaId'>,
    decide: (latest: readonly InsightRow[], done: number) => AfterLook,
  ): Promise<number>
  /**
   * How far the reading of an account has come, with the figures of a day of it: their time is the beginning of the day. Returns how
   * many are new or have changed. Nothing is kept of an account that is not known: it may have been deleted meanwhile.
   */
  recordOwn(account: InsightAccount, rows: readonly InsightRow[]): Promise<number>
  /** Everything, in pages: what follows `after`, by account and media, oldest first. */
  exported(query: {
    readonly accountId?: string | undefined
    readonly after?: Pick<ExportedRow, 'accountId' | 'igMediaId' | 'at' | 'metric'> | undefined
    readonly limit: number
  }): Promise<ExportedRow[]>
}
