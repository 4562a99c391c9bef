// Finds everything that publishing or scheduling a post would refuse or warn of. Reads only.
import type { PublishablePostBody } from '../api/posts.ts'
import type { POST_WARNINGS, PostToValidateBody, ValidationBody } from '../api/validate.ts'
import { NOT_BOTH } from '../api/schedule.ts'
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
import { contentOf, type PostContent } from '../posts/content/post-content.ts'
import { findProblems, type Found } from '../posts/content/validate.ts'
import { MINUTE, toIsoOrNull, type Instant } from '../time.ts'
import { accessWarnings } from './access-warnings.ts'
import { HELD } from './held.ts'
import { limitWarnings, type LimitWarningDeps } from './limit-warning.ts'
import { findNextSlot } from './slots/find-slot.ts'
import { CLOSE } from './spacing.ts'

export interface ValidateDeps extends ChangeDeps, LimitWarningDeps {
  readonly slots: SlotStore
  readonly hold: QueueHold
  mediaAddress(): Promise<MediaAddress>
}

type Problem = ValidationBody['problems'][number]

interface FoundWarning {
  readonly code: (typeof POST_WARNINGS)[number]
  readonly field: string
  readonly message: string
}

/** The post as it is to be, and when. */
interface Candidate {
  readonly content: PostContent
  readonly account: AccountRecord | null
  readonly postId: string | null
  /** Null: at once. */
  readonly scheduledFor: Instant | null
  readonly now: Instant
}

export async function validatePost(deps: ValidateDeps, body: PostToValidateBody): Promise<ValidationBody> {
  const now = deps.clock.now()
  const { content, misnamed } = readContent(body)
  const { scheduledFor, purpose, problems: ofTime } = await readTime(deps, body, now)
  const account = await deps.accounts.get(content.platformAccountId)
  const found = await findProblems(deps, content, account, { purpose, now })
  const problems = [...withMisnamedFiles(found.problems, misnamed), ...ofTime]
  const candidate = { content, account, postId: body.postId ?? null, scheduledFor, now }
  const warnings = await findWarnings(deps, candidate, found.risks)
  return { valid: problems.length === 0, problems, warnings, scheduledFor: toIsoOrNull(scheduledFor) }
}

interface ReadContent {
  readonly content: PostContent
  /** The files are named as those of another kind of post. */
  readonly misnamed: Problem | null
}

function readContent(body: PostToValidateBody): ReadContent {
  const post: PublishablePostBody = { ...body, storyMentions: placed(body.storyMentions) }
  try {
    return { content: contentOf(post), misnamed: null }
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const { code, message } = error
    const content = contentOf({ ...post, mediaFileId: null, mediaFileIds: null })
    return { content, misnamed: { field: 'media', code, message } }
  }
}

/** Where a mention is put counts for no rule. */
function placed(mentions: PostToValidateBody['storyMentions']): PublishablePostBody['storyMentions'] {
  return mentions?.map(({ username }) => ({ username, x: 0, y: 0 }))
}

/** Of files that could not be read from the request nothing else can be said. */
function withMisnamedFiles(problems: Found['problems'], misnamed: Problem | null): Problem[] {
  const all = problems.map(({ field, code, message }) => ({ field, code, message }))
  return misnamed ? [misnamed, ...all.filter(({ field }) => field !== 'media')] : all
}

interface ReadTime {
  readonly scheduledFor: Instant | null
  readonly purpose: 'publish' | 'schedule'
  readonly problems: Problem[]
}

async function readTime(deps: ValidateDeps, body: PostToValidateBody, now: Instant): Promise<ReadTime> {
  const { nextSlot, accountId } = body
  const given = body.scheduledFor ?? null
  if (given === null && nextSlot === undefined)
    return { scheduledFor: null, purpose: 'publish', problems: [] }
  const found =
    given === null ? await findSlotOrProblem(deps, accountId, now) : { scheduledFor: given, problems: [] }
  const problems = [...found.problems]
  if (given !== null && given <= now)
    problems.push({
      field: 'scheduledFor',
      code: 'INVALID_SCHEDULE',
      message: ERRORS.INVALID_SCHEDULE.message,
    })
  if (given !== null && nextSlot !== undefined)
    problems.push({ field: 'nextSlot', code: 'VALIDATION_ERROR', message: `nextSlot: ${NOT_BOTH}.` })
  return { scheduledFor: found.scheduledFor, purpose: 'schedule', problems }
}

async function findSlotOrProblem(deps: ValidateDeps, accountId: string, now: Instant) {
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
  const { content, account, postId, scheduledFor, now } = candidate
  const at = scheduledFor ?? now
  const { platformAccountId } = content
  const lookalike = await lookalikeWarnings(deps, content, at, postId)
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

const warningOf = (code: FoundWarning['code'], field: string) => (found: Warning | string) => ({
  code,
  field,
  message: typeof found === 'string' ? found : warningSentence(found),
})

/** Calls are also spaced by seconds while the platform is busy: that is no news. */
function backoffWarnings({ account, scheduledFor, now }: Candidate): Warning[] {
  const pausedUntil = account?.pausedUntil ?? 0
  return pausedUntil - Math.max(scheduledFor ?? now, now) > OVERDUE ? [warning('ACCOUNT_LIMITED')] : []
}

/** A live account fetches pictures, and all files of the platform login, from an address that is open to it. */
async function addressWarnings(deps: ValidateDeps, { account, content }: Candidate): Promise<string[]> {
  if (!account || account.isSandbox) return []
  const files = await deps.media.getMany(content.mediaFileIds.filter((id) => id !== null))
  const fetched = files.filter(({ kind }) => kind === 'image' || account.loginMethod === 'platform')
  const addressOf = await deps.mediaAddress()
  const lacks = fetched.some(({ publicKey }) => addressOf(publicKey) === null)
  return lacks ? [ERRORS.BUCKET_NOT_CONFIGURED.message] : []
}

const TOO_CLOSE = `Another post of this account goes out less than ${CLOSE / MINUTE} minutes before or after this one.`

const GOING_OUT = ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED'] as const

async function spacingWarnings(
  { planner }: ValidateDeps,
  { account, postId, scheduledFor, now }: Candidate,
): Promise<string[]> {
  if (!account) return []
  const at = scheduledFor ?? now
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
