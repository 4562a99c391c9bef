// Reconciles an uncertain publish call: what the platform shows us decides, never what we hope.
import type {
  ContainerStatus,
  Platform,
  PlatformAccess,
  PublishedMedia,
} from '../../ports/platform/platform.ts'
import { ageOf, DAY, HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'
import type { PublishingDeps } from './effects.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import { failureOfReply, judgeNumbers } from '../../rules/publication/error-table.ts'
import { failureOf } from '../../rules/publication/failures.ts'
import { findMatch, type Match } from './match.ts'
import {
  MAX_SENDS,
  PROOF_AGE,
  UNCERTAIN_LIMIT,
  UNCERTAIN_READS,
  maySend,
  slowestKindOf,
  type Change,
  type Failure,
  type Publication,
} from '../../rules/publication/publication.ts'
import { readMoment, type Moment } from './send-window.ts'
import { toClaimedAnew, toConfirmed, toFailed, toPublishing } from './transitions.ts'

interface ContainerSeen {
  /** Null when it could not be read. */
  readonly status: ContainerStatus['status'] | null
  /** The platform's clock; null when it did not say. */
  readonly platformTime: Instant | null
  /** The platform's words where it refused to say. */
  readonly said?: FailureDetail['platform']
  /** The platform was not reached, so nothing was looked for. */
  readonly neverArrived?: boolean
}

export interface Evidence extends ContainerSeen {
  /** What the account's media say; null when they could not be listed. */
  readonly match: Match | null
}

/** Without access. */
export const NOTHING_READ: Evidence = { status: null, platformTime: null, match: null }

/** Another program may have sent it, from a container unknown here: only the media can show it, and are read twice. */
const NO_CONTAINER_OF_OURS: ContainerSeen = { status: 'EXPIRED', platformTime: null }

/** The looks after the first; a post is then looked for at an even pace. */
const NEXT_LOOKS: readonly Duration[] = [15 * SECOND, 50 * SECOND, 2 * MINUTE]
const LOOK_EVERY: Duration = 3 * MINUTE
/** A post that failed because its outcome is unknown is still looked for now and then. */
export const LOOK_LATER_EVERY: Duration = HOUR / 2

/** The look after the one that brought the count to `reads`. */
export function nextReconcileAt(now: Instant, reads: number): Instant {
  return now + (NEXT_LOOKS[reads - 1] ?? LOOK_EVERY)
}

/** Where the look at `LAG_RETRY` after "not ready yet" was not enough. */
export const LAG_SECOND_READ: Duration = 10 * SECOND
/** How long after the first intent "not ready yet" is believed. */
export const LAG_LIMIT: Duration = 2 * MINUTE

/** How often a container is read, from when it says PUBLISHED, without finding its media before giving up on its id. */
const READS_FOR_ID = 4

export async function reconcile(
  ports: Pick<PublishingDeps, 'platform' | 'ledger' | 'clock'>,
  publication: Publication,
  access: PlatformAccess,
): Promise<Change> {
  const seen = await readContainer(ports.platform, publication, access)
  const match = await findMatch(ports, publication, access)
  return afterEvidenceRead(publication, { ...seen, match }, readMoment(ports.clock))
}

async function readContainer(
  platform: Pick<Platform, 'containerStatus'>,
  { containerId }: Publication,
  access: PlatformAccess,
): Promise<ContainerSeen> {
  if (containerId === null) return NO_CONTAINER_OF_OURS
  const reply = await platform.containerStatus(access, containerId)
  const status = reply.kind === 'ok' ? reply.value.status : null
  const said = reply.kind === 'refused' ? failureOfReply(reply).detail.platform : null
  const { neverArrived } = reply.facts
  return { status, platformTime: reply.platformTime, said, neverArrived }
}

export function afterEvidenceRead(publication: Publication, evidence: Evidence, at: Moment): Change {
  const finding = judgeEvidence(publication, evidence, at.now)
  switch (finding.kind) {
    case 'open':
      // In this order: looks that no longer count end nothing.
      return {
        ...finding.noted,
        ...nextReconciliation({ ...publication, ...finding.noted }, evidence, at.now),
      }
    case 'lagging':
      return { reads: publication.reads + 1, nextAt: at.now + LAG_SECOND_READ, ...finding.noted }
    case 'live':
      return { ...toConfirmed(publication, finding.media, at.now), ...finding.noted }
    case 'never-sent':
      return toPublishing(publication, evidence.platformTime, at)
    case 'starts-over':
      return toClaimedAnew(publication)
    case 'not-live':
      return { ...toFailed(finding.failure), ...finding.noted }
    default:
      return finding satisfies never
  }
}

/** What the evidence proves, and what is noted of it besides. */
type Finding = { readonly noted?: Change } &
  /** Nothing yet: it is read again. */
  (
    | { readonly kind: 'open' }
    /** Nothing yet, as the platform only ever said “not ready yet”: one more look may do. */
    | { readonly kind: 'lagging' }
    | { readonly kind: 'live'; readonly media: PublishedMedia | null }
    /** The call had no effect, and the same container may be sent. */
    | { readonly kind: 'never-sent' }
    | { readonly kind: 'starts-over' }
    | { readonly kind: 'not-live'; readonly failure: Failure }
  )

const OPEN: Finding = { kind: 'open' }

function judgeEvidence(publication: Publication, evidence: Evidence, now: Instant): Finding {
  const { status, platformTime, match } = evidence
  if (match?.kind === 'ours') return { kind: 'live', media: match.media }
  if (status === 'PUBLISHED' || publication.seenPublished) return judgePublished(publication, evidence, now)
  if (status === null || match === null) return OPEN
  // Which container was sent is not known any more: that nothing of it is listed yet proves nothing.
  if (publication.containerId === null && publication.containersAsked > 0) return OPEN
  // While a media could be this post, nothing proves that none is.
  const isNone = match.kind === 'none'
  const finishedSeenAt = [...publication.finishedSeenAt, platformTime ?? now]
  // The list may lag behind a media that another program has just published.
  if (isNone && publication.containerId === null && !areProofAgeApart(finishedSeenAt))
    return { kind: 'open', noted: { finishedSeenAt } }
  if (isNone && (status === 'ERROR' || status === 'EXPIRED')) return judgeDead(publication)
  if (status !== 'FINISHED') return OPEN
  return isNone
    ? judgeFinished(publication, finishedSeenAt, now)
    : { kind: 'open', noted: { finishedSeenAt } }
}

/**
 * The container says that it is live. If only one media can be it, that is its id. The list may lag behind the container, which is
 * why looks from before do not count.
 */
function judgePublished(
  { reads, seenPublished }: Publication,
  { match, platformTime }: Evidence,
  now: Instant,
): Finding {
  const only = match?.kind === 'possible' ? match.only : null
  if (only) return { kind: 'live', media: only }
  if (!seenPublished) return { kind: 'open', noted: { seenPublished: true, reads: 0 } }
  return reads + 1 >= READS_FOR_ID
    ? { kind: 'live', media: null, noted: { publishedAt: platformTime ?? now } }
    : OPEN
}

/**
 * FINISHED twice, PROOF_AGE apart by the platform's own clock, both after the last possible send, and then no media of
 * the post: that send had no effect. While the platform only ever said "not ready yet", a look or two are enough.
 */
function judgeFinished(publication: Publication, finishedSeenAt: readonly Instant[], now: Instant): Finding {
  const { intent } = publication
  const lagging = intent?.onlyLagReplies && now - intent.at < LAG_LIMIT
  if (lagging && maySend(publication)) {
    if (finishedSeenAt.length >= intent.lagLooks) return { kind: 'never-sent' }
    return { kind: 'lagging', noted: { finishedSeenAt } }
  }
  if (!areProofAgeApart(finishedSeenAt)) return { kind: 'open', noted: { finishedSeenAt } }
  if (intent?.lastRefusal && !mayPass(intent.lastRefusal)) return notLive(publication, intent.lastRefusal)
  if (publication.settleOnly) return notLive(publication, NOT_SENT_AGAIN)
  if (!maySend(publication)) return notLive(publication, FOUND_NOT_LIVE)
  // The container could still be published, so there is no other one, and it shows what its user has changed since.
  if (intent?.outdatedFiles) return { kind: 'not-live', failure: OLD_FILES_PREPARED }
  if (intent && intent.sends >= MAX_SENDS) return notLive(publication, NEVER_TAKEN)
  return { kind: 'never-sent' }
}

function areProofAgeApart(looks: readonly Instant[]): boolean {
  const [first = 0, last = first] = [looks[0], looks.at(-1)]
  return last - first >= PROOF_AGE
}

/** A limit of calls, too, which was waited for before this was read. */
function mayPass({ transient, detail }: Failure): boolean {
  return transient || judgeNumbers(detail.platform)?.retry === 'wait'
}

/**
 * Nothing was published, and nothing of this container ever will be: the intent is closed. A retry, which has requested
 * no container yet, starts over automatically; otherwise the user has to look.
 */
function judgeDead(publication: Publication): Finding {
  const isRetry = publication.containersAsked === 0
  if (isRetry && maySend(publication)) return { kind: 'starts-over' }
  return { ...notLive(publication, CONTAINER_DEAD), noted: { intent: null } }
}

function notLive({ intent }: Publication, otherwise: Failure): Finding {
  return { kind: 'not-live', failure: intent?.lastRefusal ?? otherwise }
}

function nextReconciliation(publication: Publication, evidence: Evidence, now: Instant): Change {
  const { match, said, neverArrived } = evidence
  const reads = publication.reads + 1
  const uncertainFor = ageOf(publication.uncertainSince ?? now, now)
  const limit = UNCERTAIN_LIMIT[slowestKindOf(publication.payload)]
  if (uncertainFor < limit || reads < UNCERTAIN_READS.untilTold)
    return { reads, nextAt: nextReconcileAt(now, reads) }
  const doubt = match?.kind === 'possible' ? NOT_TOLD_APART : NOT_CONFIRMED
  const { failure: told, intent } = publication
  // The words that came first stay: others may name the time, and each would be news of the post.
  const platform = told?.detail.platform ?? said ?? intent?.lastRefusal?.detail.platform ?? null
  const failure = { ...doubt, detail: { ...doubt.detail, platform }, unconfirmed: true }
  // Without a network nobody has looked, however often it was tried: it goes on until somebody has.
  if (neverArrived) return { failure, nextAt: now + LOOK_LATER_EVERY }
  if (uncertainFor < DAY || reads < UNCERTAIN_READS.untilEnded)
    return { reads, failure, nextAt: now + LOOK_LATER_EVERY }
  return { step: 'failed', reads, failure, nextAt: null }
}

export const NOT_CONFIRMED = failureOf('UNKNOWN_ERROR', 'NOT_CONFIRMED', 'check_platform')

/** As long as the other one exists, reading proves nothing, and neither does a retry. */
const NOT_TOLD_APART = failureOf('UNKNOWN_ERROR', 'NOT_TOLD_APART', 'check_platform')

const CONTAINER_DEAD = failureOf('PLATFORM_ERROR', 'CONTAINER_DISCARDED', 'retry')
const NOT_SENT_AGAIN = failureOf('NOT_FOUND', 'NOT_SENT_AGAIN', 'retry')
const FOUND_NOT_LIVE = failureOf('PLATFORM_ERROR', 'FOUND_NOT_LIVE', 'retry')

/** Its container expires within a day; then a retry starts over. */
const OLD_FILES_PREPARED = failureOf('PLATFORM_ERROR', 'OLD_FILES_PREPARED', 'wait')

const NEVER_TAKEN = failureOf('PLATFORM_ERROR', 'NEVER_ACCEPTED', 'retry')
