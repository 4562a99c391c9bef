// A publication as it is stored: the schemas are the types, and parse the rows. An unknown field or word comes from a
// newer version, and nothing that is not understood is sent. A new field needs a migration, and a value in
// NOTHING_DONE for the rows of the Worker.
import * as z from 'zod'
import { MEDIA_TYPES, type Recovery } from './post-words.ts'
import type { ReadBy } from '../../deep-readonly.ts'
import type { ErrorCode } from '../../errors.ts'
import type { FailureDetail } from '../notices/failure-details.ts'
import { isNotice } from '../notices/notice.ts'
import type { Warning } from '../notices/warnings.ts'
import type { SafeText } from '../../redact.ts'
import { StoredOptions } from '../content/option-schemas.ts'

const Instant = z.number()
const Text = z.custom<SafeText>((value) => typeof value === 'string')

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

export const Tags = z.array(z.strictObject({ username: z.string(), x: z.number(), y: z.number() }))
export const Usernames = z.array(z.string())

const PayloadItem = z.strictObject({
  mediaFileId: z.string(),
  kind: z.enum(['image', 'video']),
  /** Names the file on the public media address; at the Worker, the object in the bucket. */
  publicKey: z.string(),
  /** Names the file in the blob store. */
  blobKey: z.string(),
  /** Not a file of the library: it is already at the platform, under this address; the names above are empty then. */
  url: z.string().optional(),
})
export type PayloadItem = ReadBy<typeof PayloadItem>

/** What is published: a snapshot, so that no edit can mix into a publication in progress. */
export const PublicationPayload = z.strictObject({
  mediaType: z.enum(MEDIA_TYPES),
  caption: z.string().nullable(),
  items: z.array(PayloadItem).max(10),
  userTags: Tags,
  storyMentions: Tags,
  collaborators: Usernames,
  locationId: z.string().nullable(),
  crossPostToPartner: z.boolean(),
  /** Absent when none is set. */
  options: StoredOptions.optional(),
  /** The picture of the cover, where it is a file. */
  cover: PayloadItem.optional(),
})
export type PublicationPayload = ReadBy<typeof PublicationPayload>

/** A container at the platform, and its progress. */
const ContainerState = z.strictObject({
  /** Requests for it that said something of it. */
  containersAsked: z.number(),
  containerId: z.string().nullable(),
  containerCreatedAt: Instant.nullable(),
  /** Where its bytes go and whether they were sent; null when the platform fetches them itself. */
  upload: z.strictObject({ url: z.string(), sent: z.boolean() }).nullable(),
})
export type ContainerState = ReadBy<typeof ContainerState>

/** The container of one item of a carousel. */
const ChildContainer = ContainerState.extend({ finished: z.boolean() })
export type ChildContainer = ReadBy<typeof ChildContainer>

const Failure = z.strictObject({
  code: z.custom<ErrorCode>((value) => typeof value === 'string'),
  detail: z.custom<FailureDetail>(isNotice),
  recovery: z.custom<Recovery>((value) => typeof value === 'string'),
  /** True when the same send may be made again once it is proven to have had no effect. */
  transient: z.boolean(),
})
export type Failure = ReadBy<typeof Failure>

/** Everything known about the irreversible call. */
const PublishIntent = z.strictObject({
  /** Our clock when the intent was stored. */
  at: Instant,
  /** The platform's clock when it last answered before the intent; null when it never said. */
  platformAt: Instant.nullable(),
  /** Monotonic time of the intent; meaningful only to the claim that stored it. */
  monotonicAt: z.number(),
  /** Publish calls that were or may have been made. */
  sends: z.number(),
  /** Our clock when a send was last possible. */
  lastPossibleSend: Instant,
  /** What the platform answered to the last send, when it was understood. */
  lastRefusal: Failure.nullable(),
  /** True while every send was answered with "not ready yet", which is known to have no effect: then `lagLooks` are enough. */
  onlyLagReplies: z.boolean(),
  /** How many looks must find the container FINISHED and the post missing before such an answer is believed. */
  lagLooks: z.number(),
  /** Blob keys of the container's files, where one was changed since: that container is not sent again. Else absent. */
  outdatedFiles: z.array(z.string()).optional(),
})
export type PublishIntent = ReadBy<typeof PublishIntent>

/** The traits by which its media are recognised. */
export const SoughtAs = z.strictObject({ mediaType: z.enum(MEDIA_TYPES), caption: z.string().nullable() })

/** A post that an earlier run may have published although this data folder does not say so. */
const LiveCheck = z.strictObject({
  dueAt: Instant,
  /** When it was accepted: it may have been given an earlier time elsewhere. Absent in rows of older versions. */
  acceptedAt: Instant.optional(),
  /** The time to which a list of the account’s media must reach back to say that it is not live. */
  since: Instant,
  /** What it was before it was changed; absent when it was not. */
  as: SoughtAs.optional(),
  /** The user was warned that it may be live. If retried, it is sent unless it is found. */
  shown: z.boolean(),
  /** Looks in a row that settled nothing: the platform did not answer, or another post had to be settled first. */
  looks: z.number(),
})
export type LiveCheck = ReadBy<typeof LiveCheck>

const Staged = z.strictObject({
  at: Instant,
  monotonicAt: z.number(),
  /** Null when the platform did not say. */
  platformAt: Instant.nullable(),
})
export type Staged = ReadBy<typeof Staged>

const CrossPost = z.strictObject({
  state: z.enum(['wanted', 'prepared', 'sending', 'sent', 'ended']),
  handle: z.string().nullable(),
  /** Tries of the present state. */
  tries: z.number(),
  partnerPostId: z.string().nullable(),
  partnerPermalink: z.string().nullable(),
})
export type CrossPost = ReadBy<typeof CrossPost>

/** The states are drawn in follow-ups.ts. */
const FirstComment = z.strictObject({
  state: z.enum(['wanted', 'sending', 'uncertain', 'ended']),
  /** Monotonic time of the intent; means something only to the claim that stored it. */
  monotonicAt: z.number(),
  /** Calls that were or may have been made. */
  sends: z.number(),
  /** Reads of the comments since it became uncertain. */
  looks: z.number(),
  /** The platform's clock, or else this one, at the first of them that showed all comments and not this one. */
  missedAt: Instant.nullable(),
  /** The platform's answer to the last call; null when it never came. */
  refusal: z.strictObject({ reason: Text, isFinal: z.boolean() }).nullable(),
  commentId: z.string().nullable(),
})
export type FirstComment = ReadBy<typeof FirstComment>

/** Comments that are to be switched off. Saying so twice changes nothing. */
const CommentsOff = z.strictObject({ state: z.enum(['wanted', 'ended']), tries: z.number() })
export type CommentsOff = ReadBy<typeof CommentsOff>

export const Publication = ContainerState.extend({
  id: z.string(),
  postId: z.string(),
  jobId: z.string(),
  accountId: z.string(),
  /** Rises by one with each commit; a commit names the version that it follows. */
  version: z.number(),
  /** Its claim: a new id each time. */
  claimId: z.string(),
  step: z.enum(PUBLICATION_STEPS),
  payload: PublicationPayload,
  /** Nothing is sent before then; null: at once. */
  publishAt: Instant.nullable(),
  /** Set by `staged`: when the container was seen FINISHED, by our two clocks and by the platform's. */
  staged: Staged.nullable(),
  /**
   * Searched for at the platform before anything of it is sent; null once that is done, and when no earlier run can
   * have published it.
   */
  sought: LiveCheck.nullable(),
  /**
   * How often we stopped while its containers were requested: a stopped process, an aborted invocation of the Worker.
   */
  interruptions: z.number(),
  /** The login that its containers were made with: the other one cannot read or publish them. Absent in rows of older versions. */
  madeWith: z.enum(['platform', 'partner']).optional(),
  /** One for each item of a carousel, in order; empty for every other post. */
  children: z.array(ChildContainer),
  /** Status reads since the containers were made, or reads since the outcome became uncertain, or permalink reads. */
  reads: z.number(),
  intent: PublishIntent.nullable(),
  /** When the outcome became uncertain. */
  uncertainSince: Instant.nullable(),
  /**
   * The account's media from before the publish call, so that none of them is this post. Read where no caption
   * distinguishes it from others; null when it was not read, or not answered.
   */
  listedBefore: z.array(z.string()).nullable(),
  /** The container said PUBLISHED: only which media it became is still unknown. */
  seenPublished: z.boolean(),
  /** Until when the account rests because of what the platform said to the publish call; null when it said nothing of the kind. */
  blockedUntil: Instant.nullable(),
  /** The platform's clock, or else this one, at each look that found the container FINISHED since the last send. */
  finishedSeenAt: z.array(Instant),
  mediaId: z.string().nullable(),
  permalink: z.string().nullable(),
  publishedAt: Instant.nullable(),
  /** The copy on the linked Page; null when none is wanted. */
  crossPost: CrossPost.nullable(),
  /** Null when none is wanted. */
  firstComment: FirstComment.nullable(),
  /** Null when comments stay on. */
  commentsOff: CommentsOff.nullable(),
  failure: Failure.extend({ unconfirmed: z.boolean() }).nullable(),
  /**
   * When there is room in the publishing limit of the account, as far as that is known. Set for a post that waits for room, until
   * it is live, since the publish call can be refused again for lack of it, and for one that failed for lack of it. Null for all
   * others.
   */
  roomAt: Instant.nullable(),
  /** What the user should know although nothing failed. */
  warnings: z.array(z.custom<Warning>(isNotice)),
  /** The post was deleted meanwhile: what was sent is still reconciled, and nothing more is sent. */
  settleOnly: z.boolean(),
  /** Since when none of its calls has arrived anywhere. Absent once one has. */
  unreachedSince: Instant.optional(),
  /** How often the platform's own faults were waited for while it was prepared. Absent for never. */
  faults: z.number().optional(),
  /** When to continue; null means at once. */
  nextAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Publication = ReadBy<typeof Publication>
