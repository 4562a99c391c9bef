// Finds everything that publishing or scheduling a post would refuse or warn of. Reads only.
import { ENGLISH } from '../../rules/notices/english/english.ts'
import {
  MOST_PROBLEMS,
  type PostToValidateBody,
  type ProblemBody,
  type ValidationBody,
} from '../../api/validate.ts'
import { ERRORS } from '../../errors.ts'
import { warningSentence } from '../../rules/notices/sentences.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { findProblems } from '../posts/content/validate.ts'
import { toIsoOrNull, type Instant } from '../../time.ts'
import type { CloudRunner } from './cloud-runner.ts'
import { tallWarning, type PostWarning, type PostWarnings } from './post-warnings.ts'
import {
  hasOnlyTime,
  joinProblems,
  problemOfError,
  readStoredPost,
  readTriedPost,
  type TriedPost,
} from './read-tried-post.ts'
import { findNextSlot } from './slots/find-slot.ts'
import type { ScheduleDeps } from './schedule-post.ts'

export async function validateTriedPost(
  deps: ScheduleDeps,
  warnings: PostWarnings,
  body: PostToValidateBody,
): Promise<ValidationBody> {
  const now = deps.clock.now()
  const postId = body.postId ?? null
  const stored = postId === null ? null : await deps.posts.get(postId)
  if (postId !== null && stored === null && hasOnlyTime(body)) return NOT_THERE
  const tried = stored !== null && hasOnlyTime(body) ? readStoredPost(body, stored) : readTriedPost(body)
  const { content, options, isScheduled } = tried
  const account = await deps.accounts.get(content.platformAccountId)
  const { scheduledFor, problems: ofTime } = await findTime(deps, tried, account, {
    postId,
    now,
  })
  const purpose = isScheduled ? 'schedule' : 'publish'
  const circumstances = { purpose, now, stored: stored ?? undefined, ...(options && { options }) } as const
  const found = await findProblems(deps, content, account, circumstances)
  const problems = [...joinProblems(tried, found.problems), ...ofTime].slice(0, MOST_PROBLEMS)
  const at = isScheduled ? scheduledFor : now
  const handover = await foreseeOwner(
    deps.cloud,
    { ...content, scheduledFor: isScheduled ? at : null },
    stored,
  )
  const planned = { ...content, id: postId, scheduledFor, handover }
  const foreseen = [
    ...(tried.isKindKnown ? found.risks.map(tallWarning) : []),
    ...(await warnings.find(planned, account, { at, now })),
  ].map(warningBody)
  return {
    valid: problems.length === 0,
    problems,
    warnings: foreseen,
    scheduledFor: toIsoOrNull(scheduledFor),
  }
}

const NOT_THERE: ValidationBody = {
  valid: false,
  problems: [{ code: 'NOT_FOUND', field: 'post', message: 'Post not found.' }],
  warnings: [],
  scheduledFor: null,
}

/** What was accepted keeps its owner. */
async function foreseeOwner(
  cloud: Pick<CloudRunner, 'mayTake'>,
  { platformAccountId, scheduledFor }: Pick<PostRecord, 'platformAccountId' | 'scheduledFor'>,
  stored: PostRecord | null,
): Promise<PostRecord['handover']> {
  if (stored && stored.status !== 'DRAFT') return stored.handover
  return scheduledFor !== null && (await cloud.mayTake({ platformAccountId, scheduledFor })) ? 'cloud' : null
}

const warningBody = ({ code, field, detail }: PostWarning) => ({
  code,
  field,
  message: warningSentence(detail, ENGLISH),
  detail,
})

interface FoundTime {
  readonly scheduledFor: Instant | null
  readonly problems: readonly ProblemBody[]
}

/** `postId`: the stored post that this would replace; its series may have planned a slot for it. */
async function findTime(
  deps: ScheduleDeps,
  { isScheduled, wantsSlot, scheduledFor, content }: TriedPost,
  account: AccountRecord | null,
  { postId, now }: { readonly postId: string | null; readonly now: Instant },
): Promise<FoundTime> {
  if (!wantsSlot || account === null) {
    const isPast = isScheduled && scheduledFor !== null && scheduledFor <= now
    return { scheduledFor, problems: isPast ? [PAST] : [] }
  }
  const recurrence = postId === null ? null : await deps.recurrences.get(postId)
  try {
    const slot = await findNextSlot(deps, content, now, recurrence?.plannedFor)
    return { scheduledFor: slot.scheduledFor, problems: [] }
  } catch (error) {
    return { scheduledFor: null, problems: [problemOfError(error, 'nextSlot')] }
  }
}

const PAST: ProblemBody = {
  field: 'scheduledFor',
  code: 'INVALID_SCHEDULE',
  message: ERRORS.INVALID_SCHEDULE.message,
}
