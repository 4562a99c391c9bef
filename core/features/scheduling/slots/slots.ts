// The posting slots of accounts, as requests read and change them.
import { WEEKDAYS } from '../../../rules/times/calendar-days.ts'
import type { SavedSlotsBody, SlotPlanBody, SlotsBody } from '../../../api/schedule/slots.ts'
import { CodedError } from '../../../coded-error.ts'
import { type SlotPlan, type WaitingPost } from '../../../ports/posts/slot-store.ts'
import { requireAccount } from '../../posts/content/validate.ts'
import { DAY, toIso, toIsoOrNull, type Duration, type Instant } from '../../../time.ts'
import { hasSlots, readClashes, zoneProblemOf } from './find-slot.ts'
import { movePosts, type Move, type SlotsDeps } from './move-posts.ts'
import { nextFreeSlot, slotsBetween, slotTest } from '../../../rules/times/slot-times.ts'
import { CLOSE } from '../../../rules/times/spacing.ts'

/** Posts wait in slots that the new plan does not have, and the request does not say what to do with them. */
export interface SlotsInUse {
  readonly inUse: { readonly postId: string; readonly scheduledFor: string }[]
}

export function createSlots(deps: SlotsDeps) {
  const { slots, clock } = deps
  return {
    async show(accountId: string): Promise<SlotsBody> {
      await requireAccount(deps.accounts, accountId)
      const plan = (await slots.get(accountId))?.plan ?? NO_PLAN
      return slotsBody(deps, accountId, { plan, coming: comingOf(plan, clock.now()) })
    },
    async save(accountId: string, body: SlotPlanBody): Promise<SavedSlotsBody | SlotsInUse> {
      await requireAccount(deps.accounts, accountId)
      const plan = planOf(body)
      // Computed before anything is written: a plan that cannot be answered for is not kept.
      const coming = comingOf(plan, clock.now())
      const saved = await savePlan(deps, accountId, { plan, posts: body.posts })
      if ('inUse' in saved) return saved
      return { ...(await slotsBody(deps, accountId, { plan, coming })), ...saved }
    },
  }
}

export type Slots = ReturnType<typeof createSlots>

const NO_PLAN: SlotPlan = planOf({ timezone: 'UTC', weekly: {} })

const SHOWN: Duration = 28 * DAY
const MOST_SHOWN = 50

function comingOf(plan: SlotPlan, now: Instant): readonly Instant[] {
  return slotsBetween(plan, now + 1, now + SHOWN)
}

interface ShownPlan {
  readonly plan: SlotPlan
  readonly coming: readonly Instant[]
}

async function slotsBody(
  deps: SlotsDeps,
  accountId: string,
  { plan, coming }: ShownPlan,
): Promise<SlotsBody> {
  const now = deps.clock.now()
  const waiting = await deps.slots.listWaiting(accountId, now - CLOSE)
  const next = hasSlots(plan) ? nextFreeSlot(plan, now, await readClashes(deps, accountId, now)) : null
  const upcoming = coming.filter((at) => at > now).slice(0, MOST_SHOWN)
  return {
    accountId,
    timezone: plan.timezone,
    zoneProblem: zoneProblemOf(plan),
    weekly: Object.fromEntries(WEEKDAYS.map((day) => [day, [...plan.weekly[day]]])),
    exceptions: plan.exceptions.map(({ date, times }) => ({ date, times: [...times] })),
    upcoming: upcoming.map((at) => ({ at: toIso(at), postId: postAt(at, waiting) })),
    next: toIsoOrNull(next),
  }
}

/** The post that keeps others from a slot: the one in it, else one too close to it. */
function postAt(slot: Instant, waiting: readonly WaitingPost[]): string | null {
  const near = waiting.filter(({ at }) => Math.abs(at - slot) < CLOSE)
  return (near.find(({ at }) => at === slot) ?? near[0])?.postId ?? null
}

/** Reads a plan as it is kept: in order, and nothing twice. */
function planOf({ timezone, weekly, exceptions }: Omit<SlotPlanBody, 'posts'>): SlotPlan {
  const inOrder = (times: readonly string[] = []) => [...new Set(times)].toSorted()
  const byDate = new Map((exceptions ?? []).map(({ date, times }) => [date, inOrder(times)]))
  return {
    timezone,
    weekly: {
      monday: inOrder(weekly.monday),
      tuesday: inOrder(weekly.tuesday),
      wednesday: inOrder(weekly.wednesday),
      thursday: inOrder(weekly.thursday),
      friday: inOrder(weekly.friday),
      saturday: inOrder(weekly.saturday),
      sunday: inOrder(weekly.sunday),
    },
    exceptions: [...byDate]
      .map(([date, times]) => ({ date, times }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

/** Finds the posts in slots of `before` that `after` does not have. */
function losersOf(before: SlotPlan, after: SlotPlan): (waiting: readonly WaitingPost[]) => WaitingPost[] {
  const [wasSlot, isSlot] = [slotTest(before), slotTest(after)]
  return (waiting) => waiting.filter(({ at }) => wasSlot(at) && !isSlot(at))
}

interface WantedPlan {
  readonly plan: SlotPlan
  readonly posts: SlotPlanBody['posts']
}

async function savePlan(
  deps: SlotsDeps,
  accountId: string,
  { plan, posts }: WantedPlan,
): Promise<Pick<SavedSlotsBody, 'moved' | 'kept'> | SlotsInUse> {
  const { slots, clock } = deps
  const moved: Move[] = []
  // Those that cannot be moved any more stay where they are.
  const staying = new Set<string>()
  for (;;) {
    const from = clock.now() + 1
    const { version, plan: before } = (await slots.get(accountId)) ?? { version: 0, plan: NO_PLAN }
    const losing = losersOf(before, plan)
    const lost = losing(await slots.listWaiting(accountId, from))
    if (lost.length > 0 && posts === undefined) return { inUse: lost.map(shownPost) }
    const toMove = posts === 'move' ? lost.filter(({ postId }) => !staying.has(postId)) : []
    if (toMove.length > 0) {
      await movePosts(deps, { accountId, version, plan }, { posts: toMove, moved, staying })
      continue
    }
    const known = new Set(lost.map(({ postId }) => postId))
    const mayReplace = (waiting: readonly WaitingPost[]) =>
      losing(waiting).every(({ postId }) => known.has(postId))
    if (await slots.replace({ accountId, version, plan, from }, mayReplace))
      return { moved: moved.map(shownMove), kept: lost.map(shownPost) }
    await requireStillConnected(deps, accountId)
  }
}

async function requireStillConnected({ accounts }: SlotsDeps, accountId: string): Promise<void> {
  if (await accounts.get(accountId)) return
  throw new CodedError('NOT_FOUND', 'The account was disconnected while its slots were being changed.')
}

function shownPost({ postId, at }: WaitingPost) {
  return { postId, scheduledFor: toIso(at) }
}

function shownMove({ postId, from, to }: Move) {
  return { postId, from: toIso(from), to: toIso(to) }
}
