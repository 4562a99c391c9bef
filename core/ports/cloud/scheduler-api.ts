import type {
  AccountEnvelope,
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
} from '../../cloud/protocol/protocol.ts'

/**
 * unknown account  It was never registered with the Worker, or the Worker has lost its memory.
 * sealed token     The token cannot be opened: server and Worker hold different encryption keys.
 */
export type AccountTrouble = 'unknown account' | 'sealed token'

/**
 * The scheduler in the cloud, as the server reaches it through the Worker's routes. Each change is one transaction that is
 * on stable storage when the promise resolves; of an edit, a cancel and a step of publishing at once, exactly one wins.
 */
export interface SchedulerApi {
  status(): Promise<WorkerStatus>
  /** Jobs that have not ended, soonest first. */
  openJobs(): Promise<JobView[]>
  job(jobId: string): Promise<JobView | null>
  /**
   * Creates the job, or replaces it by a higher revision while nothing of it was or may have been sent. A new one is not
   * taken for an account that this Worker could not speak for.
   */
  putJob(envelope: JobEnvelope): Promise<JobAnswer | AccountTrouble>
  /** A job that was never there is remembered as cancelled too: a create that was overtaken by its cancel comes too late. */
  cancelJob(jobId: string): Promise<JobAnswer>
  putAccount(account: AccountEnvelope): Promise<void>
  /** Forgets the tokens, and cancels the jobs for which that is still possible. */
  removeAccount(accountId: string): Promise<void>
  /** The Worker looks for mentions of the account from here on. Not taken for an account that it could not speak for. */
  delegateReposts(envelope: RepostEnvelope): Promise<RepostAnswer | AccountTrouble>
  /**
   * The Worker begins nothing more for the account; null when it never had it, which is remembered, too: a delegation up to this
   * revision that was overtaken comes too late. Asked again, it answers the same. When the answer's configuration bears a
   * higher revision, the Worker has not let go: the recall is of an earlier delegation than the one it has.
   */
  recallReposts(accountId: string, revision: number): Promise<RecalledReposts | null>
  /** Null when there is no such mention. */
  claimRepost(accountId: string, request: RepostClaimRequest): Promise<RepostClaim | null>
  changes(since: number): Promise<WorkerChanges>
}
