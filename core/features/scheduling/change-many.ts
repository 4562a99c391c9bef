// Changes of many posts in one request: all that can be done is done in one transaction, with the record of what the Worker is to be
// asked; then the Worker is asked. What is refused keeps none of the others, unless the request is atomic.
import { isUnsent } from '../../rules/publication/post-words.ts'
import type { ManyPartBody, ManyPostsBody, ManyResultBody } from '../../api/many-posts.ts'
import { madeBefore, type Repeatable } from '../../api/idempotency.ts'
import { CodedError, codedErrorOf } from '../../coded-error.ts'
import type { HandoverStore } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { PartOfMany, PostChange, StoredForChange } from '../../ports/posts/publication-ledger.ts'
import type { ChangeDeps } from '../posts/change-deps.ts'
import { isWaitingAtWorker, mayHaveBeenSent } from '../../engine/publishing/end-publication.ts'
import { isQueuedForRoom } from '../../rules/publication/next-step.ts'
import { etagOf, requireVersion, type WantedVersions } from '../../api/post-version.ts'
import { planReschedule, planRetry, planUnschedule } from '../posts/post-updates.ts'
import { prepareRetry } from '../posts/retry.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import { toIsoOrNull } from '../../time.ts'
import { planNewVersion, tooLateError } from './change-schedule.ts'
import { toDraft } from './draft-again.ts'
import { planJobTimes } from './schedule-post.ts'

export interface ChangeManyDeps extends ChangeDeps {
  readonly handovers: Pick<HandoverStore, 'ofPost'>
}

type PartResult = ManyResultBody['results'][number]
type Decide = PartOfMany['decide']

export async function changeMany(
  deps: ChangeManyDeps,
  { posts, atomic }: ManyPostsBody,
  request?: Repeatable,
): Promise<ManyResultBody> {
  const parts = posts.map((body, index) => {
    const part = request && { ...request, part: index + 1 }
    return { body, request: part, made: part && madeBefore(part) }
  })
  const open = parts.filter(({ made }) => made === undefined)
  const released = new Set<string>()
  const changes = await retryWhileOvertaken(async () => {
    const planned: PartOfMany[] = []
    for (const { body, request: part } of open)
      planned.push({ postId: body.id, decide: await planPart(deps, body, released), request: part })
    return (await deps.ledger.changeMany(planned, { atomic })) ?? OVERTAKEN
  })
  const byId = new Map(open.map(({ body }, index) => [body.id, changes[index]]))
  const isHeldBack = atomic && changes.some(({ kind }) => kind === 'refused')
  if (!isHeldBack) await followUp(deps, changes)
  await deps.cloud.settle([
    ...(isHeldBack ? [] : changes.flatMap((change) => (change.kind === 'move' ? change.move.next.id : []))),
    ...parts.flatMap(({ made }) => made?.jobId ?? []),
  ])
  const results: PartResult[] = []
  for (const { body, made } of parts) {
    const post = await deps.posts.get(body.id)
    const told = { id: body.id, version: toIsoOrNull(post?.updatedAt ?? null) }
    const change = byId.get(body.id)
    if (change?.kind === 'refused') results.push({ ...told, ...refused(change.error) })
    else if (isHeldBack) results.push({ ...told, outcome: 'refused', problem: null })
    else {
      const isAsked = change ? change.kind === 'move' : made?.jobId !== null
      results.push({ ...told, ...(isAsked ? await outcomeAtWorker(deps, body, post) : DONE) })
    }
  }
  const count = (wanted: PartResult['outcome']) => results.filter(({ outcome }) => outcome === wanted).length
  return { done: count('done'), pending: count('pending'), refused: count('refused'), results }
}

/** What the transaction has left to be done. */
async function followUp({ cloud, wake }: ChangeManyDeps, changes: readonly PostChange[]): Promise<void> {
  for (const change of changes)
    if (change.kind === 'archive' && change.post.handover !== null) await cloud.noteDeletion(change.post)
  if (changes.some((change) => change.kind === 'update' && change.update.job?.kind !== 'cancel')) wake()
}

type Outcome = Pick<PartResult, 'outcome' | 'problem'>

const DONE: Outcome = { outcome: 'done', problem: null }

function refused({ code, reason, message }: CodedError): Outcome {
  const field = reason === 'version_changed' ? 'version' : 'post'
  return { outcome: 'refused', problem: { code, field, message } }
}

/** What the Worker has answered, as the post shows it now. */
async function outcomeAtWorker(
  { handovers }: ChangeManyDeps,
  { id, action, scheduledFor }: ManyPartBody,
  post: PostRecord | null,
): Promise<Outcome> {
  if ((await handovers.ofPost(id))?.asked) return { outcome: 'pending', problem: null }
  const isDone =
    post === null ||
    (action === 'unschedule' && post.status === 'DRAFT') ||
    (action === 'reschedule' && post.scheduledFor === scheduledFor)
  return isDone ? DONE : refused(tooLateError(post, WORDS[action]))
}

const WORDS = {
  unschedule: 'cancelled',
  discard: 'cancelled',
  delete: 'cancelled',
  reschedule: 'changed',
  retry: 'changed',
} as const

/** `released`: the posts that the Worker has let go of meanwhile. */
async function planPart(deps: ChangeManyDeps, part: ManyPartBody, released: Set<string>): Promise<Decide> {
  const wanted = part.version === undefined ? undefined : new Set([etagOf(part.version)])
  const decide = await decisionOf(deps, part, wanted, released).catch((error: unknown): Decide => {
    const refusal = codedErrorOf(error)
    return () => ({ kind: 'refused', error: refusal })
  })
  return (stored) => {
    try {
      return decide(stored)
    } catch (error) {
      return { kind: 'refused', error: codedErrorOf(error) }
    }
  }
}

async function decisionOf(
  deps: ChangeManyDeps,
  part: ManyPartBody,
  wanted: WantedVersions,
  released: Set<string>,
): Promise<Decide> {
  switch (part.action) {
    case 'unschedule':
      return (stored) => unschedule(deps, requireStill(stored, wanted))
    case 'discard':
      return (stored) => discard(deps, requireStill(stored, wanted))
    case 'delete':
      return (stored) => remove(deps, requireStill(stored, wanted))
    case 'reschedule':
      return reschedule(deps, part, wanted)
    case 'retry':
      return retry(deps, part, wanted, released)
    default:
      return part.action satisfies never
  }
}

interface Existing extends StoredForChange {
  readonly post: PostRecord
}

function requireStill(stored: StoredForChange, wanted: WantedVersions): Existing {
  const { post } = stored
  if (post === null) throw new CodedError('NOT_FOUND', 'Post not found.')
  requireVersion(post, wanted)
  // Not spread: its last publication is read only when it is asked for.
  return stored as Existing
}

function unschedule({ clock, cloud }: ChangeManyDeps, stored: Existing): PostChange {
  const { post } = requireCancellable(stored)
  if (post.handover !== null) return moveAtWorker(stored, (there) => cloud.planCancel(there, 'draft'))
  const { last } = stored
  const update = planUnschedule(post, toDraft(post, clock.now()))({ post, last })
  return update ? { kind: 'update', update } : { kind: 'overtaken' }
}

function discard({ clock, cloud }: ChangeManyDeps, stored: Existing): PostChange {
  const { post } = stored
  if (post.status !== 'DRAFT') requireCancellable(stored)
  if (post.handover !== null) return moveAtWorker(stored, (there) => cloud.planCancel(there, 'discard'))
  return { kind: 'archive', at: clock.now(), post }
}

function remove({ clock, cloud }: ChangeManyDeps, stored: Existing): PostChange {
  const { post } = stored
  if (isWaitingAtWorker(post)) return moveAtWorker(stored, (there) => cloud.planCancel(there, 'archive'))
  return { kind: 'archive', at: clock.now(), post }
}

/** Throws for what has no time, and for what may be live already or soon. */
function requireCancellable(stored: Existing): Existing {
  const { post } = stored
  if (!post.isScheduled && !isQueuedForRoom(post.status, post.warnings))
    throw new CodedError('NOT_FOUND', 'Scheduled post not found.')
  // Only the Worker knows the state of what it has.
  if (!isUnsent(post.status) || (post.handover === null && mayHaveBeenSent(stored.last)))
    throw tooLateError(post, 'cancelled')
  return stored
}

type AtWorker = Parameters<ChangeDeps['cloud']['planEdit']>[0]

function moveAtWorker(
  stored: Existing,
  plan: (there: AtWorker) => ReturnType<ChangeDeps['cloud']['planEdit']>,
) {
  const { post, handover, last } = stored
  const move = handover && plan({ post, handover, last })
  if (move) return { kind: 'move', move } as const
  throw new CodedError(
    'INVALID_STATUS',
    'This post is being taken back from the cloud, or cannot be changed there together with others. Load it again, and change it alone.',
  )
}

async function reschedule(
  deps: ChangeManyDeps,
  { id, scheduledFor, timezone }: ManyPartBody,
  wanted: WantedVersions,
): Promise<Decide> {
  if (scheduledFor === undefined)
    throw new CodedError('INVALID_SCHEDULE', 'scheduledFor says when: name a time in the future.')
  const patch = { scheduledFor, ...(timezone === undefined ? {} : { timezone }) }
  const { before, after } = await planNewVersion(deps, id, patch, wanted)
  const times = before.handover === null ? await planJobTimes(deps, after) : null
  return (stored) => {
    const { post, last } = requireStill(stored, wanted)
    if (post.updatedAt !== before.updatedAt) return { kind: 'overtaken' }
    if (times === null) return moveAtWorker({ ...stored, post }, (there) => deps.cloud.planEdit(there, after))
    if (mayHaveBeenSent(last)) throw tooLateError(post, 'changed')
    const update = planReschedule(before, after, times)({ post, last })
    return update ? { kind: 'update', update } : { kind: 'overtaken' }
  }
}

async function retry(
  deps: ChangeManyDeps,
  { id }: ManyPartBody,
  wanted: WantedVersions,
  released: Set<string>,
): Promise<Decide> {
  // The version that was meant is the one before the Worker has told what it knows.
  const expected = () => (released.has(id) ? undefined : wanted)
  const { job } = await retryWhileOvertaken(async () => {
    const prepared = await prepareRetry(deps, id, expected())
    if (prepared === OVERTAKEN) released.add(id)
    return prepared
  })
  return (stored) => {
    const { post, last } = requireStill(stored, expected())
    const update = planRetry(job)({ post, last })
    return update ? { kind: 'update', update } : { kind: 'overtaken' }
  }
}
