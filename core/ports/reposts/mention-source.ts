// Where story mentions of an account are found. An account has one source at a time: the two name stories
// differently, so mixing them would repost a story twice.
import * as z from 'zod'
import type { ReadBy } from '../../deep-readonly.ts'
import type { SafeText } from '../../redact.ts'
import type { Duration, Instant } from '../../time.ts'
import { StoredTime } from '../stored-shapes.ts'

/**
 * official  The platform's own messaging interface, with the account's token.
 * native    The direct inbox, as a browser or the app of the account's owner sees it. Opt-in, on this computer only.
 */
export const MENTION_TRANSPORTS = ['official', 'native'] as const
export type MentionTransport = (typeof MENTION_TRANSPORTS)[number]

/**
 * Why a story cannot be reposted.
 * expired         Its 24 hours are over, or it cannot be distinguished from one that was deleted.
 * private         Its author is not public.
 * not-shareable   Its author allows no sharing.
 * not-mentioned   The story does not name the account (any more).
 * unavailable     There is an entry without a story, and no reason is given.
 */
const GONE = ['expired', 'private', 'not-shareable', 'not-mentioned', 'unavailable'] as const
export type Gone = (typeof GONE)[number]

/** What is kept of a mention as its source found it. Every id is text. */
export const FoundMention = z.object({
  /** `<transport>:<story id>`, or with the item's id where no story is named. The same each time it is found. */
  key: z.string(),
  transport: z.enum(MENTION_TRANSPORTS),
  itemId: z.string(),
  threadId: z.string(),
  posterId: z.string().nullable(),
  storyId: z.string().nullable(),
  mentionedAt: StoredTime,
  /** The latest possible time. */
  expiresAt: StoredTime,
  /** Set when it is known already that it cannot be reposted. */
  gone: z.enum(GONE).nullable(),
})

/** A story that mentions the account, as far as its source says. */
export interface MentionCandidate extends ReadBy<typeof FoundMention> {
  readonly posterUsername: string | null
  /** Null when the source gives no address until the story is read. */
  readonly media: FoundMedia | null
}

/** An address as the source gives it; what it serves may be known only after reading. */
export interface FoundMedia {
  readonly kind: StoryMedia['kind'] | null
  readonly url: string
}

/** Addresses are signed and expire with the story: use them byte for byte, and soon. */
export interface StoryMedia {
  readonly kind: 'image' | 'video'
  readonly url: string
}

/**
 * A reason to stop calling, and what it means.
 * rate-limited    Too many calls: 429, "wait a few minutes", a session that is suddenly asked to log in.
 * action-blocked  `feedback_required`, `spam`: the platform blocks what we do.
 * challenge       `challenge_required`, `checkpoint_required`: the platform wants to see a person.
 * banned          A warning about automation, a suspended or disabled account, a refused network.
 * session-dead    The session has ended. Only the owner can make another.
 * outdated        The platform no longer accepts a client of this version.
 * not-permitted   The token lacks the permission to read messages.
 * token-expired   The account has to be reconnected.
 * offline         No connection: certainly no call arrived.
 * failed          Anything else.
 */
export type PlatformSignal =
  | 'rate-limited'
  | 'action-blocked'
  | 'challenge'
  | 'banned'
  | 'session-dead'
  | 'outdated'
  | 'not-permitted'
  | 'token-expired'
  | 'offline'
  | 'failed'

export interface StopSignal {
  readonly signal: PlatformSignal
  /** When the platform says how long to wait. */
  readonly waitFor?: Duration
}

export interface Stop extends StopSignal {
  /** A sentence for the user: what the platform said, and what helps. Nothing secret. */
  readonly message: SafeText
  /** The error code for a request of the user, when the signal does not imply it. */
  readonly code?: 'TWO_FACTOR_REQUIRED'
  /** Surely nothing was asked, for lack of a network. */
  readonly neverArrived?: true
}

export interface LookRequest {
  readonly accountId: string
  readonly now: Instant
  /** Await before each call; false: no call may be made now, and what was found so far is the result. */
  mayCall(): Promise<boolean>
}

export interface ScanRequest extends LookRequest {
  /** The memory that this source returned the last time, or null. */
  readonly memory: string | null
  /** Known mentions are found and returned again, but not read. */
  isKnown(key: string): boolean
}

export interface MentionScan {
  /** Oldest first, also those found before a stop. */
  readonly mentions: readonly MentionCandidate[]
  readonly memory: string | null
  /** Set when the source met a signal to stop; no call followed. */
  readonly stop: Stop | null
  /** Something is left for the next scan, which should not be an interval away. */
  readonly hasMore?: boolean
  /** Not all of the last day was read, and some of it never will be. */
  readonly hasMissed?: boolean
}

export type StoryLook =
  | { readonly kind: 'live'; readonly media: StoryMedia; readonly expiresAt: Instant }
  | { readonly kind: 'gone'; readonly gone: Gone }
  | { readonly kind: 'stopped'; readonly stop: Stop }

/** The fields by which a source knows a story that it has found. */
export type StoryRef = Pick<
  MentionCandidate,
  'itemId' | 'threadId' | 'posterId' | 'storyId' | 'media' | 'expiresAt'
>

/**
 * Reads only: nothing is ever marked as seen, approved, followed or answered. One call at a time; nothing here
 * rejects.
 */
export interface MentionSource {
  scan(request: ScanRequest): Promise<MentionScan>
  /** Reads the story once more, right before it is reposted. */
  look(request: LookRequest, story: StoryRef): Promise<StoryLook>
}
