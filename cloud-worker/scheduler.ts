// The Durable Object: worldwide one instance for the index and one for each account; their SQLite decides everything.
import { DurableObject } from 'cloudflare:workers'
import type {
  AccountEnvelope,
  CancelPurpose,
  JobEnvelope,
  RepostClaimRequest,
  RepostEnvelope,
} from '../core/engine/worker/protocol.ts'
import type { AccountObjectCall, AccountObject } from './index/account-object.ts'
import type { ObjectReport } from './index/directory.ts'
import type { FormerRows } from './index/former-rows.ts'
import type { IndexObject } from './index/index-object.ts'
import type { CronRun } from './invocations.ts'
import type { WorkerEnv } from './settings.ts'
import { wireObject } from './wire.ts'

export class Scheduler extends DurableObject<WorkerEnv> implements IndexObject, AccountObject {
  readonly #object: ReturnType<typeof wireObject>

  constructor(state: DurableObjectState, env: WorkerEnv) {
    super(state, env)
    this.#object = wireObject(state, env)
  }

  get #index() {
    return this.#object.index ?? notHere()
  }

  get #account() {
    return this.#object.account ?? notHere()
  }

  status() {
    return this.#index.status()
  }

  openJobs(isBrief?: boolean) {
    return this.#index.openJobs(isBrief)
  }

  job(jobId: string) {
    return this.#index.job(jobId)
  }

  putJob(envelope: JobEnvelope) {
    return this.#index.putJob(envelope)
  }

  cancelJob(jobId: string, purpose?: CancelPurpose) {
    return this.#index.cancelJob(jobId, purpose)
  }

  putAccount(account: AccountEnvelope) {
    return this.#index.putAccount(account)
  }

  removeAccount(accountId: string) {
    return this.#index.removeAccount(accountId)
  }

  delegateReposts(envelope: RepostEnvelope) {
    return this.#index.delegateReposts(envelope)
  }

  recallReposts(accountId: string, revision: number) {
    return this.#index.recallReposts(accountId, revision)
  }

  claimRepost(accountId: string, request: RepostClaimRequest) {
    return this.#index.claimRepost(accountId, request)
  }

  changes(since: number, taken?: number) {
    return this.#index.changes(since, taken)
  }

  tick(run: CronRun) {
    return this.#index.tick(run)
  }

  report(accountId: string, report: ObjectReport) {
    return this.#index.report(accountId, report)
  }

  ask(accountId: string, call: AccountObjectCall, args: unknown[]) {
    return this.#account.ask(accountId, call, args)
  }

  receive(accountId: string, rows: FormerRows) {
    return this.#account.receive(accountId, rows)
  }

  poke() {
    return this.#account.poke()
  }

  override alarm() {
    return (this.#object.index ?? this.#account).alarm()
  }
}

function notHere(): never {
  throw new Error('another object of this Worker has to be asked')
}
