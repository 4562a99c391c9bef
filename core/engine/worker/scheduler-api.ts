import type {
  AccountEnvelope,
  CancelPurpose,
  WorkerChanges,
  JobAnswer,
  JobEnvelope,
  JobView,
  RepostAnswer,
  RepostClaim,
  RepostClaimRequest,
  RepostEnvelope,
  RecalledReposts,
  WorkerStatus,
} from './protocol.ts'

/**
 * unknown account  It was never registered with the Worker, or the Worker has lost its data.
 * sealed token     The token cannot be opened: server and Worker hold different encryption keys.
 */
export type AccountTrouble = 'unknown account' | 'sealed token'

/**
 * The scheduler in the cloud, as the server reaches it through the Worker's routes. Each change is one transaction
 * that is durable when the promise resolves; of a concurrent edit, cancel and publishing step exactly one wins.
 */
export interface SchedulerApi {
  status(): Promise<WorkerStatus>
  /** Jobs that have not ended, soonest first. */
  openJobs(isBrief?: boolean): Promise<JobView[]>
  job(jobId: string): Promise<JobView | null>
  /**
   * Creates the job, or replaces it by a higher revision while nothing of it was or may have been sent. A new job
   * is refused for an account for which this Worker has no usable token.
   */
  putJob(envelope: JobEnvelope): Promise<JobAnswer | AccountTrouble>
  /**
   * An unknown job is remembered as cancelled, too: a create that was overtaken by its cancel comes too late. One that
   * FAILED although it may be live is too late as well. `CancelPurpose` says what else follows then.
   */
  cancelJob(jobId: string, purpose?: CancelPurpose): Promise<JobAnswer>
  putAccount(account: AccountEnvelope): Promise<void>
  /** Removes the tokens, and cancels the jobs for which that is still possible. */
  removeAccount(accountId: string): Promise<void>
  /** The Worker checks mentions of the account from now on. Refused for an account for which it has no usable token. */
  delegateReposts(envelope: RepostEnvelope): Promise<RepostAnswer | AccountTrouble>
  /**
   * The Worker begins nothing more for the account; null when it never had it, which is remembered, too: a
   * delegation up to this revision that was overtaken comes too late. Asked again, it gives the same answer. When the
   * configuration in the answer has a higher revision, the Worker has not released it: the recall belongs to an
   * earlier delegation.
   */
  recallReposts(accountId: string, revision: number): Promise<RecalledReposts | null>
  /** Null when there is no such mention. */
  claimRepost(accountId: string, request: RepostClaimRequest): Promise<RepostClaim | null>
  /** `taken`: up to where the server has applied everything, which need not be told again; `since` when left out. */
  changes(since: number, taken?: number): Promise<WorkerChanges>
}
