import type { AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { HandoverStore } from '../../ports/cloud/handover-store.ts'
import type { Log } from '../../ports/log.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import type { Random } from '../../ports/random.ts'
import type { RepostStore } from '../../ports/reposts/repost-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import type { CloudConnection } from '../connection/connection.ts'
import type { KeyedMutex } from '../../keyed-mutex.ts'
import type { AccountRegistration } from './account-registration.ts'
import type { HandoverFiles } from './files/handover-files.ts'

export interface HandoverDeps {
  readonly handovers: HandoverStore
  readonly files: HandoverFiles
  readonly posts: PostStore
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
  /** Null when the Worker, its keys or the bucket are missing. */
  cloudConnection(): Promise<CloudConnection | null>
  /** Data that was copied or restored, until the user has confirmed it: nothing is decided from it, changes are only applied. */
  isHeld(): boolean
  pause(milliseconds: number): Promise<void>
  /** There is work for the job loop. */
  wake(): void
  /** There is something to send to the Worker, or to ask it. */
  wakeSync(): void
}
