// The states of a job at the Worker, decided on its row alone. Adapters apply it in the transaction that reads the row.
//
//   waiting ──► publishing ──► published
//      │             └───────► failed
//      └──► cancelled
//
// waiting     Nothing of it was or may have been sent. It may be edited until its time has come and work on it has begun,
//             and cancelled until the publish intent is stored.
// publishing  The intent is stored: only looking may end it.
// published, failed  Reported to the server, and perhaps still read: a permalink, or a read in the background that may
//             yet turn "not known" into published.
// cancelled   Nothing of it will ever appear, whatever is put under its id.
import type { JobView } from '../protocol/protocol.ts'
import { ENVELOPE_VERSION, type JobEnvelope } from '../protocol/protocol.ts'
import { EVERY_REVISION, judgeDelegation, judgeRecall, type Holding } from '../ownership/judge.ts'
import { reflectionOf } from '../../publishing/reflect.ts'
import type { Publication } from '../../publishing/publication.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'

export type JobState = JobView['state']

/** The platform has what it needs by then, also what it fetches late. */
const KEEP_MEDIA: Duration = DAY
/** After it only what keeps a replay from acting remains of a job. */
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

/** One text for one content: the envelope has been through its schema, which orders its fields. */
export const textOf = (envelope: JobEnvelope): string => JSON.stringify(envelope)

export function judgePut(stored: StoredJob | null, envelope: JobEnvelope): PutVerdict {
  const verdict = judgeDelegation(stored && holdingOf(stored), envelope.revision)
  if (stored === null) return verdict
  // Written by a newer Worker than this one: whatever it means, it is not ours to change.
  if (stored.envelopeVersion > ENVELOPE_VERSION) return 'stale'
  if (stored.state === 'cancelled') return 'too-late'
  if (verdict === 'replay')
    return stored.envelope === null || stored.envelope === textOf(envelope) ? 'replay' : 'stale'
  if (verdict !== 'change') return verdict
  if (envelope.postId !== stored.postId || envelope.accountId !== stored.accountId) return 'stale'
  return stored.state === 'waiting' && isBeforeItsTime(stored.publication) ? 'change' : 'too-late'
}

/** `let-go`: it FAILED for all we know, and the server wants to go on with it: no more looks from here. */
type CancelVerdict = ReturnType<typeof judgeRecall> | 'let-go' | 'too-late'

export function judgeCancel(stored: StoredJob | null): CancelVerdict {
  const verdict = judgeRecall(stored && holdingOf(stored), EVERY_REVISION)
  if (stored === null) return verdict
  if (stored.envelopeVersion > ENVELOPE_VERSION) return 'stale'
  if (verdict !== 'release' || stored.state === 'waiting') return verdict
  return stored.state === 'failed' && stored.publication && !hasEnded(stored.publication)
    ? 'let-go'
    : 'too-late'
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

/** Nothing more happens by itself. */
export function hasEnded({ step }: Publication): boolean {
  return step === 'done' || step === 'failed'
}

/** When the job's objects may go, once it has ended. */
export function mediaUntil(publication: Publication): Instant {
  return (publication.publishedAt ?? publication.updatedAt) + KEEP_MEDIA
}

/** True when the step from one to the other is a change that the server should read. */
export function isNews(before: Publication | null, after: Publication): boolean {
  if (before === null) return stateOf(after) !== 'waiting' || after.warnings.length > 0
  return newsOf(before) !== newsOf(after)
}

function newsOf(publication: Publication): string {
  const { mediaId, permalink, warnings, failure } = publication
  return JSON.stringify([stateOf(publication), hasEnded(publication), mediaId, permalink, warnings, failure])
}

/** Not begun, or still being prepared. */
function isBeforeItsTime(publication: Publication | null): boolean {
  return publication === null || reflectionOf(publication).post.status === 'SCHEDULED'
}
