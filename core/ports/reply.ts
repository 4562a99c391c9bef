import type { SafeText } from '../redact.ts'

/**
 * What came back from a call to the outside.
 *
 * ok           A usable answer.
 * refused      The other side said no. Each kind of refusal defines what that proves.
 * unreachable  Surely nothing arrived: the name is unknown, the connection was refused.
 * unknown      No usable answer: a timeout, a lost connection, HTML, an empty or half body. The call may have acted.
 *
 * `Around` is what comes with each of them.
 */
export type Reply<T, Refusal, Around = unknown> =
  | ({ readonly kind: 'ok'; readonly value: T } & Around)
  | ({ readonly kind: 'refused'; readonly refusal: Refusal } & Around)
  | ({ readonly kind: 'unreachable'; readonly reason: SafeText } & Around)
  | ({ readonly kind: 'unknown'; readonly reason: SafeText } & Around)

/** For callers that treat a call that never arrived like any other without an answer. */
export type ReplyOrUnknown<T, Refusal, Around = unknown> = Exclude<
  Reply<T, Refusal, Around>,
  { kind: 'unreachable' }
>
