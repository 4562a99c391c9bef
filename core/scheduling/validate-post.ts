// Finds everything that publishing or scheduling a post would refuse or warn of. Reads only.
import {
  MOST_PROBLEMS,
  type POST_WARNINGS,
  type PostToValidateBody,
  type ValidationBody,
} from '../api/validate.ts'
import { CodedError, ERRORS } from '../errors.ts'
import type { MediaAddress } from '../media/media-body.ts'
import { warningSentence } from '../notices/sentences.ts'
import { warning, type Warning } from '../notices/warnings.ts'
import type { AccountRecord } from '../ports/account-store.ts'
import { OVERDUE } from '../ports/posts/publication-ledger.ts'
import type { QueueHold } from '../ports/posts/queue-hold.ts'
import type { SlotStore } from '../ports/posts/slot-store.ts'
import type { ChangeDeps } from '../posts/change-deps.ts'
import { lookalikeWarnings } from '../posts/content/lookalike.ts'
import type { PostContent } from '../posts/content/post-content.ts'
import { coverFileOf, type PostOptions } from '../posts/content/post-options.ts'
import { findProblems } from '../posts/content/validate.ts'
import { MINUTE, toIsoOrNull, type Instant } from '../time.ts'
import { accessWarnings } from './access-warnings.ts'
import { HELD } from './held.ts'
import { limitWarnings, type LimitWarningDeps } from './limit-warning.ts'
import { joinProblems, readTriedPost, type Problem, type TriedPost } from './read-tried-post.ts'
import { findNextSlot } from './slots/find-slot.ts'
import { CLOSE } from './spacing.ts'

export interface ValidateDeps extends ChangeDeps, LimitWarningDeps {
  readonly slots: SlotStore
  readonly hold: QueueHold
  mediaAddress(): Promise<MediaAddress>
}

type FoundWarning = ValidationBody['warnings'][number]

/** The post as it is to be, and when. */
interface Candidate {
  readonly content: PostContent
  readonly options: PostOptions
  readonly account: AccountRecord | null
  readonly postId: string | null
  /** Null: at once. */
  readonly scheduledFor: Instant | null
  /** When it would go out; null when the time cannot be read. */
  readonly at: Instant | null
  readonly now: Instant
}

export async function validatePost(deps: ValidateDeps, body: PostToValidateBody): Promise<ValidationBody> {
  const now = deps.clock.now()
  const tried = readTriedPost(body)
  const { content, options, isScheduled } = tried
  const account = await deps.accounts.get(content.platformAccountId)
  const { scheduledFor, problems: ofTime } = await findTime(deps, tried, account, now)
  const purpose = isScheduled ? 'schedule' : 'publish'
  const found = await findProblems(deps, content, account, { purpose, now, options })
  const problems = [...joinProblems(tried, found.problems), ...ofTime].slice(0, MOST_PROBLEMS)
  const at = isScheduled ? scheduledFor : now
  const candidate = { content, options, account, postId: body.postId ?? null, scheduledFor, at, now }
  const warnings = await findWarnings(deps, candidate, tried.isKindKnown ? found.risks : [])
  return { valid: problems.length === 0, problems, warnings, scheduledFor: toIsoOrNull(scheduledFor) }
}

interface FoundTime {
  readonly scheduledFor: Instant | null
  readonly problems: readonly Problem[]
}

async function findTime(
  deps: ValidateDeps,
  { isScheduled, wantsSlot, scheduledFor }: TriedPost,
  account: AccountRecord | null,
  now: Instant,
): Promise<FoundTime> {
  if (wantsSlot) return account ? findSlotOrProblem(deps, account.id, now) : { scheduledFor, problems: [] }
  const isPast = isScheduled && scheduledFor !== null && scheduledFor <= now
  return { scheduledFor, problems: isPast ? [PAST] : [] }
}

const PAST: Problem = {
  field: 'scheduledFor',
  code: 'INVALID_SCHEDULE',
  message: ERRORS.INVALID_SCHEDULE.message,
}

async function findSlotOrProblem(deps: ValidateDeps, accountId: string, now: Instant): Promise<FoundTime> {
  try {
    const { scheduledFor } = await findNextSlot(deps, accountId, now)
    return { scheduledFor, problems: [] }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const { code, message } = error
    return { scheduledFor: null, problems: [{ field: 'nextSlot', code, message }] }
  }
}

async function findWarnings(
  deps: ValidateDeps,
  candidate: Candidate,
  risks: readonly Warning[],
): Promise<FoundWarning[]> {
  const { content, account, postId, scheduledFor, at, now } = candidate
  const { platformAccountId } = content
  const lookalike = at === null ? [] : await lookalikeWarnings(deps, content, at, postId)
  const crowded = await limitWarnings(deps, { id: postId ?? '', platformAccountId, scheduledFor })
  return [
    ...(account && scheduledFor !== null ? accessWarnings(account, scheduledFor, now) : []).map(
      warningOf('ACCESS_ENDS', 'account'),
    ),
    ...backoffWarnings(candidate).map(warningOf('ACCOUNT_LIMITED', 'account')),
    ...risks.map(warningOf('TALL_MEDIA', 'media')),
    ...(await addressWarnings(deps, candidate)).map(warningOf('NO_PUBLIC_ADDRESS', 'media')),
    ...lookalike.map(warningOf('LOOKALIKE', 'media')),
    ...crowded.map(warningOf('PLAN_OVER_LIMIT', 'scheduledFor')),
    ...(await spacingWarnings(deps, candidate)).map(warningOf('TOO_CLOSE', 'scheduledFor')),
    ...holdWarnings(deps.hold).map(warningOf('QUEUE_HELD', 'scheduledFor')),
  ]
}

const warningOf =
  (code: (typeof POST_WARNINGS)[number], field: string) =>
  (found: Warning | string): FoundWarning =>
    typeof found === 'string'
      ? { code, field, message: found, detail: null }
      : { code, field, message: warningSentence(found), detail: found }

/** Calls are also spaced by seconds while the platform is busy: that is no news. */
function backoffWarnings({ account, at, now }: Candidate): Warning[] {
  const pausedUntil = account?.pausedUntil ?? 0
  return at !== null && pausedUntil - Math.max(at, now) > OVERDUE ? [warning('ACCOUNT_LIMITED')] : []
}

/** A live account fetches pictures, and all files of the platform login, from an address that is open to it. */
async function addressWarnings(
  deps: ValidateDeps,
  { account, content, options }: Candidate,
): Promise<string[]> {
  if (!account || account.isSandbox) return []
  const ids = [...content.mediaFileIds, coverFileOf(options)]
  const files = await deps.media.getMany(ids.filter((id) => id !== null))
  const fetched = files.filter(({ kind }) => kind === 'image' || account.loginMethod === 'platform')
  const addressOf = await deps.mediaAddress()
  const lacks = fetched.some(({ publicKey }) => addressOf(publicKey) === null)
  return lacks ? [ERRORS.BUCKET_NOT_CONFIGURED.message] : []
}

const TOO_CLOSE = `Another post of this account goes out less than ${CLOSE / MINUTE} minutes before or after this one.`

const GOING_OUT = ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED'] as const

async function spacingWarnings(
  { planner }: ValidateDeps,
  { account, postId, at }: Candidate,
): Promise<string[]> {
  if (!account || at === null) return []
  const near = await planner.between({
    accountIds: [account.id],
    statuses: GOING_OUT,
    mediaTypes: [],
    from: at - CLOSE + 1,
    until: at + CLOSE,
    limit: 2,
  })
  return near.some(({ post }) => post.id !== postId) ? [TOO_CLOSE] : []
}

function holdWarnings(hold: QueueHold): string[] {
  const held = hold.current()
  return held ? [HELD[held.reason]] : []
}
