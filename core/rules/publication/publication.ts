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
// claimed     Payload frozen; the next claim freezes again what the platform has nothing of. Containers are requested: one, or
//             for a carousel first one per item and then the parent. If we crash meanwhile, an unused invisible container is
//             left at the platform and another is requested. What the platform refuses or loses is requested at most
//             MAX_CONTAINERS times; our own crashes are counted separately, and so are the platform's faults.
// created     The id of the post's container is stored, together with the result of its first read unless it needs bytes. A
//             video without an address is uploaded; then the status is read until it is FINISHED.
//             Until a publish call was made, an account that was connected with the other login gets another container: the new
//             login cannot read the old one.
// staged      FINISHED before its time. The claim at its time, by the platform's clock as far as that is known, stores the
//             intent at once, so that only the publish call remains. If a clock may have moved meanwhile, the status is read
//             once more.
// publishing  The intent is stored. The publish call is made at most once, by the claim that stored the intent, within
//             SEND_WINDOW (`send-window.ts`). Found at a claim, this state means "we cannot know" and becomes uncertain.
// uncertain   A publish call was or may have been made, here or by another program that knows the container, and its result is unknown. Only reading leads out:
//             a media that is certainly this post, a container that says PUBLISHED, one that is dead, or one that stayed FINISHED, which may be sent
//             again until the post fails for its user, or until a retry finds that a file was changed since. Never a second
//             container.
// confirmed   Live. Nothing can fail the post any more; permalink, first comment, switched-off comments and the copy on the Page
//             follow, each best effort.
// done, failed  Nothing left to do. A failed publication that made a publish call is where a retry starts.
import { HOUR, MINUTE, SECOND, type Duration } from '../../time.ts'
import type { PayloadItem, Publication } from './publication-schema.ts'

export type {
  ChildContainer,
  CommentsOff,
  ContainerState,
  CrossPost,
  Failure,
  FirstComment,
  LiveCheck,
  PayloadItem,
  Publication,
  PublicationPayload,
  PublicationStep,
  PublishIntent,
  Staged,
} from './publication-schema.ts'

/** How many containers are requested in one publication, for each file of it, before giving up. */
export const MAX_CONTAINERS = 3
/**
 * How often we may stop while preparing it. Each time costs one of the 400 containers that the platform allows a day.
 */
export const MAX_INTERRUPTIONS = 20
/** A container expires after 24 hours; one this old is not used. */
export const TOO_OLD_TO_USE: Duration = 23 * HOUR
/** Publish calls of one publication; each but the first follows proof that the previous one had no effect. */
export const MAX_SENDS = 3
/** How far the platform's clock and this one may be apart. */
export const CLOCK_SLACK: Duration = MINUTE
/** How long after an intent was stored it may be acted upon; later the process was asleep, and much may have changed. */
export const SEND_WINDOW: Duration = 10 * SECOND
/** A container that is FINISHED this long after the last possible send was not published by it. */
export const PROOF_AGE: Duration = 60 * SECOND
/** How long an uncertain publication is read before its failure says that the outcome is unknown. */
export const UNCERTAIN_LIMIT = { image: 10 * MINUTE, video: 60 * MINUTE } as const
/** … and how often at least, then and until it ends a day later: a computer that slept has not looked meanwhile. */
export const UNCERTAIN_READS = { untilTold: 5, untilEnded: 24 } as const

/** A publication with some fields changed; the version is raised by the one who commits. */
export type Change = Partial<
  Omit<Publication, 'id' | 'postId' | 'jobId' | 'accountId' | 'version' | 'createdAt'>
>

/** Nothing more is sent of a post that was deleted, or that failed for its user: then only they may ask for it. */
export function maySend({ settleOnly, failure }: Publication): boolean {
  return !settleOnly && !failure?.unconfirmed
}

/** Videos take the platform longer than pictures, and so does everything that waits for them. */
export function slowestKindOf({
  items,
}: {
  readonly items: readonly Pick<PayloadItem, 'kind'>[]
}): PayloadItem['kind'] {
  return items.some(({ kind }) => kind === 'video') ? 'video' : 'image'
}
