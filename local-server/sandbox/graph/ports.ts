import type { Clock } from '../../../core/ports/clock.ts'
import type { Audience } from '../audience/audience.ts'
import type { AccountBehaviour, ContainerScript } from '../behaviour/behaviour.ts'
import type { CallName, Subject } from '../calls.ts'
import type { CommentState } from '../comments/comment-state.ts'
import type { SandboxAccount } from '../demo-account.ts'
import type { CallMeter } from '../mentions/call-meter.ts'
import type { MentionState } from '../mentions/mention-state.ts'
import type { PageState } from '../pages/page-state.ts'
import type { SandboxState } from '../state/state.ts'
import type { SandboxFiles, SandboxPictures } from '../state/store.ts'
import type { TokenBearer } from '../tokens/reach.ts'
import type { TokenBook } from '../tokens/token-book.ts'
import type { Arrivals } from '../video/arrivals.ts'
import type { CallUsage } from './call-usage.ts'
import type { CallInput } from './call-input.ts'
import type { PerformPorts } from '../perform-call.ts'
import type { Random } from '../../../core/ports/random.ts'

/** The collaborators of the platform's calls. Each takes the parts it uses. */
export interface GraphPorts extends PerformPorts {
  readonly state: SandboxState
  readonly pages: PageState
  readonly mentions: MentionState
  readonly comments: CommentState
  readonly audience: Audience
  readonly callMeter: CallMeter
  readonly callBudget: CallUsage
  readonly tokens: TokenBook
  readonly arrivals: Arrivals
  readonly files: SandboxFiles & SandboxPictures
  readonly clock: Clock
  readonly random: Random
  readonly behaviour: AccountBehaviour
  /** The sandbox's own public address, for links in answers. */
  readonly origin: () => string
  /** A read of a container waits for the file that is on its way to it. */
  readonly waitsForMedia: boolean
  readonly fetch: typeof globalThis.fetch
  /** The life of a container or of a Page's video that is being created now. */
  readonly scriptFor: (on: CallName, subject: Subject) => ContainerScript
}

export interface ReceivedGraphCall {
  readonly caller: TokenBearer
  /** The node in the path, `me` replaced by the id of the caller. */
  readonly nodeId: string
  readonly method: string
  readonly url: URL
  /** `v27.0`: the one that answers. */
  readonly version: string
  readonly input: CallInput
  readonly subject: Subject
}

/** Gives the answer's JSON, or throws a GraphError. */
export type GraphCall = (ports: GraphPorts, request: ReceivedGraphCall) => object | Promise<object>

export interface AccountRequest extends ReceivedGraphCall {
  readonly account: SandboxAccount
}

/** A call on a professional account that the caller's token opens. */
export type AccountCall = (ports: GraphPorts, request: AccountRequest) => object | Promise<object>
