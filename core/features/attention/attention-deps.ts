import type { CallBudget } from '../../engine/access/call-budget.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { BucketObjects } from '../../ports/cloud/bucket.ts'
import type { HandoverStore } from '../../ports/cloud/handover-store.ts'
import type { DataStorage } from '../../ports/data-storage.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { PlannerStore } from '../../ports/posts/planner-store.ts'
import type { PostStore } from '../../ports/posts/post-store.ts'
import type { QueueHold } from '../../ports/posts/queue-hold.ts'
import type { RecurrenceStore } from '../../ports/posts/recurrence-store.ts'
import type { Random } from '../../ports/random.ts'
import type { RepostStore } from '../../ports/reposts/repost-store.ts'
import type { System } from '../../ports/system.ts'
import type { Instant } from '../../time.ts'
import type { PublishingLimitDeps } from '../accounts/publishing-limit.ts'
import type { CloudSetup } from '../cloud/connection/settings.ts'
import type { CheckDeps } from '../posts/content/validate.ts'
import type { FileAddressDeps } from '../scheduling/post-warnings.ts'
import type { AttentionEntry } from './entries.ts'

/** What the list of everything that needs a person is read from, and what the night check asks. */
export interface AttentionDeps
  extends CheckDeps, FileAddressDeps, Omit<PublishingLimitDeps, 'accounts' | 'settings' | 'clock'> {
  readonly media: CheckDeps['media']
  readonly posts: Pick<PostStore, 'get' | 'getMany'>
  readonly planner: Pick<PlannerStore, 'between' | 'failures' | 'places' | 'publishTimes'>
  readonly hold: QueueHold
  readonly keys: Pick<KeyStore, 'list'>
  readonly handovers: Pick<HandoverStore, 'open'>
  readonly recurrences: Pick<RecurrenceStore, 'listDrafts'>
  readonly reposts: Pick<RepostStore, 'configs' | 'records'>
  readonly cloudSetup: Pick<CloudSetup, 'cloudState' | 'workerLink' | 'mediaBucket'>
  readonly objects: Pick<BucketObjects, 'note' | 'expire' | 'forget'>
  readonly storage: DataStorage
  readonly random: Random
  readonly calls: CallBudget
  readonly readFacts: System['readFacts']
  readonly readSleepSetting: System['readSleepSetting']
  /** Reads an address as anyone on the internet would. */
  readonly fetchPublic: typeof fetch
  /** Recurrences and slot plans that could not be read and that nobody has set again. */
  listLostPlans(): Promise<readonly LostPlan[]>
  /** What other features know of accounts. */
  findMoreTroubles(accounts: readonly AccountRecord[]): Promise<readonly AttentionEntry[]>
  /** Since when scheduled backups have failed; null while there is one to restore, and where none are scheduled. */
  backupOverdueSince(): Promise<Instant | null>
  /** The zone of this computer, in which evenings begin. */
  timeZone(): string
}

export interface LostPlan {
  readonly accountId: string
  /** The post that recurred; null: the slots of the account are lost. */
  readonly postId: string | null
  readonly at: Instant
}
