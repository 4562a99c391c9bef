// The states of a job at the Worker, decided on its row alone. Adapters apply it in the transaction that reads the row.
//
//   waiting ──► publishing ──► published
//      │             └───────► failed
//      └──► cancelled
//
// waiting     Nothing of it was or may have been sent. It may be edited until work on it begins at its time,
//             and cancelled until the publish intent is stored.
// publishing  The intent is stored: only looking may end it.
// published, failed  Reported to the server, and perhaps still being read: a permalink, or a background
//             check that may yet find it published.
// cancelled   Nothing of it will ever appear, even if more requests arrive under its id.
import type { CancelPurpose, JobView } from './protocol.ts'
import { ENVELOPE_VERSION, type JobEnvelope } from './protocol.ts'
import { EVERY_REVISION, judgeDelegation, judgeRecall, type Holding } from '../../rules/ownership/judge.ts'
import { reflectionOf } from '../publishing/reflect.ts'
import type { Publication } from '../../rules/publication/publication.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'

export type JobState = JobView['state']

/** What is said of each where they may be thousands: what they publish would be more than an answer or the runtime’s memory holds. */
export function briefViewOf({ envelope: _envelope, ...view }: JobView): JobView {
  return { ...view, publication: null, attempts: [] }
}

/** By then the platform has everything it needs, including what it fetches late. */
const KEEP_MEDIA: Duration = DAY
/** Afterwards only what keeps a replay from acting remains of a job, and how it ended. */
export const KEEP_ENDED: Duration = 30 * DAY

/** The stored facts of a job when a request for it arrives. */
export interface StoredJob {
  readonly postId: string
  readonly accountId: string
  readonly revision: number
  readonly state: JobState
  readonly envelopeVersion: number
  /** The text that `textOf` wrote; null when it was pruned, or cancelled before it came. */
  readonly envelope: string | null
  readonly publication: Publication | null
}

type PutVerdict = ReturnType<typeof judgeDelegation> | 'too-late'

/** One text for one content: the envelope has passed its schema, which orders its fields. */
export const textOf = (envelope: JobEnvelope): string => JSON.stringify(envelope)

export function judgePut(stored: StoredJob | null, envelope: JobEnvelope): PutVerdict {
  const verdict = judgeDelegation(stored && holdingOf(stored), envelope.revision)
  if (stored === null) return verdict
  // Written by a newer Worker than this one: we must not change what we do not understand.
  if (stored.envelopeVersion > ENVELOPE_VERSION) return 'stale'
  if (stored.state === 'cancelled') return 'too-late'
  if (verdict === 'replay')
    return stored.envelope === null || stored.envelope === textOf(envelope) ? 'replay' : 'stale'
  if (verdict !== 'change') return verdict
  if (envelope.postId !== stored.postId || envelope.accountId !== stored.accountId) return 'stale'
  return stored.state === 'waiting' && isBeforeItsTime(stored.publication) ? 'change' : 'too-late'
}

/** `let-go`: it FAILED as far as we know, and the server continues it: nothing more is checked from here. */
type CancelVerdict = ReturnType<typeof judgeRecall> | 'let-go' | 'too-late'

export function judgeCancel(stored: StoredJob | null, purpose?: CancelPurpose): CancelVerdict {
  const verdict = judgeRecall(stored && holdingOf(stored), EVERY_REVISION)
  if (stored === null) return verdict
  if (stored.envelopeVersion > ENVELOPE_VERSION) return 'stale'
  if (verdict !== 'release' || stored.state === 'waiting') return verdict
  const isLooking = stored.state === 'failed' && stored.publication && !hasEnded(stored.publication)
  // Without a retry that looks first, nobody would find out whether it is live.
  return purpose === 'retry' && isLooking ? 'let-go' : 'too-late'
}

function holdingOf({ state, revision }: StoredJob): Holding {
  const isReleased = state === 'cancelled'
  return { revision: isReleased ? EVERY_REVISION : revision, isReleased }
}

/** The state of a job that was not cancelled. */
export function stateOf(publication: Publication): JobState {
  const { status } = reflectionOf(publication).post
  if (status === 'PUBLISHED') return 'published'
  if (status === 'FAILED') return 'failed'
  return publication.intent === null ? 'waiting' : 'publishing'
}

/** Nothing more happens automatically. */
export function hasEnded({ step }: Publication): boolean {
  return step === 'done' || step === 'failed'
}

/** When the job's objects may be removed, once it has ended. */
export function mediaUntil(publication: Publication): Instant {
  return (publication.publishedAt ?? publication.updatedAt) + KEEP_MEDIA
}

/** True when the step from one to the other is a change that the server should read. */
export function isNews(before: Publication | null, after: Publication): boolean {
  if (before === null)
    return stateOf(after) !== 'waiting' || after.warnings.length > 0 || after.roomAt !== null
  // The server may have read the job during the claim that took over the wait, when it looked begun.
  if (before.version === 1 && after.roomAt !== null && after.nextAt !== null) return true
  return newsOf(before) !== newsOf(after)
}

function newsOf(publication: Publication): string {
  const { mediaId, permalink, warnings, intent, failure, roomAt } = publication
  const news = [mediaId, permalink, warnings, intent?.lastRefusal ?? null, failure, roomAt]
  return JSON.stringify([stateOf(publication), hasEnded(publication), ...news])
}

/** Not begun, or still being prepared. */
function isBeforeItsTime(publication: Publication | null): boolean {
  return publication === null || reflectionOf(publication).post.status === 'SCHEDULED'
}
