// Many posts in one request: each with its own outcome, in the order in which they came. What goes to the Worker is recorded with
// its hand-over and uploaded afterwards, so the request waits for no file.
import { madeBefore, type Repeatable } from '../../api/idempotency.ts'
import type { BulkBody } from '../../api/schedule/bulk.ts'
import { SchedulablePost, type ScheduledPostBody } from '../../api/schedule/schedule.ts'
import { issueSentence } from '../../issue-sentence.ts'
import { CodedError } from '../../coded-error.ts'
import type { AcceptedPost } from '../../ports/posts/publication-ledger.ts'
import type { RecordedWith } from '../../ports/posts/job-record.ts'
import type { SlotStore } from '../../ports/posts/slot-store.ts'
import { checkPost } from '../posts/content/validate.ts'
import { contentOf } from '../posts/content/post-content.ts'
import { newPost, publishJob } from '../posts/new-post.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import { requireScheduledPost } from './change-schedule.ts'
import type { PostWarnings } from './post-warnings.ts'
import { problemOfError } from './read-tried-post.ts'
import type { ProblemBody } from '../../api/validate.ts'
import { planJobTimes, timeOf, toScheduled, type Accepted, type ScheduleDeps } from './schedule-post.ts'
import { validateTriedPost } from './validate-post.ts'
import type { Log } from '../../ports/log.ts'

/** An accepted post, or everything that is wrong with it. Both are missing for a post that others of its batch kept out. */
export interface BulkOutcome {
  readonly accepted: Accepted | null
  readonly problems: readonly ProblemBody[]
}

/** One of the posts: its part of the request, and the row of a table that it is. */
interface Part extends Pick<RecordedWith, 'row'> {
  readonly request?: Repeatable | undefined
}

interface Planned {
  readonly entry: AcceptedPost
  readonly accepted: Accepted
}

/** Accepts all posts or, unless the batch is atomic, those that can be. */
export async function schedulePosts(
  deps: ScheduleDeps & { readonly log: Log },
  warnings: PostWarnings,
  { atomic, posts, rows = [] }: BulkBody,
  request?: Repeatable,
): Promise<BulkOutcome[]> {
  const parts = posts.map((_, index): Part => ({
    request: request && { ...request, part: index + 1 },
    row: rows[index],
  }))
  if (atomic) return retryWhileOvertaken(() => tryAtomic(deps, warnings, posts, parts))
  const outcomes: BulkOutcome[] = []
  for (const [index, body] of posts.entries()) {
    const outcome = retryWhileOvertaken(() => tryOne(deps, warnings, body, parts[index]))
    outcomes.push(await outcome.catch((error) => afterError(deps.log, error, request)))
  }
  return outcomes
}

/** Only this post was not scheduled. Under a key the request fails: sent again, it resumes here. */
function afterError(log: Log, error: unknown, request?: Repeatable): BulkOutcome {
  if (request) throw error
  log.error('a post of a batch failed unexpectedly', { error })
  return { accepted: null, problems: [problemOfError(new CodedError('INTERNAL_ERROR'))] }
}

async function tryAtomic(
  deps: ScheduleDeps,
  warnings: PostWarnings,
  posts: BulkBody['posts'],
  parts: readonly Part[],
): Promise<BulkOutcome[] | typeof OVERTAKEN> {
  const outcomes: (BulkOutcome | Planned)[] = []
  const taken: Planned[] = []
  const batch = { ...deps, slots: withTaken(deps.slots, taken) }
  for (const [index, body] of posts.entries()) {
    const part = parts[index]
    const outcome = (await partBefore(deps, part?.request)) ?? (await planOne(batch, warnings, body, part))
    if ('entry' in outcome) taken.push(outcome)
    outcomes.push(outcome)
  }
  const isWhole = outcomes.every((outcome) => 'entry' in outcome || outcome.accepted !== null)
  if (isWhole && taken.length > 0) {
    if (!(await deps.ledger.acceptAll(taken.map(({ entry }) => entry)))) return OVERTAKEN
    deps.cloud.accountChanged()
    deps.wake()
  }
  return outcomes.map((outcome) =>
    'entry' in outcome ? { accepted: isWhole ? outcome.accepted : null, problems: [] } : outcome,
  )
}

async function tryOne(
  deps: ScheduleDeps,
  warnings: PostWarnings,
  body: BulkBody['posts'][number],
  part?: Part,
): Promise<BulkOutcome | typeof OVERTAKEN> {
  const outcome = (await partBefore(deps, part?.request)) ?? (await planOne(deps, warnings, body, part))
  if (!('entry' in outcome)) return outcome
  try {
    if (!(await deps.ledger.acceptAll([outcome.entry]))) return OVERTAKEN
  } catch (error) {
    return { accepted: null, problems: [problemOfError(error)] }
  }
  if (outcome.accepted.isCloud) deps.cloud.accountChanged()
  deps.wake()
  return { accepted: outcome.accepted, problems: [] }
}

/** What an earlier handling of the request accepted. */
export async function acceptedBefore(
  { posts }: Pick<ScheduleDeps, 'posts'>,
  request: Repeatable,
): Promise<Accepted | null> {
  const made = madeBefore(request)
  if (!made) return null
  const post = await requireScheduledPost(posts, made.id)
  const jobId = made.jobId ?? ''
  return { post, jobId, isCloud: post.cloudJobId === jobId }
}

/** The same of one post of a batch, which the others do not depend on: it may be a draft or deleted since. */
async function partBefore(
  deps: Pick<ScheduleDeps, 'posts'>,
  request: Repeatable | undefined,
): Promise<BulkOutcome | null> {
  try {
    const accepted = request && (await acceptedBefore(deps, request))
    return accepted ? { accepted, problems: [] } : null
  } catch (error) {
    return { accepted: null, problems: [problemOfError(error)] }
  }
}

async function planOne(
  deps: ScheduleDeps,
  warnings: PostWarnings,
  given: BulkBody['posts'][number],
  part?: Part,
): Promise<BulkOutcome | Planned> {
  const { data, error } = SchedulablePost.safeParse(given)
  try {
    // A new post replaces none: here `postId` is any value that the contract does not know.
    const { problems } = await validateTriedPost(deps, warnings, { ...given, postId: null })
    if (data && problems.length === 0) return await plan(deps, data, part)
    const [issue] = error?.issues ?? []
    return { accepted: null, problems: problems.length > 0 ? problems : [shapeProblem(issue)] }
  } catch (thrown) {
    return { accepted: null, problems: [problemOfError(thrown)] }
  }
}

async function plan(deps: ScheduleDeps, body: ScheduledPostBody, part: Part | undefined): Promise<Planned> {
  const { clock, cloud, random, userId } = deps
  const now = clock.now()
  const given = contentOf(body)
  const checked = await checkPost(deps, given, 'schedule')
  const { slots, ...time } = await timeOf(deps, given, body)
  const content = { ...given, options: checked.options }
  const born = newPost(content, { id: random.uuid(), userId, status: 'SCHEDULED', now })
  const { post, handover } = await cloud.prepare(toScheduled(born, time))
  const recorded = { slots, ...part }
  if (handover) {
    const accepted = { post, jobId: handover.id, isCloud: true }
    return { entry: { post, handover, recorded }, accepted }
  }
  const job = publishJob(post, random, now, await planJobTimes(deps, post))
  return { entry: { post, job, recorded }, accepted: { post, jobId: job.id, isCloud: false } }
}

/** The slots with what this batch will take. */
function withTaken(slots: SlotStore, taken: readonly Planned[]): SlotStore {
  return {
    ...slots,
    async listWaiting(accountId, from) {
      const ours = taken.flatMap(({ accepted: { post } }) =>
        post.platformAccountId === accountId && post.scheduledFor !== null
          ? [{ postId: post.id, at: post.scheduledFor }]
          : [],
      )
      return [...(await slots.listWaiting(accountId, from)), ...ours]
    },
  }
}

function shapeProblem(issue: Parameters<typeof issueSentence>[0]): ProblemBody {
  const field = String(issue?.path[0] ?? 'body')
  return { code: 'VALIDATION_ERROR', field, message: issueSentence(issue) }
}
