// What looking for mentions and reposting them stands on. Server and Worker bring their own.
import type { KeyedMutex } from '../keyed-mutex.ts'
import type { FailureDetail } from '../notices/failure-details.ts'
import type { Warning } from '../notices/warnings.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { MentionSource, MentionTransport } from '../ports/reposts/mention-source.ts'
import type { Random } from '../ports/random.ts'
import type { RepostConfig, RepostRecord, RepostStore } from '../ports/reposts/repost-store.ts'

/** Syncing records with their posts. */
export interface SyncDeps {
  /** The owner whose accounts and records this runtime goes on with: those of this `runner`. */
  readonly owner: 'here' | 'cloud'
  readonly reposts: RepostStore
  readonly stories: StoryPublisher
  readonly clock: Clock
}

/** Checking an account, and reposting a mention. */
export interface RepostingDeps extends SyncDeps {
  /** Runs what is done for one account one after the other. */
  readonly mutex: KeyedMutex
  /** Null where this runtime has no such source. */
  sourceOf(transport: MentionTransport): MentionSource | null
  readonly random: Random
  readonly log: Log
}

/** Publishes a story, and knows what became of it. The post takes the path of every other post. */
export interface StoryPublisher {
  /**
   * Brings what is needed into place – nothing, when the platform fetches the story itself – and says what will be
   * published. To be called before anything is recorded; `discard` undoes it.
   */
  prepare(record: RepostRecord, config: RepostConfig): Promise<PreparedStory>
  /**
   * Records `next` (REPOSTING, with a new `postId`) and the post with its job: all or nothing, in one transaction. False
   * when the stored record is not the one that `next` continues.
   */
  begin(next: RepostRecord, story: StoryToPublish): Promise<boolean>
  /** Tries the same post again, as a retry of a FAILED post; records `next` with it. False when that is not possible. */
  beginAgain(next: RepostRecord): Promise<boolean>
  /** Discards a prepared story that is not published after all, or not any more. */
  discard(story: StoryToPublish): Promise<void>
  /** Null when the post is unknown: deleted before anything of it was sent. */
  outcomeOf(record: RepostRecord): Promise<PostOutcome | null>
  /** Removes what a post that has ended leaves behind here. */
  tidy(record: RepostRecord): Promise<void>
}

export type PreparedStory =
  | { readonly kind: 'ready'; readonly story: StoryToPublish }
  /** The address answers that there is nothing any more. */
  | { readonly kind: 'gone' }
  /** Not here: only the server can paint, for one. The record waits for it. */
  | { readonly kind: 'elsewhere' }

export interface StoryToPublish {
  readonly sourceType: 'STORY_REPOST' | 'AUTO_REPOST'
  /** Its own file, or the address of the story's. */
  readonly media:
    | { readonly mediaFileId: string; readonly kind: 'image' | 'video' }
    | { readonly url: string; readonly kind: 'image' | 'video' }
  /** The author's name, to be tagged officially; null when the user wants no tag or the name is not known. */
  readonly tagged: string | null
  /** A fact that the reader should know, or null. */
  readonly note: Warning | null
}

export interface PostOutcome {
  readonly state: 'under-way' | 'published' | 'failed'
  /** Failed, and not known to be live or not. */
  readonly isInDoubt: boolean
  readonly igPermalink: string | null
  readonly publishedAt: number | null
  readonly errorCode: RepostRecord['errorCode']
  readonly errorDetail: FailureDetail | null
}
