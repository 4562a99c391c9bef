// The collaborators of the private hosts' calls, and what each call gets to see.
import type { PerformPorts } from '../perform-call.ts'
import type { ChallengeBook } from './session/challenge-book.ts'
import type { PrivateApiCallLog } from './call-log.ts'
import type { PrivateApiPerson } from './practice.ts'
import type { QuietInboxes } from './inbox/quiet-threads.ts'
import type { ScenarioBook } from './scenarios.ts'
import type { SandboxSession, SessionBook, SessionHost } from './session/sessions.ts'
import type { UploadBook } from './upload/upload-book.ts'
import type { GraphPorts } from '../graph/ports.ts'

export interface PrivateApiPorts
  extends PerformPorts, Pick<GraphPorts, 'state' | 'files' | 'mentions' | 'clock' | 'random' | 'origin'> {
  readonly sessions: SessionBook
  readonly scenarios: ScenarioBook
  readonly challenges: ChallengeBook
  readonly uploads: UploadBook
  readonly quiet: QuietInboxes
  readonly calls: PrivateApiCallLog
}

export interface ReceivedCall {
  readonly host: SessionHost
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
