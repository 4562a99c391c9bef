// Requests of keys that may not send on their own: a person approves or declines exactly what was asked for. A request
// gives no right to anything. Approving publishes or schedules that version of the draft, or changes or cancels the scheduled post as
// it was just read, in one transaction, so that of two approvals one finds the post gone or changed.
import type { ApprovalAction } from '../../api/access.ts'
import type { ApprovalBody, NewApprovalBody } from '../../api/approvals.ts'
import type { SchedulePatchBody } from '../../api/schedule/schedule.ts'
import { CodedError } from '../../coded-error.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { Random } from '../../ports/random.ts'
import { checkPost, type CheckDeps } from '../posts/content/validate.ts'
import { requireDraft } from '../posts/drafts.ts'
import { onlyVersion, type WantedVersions } from '../../api/post-version.ts'
import type { Posts } from '../posts/posts.ts'
import { showPost, type ShowDeps } from '../posts/show-post.ts'
import type { Scheduling } from '../scheduling/scheduling.ts'
import { requireFuture } from '../scheduling/schedule-post.ts'
import { DAY, toIso, toIsoOrNull, type Duration } from '../../time.ts'
import {
  isMade,
  keepRequests,
  listWaiting,
  readOutcome,
  readRequests,
  type ApprovalRequest,
  type WaitingApproval,
  type WaitingDeps,
} from './waiting.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import { contentBody, hashOf, readContentToSend } from './content-to-send.ts'

export interface ApprovalsDeps extends WaitingDeps, ShowDeps, CheckDeps {
  readonly posts: PostStore
  readonly media: MediaStore
  readonly random: Random
}

const LIFE: Duration = 3 * DAY
export const MOST_WAITING = 100
/** So that no key takes the places of the others. */
export const MOST_APPROVALS_OF_A_KEY = 25

interface VersionedApproval extends NewApprovalBody {
  readonly wanted?: WantedVersions
}

export function createApprovals(
  deps: ApprovalsDeps,
  posts: Pick<Posts, 'publishDraft'>,
  scheduling: Pick<Scheduling, 'scheduleDraft' | 'takeBack' | 'edit' | 'cancel' | 'tryEdit' | 'tryCancel'>,
) {
  const mutex = createKeyedMutex()
  /** Since the start: an answer is taken back within moments, or the post is taken from the plan. */
  const approved = new Map<string, { readonly request: ApprovalRequest; readonly sentHash: string | null }>()
  // One value holds all of them: two writers at once would lose one.
  const alone = <T>(work: () => Promise<T>) => mutex.runExclusive('approvals', work)
  const without = async (id: string) => {
    const others = (await readRequests(deps)).filter((request) => request.id !== id)
    await keepRequests(deps, others)
  }
  return {
    /**
     * Replaces an earlier request for the same post. An identical one keeps its id, since a person may be about to answer it.
     * Throws NOT_FOUND, INVALID_STATUS, INVALID_STATE or INVALID_SCHEDULE, and what doing it would: a person is not asked in vain.
     */
    ask: (keyId: string, asked: VersionedApproval) => alone(() => ask(deps, scheduling, keyId, asked)),
    list: async () => ({ approvals: (await listWaiting(deps)).map(bodyOf), hasMore: false }),
    listWithPosts: () => listWithPosts(deps),
    /** Does exactly what the person has seen. Throws NOT_FOUND when it no longer waits. */
    approve: (id: string, seenHash: string) =>
      alone(async () => {
        const { request, post } = await requireWaiting(deps, id)
        if (request.contentHash !== seenHash) throw changed()
        const { postId, action, change, scheduledFor, timezone } = request
        const wanted = onlyVersion(post.updatedAt)
        if (action === 'change') await scheduling.edit(postId, change, wanted)
        else if (action === 'cancel') await scheduling.cancel(postId, wanted)
        else
          await (scheduledFor === null
            ? posts.publishDraft(postId, wanted)
            : scheduling.scheduleDraft(postId, { scheduledFor, timezone, wanted }))
        await without(id)
        if (action !== 'send') return
        approved.set(id, { request, sentHash: await hashOfStored(deps, postId) })
        const [oldest] = approved.keys()
        if (approved.size > MOST_WAITING && oldest !== undefined) approved.delete(oldest)
      }),
    /**
     * The post is a draft again, and waits for an answer unless somebody has changed it since. Throws NOT_FOUND for what was not
     * approved since the start or was no sending, and INVALID_STATUS once publishing has begun.
     */
    takeBack: (id: string) =>
      alone(async () => {
        const known = approved.get(id)
        if (known === undefined)
          throw new CodedError('NOT_FOUND', 'This approval can no longer be taken back.')
        const { request, sentHash } = known
        const { updatedAt } = await scheduling.takeBack(request.postId)
        const contentHash = await hashOfStored(deps, request.postId)
        if (contentHash !== null && contentHash === sentHash) {
          const others = (await readRequests(deps)).filter(({ postId }) => postId !== request.postId)
          await keepRequests(deps, [...others, { ...request, version: updatedAt, contentHash }])
        }
        // Only now: what could not be stored on a full disk can be tried again.
        approved.delete(id)
      }),
    /** The draft stays. Throws NOT_FOUND. */
    decline: (id: string) =>
      alone(async () => {
        await requireWaiting(deps, id)
        await without(id)
      }),
  }
}

/** Throws INVALID_STATUS. */
function requirePlace(waiting: readonly WaitingApproval[], keyId: string): void {
  const ofKey = waiting.filter(({ request }) => request.keyId === keyId)
  const full =
    ofKey.length >= MOST_APPROVALS_OF_A_KEY
      ? `${MOST_APPROVALS_OF_A_KEY} posts of this key wait`
      : waiting.length >= MOST_WAITING
        ? `${MOST_WAITING} posts wait`
        : null
  if (full === null) return
  throw new CodedError(
    'INVALID_STATUS',
    `${full} for approval already. Ask again once a person has approved or declined some of them.`,
  )
}

type Trying = Pick<Scheduling, 'tryEdit' | 'tryCancel'>
type Meant = VersionedApproval & { readonly action: ApprovalAction; readonly change: SchedulePatchBody }

/** Resolves with the post as it is. Throws what doing it would. */
async function tryAsked(
  deps: ApprovalsDeps,
  scheduling: Trying,
  { postId, action, change, scheduledFor, wanted }: Meant,
): Promise<PostRecord> {
  if (action === 'change') return scheduling.tryEdit(postId, change, wanted)
  if (action === 'cancel') return scheduling.tryCancel(postId, wanted)
  const draft = await requireDraft(deps.posts, postId, wanted)
  if (scheduledFor !== undefined) requireFuture(scheduledFor, deps.clock.now())
  await checkPost(deps, draft, scheduledFor === undefined ? 'publish' : 'schedule', draft)
  return draft
}

async function ask(
  deps: ApprovalsDeps,
  scheduling: Trying,
  keyId: string,
  given: VersionedApproval,
): Promise<ApprovalBody> {
  const { postId, change = {}, scheduledFor = null, timezone = 'UTC' } = given
  const { action = given.change === undefined ? 'send' : 'change' } = given
  requireNothingLeftOut(given, action)
  const now = deps.clock.now()
  const post = await tryAsked(deps, scheduling, { ...given, action, change })
  const waiting = await listWaiting(deps)
  const others = waiting.filter((other) => other.post.id !== postId)
  requirePlace(others, keyId)
  const outcome = await readOutcome(deps.media, { action, change, scheduledFor, timezone }, post)
  if (outcome === null) throw unreadable()
  const { contentHash } = outcome
  if (await isMade(deps.media, { action, change, scheduledFor, timezone, contentHash }, post))
    throw new CodedError(
      'INVALID_STATUS',
      'The post already has this change. Ask only for what should be different.',
    )
  const asked = { postId, action, version: post.updatedAt, contentHash, scheduledFor, timezone, keyId }
  const before = waiting.find(({ request }) => asksFor(request, asked))
  const request = {
    ...asked,
    change,
    id: before?.request.id ?? deps.random.uuid(),
    requestedAt: now,
    // A post that has gone out is not changed any more.
    expiresAt: Math.min(
      now + LIFE,
      outcome.scheduledFor ?? Number.POSITIVE_INFINITY,
      (action === 'send' ? null : post.scheduledFor) ?? Number.POSITIVE_INFINITY,
    ),
  }
  await keepRequests(deps, [...others.map((other) => other.request), request])
  return bodyOf({ request, post, ...outcome })
}

/** It would be missing in what the person approves. Throws INVALID_STATUS or INVALID_SCHEDULE. */
function requireNothingLeftOut(
  { change, scheduledFor, timezone }: NewApprovalBody,
  action: ApprovalAction,
): void {
  if (action === 'send' && change !== undefined)
    throw new CodedError('INVALID_STATUS', 'A draft is sent as it is: edit it, then ask without change.')
  if (action === 'change' && (scheduledFor !== undefined || timezone !== undefined))
    throw new CodedError(
      'INVALID_SCHEDULE',
      'Another time of a scheduled post belongs in change, with its timezone.',
    )
}

/** Hash and post in one answer: the hash that a person sends back is that of what they were shown. */
async function listWithPosts(deps: WaitingDeps & ShowDeps) {
  const shown = (await listWaiting(deps)).map(async (waiting) => {
    return { approval: bodyOf(waiting), post: await showPost(deps, waiting.post) }
  })
  return { waiting: await Promise.all(shown) }
}

async function hashOfStored({ posts, media }: ApprovalsDeps, postId: string): Promise<string | null> {
  const post = await posts.get(postId)
  const content = post && (await readContentToSend(media, post))
  return content && hashOf(content)
}

export type Approvals = ReturnType<typeof createApprovals>

function asksFor(request: ApprovalRequest, asked: Partial<ApprovalRequest>): boolean {
  return Object.entries(asked).every(([name, value]) => request[name as keyof ApprovalRequest] === value)
}

async function requireWaiting(deps: ApprovalsDeps, id: string): Promise<WaitingApproval> {
  const [found] = await listWaiting(deps, (request) => request.id === id)
  if (found === undefined) throw changed()
  return found
}

function changed(): CodedError {
  return new CodedError(
    'NOT_FOUND',
    'This no longer waits for approval: the post was changed, sent or deleted, the request was declined, its key was revoked, or its time is over.',
  )
}

function bodyOf({ request, content, scheduledFor, timezone }: WaitingApproval): ApprovalBody {
  return {
    id: request.id,
    postId: request.postId,
    accountId: content.accountId,
    action: request.action,
    contentHash: request.contentHash,
    scheduledFor: toIsoOrNull(scheduledFor),
    timezone,
    keyId: request.keyId,
    requestedAt: toIso(request.requestedAt),
    expiresAt: toIso(request.expiresAt),
    content: contentBody(content),
  }
}

const unreadable = () =>
  new CodedError('VALIDATION_ERROR', 'Some stored fields of this post cannot be read. Set them again.')
