// What the server's own commands for story repost need, beside checking: its accounts, their sources, and the Worker.
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { PrivateApiTransport } from '../../ports/reposts/private-api.ts'
import type { RepeatingJobs } from '../../ports/repeating-jobs.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import type { StoryViewer } from '../../ports/reposts/story-download.ts'
import type { RepostingDeps } from '../../engine/reposts/reposting-deps.ts'
import type { PrivateApiSetup } from './settings/private-api-setup.ts'

export interface RepostsDeps extends RepostingDeps {
  readonly accounts: AccountStore
  readonly userId: string
  /** IANA name of this computer's time zone: where the owner is. */
  timeZone(): string
  readonly repeatingJobs: RepeatingJobs
  sourcesFor(account: AccountRecord): Promise<AvailableSources>
  /** The owner's session at the private API. */
  readonly privateApiSetup: PrivateApiSetup
  readonly storyView: StoryViewer
  readonly delegation: RepostDelegation
  /** There may be a check to make. */
  wakeChecks(): void
  /** There may be something to send to the Worker. */
  wakeSync(): void
}

/** The sources from which an account can read its mentions. */
export interface AvailableSources {
  readonly official: boolean
  /** The kind of its live session; null without one. */
  readonly native: PrivateApiTransport | null
}

/** Accounts and mentions that the Worker has. Both throw WORKER_UNREACHABLE when their owner cannot be found out. */
export interface RepostDelegation {
  /** The account belongs to this computer again when it resolves. Null when its configuration is gone. */
  recall(accountId: string): Promise<RepostConfig | null>
  /** Takes one mention back from the Worker. */
  claim(record: RepostRecord, as: 'repost' | 'dismiss'): Promise<'yours' | 'too-late' | 'limit'>
}
