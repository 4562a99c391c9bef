// A publication is one attempt to put a post live. Its row is written before and after every outside act, so that a
// process that dies at any line leaves behind exactly what the next one must know.
//
//   claimed ──► created ──► publishing ──► confirmed ──► done
//      │           │            │  ▲           ▲
//      │           │            ▼  │           │
//      │           │         uncertain ────────┘
//      └───────────┴────────────┴──► failed
//
// A post that has a time is prepared ahead of it and waits as `staged` between `created` and `publishing`.
//
// claimed     Payload frozen. Containers are asked for: one, or for a carousel first one per item and then the parent. If
//             we die while asking, a spare invisible container is left behind at the platform and another is asked for. What
//             the platform refuses or loses is asked for at most MAX_CONTAINERS times; our own deaths are counted apart.
// created     The id of the post's container is stored, with what its first read said where it needs no bytes. A video's bytes are uploaded where it has no address; then its
//             status is read until it is FINISHED.
// staged      FINISHED before its time. The claim that finds its time come, by the platform's clock as far as that is known, stores
//             the intent at once, so that only the publish call is left to do – unless a clock may have moved meanwhile: then
//             the status is read once more.
// publishing  The intent is stored. The publish call is made at most once, by the claim that stored the intent, within
//             SEND_WINDOW. Found at a claim, this state means "we cannot know" and becomes uncertain.
// uncertain   A publish call was or may have been made and nobody told us its result. Only looking leads out: by a media
//             that is surely ours, by a container that says PUBLISHED, by one that is dead, or by one that stayed
//             FINISHED, which may be sent again. Never a second container.
// confirmed   Live. Nothing can fail the post any more; its permalink is still read, its first comment posted, its comments
//             switched off and the Page's copy made, each best effort.
// done, failed  Nothing left to do. A failed publication that sent a publish is where a retry starts.
import type { MediaType, Recovery } from '../api/posts.ts'
import type { ErrorCode } from '../errors.ts'
import type { FailureDetail } from '../notices/failure-details.ts'
import type { Warning } from '../notices/warnings.ts'
import type { PostOptions } from '../posts/content/post-options.ts'
import { type SafeText } from '../redact.ts'
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../time.ts'

/** Containers that the platform is asked for in one publication, for each file of it, before giving up. */
export const MAX_CONTAINERS = 3
/** How often we may end in the middle of preparing it. Each time spends one of the 400 containers that the platform allows a day. */
export const MAX_INTERRUPTIONS = 20
/** A container dies at 24 hours; one this old is not built upon. */
export const TOO_OLD_TO_USE: Duration = 23 * HOUR
/** Publish calls of one publication; each but the first follows proof that the one before had no effect. */
export const MAX_SENDS = 3
/** An intent older than this is not acted upon: the process was asleep and the world may have moved. */
export const SEND_WINDOW: Duration = 10 * SECOND
/** A container that is FINISHED this long after the last possible send was not published by it. */
export const PROOF_AGE: Duration = 60 * SECOND
/** How long an uncertain publication is looked at before the user is told that we do not know. */
export const UNCERTAIN_LIMIT = { image: 10 * MINUTE, video: 60 * MINUTE } as const

export const PUBLICATION_STEPS = [
  'claimed',
  'created',
  'staged',
  'publishing',
  'uncertain',
  'confirmed',
  'done',
  'failed',
] as const
export type PublicationStep = (typeof PUBLICATION_STEPS)[number]

interface Tag {
  readonly username: string
  readonly x: number
  readonly y: number
}

/** What is published: a snapshot, so that no edit can mix into a publication under way. */
export interface PublicationPayload {
  readonly mediaType: MediaType
  readonly caption: string | null
  readonly items: readonly PayloadItem[]
  readonly userTags: readonly Tag[]
  readonly storyMentions: readonly Tag[]
  readonly collaborators: readonly string[]
  readonly locationId: string | null
  readonly crossPostToPartner: boolean
  /** Absent when none is set, and in publications of older versions. */
  readonly options?: PostOptions | undefined
  /** The picture of the cover, where it is a file. */
  readonly cover?: PayloadItem | undefined
}

export interface PayloadItem {
  readonly mediaFileId: string
  readonly kind: 'image' | 'video'
  /** Names the file on the public media address. */
  readonly publicKey: string
  /** Names the file in the blob store. */
  readonly blobKey: string
  /** It is no file of ours but lies here, at the platform itself; the names above are empty then. */
  readonly url?: string | undefined
}

/** A container at the platform, as far as we have come with it. */
export interface ContainerState {
  /** Requests for it that were answered, or whose answer did not come. */
  readonly containersAsked: number
  readonly containerId: string | null
  readonly containerCreatedAt: Instant | null
  /** Where its bytes go and whether they went; null when the platform fetches them itself. */
  readonly upload: { readonly url: string; readonly sent: boolean } | null
}

/** The container of one item of a carousel. */
export interface ChildContainer extends ContainerState {
  readonly finished: boolean
}

/** Everything known about the irreversible call. */
export interface PublishIntent {
  /** Our clock when the intent was stored. */
  readonly at: Instant
  /** The platform's clock when it last answered before the intent; null when it never said. */
  readonly platformAt: Instant | null
  /** Monotonic time of the intent; means something only to the claim that stored it. */
  readonly monotonicAt: number
  /** Publish calls that were or may have been made. */
  readonly sends: number
  /** Our clock when a send was last possible. */
  readonly lastPossibleSend: Instant
  /** What the platform said to the last send, when it said something that we understand. */
  readonly lastRefusal: Failure | null
  /** True while every send was answered with "not ready yet", which is known to have no effect: then `lagLooks` are enough. */
  readonly onlyLagReplies: boolean
  /** How many looks must find the container FINISHED and nothing of ours before such an answer is believed. */
  readonly lagLooks: number
}

/** A post that a life of ours may have published which this folder does not remember. */
export interface LiveCheck {
  /** When it was accepted, or last asked for again. */
  readonly askedAt: Instant
  readonly dueAt: Instant
  /** From when on it may have gone out. */
  readonly since: Instant
  /** The user was told that it may be live. Asked for again, it is sent unless it is surely there. */
  readonly shown: boolean
}

export interface Staged {
  readonly at: Instant
  readonly monotonicAt: number
  /** Null when the platform did not say. */
  readonly platformAt: Instant | null
}

export interface CrossPost {
  readonly state: 'wanted' | 'prepared' | 'sending' | 'sent' | 'ended'
  readonly handle: string | null
  /** Tries of the present state. */
  readonly tries: number
  readonly partnerPostId: string | null
  readonly partnerPermalink: string | null
}

/** The states are drawn in comments.ts. */
export interface FirstComment {
  readonly state: 'wanted' | 'sending' | 'uncertain' | 'ended'
  /** Monotonic time of the intent; means something only to the claim that stored it. */
  readonly monotonicAt: number
  /** Calls that were or may have been made. */
  readonly sends: number
  /** Reads of the comments since it became uncertain. */
  readonly looks: number
  /** The platform's clock, or else ours, at the first of them that showed all comments and not this one. */
  readonly missedAt: Instant | null
  /** The platform's answer to the last call; null when it never came. */
  readonly refusal: { readonly reason: SafeText; readonly isFinal: boolean } | null
  readonly commentId: string | null
}

/** Comments that are to be switched off. Saying so twice changes nothing. */
export interface CommentsOff {
  readonly state: 'wanted' | 'ended'
  readonly tries: number
}

export interface Failure {
  readonly code: ErrorCode
  readonly detail: FailureDetail
  readonly recovery: Recovery
  /** True when the same send may be made again once it is proven to have had no effect. */
  readonly transient: boolean
}

export interface Publication extends ContainerState {
  readonly id: string
  readonly postId: string
  readonly jobId: string
  readonly accountId: string
  /** Rises by one with each commit; a commit names the one it continues. */
  readonly version: number
  /** Who holds it: a new id at each claim. */
  readonly claimId: string
  readonly step: PublicationStep
  readonly payload: PublicationPayload
  /** Nothing is sent before; null: at once. */
  readonly publishAt: Instant | null
  /** Set by `staged`: when the container was seen FINISHED, by our two clocks and by the platform's. */
  readonly staged: Staged | null
  /** Looked for at the platform before anything of it is sent; null when nobody else can have published it. */
  readonly sought: LiveCheck | null
  /** Times that we ended while its containers were asked for: a stopped process, an aborted invocation of the Worker. */
  readonly interruptions: number
  /** One for each item of a carousel, in order; empty for every other post. */
  readonly children: readonly ChildContainer[]
  /** Status reads since the containers were made, or looks since the outcome became uncertain, or permalink reads. */
  readonly reads: number
  readonly intent: PublishIntent | null
  /** When the outcome became uncertain. */
  readonly uncertainSince: Instant | null
  /**
   * The account's media that were there before the publish call, so that none of them is ours. Asked for where no caption tells
   * ours from others; null when nobody asked, or nobody answered.
   */
  readonly listedBefore: readonly string[] | null
  /** The container said PUBLISHED: only which media it became is still looked for. */
  readonly seenPublished: boolean
  /** Until when the account rests because of what the platform said to the publish call; null when it said nothing of the kind. */
  readonly blockedUntil: Instant | null
  /** The platform's clock, or else ours, at each look that found the container FINISHED since the last send. */
  readonly finishedSeenAt: readonly Instant[]
  readonly mediaId: string | null
  readonly permalink: string | null
  readonly publishedAt: Instant | null
  /** The copy on the linked Page; null when none is wanted. */
  readonly crossPost: CrossPost | null
  /** Null when none is wanted. */
  readonly firstComment: FirstComment | null
  /** Null when comments stay on. */
  readonly commentsOff: CommentsOff | null
  readonly failure: (Failure & { readonly unconfirmed: boolean }) | null
  /** What the user should know although nothing failed. */
  readonly warnings: readonly Warning[]
  /** The post was deleted meanwhile: what was sent is still looked for, and nothing is sent any more. */
  readonly settleOnly: boolean
  /** When to go on; null means at once. */
  readonly nextAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A publication with some fields changed; the version is raised by the one who commits. */
export type Change = Partial<
  Omit<Publication, 'id' | 'postId' | 'jobId' | 'accountId' | 'version' | 'createdAt'>
>

/** Videos take the platform longer than pictures, and so does everything that waits for them. */
export function slowestKindOf({
  items,
}: {
  readonly items: readonly Pick<PayloadItem, 'kind'>[]
}): PayloadItem['kind'] {
  return items.some(({ kind }) => kind === 'video') ? 'video' : 'image'
}

export function containerIdOf({ id, containerId }: Publication): string {
  if (containerId === null) throw new Error(`publication ${id} has no container`)
  return containerId
}
