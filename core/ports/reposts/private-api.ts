// The hosts that the app and the web page of the platform talk to, as the account's own session. Opt-in and on this computer
// only (`core/reposts/`). One call at a time per account, seconds apart; what a reply changes of the session is stored
// before the reply is handed on.
import type * as z from 'zod'
import type { ReplyOrUnknown } from '../../http-calls/reply.ts'
import type { Instant } from '../../time.ts'
import type { Stop } from './mention-source.ts'

/**
 * web     A session that the owner made in a browser. Reads.
 * mobile  A session from one honest login. Reads, and publishes stories.
 */
export type PrivateApiTransport = 'web' | 'mobile'

/** Everything that speaks for the account. Rests sealed; never logged, never handed to a route. */
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
   * Since when a log-in is asked for although nothing says that the session has ended: often that only means "too many
   * calls". Null or left out once it has worked again.
   */
  readonly doubtedAt?: Instant | null
  /** The platform has ended it. No call is made with it any more. */
  readonly isDead: boolean
}

/** Made once per account, kept for ever, also over another login. */
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
  /** When a password was sent, whatever came of it; the last 24 hours. */
  readonly loginTries: readonly Instant[]
  readonly lastLoginAt: Instant | null
  /** The platform gave a warning: no call with a session before, whoever wants to make it. */
  readonly restUntil?: Instant | null
}

/** Sealed in storage. Each write is durable when it resolves. */
export interface PrivateApiStore {
  get(accountId: string): Promise<PrivateApiState | null>
  put(accountId: string, state: PrivateApiState): Promise<void>
  /** Forgets everything of the account. */
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
}

export interface PrivateApiRequest<T> extends PrivateApiCall {
  readonly answer: z.ZodType<T>
}

/** The platform said no to this call, and only to it. */
export interface PrivateApiRefusal {
  readonly httpStatus: number
  readonly message: string
  /** The platform's own word for the reason. */
  readonly errorType: string | null
}

/** `stopped` is a reason to call no more. The session is marked or the challenge stored already. */
export type PrivateApiReply<T> =
  | ReplyOrUnknown<T, PrivateApiRefusal>
  | { readonly kind: 'stopped'; readonly stop: Stop }

/** Nothing here rejects. */
export interface PrivateApi {
  /** The transport of the account's live session; null when it has none. */
  transportOf(accountId: string): Promise<PrivateApiTransport | null>
  /** The platform has given a warning, and no call is made for a while: `call` answers `stopped` with the signal `offline`. */
  isBackingOff(accountId: string): Promise<boolean>
  call<T>(accountId: string, request: PrivateApiRequest<T>): Promise<PrivateApiReply<T>>
}
