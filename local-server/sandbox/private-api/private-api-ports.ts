// The collaborators of the private hosts' calls, and what each call gets to see.
import type { Clock } from '../../../core/ports/clock.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { MentionState } from '../mentions/mention-state.ts'
import type { PerformPorts } from '../perform-call.ts'
import type { SandboxState } from '../state/state.ts'
import type { SandboxFiles } from '../state/store.ts'
import type { ChallengeBook } from './session/challenge-book.ts'
import type { PrivateApiCallLog } from './call-log.ts'
import type { PrivateApiPerson } from './practice.ts'
import type { QuietInboxes } from './inbox/quiet-threads.ts'
import type { ScenarioBook } from './scenarios.ts'
import type { SandboxSession, SessionBook, SessionKind } from './session/sessions.ts'
import type { UploadBook } from './upload/upload-book.ts'

export interface PrivateApiPorts extends PerformPorts {
  readonly state: SandboxState
  readonly files: SandboxFiles
  readonly mentions: MentionState
  readonly sessions: SessionBook
  readonly scenarios: ScenarioBook
  readonly challenges: ChallengeBook
  readonly uploads: UploadBook
  readonly quiet: QuietInboxes
  readonly calls: PrivateApiCallLog
  readonly clock: Clock
  readonly random: Random
  /** The sandbox's own public address. */
  readonly origin: () => string
}

export interface ReceivedCall {
  readonly host: SessionKind
  readonly request: Request
  /** Below the host, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The form of a POST; empty on everything else. */
  readonly form: URLSearchParams
}

export interface SessionRequest extends ReceivedCall {
  readonly session: SandboxSession
  readonly person: PrivateApiPerson
}

/** Gives the answer, or throws a PrivateApiRefusal. */
export type CallHandler = (ports: PrivateApiPorts, request: ReceivedCall) => Response | Promise<Response>
export type SessionCall = (ports: PrivateApiPorts, request: SessionRequest) => Response | Promise<Response>
