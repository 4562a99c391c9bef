// What the calls of the private hosts are answered from, and what each gets to see.
import type { Clock } from '../../../core/ports/clock.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { MentionState } from '../mentions/mention-state.ts'
import type { PerformPorts } from '../perform-call.ts'
import type { SandboxState } from '../state.ts'
import type { SandboxFiles } from '../store.ts'
import type { ChallengeBook } from './challenge-book.ts'
import type { NativeCallLog } from './native-calls.ts'
import type { NativePerson } from './practice.ts'
import type { QuietInboxes } from './quiet-threads.ts'
import type { ScenarioBook } from './scenarios.ts'
import type { SandboxSession, SessionBook, SessionKind } from './sessions.ts'
import type { UploadBook } from './upload-book.ts'

export interface NativePorts extends PerformPorts {
  readonly state: SandboxState
  readonly files: SandboxFiles
  readonly mentions: MentionState
  readonly sessions: SessionBook
  readonly scenarios: ScenarioBook
  readonly challenges: ChallengeBook
  readonly uploads: UploadBook
  readonly quiet: QuietInboxes
  readonly calls: NativeCallLog
  readonly clock: Clock
  readonly random: Random
  /** The sandbox's own public address. */
  readonly origin: () => string
}

export interface NativeRequest {
  readonly host: SessionKind
  readonly request: Request
  /** Below the host, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Of a POST; empty on everything else. */
  readonly form: URLSearchParams
}

export interface SessionRequest extends NativeRequest {
  readonly session: SandboxSession
  readonly person: NativePerson
}

/** Gives the answer, or throws a NativeRefusal. */
export type NativeCall = (ports: NativePorts, request: NativeRequest) => Response | Promise<Response>
export type SessionCall = (ports: NativePorts, request: SessionRequest) => Response | Promise<Response>
