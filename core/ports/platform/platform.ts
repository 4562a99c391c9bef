import type { ReplyOrUnknown } from '../reply.ts'
import type { PublicationPayload } from '../../rules/publication/publication.ts'
import type { SafeText } from '../../redact.ts'
import type { Duration, Instant } from '../../time.ts'
import type { OpenBlob } from '../media/blob-store.ts'

/** The access to the platform on behalf of an account. */
export interface PlatformAccess {
  readonly accountId: string
  readonly igUserId: string
  /** Partner login: the User token. */
  readonly token: string
  readonly loginMethod: 'platform' | 'partner'
  readonly isSandbox: boolean
  /** Partner login: the linked Page and its own token. */
  readonly page: { readonly id: string; readonly token: string } | null
  /** Nothing new is sent before then; null when there is no reason to wait. */
  readonly pausedUntil: Instant | null
}

/** The platform's error envelope, as it came. Numbers only are matched; texts follow the reader's language. */
export interface PlatformRefusal {
  readonly httpStatus: number
  readonly code: number | null
  readonly subcode: number | null
  /** `error_user_msg`, else `message`, shortened and without tokens. */
  readonly message: SafeText
  /** `error_user_title`. */
  readonly title: SafeText | null
  readonly traceId: SafeText | null
}

/** The part of the call limit that the platform says is used up, in the window that is nearest to its end. */
export interface Usage {
  /** 100 is the limit; what is called after that lengthens the wait. */
  readonly percent: number
  /** The time until calls are taken again, when the platform says so. */
  readonly regainAfter: Duration | null
}

/** Facts that come with any answer, also with a refusal. All null when none came. */
export interface AnswerFacts {
  /** Surely nothing arrived there: no connection was made. Proves that nothing was done, and nothing else. */
  readonly neverArrived: boolean
  readonly httpStatus: number | null
  readonly traceId: SafeText | null
  readonly usage: Usage | null
}

/** The platform refuses in its own envelope. */
export type PlatformReply<T> = ReplyOrUnknown<T, PlatformRefusal, AroundAnswer>

interface AroundAnswer {
  /** By the platform's clock; null when it did not say, and without a usable answer. */
  readonly platformTime: Instant | null
  readonly facts: AnswerFacts
}

export const NO_ANSWER: AnswerFacts = { neverArrived: false, httpStatus: null, traceId: null, usage: null }
export const NEVER_ARRIVED: AnswerFacts = { ...NO_ANSWER, neverArrived: true }

/** One file of a container. Without an address its bytes are uploaded after the container was made; videos only. */
export interface ContainerSource {
  readonly kind: 'image' | 'video'
  readonly url: string | null
}

/** `single` and `child` become visible as they are or as part of a carousel; `index` is the item's place in the payload. */
export type ContainerRequest =
  | {
      readonly kind: 'single'
      readonly payload: PublicationPayload
      readonly source: ContainerSource
      /** Absent when the cover is not a file. */
      readonly coverUrl?: string
    }
  | {
      readonly kind: 'child'
      readonly payload: PublicationPayload
      readonly index: number
      readonly source: ContainerSource
    }
  | { readonly kind: 'carousel'; readonly payload: PublicationPayload; readonly children: readonly string[] }

export interface CreatedContainer {
  readonly containerId: string
  /** The address to which the bytes go, when the container was asked for without an address. */
  readonly uploadUrl: string | null
}

export interface ContainerStatus {
  /** `UNKNOWN` for values that we have never seen: keep reading. */
  readonly status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED' | 'UNKNOWN'
  /** The platform's sentence, when it gives one. */
  readonly detail: SafeText | null
  /** The 2207xxx number in that sentence. */
  readonly subcode: number | null
}

export interface PublishedMedia {
  readonly id: string
  /** Null when there is none, and also when the platform does not say it to this login. */
  readonly caption: string | null
  readonly timestamp: Instant | null
  /** `IMAGE`, `VIDEO` or `CAROUSEL_ALBUM`. */
  readonly mediaType: string | null
  readonly permalink: string | null
}

export interface MediaComment {
  readonly id: string
  readonly text: string
  /** True when it is surely the account's own; ids of authors are known to differ by login, so another one proves nothing. */
  readonly isOwn: boolean
}

/** What the platform says of a live media; null where it does not. */
export interface Published {
  readonly permalink: string | null
  /** When it went live, by the platform's clock. */
  readonly timestamp: Instant | null
}

export interface CommentListing {
  /** Newest first, without replies. */
  readonly comments: readonly MediaComment[]
  /**
   * False when some may be missing: there are more than were listed, or the list is empty and nothing says that there are none. It
   * is empty, too, while comments are switched off.
   */
  readonly isComplete: boolean
}

/** The platform's count of the publishes of the last 24 hours, by this app and others; containers do not count. */
export interface PublishingQuota {
  readonly used: number
  /** Null when it does not say how many it takes. */
  readonly allowed: number | null
}

/** Which of the account's media: live stories have a list of their own. */
export interface MediaListing {
  readonly of: 'posts' | 'stories'
  readonly limit: number
}

/** The platform's publishing surface. Acts are one HTTP call each, never repeated by the adapter; nothing here rejects. */
export interface Platform extends MediaRemoval, CommentCalls {
  /** True when it uploads the files of this payload from here, so that they need no address. Absent: never. */
  takesFiles?(access: PlatformAccess, payload: PublicationPayload): Promise<boolean>
  /** Invisible until published; dies after 24 hours. */
  createContainer(access: PlatformAccess, request: ContainerRequest): Promise<PlatformReply<CreatedContainer>>
  /** Sends a video's bytes to the address that its container was made with. */
  uploadVideo(
    access: PlatformAccess,
    container: CreatedContainer,
    video: OpenBlob,
  ): Promise<PlatformReply<{ uploaded: true }>>
  containerStatus(access: PlatformAccess, containerId: string): Promise<PlatformReply<ContainerStatus>>
  /** The one irreversible call. Not idempotent: any reply but `ok` leaves the outcome open. */
  publishContainer(access: PlatformAccess, containerId: string): Promise<PlatformReply<{ mediaId: string }>>
  /** Newest first. */
  recentMedia(access: PlatformAccess, listing: MediaListing): Promise<PlatformReply<PublishedMedia[]>>
  permalink(access: PlatformAccess, mediaId: string): Promise<PlatformReply<Published>>
  publishingQuota(access: PlatformAccess): Promise<PlatformReply<PublishingQuota>>
  /** The names that a live story should mention but does not, as far as one read shows. Absent: it never drops any silently. */
  missingMentions?(access: PlatformAccess, story: PublishedStory): Promise<readonly string[]>
}

export interface PublishedStory {
  readonly containerId: string
  readonly mediaId: string
}

export interface CommentCalls {
  /** Comments as the account. Not idempotent: any reply but `ok` leaves the outcome open. */
  addComment(
    access: PlatformAccess,
    mediaId: string,
    text: string,
  ): Promise<PlatformReply<{ commentId: string }>>
  listComments(access: PlatformAccess, mediaId: string): Promise<PlatformReply<CommentListing>>
  /** Idempotent. */
  disableComments(access: PlatformAccess, mediaId: string): Promise<PlatformReply<{ disabled: true }>>
}

/** A post as its record names it. */
export interface RecordedMedia {
  readonly mediaId: string
  readonly permalink: string | null
}

/** Deleting what is published, and seeing that it is gone. */
export interface MediaRemoval {
  /** Partner login only; the platform login has no such call. */
  deleteMedia(access: PlatformAccess, mediaId: string): Promise<PlatformReply<{ deleted: true }>>
  /**
   * The id of a feed post by the login that the account has now: another one knew it by another. Null: the platform does not
   * show it to this account, so it is gone, or never was its own.
   */
  findMedia(access: PlatformAccess, media: RecordedMedia): Promise<PlatformReply<{ mediaId: string | null }>>
}
