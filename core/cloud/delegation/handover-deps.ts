import type { AccountStore } from '../../ports/account-store.ts'
import type { OpenBlob } from '../../ports/media/blob-store.ts'
import type { BucketObjects } from '../../ports/cloud/bucket.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HandoverStore } from '../../ports/cloud/handover-store.ts'
import type { Log } from '../../ports/log.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import type { Random } from '../../ports/random.ts'
import type { RepostStore } from '../../ports/reposts/repost-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { CloudReach } from '../connection/connection.ts'
import type { KeyedMutex } from '../../keyed-mutex.ts'
import type { AccountRegistration } from './account-registration.ts'

export interface HandoverDeps extends CloudReach {
  readonly handovers: HandoverStore
  readonly objects: BucketObjects
  readonly posts: PostStore
  readonly media: MediaStore
  readonly accounts: AccountStore
  readonly registration: AccountRegistration
  readonly reposts: RepostStore
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /**
   * Runs the calls to the Worker for one hand-over one after the other; and, by the account's id, what is done about its
   * reposts, here and in the exchange with the Worker: the same mutex as that of `RepostingDeps`.
   */
  readonly mutex: KeyedMutex
  /** Hand-overs that somebody is carrying on: an upload can take long. */
  readonly underWay: Set<string>
  /** The owner of these posts. */
  readonly userId: string
  /** Keeps a file of the bucket once more, under the id that it had here. Rejects when it is nothing that can be published. */
  restoreMedia(
    file: { readonly id: string; readonly key: string },
    bytes: ReadableStream<Uint8Array>,
  ): Promise<MediaRecord>
  /** The bytes of a media file, or null when they are gone. */
  openMedia(blobKey: string): Promise<OpenBlob | null>
  /** Data that was copied or restored, until the user has confirmed it: nothing is decided from it, changes are only applied. */
  isHeld(): boolean
  pause(milliseconds: number): Promise<void>
  /** There is work for the job loop. */
  wake(): void
  /** There is something to send to the Worker, or to ask it. */
  wakeSync(): void
}
