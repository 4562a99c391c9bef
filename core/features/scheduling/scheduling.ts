// What can be done with posts that have a time, as requests ask for it: each use case bound to what it needs, answering as the
// contract shows it. Also the queue that all posts wait in, and whether it is held.
import type { Repeatable } from '../../api/idempotency.ts'
import type {
  DraftTimeBody,
  ScheduledBody,
  ScheduledPostBody,
  SchedulePatchBody,
} from '../../api/schedule/schedule.ts'
import type { ManyPostsBody } from '../../api/many-posts.ts'
import type { BulkBody, BulkResultBody } from '../../api/schedule/bulk.ts'
import type { PostToValidateBody } from '../../api/validate.ts'
import { CodedError } from '../../coded-error.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { ImportedRowStore, KnownRow } from '../../ports/posts/imported-rows.ts'
import type { QueueHold } from '../../ports/posts/queue-hold.ts'
import type { HandoverStore } from '../../ports/cloud/handover-store.ts'
import type { RepeatingJobs } from '../../ports/repeating-jobs.ts'
import { warningBodies, readDelays, requirePost, showPost, type ShowDeps } from '../posts/show-post.ts'
import type { WantedVersions } from '../../api/post-version.ts'
import { pageOfPosts } from '../posts/bodies/page-of-posts.ts'
import { NOTHING_FORESEEN, type ReleaseOutlook } from '../../engine/publishing/restored/release-outlook.ts'
import { toIso, toIsoOrNull } from '../../time.ts'
import { changeMany } from './change-many.ts'
import {
  cancelScheduled,
  editScheduled,
  requireCancellablePost,
  requireEditablePost,
  requireScheduledPost,
  takeBackUnsent,
} from './change-schedule.ts'
import { HELD } from '../../rules/times/held.ts'
import type { PostWarnings } from './post-warnings.ts'
import { acceptedBefore, schedulePosts, type BulkOutcome } from './schedule-bulk.ts'
import { createScheduledPost, scheduleDraft, type Accepted, type ScheduleDeps } from './schedule-post.ts'
import { validateTriedPost } from './validate-post.ts'
import type { Log } from '../../ports/log.ts'

export type SchedulingDeps = ScheduleDeps &
  ShowDeps & {
    readonly hold: QueueHold
    readonly log: Log
    readonly handovers: Pick<HandoverStore, 'open' | 'ofPost'>
    readonly repeatingJobs: RepeatingJobs
    readonly importedRows: ImportedRowStore
    /** Asks the platform what is live already; absent where no hold can be. */
    foreseeRelease?(accountIds: readonly string[]): Promise<ReleaseOutlook>
  }

interface ScheduleQuery {
  readonly status?: PostRecord['status'] | undefined
  /** Counts from 1. */
  readonly page: number
  readonly limit: number
}

export function createScheduling(deps: SchedulingDeps, warnings: PostWarnings) {
  const { posts, ledger, accounts, handovers, hold, clock } = deps
  const show = (post: PostRecord) => showPost(deps, post)
  const showAccepted = async (accepted: Accepted) => {
    const delayed = await readDelays(accounts, clock)
    return scheduledBody({ ...accepted, post: delayed(await warnings.tell(accepted.post)) })
  }
  /** What an earlier handling of the request accepted, else what `work` accepts. */
  const once = async (request: Repeatable | undefined, work: () => Promise<Accepted>) =>
    (request && (await acceptedBefore(deps, request))) ?? work()
  const readHold = async () => {
    const now = clock.now()
    const { waiting, delayed } = await ledger.countQueue(now)
    const held = hold.current()
    // These have no job so far, and do not continue while the folder is held.
    const onTheirWay = held
      ? (await handovers.open()).filter(({ ownership }) => ownership.state === 'local')
      : []
    return {
      held: held !== null,
      reason: held?.reason ?? null,
      message: held && HELD[held.reason],
      since: held && toIso(held.since),
      /** Posts whose time has passed: they go out at once when that is confirmed. */
      overdue: waiting + onTheirWay.filter(({ publishAt }) => publishAt <= now).length,
      waiting: waiting + delayed + onTheirWay.length,
    }
  }
  return {
    schedule: async (body: ScheduledPostBody, request?: Repeatable) =>
      showAccepted(await once(request, () => createScheduledPost(deps, body, request))),
    scheduleDraft: async (
      id: string,
      when: DraftTimeBody & { readonly wanted?: WantedVersions },
      request?: Repeatable,
    ) => showAccepted(await once(request, () => scheduleDraft(deps, id, when, request))),
    scheduleBulk: async (body: BulkBody, request?: Repeatable) =>
      bulkResult(await schedulePosts(deps, warnings, body, request), showAccepted),
    changeMany: (body: ManyPostsBody, request?: Repeatable) => changeMany(deps, body, request),
    /** What publishing or scheduling it would answer; nothing happens. */
    validate: (body: PostToValidateBody) => validateTriedPost(deps, warnings, body),
    show: async (id: string) => show(await requireScheduledPost(posts, id)),
    edit: async (id: string, patch: SchedulePatchBody, wanted?: WantedVersions) =>
      show(await warnings.tell(await editScheduled(deps, id, patch, wanted))),
    cancel: (id: string, wanted?: WantedVersions) => cancelScheduled(deps, id, wanted),
    /** The post as it is; throws what the edit would. */
    tryEdit: (id: string, patch: SchedulePatchBody, wanted: WantedVersions) =>
      requireEditablePost(deps, id, patch, wanted),
    /** The post as it is; throws what cancelling it would. */
    tryCancel: (id: string, wanted: WantedVersions) => requireCancellablePost(deps, id, wanted),
    takeBack: (id: string) => takeBackUnsent(deps, id),
    list: (query: ScheduleQuery) => listScheduled(deps, query),
    takeOver: async (id: string) => show(await takeOver(deps, id)),
    /** What is known of rows of a table. */
    findRows: (keys: readonly string[]) => deps.importedRows.find(keys),
    keepRows: (rows: readonly KnownRow[]) => deps.importedRows.keep(rows),
    countQueue: () => countQueue(deps),
    readHold,
    /** What becomes of what waits once the hold is released; nothing while there is none. */
    foreseeRelease: () => foreseeHeld(deps),
    /** Confirms that what is held may go out. */
    async confirmHeld() {
      await hold.release()
      deps.wake()
      return readHold()
    },
  }
}

async function foreseeHeld({ accounts, hold, foreseeRelease }: SchedulingDeps): Promise<ReleaseOutlook> {
  if (!hold.current() || !foreseeRelease) return NOTHING_FORESEEN
  return foreseeRelease((await accounts.list()).map(({ id }) => id))
}

/** The user takes a post over from a Worker that does not answer. Throws INVALID_STATUS when it has none. */
async function takeOver({ posts, cloud }: SchedulingDeps, id: string): Promise<PostRecord> {
  const post = await requirePost(posts, id)
  if (post.handover === null)
    throw new CodedError(
      'INVALID_STATUS',
      'The cloud does not have this post, so there is nothing to take over.',
    )
  await cloud.takeOver(post)
  return requirePost(posts, id)
}

async function bulkResult(
  outcomes: readonly BulkOutcome[],
  show: (accepted: Accepted) => Promise<ScheduledBody>,
): Promise<BulkResultBody> {
  const results: BulkResultBody['results'] = []
  for (const { accepted, problems } of outcomes)
    results.push({ post: accepted && (await show(accepted)), problems: [...problems] })
  return { scheduled: results.filter(({ post }) => post !== null).length, results }
}

async function countQueue({ ledger, repeatingJobs, clock }: SchedulingDeps) {
  const now = clock.now()
  const [once, repeating] = [await ledger.countQueue(now), await repeatingJobs.counts(now)]
  const counts = {
    waiting: once.waiting + repeating.waiting,
    active: once.active + repeating.active,
    delayed: once.delayed + repeating.delayed,
  }
  return { ...counts, total: counts.waiting + counts.active + counts.delayed }
}

async function listScheduled(
  { posts, accounts, clock }: Pick<SchedulingDeps, 'posts' | 'accounts' | 'clock'>,
  { status, page, limit }: ScheduleQuery,
) {
  const now = clock.now()
  const offset = (page - 1) * limit
  const listed = await posts.listScheduled({ limit, offset, now, ...(status ? { status } : {}) })
  return pageOfPosts(await readDelays(accounts, clock), listed, { page, limit, now })
}

export type Scheduling = ReturnType<typeof createScheduling>

function scheduledBody({ post, jobId, isCloud }: Accepted): ScheduledBody {
  return {
    postId: post.id,
    jobId,
    ...(isCloud ? { cloudJobId: post.cloudJobId ?? jobId } : {}),
    status: 'SCHEDULED',
    scheduledFor: toIso(post.scheduledFor ?? 0),
    timezone: post.timezone,
    isCloud,
    handover: post.handover,
    nextAttemptAt: toIsoOrNull(post.nextAttemptAt),
    ...warningBodies(post),
  }
}
