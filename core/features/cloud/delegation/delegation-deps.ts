import type { KeyedMutex } from '../../../keyed-mutex.ts'
import type { AccountStore } from '../../../ports/account-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InsightStore } from '../../../ports/insights/insight-store.ts'
import type { Log } from '../../../ports/log.ts'
import type { PostLedger } from '../../../ports/posts/publication-ledger.ts'
import type { Random } from '../../../ports/random.ts'
import type { RepostStore } from '../../../ports/reposts/repost-store.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import type { Instant } from '../../../time.ts'
import type { WorkerReach } from '../connection/connection.ts'
import type { AccountRegistration } from './account-registration.ts'
import type { HandoverFiles } from './files/handover-files.ts'
import type { Handovers } from './handovers.ts'

/** What changes the owner of posts and mentions. There is one object of it: its parts must share the mutex and the hand-overs in progress. */
export interface DelegationDeps extends WorkerReach {
  readonly handovers: Handovers
  readonly files: HandoverFiles
  /**
   * When the files at the Worker are compared with those here, in monotonic time; null while they are the same. What a process that
   * ended has not recorded, the first comparison of the next one finds.
   */
  readonly sentVersions: { compareAt: Instant | null }
  readonly accounts: AccountStore
  readonly registration: AccountRegistration
  readonly reposts: RepostStore
  readonly insights: InsightStore
  readonly settings: SettingsStore
  readonly ledger: Pick<PostLedger, 'endPause' | 'extendPause' | 'listOwnedMediaIds' | 'marksNextJob'>
  /** By the id of a hand-over or of an account: what is done about it, one after the other. */
  readonly mutex: KeyedMutex
  /** Hand-overs in progress: an upload can take long. */
  readonly underWay: Set<string>
  /**
   * Accounts whose mentions the Worker has by its own word, given since this process started: what an older folder says it has may have
   * been recalled, or changed, since.
   */
  readonly confirmed: Set<string>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The owner of posts of which only the Worker knows. */
  readonly userId: string
  /** Data that was copied or restored, until the user has confirmed it: nothing is decided from it, changes are only applied. */
  isHeld(): boolean
  pause(milliseconds: number): Promise<void>
  /** There is something to send to the Worker, or to ask it. */
  wakeSync(): void
}
