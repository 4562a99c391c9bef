// What the parts of a hand-over need of one another: each extends the one before it.
import type { KeyedMutex } from '../../../keyed-mutex.ts'
import type { AccountStore } from '../../../ports/account-store.ts'
import type { WorkerReach } from '../connection/connection.ts'
import type { AccountRegistration } from './account-registration.ts'
import type { HandoverFiles } from './files/handover-files.ts'
import type { LocalJobDeps } from './final-moves.ts'
import type { Handovers } from './handovers.ts'

/** Recording a move. */
export interface MoveDeps extends LocalJobDeps {
  readonly handovers: Handovers
}

/** Asking the Worker that has the job, and recording its answer. */
export interface WorkerRequestDeps extends MoveDeps, WorkerReach {}

/** Requests to the Worker that follow one another, and the files that it needs. */
interface ExclusiveDeps extends WorkerRequestDeps {
  readonly files: HandoverFiles
  /** Runs the calls to the Worker for one hand-over one after the other. */
  readonly mutex: KeyedMutex
}

/** Taking a hand-over its next step. */
export interface AdvanceDeps extends ExclusiveDeps {
  readonly accounts: AccountStore
  readonly registration: AccountRegistration
}

/** Changing and recalling a post that the Worker has, or may have. */
export interface ChangeJobDeps extends ExclusiveDeps {
  /** There is something to send to the Worker, or to ask it. */
  wakeSync(): void
}
