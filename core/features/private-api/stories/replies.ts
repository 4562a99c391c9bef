// Answers of the private API in the words of the Platform port. Its refusals have no numbers; those given here choose a row
// of the error table, which decides what a publication makes of it.
import type { Stop } from '../../../ports/reposts/mention-source.ts'
import type { PrivateApiRefusal, PrivateApiReply } from '../../../ports/reposts/private-api.ts'
import { NEVER_ARRIVED, NO_ANSWER, type PlatformReply } from '../../../ports/platform/platform.ts'
import { safeSentence } from '../../../redact.ts'

export type NotOk = Exclude<PlatformReply<never>, { kind: 'ok' }>
export type Refused = Extract<NotOk, { kind: 'refused' }>
type Unknown = Extract<NotOk, { kind: 'unknown' }>

export function ok<T>(value: T): PlatformReply<T> {
  return { kind: 'ok', value, platformTime: null, facts: NO_ANSWER }
}

export function unknown(reason: string): Unknown {
  return { kind: 'unknown', reason: safeSentence(reason), platformTime: null, facts: NO_ANSWER }
}

/** A stop without an answer: the next try may do. */
export function unasked({ message, neverArrived }: Stop): Unknown {
  return { ...unknown(message), facts: neverArrived ? NEVER_ARRIVED : NO_ANSWER }
}

/** What a container that will never be published says: another one may be asked for while nothing was sent. */
export const LOST = [24, 2_207_008] as const
/** Known to have had no effect; the same may be sent again in a moment. */
export const NOT_READY = [9007, 2_207_027] as const
/** Needs the account's owner: fails the post, is not tried again, and leaves the account's other posts alone. */
export const OWNER_NEEDED = [25, 2_207_050] as const
/** A field of the post; the same would be refused again. */
export const FIELD = [100, null] as const
export const PICTURE = [36_001, null] as const
const NO_NUMBER = [null, null] as const

export function refused(
  [code, subcode]: readonly [number | null, number | null],
  message: string,
  httpStatus = 400,
): Refused {
  const refusal = { httpStatus, code, subcode, message: safeSentence(message), title: null, traceId: null }
  return { kind: 'refused', refusal, platformTime: null, facts: { ...NO_ANSWER, httpStatus } }
}

export function storyRefusal({ httpStatus, message }: PrivateApiRefusal): Refused {
  return refused(NO_NUMBER, message, httpStatus)
}

/**
 * For calls that prepare. Without a network nothing was reached, and after a dead session the official way is left: both are
 * worth another try. Every other stop fails the post.
 */
export function refusedByStop(stop: Stop): NotOk {
  if (stop.signal === 'offline' || stop.signal === 'session-dead') return unasked(stop)
  return refused(OWNER_NEEDED, stop.message)
}

/** Maps a reply of a call that prepares, other than `ok`. */
export function notOk(reply: Exclude<PrivateApiReply<unknown>, { kind: 'ok' }>): NotOk {
  if (reply.kind === 'stopped') return refusedByStop(reply.stop)
  return reply.kind === 'refused' ? storyRefusal(reply.refusal) : unknown(reply.reason)
}
