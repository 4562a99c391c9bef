// The calls of the platform's interface by the short names that faults and tests use.

/** `status` reads a container, `read` a media, `me` the account. */
export const CALL_NAMES = ['create', 'status', 'publish', 'read', 'list', 'stories', 'limit', 'me'] as const
export type CallName = (typeof CALL_NAMES)[number]

/** One call from outside, told to whoever drives the sandbox in a test. */
export interface SandboxCall {
  readonly on: CallName
  /** `before`: it has arrived and done nothing yet. `after`: it has acted, and nothing was answered yet. */
  readonly phase: 'before' | 'after'
  /** The container of a publish, else the node in the path. */
  readonly id: string
  /** The caption of the post that it is about. */
  readonly caption: string | null
  /** What is about to be answered, while no fault strikes; null before. */
  readonly httpStatus: number | null
}
