// The next steps that a person can take with a post. Pure: the page calls this instead of deciding for itself, and
// what it offers is what retry.ts, delete-post.ts, delete-from-platform.ts and change-schedule.ts allow.
import type { PlatformAccountBody } from '../../api/auth.ts'
import type { PostBody } from '../../api/posts.ts'
import { isUnsent } from './post-words.ts'
import { waitsForRoom } from '../notices/warnings.ts'
import { judgeNumbers } from './error-table.ts'
import { DAY, parseIso, type Instant } from '../../time.ts'

export type FollowedPost = Pick<
  PostBody,
  | 'status'
  | 'publishOutcome'
  | 'recovery'
  | 'errorCode'
  | 'errorDetail'
  | 'nextAttemptAt'
  | 'lastAttemptAt'
  | 'updatedAt'
  | 'mediaType'
  | 'sourceType'
  | 'igMediaId'
  | 'isScheduled'
  | 'scheduledFor'
  | 'warningDetails'
>

/** Null: it was disconnected. */
export type FollowedAccount = Pick<
  PlatformAccountBody,
  'loginMethod' | 'tokenExpiresAt' | 'pausedUntil' | 'lastSyncedAt'
> | null

/**
 * none            Nothing is wrong, or nothing helps.
 * retry           The same post can be sent again.
 * reconnect       The access has ended; `isGone`: the account was disconnected, and the post has to be recreated for
 * another.
 * settle_at_platform  Only the user can end it, at the platform; then the same post can be sent again.
 * fix_media       A file has to change first.
 * set_up_bucket   The platform needs an address from which it can fetch the file.
 * change_post     The same would be refused again: what the post says has to change.
 * wait            Nothing is sent before `until`; null: not known when. `isUnderWay`: it continues automatically.
 *                 `forRoom`: the publishing limit is full until then, and a retry waits for room.
 * check_platform  It is not known whether it is live.
 */
export type PostNextStep =
  | {
      readonly kind:
        | 'none'
        | 'retry'
        | 'settle_at_platform'
        | 'fix_media'
        | 'set_up_bucket'
        | 'change_post'
        | 'check_platform'
    }
  | { readonly kind: 'reconnect'; readonly isGone: boolean }
  | {
      readonly kind: 'wait'
      readonly until: Instant | null
      readonly isUnderWay: boolean
      readonly forRoom?: true
    }

export function nextStepOf(post: FollowedPost, account: FollowedAccount, now: Instant): PostNextStep {
  const goesOnAt = delayedUntil(post, now)
  if (goesOnAt !== null) return { kind: 'wait', until: goesOnAt, isUnderWay: true }
  if (post.status !== 'FAILED') return { kind: 'none' }
  if (post.publishOutcome === 'unconfirmed') return { kind: 'check_platform' }
  if (account === null) return { kind: 'reconnect', isGone: true }
  if (hasEnded(account, now)) return { kind: 'reconnect', isGone: false }
  return helpFor(post, account, now)
}

/** When the post continues automatically, where that is later than requested: its account backs off until then. */
export function delayedUntil(
  { status, nextAttemptAt, scheduledFor }: FollowedPost,
  now: Instant,
): Instant | null {
  const goesOnAt = instantOf(nextAttemptAt)
  if (goesOnAt === null || goesOnAt <= now) return null
  if (status === 'QUEUED') return goesOnAt
  return status === 'SCHEDULED' && goesOnAt > (instantOf(scheduledFor) ?? now) ? goesOnAt : null
}

function helpFor(post: FollowedPost, account: NonNullable<FollowedAccount>, now: Instant): PostNextStep {
  const verdict = judgeNumbers(post.errorDetail?.platform)
  // Not from the recovery, which an earlier version may have stored as `reconnect`.
  if (verdict?.endsAtPlatform) return { kind: 'settle_at_platform' }
  switch (post.recovery) {
    case 'check_platform':
      return { kind: 'check_platform' }
    case 'reconnect':
      return wasReconnected(post, account) ? { kind: 'retry' } : { kind: 'reconnect', isGone: false }
    case 'fix_media':
      return fixOf(post)
    case 'wait':
      return waitOf(post, account, now)
    default:
      return { kind: verdict?.retry === 'no' ? 'change_post' : 'retry' }
  }
}

function fixOf({ errorCode, sourceType }: FollowedPost): PostNextStep {
  if (errorCode === 'BUCKET_NOT_CONFIGURED') return { kind: 'set_up_bucket' }
  if (errorCode === 'INTERNAL_ERROR') return { kind: 'change_post' }
  // The file of a repost belongs to someone else: we have nothing to change.
  const isOwn = sourceType === 'MANUAL' || sourceType === 'SCHEDULED'
  return { kind: isOwn ? 'fix_media' : 'retry' }
}

function waitOf(post: FollowedPost, account: NonNullable<FollowedAccount>, now: Instant): PostNextStep {
  const roomAt = instantOf(post.nextAttemptAt)
  if (roomAt !== null)
    return roomAt > now
      ? { kind: 'wait', until: roomAt, isUnderWay: false, forRoom: true }
      : { kind: 'retry' }
  const until = instantOf(account.pausedUntil)
  if (until !== null && until > now) return { kind: 'wait', until, isUnderWay: false }
  const refusedAt = instantOf(post.lastAttemptAt) ?? instantOf(post.updatedAt) ?? now
  // Limits without a time of their own count the last 24 hours.
  const longest = judgeNumbers(post.errorDetail?.platform)?.pauseFor ?? DAY
  return refusedAt + longest <= now ? { kind: 'retry' } : { kind: 'wait', until: null, isUnderWay: false }
}

/** A profile that was read since proves that the access works again, but not that a missing permission was granted. */
function wasReconnected(
  { errorCode, updatedAt }: FollowedPost,
  { lastSyncedAt }: NonNullable<FollowedAccount>,
): boolean {
  const readAt = instantOf(lastSyncedAt)
  return errorCode === 'TOKEN_EXPIRED' && readAt !== null && readAt > (instantOf(updatedAt) ?? readAt)
}

type AccountObstacle = 'account_gone' | 'access_ended'

/**
 * The effect of a deletion on a post.
 * nothing_live   It was never published.
 * cancelled      It is waiting or being prepared, and will not appear unless it is sent in this very moment.
 * ends_quietly   It was sent: the archive shows what comes of it.
 * stays_live     It stays at the platform.
 * in_doubt       It is not known whether it is there; if it is, it stays.
 */
export type DeletionEffect = 'nothing_live' | 'cancelled' | 'ends_quietly' | 'stays_live' | 'in_doubt'

/** Why something cannot be done; null where it can. */
export interface PostActions {
  readonly retry: 'not_failed' | AccountObstacle | null
  readonly publish: 'not_draft' | AccountObstacle | null
  readonly canCancel: boolean
  /** Every post can be deleted here. */
  readonly deleteHere: DeletionEffect
  /** Without an account or with a login that may not, the server would only clear the post here, so the page does not ask. */
  readonly deleteThere: 'not_published' | 'story' | 'no_media_id' | 'login_cannot' | 'account_gone' | null
}

/** It has no time, and is not sent until there is room: like a scheduled post, it can be changed meanwhile. */
export function isQueuedForRoom(
  status: PostBody['status'],
  warnings: Parameters<typeof waitsForRoom>[0],
): boolean {
  return status === 'QUEUED' && waitsForRoom(warnings)
}

export function actionsFor(post: FollowedPost, account: FollowedAccount, now: Instant): PostActions {
  const { status, isScheduled } = post
  const obstacle = accountObstacle(account, now)
  return {
    retry: status === 'FAILED' ? obstacle : 'not_failed',
    publish: status === 'DRAFT' ? obstacle : 'not_draft',
    canCancel: (isScheduled && isUnsent(status)) || isQueuedForRoom(status, post.warningDetails),
    deleteHere: deletionEffect(post),
    deleteThere: deleteThereObstacle(post, account),
  }
}

function accountObstacle(account: FollowedAccount, now: Instant): AccountObstacle | null {
  if (account === null) return 'account_gone'
  return hasEnded(account, now) ? 'access_ended' : null
}

function deletionEffect({ status, publishOutcome }: FollowedPost): DeletionEffect {
  switch (status) {
    case 'SCHEDULED':
    case 'QUEUED':
    case 'PROCESSING':
      return 'cancelled'
    case 'PUBLISHING':
      return 'ends_quietly'
    case 'PUBLISHED':
      return 'stays_live'
    case 'FAILED':
      return publishOutcome === 'unconfirmed' ? 'in_doubt' : 'nothing_live'
    default:
      return 'nothing_live'
  }
}

function deleteThereObstacle(
  { status, mediaType, igMediaId }: FollowedPost,
  account: FollowedAccount,
): PostActions['deleteThere'] {
  if (status !== 'PUBLISHED') return 'not_published'
  if (mediaType === 'STORIES') return 'story'
  if (igMediaId === null) return 'no_media_id'
  if (account === null) return 'account_gone'
  return account.loginMethod === 'platform' ? 'login_cannot' : null
}

function hasEnded({ tokenExpiresAt }: NonNullable<FollowedAccount>, now: Instant): boolean {
  const endsAt = instantOf(tokenExpiresAt)
  return endsAt !== null && endsAt <= now
}

function instantOf(iso: string | null): Instant | null {
  return iso === null ? null : parseIso(iso)
}
