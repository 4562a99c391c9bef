// The Durable Object: one instance in the world, and its SQLite decides everything.
import { DurableObject } from 'cloudflare:workers'
import type {
  AccountEnvelope,
  JobEnvelope,
  RepostClaimRequest,
  RepostEnvelope,
} from '../core/cloud/protocol/protocol.ts'
import { composeEngine } from './wire.ts'
import type { Engine } from './engine.ts'
import type { CronRun } from './invocations.ts'
import type { WorkerEnv } from './settings.ts'

export class Scheduler extends DurableObject<WorkerEnv> implements Engine {
  readonly #engine: Engine

  constructor(state: DurableObjectState, env: WorkerEnv) {
    super(state, env)
    this.#engine = composeEngine(state, env)
  }

  status() {
    return this.#engine.status()
  }

  openJobs() {
    return this.#engine.openJobs()
  }

  job(jobId: string) {
    return this.#engine.job(jobId)
  }

  putJob(envelope: JobEnvelope) {
    return this.#engine.putJob(envelope)
  }

  cancelJob(jobId: string) {
    return this.#engine.cancelJob(jobId)
  }

  putAccount(account: AccountEnvelope) {
    return this.#engine.putAccount(account)
  }

  removeAccount(accountId: string) {
    return this.#engine.removeAccount(accountId)
  }

  delegateReposts(envelope: RepostEnvelope) {
    return this.#engine.delegateReposts(envelope)
  }

  recallReposts(accountId: string, revision: number) {
    return this.#engine.recallReposts(accountId, revision)
  }

  claimRepost(accountId: string, request: RepostClaimRequest) {
    return this.#engine.claimRepost(accountId, request)
  }

  changes(since: number) {
    return this.#engine.changes(since)
  }

  tick(run: CronRun) {
    return this.#engine.tick(run)
  }

  override alarm() {
    return this.#engine.alarm()
  }
}
