// Changing and cancelling what has a time. Both race the moment at which it goes out, and the first to commit wins: a
// change that was acknowledged is what is published, a cancelled post never appears. The loser gets INVALID_STATUS.
import { isUnsent } from '../../rules/publication/post-words.ts'
import type { SchedulePatchBody } from '../../api/schedule/schedule.ts'
import { CodedError } from '../../coded-error.ts'
import { replaceWarnings, type WarningCode } from '../../rules/notices/warnings.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { ChangeDeps } from '../posts/change-deps.ts'
import { nextVersionAt, requireVersion, type WantedVersions } from '../../api/post-version.ts'
import { requirePost } from '../posts/show-post.ts'
import { isQueuedForRoom } from '../../rules/publication/next-step.ts'
import { mayHaveBeenSent } from '../../engine/publishing/end-publication.ts'
import { toPatchedContent } from '../posts/content/post-content.ts'
import { checkPost, checkSizes } from '../posts/content/validate.ts'
import { planReschedule, planUnschedule } from '../posts/post-updates.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import type { Instant } from '../../time.ts'
import type { EditTerms } from './cloud-runner.ts'
import { toDraft } from './draft-again.ts'
import { planJobTimes, requireFuture } from './schedule-post.ts'

/** Any post that was given a time, also after it went out. Throws NOT_FOUND for what has none. */
export async function requireScheduledPost(posts: PostStore, id: string): Promise<PostRecord> {
  const post = await posts.get(id)
  if (post?.isScheduled) return post
  throw notFound()
}

/** Also a post to be published at once, while it waits for room: once it is changed it has a time, too. */
async function requireChangeable(posts: PostStore, id: string): Promise<PostRecord> {
  const post = await posts.get(id)
  if (post && (post.isScheduled || isQueuedForRoom(post.status, post.warnings))) return post
  throw notFound()
}

const notFound = () => new CodedError('NOT_FOUND', 'Scheduled post not found.')

/** Changes the given keys. What results is checked as a whole. */
export async function editScheduled(
  deps: ChangeDeps,
  id: string,
  patch: SchedulePatchBody,
  wanted?: WantedVersions,
): Promise<PostRecord> {
  checkSizes(patch)
  return retryWhileOvertaken(() => tryToEdit(deps, id, patch, { wanted }))
}

/**
 * Changes as `editScheduled` does, once. With `slots` the post takes its new time as a slot of that version; OVERTAKEN as well
 * when that is not free any more. `series` is changed with the post.
 */
export async function tryToEdit(
  deps: ChangeDeps,
  id: string,
  patch: SchedulePatchBody,
  terms: EditTerms = {},
): Promise<PostRecord | typeof OVERTAKEN> {
  const { wanted, ...recorded } = terms
  const { before, after } = await planNewVersion(deps, id, patch, wanted)
  if (before.handover !== null) return deps.cloud.edit(before, after, terms)
  await requireUnsent(deps, before, 'changed')
  const times = await planJobTimes(deps, after)
  if (!(await deps.ledger.update(id, planReschedule(before, after, times, recorded)))) return OVERTAKEN
  deps.wake()
  return after
}

/** Plans another version of what is stored. Throws for what can no longer be changed. */
export async function planNewVersion(
  deps: ChangeDeps,
  id: string,
  patch: SchedulePatchBody,
  wanted: WantedVersions,
) {
  const before = await requireChangeable(deps.posts, id)
  if (before.status !== 'SCHEDULED' && !isQueuedForRoom(before.status, before.warnings))
    throw tooLateError(before, 'changed')
  requireVersion(before, wanted)
  return { before, after: await planChange(deps, before, patch) }
}

async function planChange(
  deps: ChangeDeps,
  before: PostRecord,
  patch: SchedulePatchBody,
): Promise<PostRecord> {
  const content = toPatchedContent(before, patch)
  const { options } = await checkPost(deps, content, 'schedule', before)
  const now = deps.clock.now()
  if (patch.scheduledFor !== undefined) requireFuture(patch.scheduledFor, now)
  // Without another time it keeps its place among the posts that wait.
  const scheduledFor = patch.scheduledFor ?? before.scheduledFor ?? (await acceptedAtOf(deps, before))
  return {
    ...before,
    ...content,
    options: takesAltTexts(before, content, patch) ? options : content.options,
    status: 'SCHEDULED',
    isScheduled: true,
    scheduledFor,
    timezone: zoneAfter(before, patch),
    nextAttemptAt: null,
    warnings: replaceWarnings(before.warnings, ANSWERED_BY_A_CHANGE),
    updatedAt: nextVersionAt(before, now),
  }
}

/** A new alt text of a file changes no accepted post, unless the edit asks for it, or for other files. */
export function takesAltTexts(
  before: PostRecord,
  after: Pick<PostRecord, 'mediaFileIds'>,
  { altText, altTexts }: SchedulePatchBody,
): boolean {
  return altText !== undefined || altTexts !== undefined || after.mediaFileIds !== before.mediaFileIds
}

/** The zone of a post once it is changed: null clears it. */
export const zoneAfter = ({ timezone }: PostRecord, patch: SchedulePatchBody): string =>
  patch.timezone === undefined ? timezone : (patch.timezone ?? 'UTC')

/** When it was accepted to be published at once, which may be long after it was made as a draft. */
async function acceptedAtOf(
  { ledger }: Pick<ChangeDeps, 'ledger'>,
  { id, platformAccountId, createdAt }: PostRecord,
): Promise<Instant> {
  const waiting = await ledger.listUnpublished(platformAccountId, Number.MAX_SAFE_INTEGER)
  return waiting.find(({ postId }) => postId === id)?.acceptedAt ?? createdAt
}

/** A changed post is checked and prepared again. */
const ANSWERED_BY_A_CHANGE: ReadonlySet<WarningCode> = new Set(['PREPARATION_FAILED', 'WAITS_FOR_ROOM'])

/** Throws what the edit would refuse. */
export async function requireEditablePost(
  deps: ChangeDeps,
  id: string,
  patch: SchedulePatchBody,
  wanted: WantedVersions,
): Promise<PostRecord> {
  checkSizes(patch)
  return (await planNewVersion(deps, id, patch, wanted)).before
}

/** Throws what cancelling would refuse. */
export async function requireCancellablePost(
  deps: Pick<ChangeDeps, 'posts' | 'ledger'>,
  id: string,
  wanted: WantedVersions,
): Promise<PostRecord> {
  const post = await requireChangeable(deps.posts, id)
  if (!isUnsent(post.status)) throw tooLateError(post, 'cancelled')
  requireVersion(post, wanted)
  if (post.handover === null) await requireUnsent(deps, post, 'cancelled')
  return post
}

type TakeBackDeps = Pick<ChangeDeps, 'posts' | 'ledger' | 'cloud' | 'clock'>

/** Takes a post back into the drafts. Resolves with the draft, once nothing of it will ever appear. */
export const cancelScheduled = (
  deps: TakeBackDeps,
  id: string,
  wanted?: WantedVersions,
): Promise<PostRecord> => takeBack(deps, () => requireChangeable(deps.posts, id), wanted)

/** The same for a post with or without a time, until its publish intent. */
export const takeBackUnsent = (deps: TakeBackDeps, id: string): Promise<PostRecord> =>
  takeBack(deps, () => requirePost(deps.posts, id))

function takeBack(
  deps: TakeBackDeps,
  readPost: () => Promise<PostRecord>,
  wanted?: WantedVersions,
): Promise<PostRecord> {
  return retryWhileOvertaken(async () => {
    const before = await readPost()
    const { id } = before
    // Taken back already: the Worker has answered since, or another tab was faster.
    if (before.status === 'DRAFT') return before
    if (!isUnsent(before.status)) throw tooLateError(before, 'cancelled')
    requireVersion(before, wanted)
    if (before.handover !== null) {
      await deps.cloud.cancel(before, 'draft', wanted)
      return requirePost(deps.posts, id)
    }
    await requireUnsent(deps, before, 'cancelled')
    const draft = toDraft(before, deps.clock.now())
    return (await deps.ledger.update(id, planUnschedule(before, draft))) ? draft : OVERTAKEN
  })
}

/** Refuses also a post that may be live already, and is retried or was taken over: it could not be kept from being seen. */
async function requireUnsent(
  { ledger }: Pick<ChangeDeps, 'ledger'>,
  post: PostRecord,
  done: 'changed' | 'cancelled',
): Promise<void> {
  if (mayHaveBeenSent(await ledger.latestPublication(post.id))) throw tooLateError(post, done)
}

export function tooLateError(
  { status }: Pick<PostRecord, 'status'>,
  done: 'changed' | 'cancelled',
): CodedError {
  const ended = status === 'PUBLISHED' || status === 'FAILED'
  return new CodedError(
    'INVALID_STATUS',
    ended
      ? `This post is ${status} and can no longer be ${done}.`
      : `Publishing this post has begun (${status}), so it can no longer be ${done}.`,
  )
}
