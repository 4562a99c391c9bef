// Posts that are in trouble already: not published, perhaps published, late.
import type { AttentionStep } from '../../api/attention.ts'
import type { PostStatus } from '../../rules/publication/post-words.ts'
import type { PlannedPost, PlannerStore } from '../../ports/posts/planner-store.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import { OVERDUE } from '../../ports/posts/publication-ledger.ts'
import type { QueueHold } from '../../ports/posts/queue-hold.ts'
import { isPauseNews } from '../posts/show-post.ts'
import { nextStepOf, type PostNextStep } from '../../rules/publication/next-step.ts'
import { accountBody } from '../accounts/account-body.ts'
import { plannedPostBody } from '../posts/bodies/planned-post-body.ts'
import { DAY, HOUR, MINUTE, type Duration, type Instant } from '../../time.ts'
import { waitsForRoom } from '../../rules/notices/warnings.ts'
import { attentionDetail } from '../../rules/notices/attention-details.ts'
import type { AttentionEntry } from './entries.ts'
import type { AccountsNow } from './forecast.ts'

/** A failure left alone for longer is history; what may be live stays until that is known. */
export const FAILURES_SHOWN_FOR: Duration = 7 * DAY
/** Of each kind: more than anyone works through in one list. */
const MOST = 200

/** `hidden`: accounts whose posts nobody can do anything about now. `hasMore`: some are left out. */
export async function findPostsInTrouble(
  deps: {
    readonly planner: Pick<PlannerStore, 'between' | 'failures'>
    readonly hold: QueueHold
  },
  { accounts, hidden, now }: AccountsNow,
): Promise<{ readonly entries: AttentionEntry[]; readonly hasMore: boolean }> {
  const limit = MOST + 1
  const failed = await deps.planner.failures({
    exceptAccountIds: [...hidden],
    since: now - FAILURES_SHOWN_FOR,
    limit,
  })
  // Posts that wait with their account are covered by the account's entry.
  const resting = [...accounts.values()].filter(({ pausedUntil }) => isPauseNews(pausedUntil, now))
  const readLate = (statuses: readonly PostStatus[]) =>
    deps.planner.between({
      ...ANY,
      exceptAccountIds: resting.map(({ id }) => id),
      // So are posts that wait with the whole queue.
      exceptKeptByHold: deps.hold.current() !== null,
      statuses,
      from: 0,
      until: now,
      limit,
    })
  // Read separately: hundreds that wait for room must not crowd out one that is overdue.
  const [due, queued] = [await readLate(['SCHEDULED']), await readLate(['QUEUED', 'PROCESSING'])]
  const late = [...due.slice(0, MOST), ...queued.slice(0, MOST)]
  const entries = [
    ...failed.slice(0, MOST).flatMap((one) => failureOf(one, accounts.get(one.post.platformAccountId), now)),
    ...late.flatMap((one) => latenessOf(one, now)),
  ]
  return { entries, hasMore: [failed, due, queued].some(({ length }) => length > MOST) }
}

const ANY = { accountIds: [], mediaTypes: [] }

function latenessOf({ post, at }: PlannedPost, now: Instant): AttentionEntry[] {
  // A post without a time is late since it was taken up: it may have been a draft for long.
  const since = post.isScheduled ? at : (post.lastAttemptAt ?? at)
  const subject = { since, ...subjectOf(post) }
  if (waitsForRoom(post.warnings))
    return [{ ...subject, code: 'POST_WILL_BE_LATE', detail: NO_ROOM, nextStep: 'wait' }]
  if (at >= now - OVERDUE) return []
  if (isLookedFor(post)) return [{ ...subject, code: 'POST_OVERDUE', message: NOT_FOUND_OUT }]
  if (post.status === 'SCHEDULED') return [{ ...subject, code: 'POST_OVERDUE' }]
  return isStuck(post, at, now) ? [{ ...subject, code: 'POST_OVERDUE', message: STILL_TRIED }] : []
}

/** No file takes that long. Without a network a post is tried for a day, and nothing else says so. */
const UNDER_WAY: Duration = 2 * HOUR
/** One that is about to be taken up has waited for something else until now. */
const TRIED_EVERY: Duration = 10 * MINUTE

function isStuck({ status, lastAttemptAt, nextAttemptAt }: PlannedPost['post'], at: Instant, now: Instant) {
  const isTried = status === 'PROCESSING' || (nextAttemptAt !== null && nextAttemptAt <= now + TRIED_EVERY)
  return isTried && lastAttemptAt !== null && Math.max(at, lastAttemptAt) < now - UNDER_WAY
}

/** The post is not sent until the search has worked, which may take a day. */
function isLookedFor({ warnings }: PlannedPost['post']): boolean {
  return warnings?.some(({ code }) => code === 'LIVE_CHECK_PENDING') ?? false
}

const STILL_TRIED = 'This post is overdue: Nightpost is still trying to publish it.'

const NOT_FOUND_OUT =
  'This post is overdue: it may already be live, and Nightpost could not check that on the profile yet.'

const NO_ROOM = attentionDetail('NO_ROOM')

function failureOf(planned: PlannedPost, account: AccountRecord | undefined, now: Instant): AttentionEntry[] {
  const { post } = planned
  const since = post.completedAt ?? post.updatedAt
  if (post.publishOutcome === 'unconfirmed') return [{ code: 'POST_UNCONFIRMED', since, ...subjectOf(post) }]
  const step = nextStepOf(plannedPostBody(planned, now), account ? accountBody(account) : null, now)
  const nextStep = stepOf(step)
  const until = step.kind === 'wait' ? step.until : null
  const detail = post.errorDetail ? attentionDetail('FAILURE', { failure: post.errorDetail }) : undefined
  return [{ code: 'POST_FAILED', since, ...subjectOf(post), nextStep, until, ...(detail ? { detail } : {}) }]
}

/** A failed post does not continue automatically, and a retry waits. Connected again, an account that is gone is another one. */
function stepOf(step: PostNextStep): AttentionStep {
  const { kind } = step
  if (kind === 'none' || (kind === 'reconnect' && step.isGone)) return 'open_post'
  return kind === 'wait' ? 'retry' : kind
}

function subjectOf({ id, platformAccountId }: PlannedPost['post']) {
  return { postId: id, accountId: platformAccountId }
}
