import type { Clock } from '../../../core/ports/clock.ts'
import type { AccountBehaviour, ContainerScript } from '../behaviour.ts'
import type { SandboxAccount } from '../demo-account.ts'
import type { SandboxState } from '../state.ts'
import type { CallInput } from './call-input.ts'

/** What the calls of the platform's interface are answered from. Each takes the parts it uses. */
export interface GraphPorts {
  readonly state: SandboxState
  readonly clock: Clock
  readonly account: SandboxAccount
  readonly behaviour: AccountBehaviour
  /** The sandbox's own public address, for links in answers. */
  readonly origin: () => string
  /** Rejects with the platform's refusal when the address gives no picture. */
  readonly fetchImage: (url: string) => Promise<Uint8Array>
  /** The life of a container that is being created now. */
  readonly scriptFor: (caption: string | null) => ContainerScript
}

export interface GraphRequest {
  /** The node in the path, `me` replaced by the account's id. */
  readonly nodeId: string
  readonly method: string
  readonly url: URL
  readonly input: CallInput
}

/** Gives the answer's JSON, or throws a GraphError. */
export type GraphCall = (ports: GraphPorts, request: GraphRequest) => object | Promise<object>
