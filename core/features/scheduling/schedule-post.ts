// Accepting posts that have a time. Who runs one is decided here, once: the Worker when it takes it, else this computer.
import type { DraftTimeBody, ScheduledPostBody } from '../../api/schedule/schedule.ts'
import { CodedError } from '../../coded-error.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { JobTimes, RecordedWith } from '../../ports/posts/job-record.ts'
import type { RecurrenceStore } from '../../ports/posts/recurrence-store.ts'
import type { KeyedRequest } from '../../ports/request-store.ts'
import type { SlotStore, SlotsVersion } from '../../ports/posts/slot-store.ts'
import type { ChangeDeps } from '../posts/change-deps.ts'
import { requireDraft } from '../posts/drafts.ts'
import { nextVersionAt, type WantedVersions } from '../../api/post-version.ts'
import { newPost, publishJob } from '../posts/new-post.ts'
import { planDraft } from '../posts/post-updates.ts'
import { contentOf } from '../posts/content/post-content.ts'
import { checkPost } from '../posts/content/validate.ts'
import { mediaIdsOf, payloadOf } from '../../engine/publishing/stored.ts'
import { preparationTimeOf } from '../../engine/publishing/staging.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import type { Instant } from '../../time.ts'
import { findNextSlot, type ProposeSlot, type SlotSeeker } from './slots/find-slot.ts'

export interface ScheduleDeps extends ChangeDeps {
  readonly slots: SlotStore
  readonly proposeSlot: ProposeSlot
  readonly recurrences: RecurrenceStore
}

export interface Accepted {
  readonly post: PostRecord
  /** The job here, or the job at the Worker. */
  readonly jobId: string
  readonly isCloud: boolean
}

/** Accepts a post for its time. It is on stable storage when this resolves. Throws INVALID_SCHEDULE, and as `checkPost`. */
export async function createScheduledPost(
  deps: ScheduleDeps,
  body: ScheduledPostBody,
  request?: KeyedRequest,
): Promise<Accepted> {
  const { userId, random, clock } = deps
  const given = contentOf(body)
  const checked = await checkPost(deps, given, 'schedule')
  const content = { ...given, options: checked.options }
  const id = random.uuid()
  return retryWhileOvertaken(async () => {
    const now = clock.now()
    const { slots, ...time } = await timeOf(deps, content, body)
    const born = newPost(content, { id, userId, status: 'SCHEDULED', now })
    const recorded = { slots, request }
    return recordWithRunner(deps, { post: toScheduled(born, time), draft: null, recorded, now })
  })
}

/**
 * The draft itself is scheduled, with everything that its last acknowledged edit said. `nextSlot` is the slot planned for it, if
 * any.
 */
export async function scheduleDraft(
  deps: ScheduleDeps,
  id: string,
  when: DraftTimeBody & { readonly wanted?: WantedVersions },
  request?: KeyedRequest,
): Promise<Accepted> {
  const { wanted } = when
  return scheduleDraftFor(deps, { id, wanted, request }, async (draft) => {
    const planned = (await deps.recurrences.get(id))?.plannedFor
    return timeOf(deps, draft, when, planned)
  })
}

interface DraftToSchedule {
  readonly id: string
  readonly wanted?: WantedVersions
  readonly request?: KeyedRequest | undefined
}

/** `chooseTime` is asked again when the slot that it chose was taken meanwhile. */
export async function scheduleDraftFor(
  deps: ScheduleDeps,
  { id, wanted, request }: DraftToSchedule,
  chooseTime: (draft: PostRecord) => Promise<ChosenTime>,
): Promise<Accepted> {
  return retryWhileOvertaken(async () => {
    const draft = await requireDraft(deps.posts, id, wanted)
    const checked = await checkPost(deps, draft, 'schedule', draft)
    const now = deps.clock.now()
    const { slots, ...time } = await chooseTime(draft)
    const next = { ...draft, options: checked.options, updatedAt: nextVersionAt(draft, now) }
    const recorded = { slots, request }
    return recordWithRunner(deps, { post: toScheduled(next, time), draft, recorded, now })
  })
}

interface Scheduling {
  readonly post: PostRecord
  /** The stored draft that becomes this post; null for a new one. */
  readonly draft: PostRecord | null
  readonly recorded: RecordedWith
  readonly now: Instant
}

async function recordWithRunner(
  deps: ScheduleDeps,
  { post, draft, recorded, now }: Scheduling,
): Promise<Accepted | typeof OVERTAKEN> {
  const outcome = await deps.cloud.handOver(post, draft, recorded)
  if (outcome.owner === 'worker') return { post: outcome.post, jobId: outcome.jobId, isCloud: true }
  if (outcome.owner === 'none') return OVERTAKEN
  // A post that runs here although there is a cloud says why.
  const local = { ...post, warnings: outcome.warning && [outcome.warning] }
  const job = publishJob(local, deps.random, now, await planJobTimes(deps, local))
  const isRecorded = draft
    ? await deps.ledger.update(draft.id, planDraft(draft, local, job, recorded))
    : await deps.ledger.accept(local, job, recorded)
  if (!isRecorded) return OVERTAKEN
  deps.wake()
  return { post: local, jobId: job.id, isCloud: false }
}

interface Time {
  readonly scheduledFor: Instant
  readonly timezone: string
}

/** `slots`: it is a slot of that version. */
export type ChosenTime = Time & { readonly slots?: SlotsVersion }

/** The time that is given, or the next free slot, which others may take until the post is recorded. */
export async function timeOf(
  deps: ScheduleDeps,
  of: SlotSeeker,
  { scheduledFor, timezone }: DraftTimeBody,
  planned?: Instant,
): Promise<ChosenTime> {
  const now = deps.clock.now()
  if (scheduledFor === undefined) {
    const slot = await findNextSlot(deps, of, now, planned)
    return { ...slot, timezone: timezone ?? slot.timezone }
  }
  requireFuture(scheduledFor, now)
  return { scheduledFor, timezone: timezone ?? 'UTC' }
}

/** Throws INVALID_SCHEDULE. */
export function requireFuture(scheduledFor: Instant, now: Instant): void {
  if (scheduledFor <= now) throw new CodedError('INVALID_SCHEDULE')
}

export function toScheduled(post: PostRecord, time: Time): PostRecord {
  return {
    ...post,
    ...time,
    status: 'SCHEDULED',
    sourceType: 'SCHEDULED',
    isScheduled: true,
    warnings: null,
  }
}

/** When its job is seen, and when it is first taken up: how long preparing takes depends on what is published. */
export async function planJobTimes(
  { media, clock }: { readonly media: Pick<MediaStore, 'getMany'>; readonly clock: Clock },
  post: PostRecord,
): Promise<JobTimes> {
  const files = await media.getMany(mediaIdsOf(post))
  return jobTimesOf(post, payloadOf(post, files), clock.now())
}

export function jobTimesOf(
  { scheduledFor }: PostRecord,
  payload: Parameters<typeof preparationTimeOf>[0] | null,
  now: Instant,
): JobTimes {
  const runAt = scheduledFor ?? now
  return { runAt, wakeAt: payload ? Math.min(preparationTimeOf(payload, runAt, now), runAt) : runAt }
}
