// Moves posts out of slots that a new plan no longer has, into slots of that plan.
import { CodedError } from '../../../coded-error.ts'
import type { SlotPlan, SlotStore, SlotsVersion, WaitingPost } from '../../../ports/posts/slot-store.ts'
import type { RecurrenceStore } from '../../../ports/posts/recurrence-store.ts'
import type { ChangeDeps } from '../../posts/change-deps.ts'
import { OVERTAKEN } from '../../../retry-while-overtaken.ts'
import { isTimeZone, type Instant } from '../../../time.ts'
import { tryToEdit } from '../change-schedule.ts'
import { rhythmAfter } from '../recurrence/next-time.ts'
import { slotInsteadOf } from '../../../rules/times/slot-times.ts'

export interface SlotsDeps extends ChangeDeps {
  readonly slots: SlotStore
  readonly recurrences: Pick<RecurrenceStore, 'get' | 'put'>
}

export interface Move {
  readonly postId: string
  readonly from: Instant
  readonly to: Instant
}

interface NewPlan {
  readonly accountId: string
  /** Of the plan that it replaces, which stands until the last post has moved. */
  readonly version: SlotsVersion
  readonly plan: SlotPlan
}

interface Moving {
  readonly posts: readonly WaitingPost[]
  /** What has moved is added. */
  readonly moved: Move[]
  /** What cannot be moved any more, or cannot be changed, is added. */
  readonly staying: Set<string>
}

/**
 * Moves these posts, soonest first, until something has changed meanwhile: then read and decide again. Throws INVALID_SCHEDULE
 * before anything has moved when there is not room for all, and WORKER_UNREACHABLE.
 */
export async function movePosts(
  deps: SlotsDeps,
  { accountId, version, plan }: NewPlan,
  { posts, moved, staying }: Moving,
): Promise<void> {
  const waiting = await deps.slots.listWaiting(accountId, deps.clock.now())
  const moves = planMoves(plan, { posts, waiting, now: deps.clock.now() })
  for (const move of moves) {
    // Asking the Worker takes time.
    if (move.to <= deps.clock.now()) return
    const outcome = await moveTo(deps, move, version)
    if (outcome === 'raced') return
    if (outcome === 'stays') staying.add(move.postId)
    else moved.push(move)
  }
}

interface Planned {
  readonly posts: readonly WaitingPost[]
  readonly waiting: readonly WaitingPost[]
  readonly now: Instant
}

/** Throws INVALID_SCHEDULE. */
function planMoves(plan: SlotPlan, { posts, waiting, now }: Planned): Move[] {
  const [taken, planned] = [Map.groupBy(waiting, ({ at }) => at), new Set<Instant>()]
  // One that the Worker was asked to move, and has not answered for, waits for more than one time.
  const first = posts.filter(({ postId }, index) => posts.findIndex((one) => one.postId === postId) === index)
  return first.map(({ postId, at }) => {
    const isTaken = (slot: Instant) =>
      planned.has(slot) || (taken.get(slot) ?? []).some((one) => one.postId !== postId)
    const to = slotInsteadOf(plan, { at, notBefore: now + 1 }, isTaken)
    if (to === null) throw new CodedError('INVALID_SCHEDULE', TOO_FEW_SLOTS)
    planned.add(to)
    return { postId, from: at, to }
  })
}

const TOO_FEW_SLOTS =
  'The new plan has too few free slots in the coming year for the posts that are to move. Add slots, or send posts: "keep".'

async function moveTo(deps: SlotsDeps, move: Move, slots: SlotsVersion) {
  const { postId, to } = move
  const series = await seriesAfter(deps, move)
  try {
    const edited = await tryToEdit(deps, postId, { scheduledFor: to }, { slots, series })
    if (edited === OVERTAKEN) return 'raced'
    // It has been changed with the post, unless the Worker had to release that for its new time.
    if (series) await deps.recurrences.put(series.next, series.known)
    return 'moved'
  } catch (error) {
    // It has begun to go out, or cannot be changed at all.
    if (error instanceof CodedError && error.code !== 'WORKER_UNREACHABLE') return 'stays'
    throw error
  }
}

/** Its series stays where it was: no person has given the post another day. */
async function seriesAfter({ recurrences }: SlotsDeps, { postId, from, to }: Move) {
  const known = await recurrences.get(postId)
  if (known === null || !isTimeZone(known.timezone)) return undefined
  return { known, next: { ...known, ...rhythmAfter(known, from), plannedFor: to } }
}
