// The hosts that the platform's app and web page talk to, used with the account's own session. Opt-in and on this
// computer only (`core/features/reposts/`). One call at a time per account, seconds apart; a change of the session in a reply
// is stored before the reply is returned.
import type * as z from 'zod'
import type { ReplyOrUnknown } from '../reply.ts'
import type { SafeText } from '../../redact.ts'
import type { Instant } from '../../time.ts'
import type { Stop } from './mention-source.ts'

/**
 * web     A session that the owner made in a browser. Reads.
 * mobile  A session from one regular login. Reads, and publishes stories.
 */
export type PrivateApiTransport = 'web' | 'mobile'

/** Everything that authenticates the account. Stored sealed; never logged, never passed to a route. */
export interface PrivateApiSession {
  readonly transport: PrivateApiTransport
  readonly userId: string
  readonly username: string
  readonly cookies: Readonly<Record<string, string>>
  /** `Bearer IGT:2:…`, mobile only. */
  readonly authorization: string | null
  /** Sent back as `X-IG-WWW-Claim`; `0` before the first. */
  readonly wwwClaim: string
  readonly mid: string | null
  /** `ig-u-rur` and its like, by their names on later requests. */
  readonly routing: Readonly<Record<string, string>>
  readonly device: PrivateApiDevice
  readonly userAgent: string
  readonly createdAt: Instant
  readonly lastOkAt: Instant | null
  /**
   * Since when a log-in is requested although nothing says that the session has ended: often that only means "too
   * many calls". Null or absent once it has worked again.
   */
  readonly doubtedAt?: Instant | null
  /** The platform has ended it. No further call is made with it. */
  readonly isDead: boolean
}

/** Made once per account and kept for ever, even across logins. */
export interface PrivateApiDevice {
  readonly guid: string
  readonly phoneId: string
  /** `android-` and 16 hex digits. */
  readonly deviceId: string
  readonly adid: string
}

/** A login that waits for a code that the platform has sent to the owner. */
export interface PendingChallenge {
  readonly apiPath: string
  readonly context: string | null
  readonly stepName: string
  /** Masked by the platform, as `n***@g***.com`. */
  readonly contactPoint: string | null
  readonly session: PrivateApiSession
  readonly startedAt: Instant
  readonly tries: number
}

export interface PrivateApiState {
  readonly session: PrivateApiSession | null
  readonly challenge: PendingChallenge | null
  readonly device: PrivateApiDevice | null
  /** When a password was sent, also in vain; the last 24 hours. */
  readonly loginTries: readonly Instant[]
  readonly lastLoginAt: Instant | null
  /** The platform gave a warning: no call with a session before this time, for any purpose. */
  readonly restUntil?: Instant | null
  /** Calls in the 24 hours since `since`, also those of log-ins. */
  readonly calls?: { readonly since: Instant; readonly made: number }
}

/** Sealed in storage. Each write is durable when it resolves. */
export interface PrivateApiStore {
  get(accountId: string): Promise<PrivateApiState | null>
  put(accountId: string, state: PrivateApiState): Promise<void>
  /** Removes everything of the account. */
  remove(accountId: string): Promise<void>
}

export interface PrivateApiCall {
  readonly method: 'GET' | 'POST'
  /** Below `/api/v1/`, without a leading slash; `/rupload_…` from the host's root. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Form fields as they are. */
  readonly form?: Readonly<Record<string, string>>
  /** Form field `signed_body`: `SIGNATURE.` and this as JSON. */
  readonly signed?: object
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** What the user has typed for it: the answer may quote it, and is shown to people. */
  readonly secrets?: readonly string[]
}

export interface PrivateApiRequest<T> extends PrivateApiCall {
  readonly answer: z.ZodType<T>
  /** Ends what has begun: made even when the day's calls are spent. */
  readonly isClosing?: true
}

/** The platform refused this call, and only this call. */
export interface PrivateApiRefusal {
  readonly httpStatus: number
  readonly message: SafeText
  /** The platform's own word for the reason. */
  readonly errorType: string | null
}

/** `stopped` is a reason to stop calling. The session is marked or the challenge stored by then. */
export type PrivateApiReply<T> =
  | ReplyOrUnknown<T, PrivateApiRefusal>
  | { readonly kind: 'stopped'; readonly stop: Stop }

/** Nothing here rejects. */
export interface PrivateApi {
  /** The transport of the account's live session; null when it has none. */
  transportOf(accountId: string): Promise<PrivateApiTransport | null>
  /** False for a while after a warning of the platform, and when too few of the day's calls are left for a whole story. */
  mayBeginStory(accountId: string): Promise<boolean>
  /** Returns `stopped` with the signal `offline` for a while after a warning, and when the day's calls are spent. */
  call<T>(accountId: string, request: PrivateApiRequest<T>): Promise<PrivateApiReply<T>>
}
