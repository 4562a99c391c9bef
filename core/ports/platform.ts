import type { PublicationPayload } from '../publishing/publication.ts'
import type { Instant } from '../time.ts'

/** What is needed to speak for an account. */
export interface PlatformAccess {
  readonly accountId: string
  readonly igUserId: string
  readonly token: string
  readonly loginMethod: 'platform' | 'partner'
  readonly isSandbox: boolean
}

/** The platform's error envelope, as it came. Numbers only are matched; texts follow the reader's language. */
export interface PlatformRefusal {
  readonly httpStatus: number
  readonly code: number | null
  readonly subcode: number | null
  /** `error_user_msg`, else `message`, shortened and without tokens. */
  readonly message: string
  readonly traceId: string | null
}

/**
 * What came back from one call.
 * refused  The platform said no, in its own envelope.
 * unknown  Nothing usable came back: a timeout, a lost connection, HTML, an empty or half body. The call may have acted.
 */
export type Reply<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly platformTime: Instant | null }
  | { readonly kind: 'refused'; readonly refusal: PlatformRefusal; readonly platformTime: Instant | null }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface ContainerStatus {
  /** `UNKNOWN` for values that we have never seen: keep reading. */
  readonly status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED' | 'UNKNOWN'
  /** The platform's sentence, when it gives one. */
  readonly detail: string | null
  /** The 2207xxx number in that sentence. */
  readonly subcode: number | null
}

export interface PublishedMedia {
  readonly id: string
  readonly caption: string | null
  readonly timestamp: Instant | null
  /** `IMAGE`, `VIDEO` or `CAROUSEL_ALBUM`. */
  readonly mediaType: string | null
  readonly permalink: string | null
}

/** The platform's publishing surface. One HTTP call each, never repeated by the adapter, never rejecting. */
export interface Platform {
  /** Invisible until published; dies after 24 hours. `mediaUrls` are fetched by the platform, in the payload's order. */
  createContainer(
    access: PlatformAccess,
    payload: PublicationPayload,
    mediaUrls: readonly string[],
  ): Promise<Reply<{ containerId: string }>>
  containerStatus(access: PlatformAccess, containerId: string): Promise<Reply<ContainerStatus>>
  /** The one irreversible call. Not idempotent: any reply but `ok` leaves the outcome open. */
  publishContainer(access: PlatformAccess, containerId: string): Promise<Reply<{ mediaId: string }>>
  /** Newest first. */
  recentMedia(access: PlatformAccess, limit: number): Promise<Reply<PublishedMedia[]>>
  permalink(access: PlatformAccess, mediaId: string): Promise<Reply<{ permalink: string | null }>>
}
