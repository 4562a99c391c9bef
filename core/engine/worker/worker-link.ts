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
  KvPage,
  WorkerStatus,
} from './protocol.ts'
import type { Reply } from '../../ports/reply.ts'
import type { SafeText } from '../../redact.ts'

/** Nothing was done. 401 is the worker key. `message` and every `reason` complete a sentence for the user. */
interface WorkerRefusal {
  readonly httpStatus: number
  readonly message: SafeText
}

interface AroundAnswer {
  /** The Worker's own, with its refusals and errors; absent when it gave none. */
  readonly code?: string | undefined
}

/** The response from the Worker. */
export type WorkerReply<T> = Reply<T, WorkerRefusal, AroundAnswer>

export type NoAnswer = Exclude<WorkerReply<unknown>, { kind: 'ok' }>

/** The Worker as the server calls it. One HTTP call each, within ten seconds; nothing here rejects. */
export interface WorkerLink {
  status(): Promise<WorkerReply<WorkerStatus>>
  /** Creates or changes; `JobAnswer` says whether it was accepted. */
  putJob(envelope: JobEnvelope): Promise<WorkerReply<JobAnswer>>
  cancelJob(jobId: string, purpose?: CancelPurpose): Promise<WorkerReply<JobAnswer>>
  /** Null when the Worker never had it. */
  job(jobId: string, accountId: string): Promise<WorkerReply<JobView | null>>
  /** Every job that has not ended; newer Workers leave out what it publishes and how that went. `isWhole` as for `changes`. */
  openJobs(): Promise<WorkerReply<{ readonly jobs: JobView[]; readonly isWhole?: boolean }>>
  putAccount(account: AccountEnvelope): Promise<WorkerReply<{ ok: true }>>
  /** The Worker removes the account's tokens; its jobs are cancelled where that is still possible. */
  removeAccount(accountId: string): Promise<WorkerReply<{ ok: true }>>
  /** Asks the Worker to check mentions of the account; `RepostAnswer` says whether it does. */
  delegateReposts(envelope: RepostEnvelope): Promise<WorkerReply<RepostAnswer>>
  /** `revision`: the highest that was or may have been sent, as `SchedulerApi` has it. Null when it never had the account. */
  recallReposts(accountId: string, revision: number): Promise<WorkerReply<RecalledReposts | null>>
  /** Null when the Worker does not know the mention. */
  claimRepost(accountId: string, request: RepostClaimRequest): Promise<WorkerReply<RepostClaim | null>>
  /**
   * `isWhole`: false when something of it could not be read and was left out. Absent: nothing was. `taken` as `SchedulerApi` has it.
   */
  changes(since: number, taken?: number): Promise<WorkerReply<WorkerChanges & { readonly isWhole?: boolean }>>
  listKeys(prefix: string): Promise<WorkerReply<KvPage>>
  putKey(key: string, value: string): Promise<WorkerReply<{ ok: true }>>
  deleteKey(key: string): Promise<WorkerReply<{ ok: true }>>
}
