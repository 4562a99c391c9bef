// Recurring posts: how requests begin and end them, and the drafts that are made from them.
import type { RecurrenceBody, RecurrenceInputBody } from '../../../api/schedule/recurrence.ts'
import { CodedError } from '../../../coded-error.ts'
import type { PostRecord } from '../../../ports/posts/post-store.ts'
import type { QueueHold } from '../../../ports/posts/queue-hold.ts'
import type { Recurrence } from '../../../ports/posts/recurrence-store.ts'
import { tagsToCopy } from '../../posts/content/post-content.ts'
import { newPost } from '../../posts/new-post.ts'
import { onlyVersion } from '../../../api/post-version.ts'
import { requirePost } from '../../posts/show-post.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../../retry-while-overtaken.ts'
import { uuidOfText } from '../../../sha256.ts'
import { isTimeZone, toIso, type Instant } from '../../../time.ts'
import { zoneDemand } from '../../../zone-demand.ts'
import { requireFuture, scheduleDraftFor, type ChosenTime, type ScheduleDeps } from '../schedule-post.ts'
import { readClashes } from '../slots/find-slot.ts'
import { dayOfMonthOf, freeSlotFor, nextDueAt, plannedTime, rhythmAfter } from './next-time.ts'
import type { Log } from '../../../ports/log.ts'

export interface RecurrencesDeps extends ScheduleDeps {
  readonly hold: QueueHold
  readonly log: Pick<Log, 'error'>
  /** Of this computer. */
  timeZone(): string
}

export function createRecurrences(deps: RecurrencesDeps) {
  const { posts, recurrences, clock } = deps
  return {
    async show(id: string): Promise<RecurrenceBody> {
      const recurrence = await recurrences.get(id)
      if (recurrence === null) throw await noneOf(deps, id)
      return recurrenceBody(recurrence, await posts.get(id))
    },
    /** Also for a draft that a recurrence made. Throws INVALID_STATUS for a post that has no time, or came back already. */
    async save(id: string, wanted: RecurrenceInputBody): Promise<RecurrenceBody> {
      return retryWhileOvertaken(async () => {
        const post = await requirePost(posts, id)
        const known = await recurrences.get(id)
        const newestId = known ? null : await recurrences.movedTo(id)
        if (newestId !== null) throw cameBackAs(newestId)
        const recurrence = known
          ? changeRhythm(known, post, wanted)
          : beginRecurrence(post, wanted, { now: clock.now(), zoneHere: deps.timeZone() })
        return (await recurrences.put(recurrence, known)) ? recurrenceBody(recurrence, post) : OVERTAKEN
      })
    },
    /** The newest post of the series that has moved on from this one. */
    async newestOf(id: string) {
      return { postId: await recurrences.movedTo(id) }
    },
    async end(id: string): Promise<void> {
      if (!(await recurrences.remove(id))) throw await noneOf(deps, id)
    },
    /** Every series, with the times ahead that follow its post. */
    async list() {
      const listed = await recurrences.list()
      const now = clock.now()
      const found = await Promise.all(
        listed.map(async (one) => seriesBody(one, await posts.get(one.postId), now)),
      )
      return { series: found.filter((series) => series !== null) }
    },
    /** The next post of each series: a draft, or a scheduled post where the user has chosen so. */
    async makeNext() {
      await makeDrafts(deps)
      await scheduleDrafts(deps)
    },
  }
}

export type Recurrences = ReturnType<typeof createRecurrences>

function throwNone(): never {
  throw new CodedError('NOT_FOUND', 'This post does not recur.')
}

/** Whoever ends a series by an earlier post of it must not take it for ended. */
async function noneOf({ recurrences }: Pick<ScheduleDeps, 'recurrences'>, id: string): Promise<CodedError> {
  const newestId = await recurrences.movedTo(id)
  if (newestId === null) throwNone()
  return new CodedError('NOT_FOUND', `${isNowOn(newestId)} It goes on there until it is ended there.`)
}

/** A second series would make each of its drafts once more. */
function cameBackAs(newestId: string): CodedError {
  return new CodedError('INVALID_STATUS', `${isNowOn(newestId)} Change how often it recurs there.`)
}

const isNowOn = (newestId: string) =>
  `This post has come back as post ${newestId}, on which its series is now.`

/** A time that a person has given the post since outranks the planned one. */
function recurrenceBody(
  { postId, every, comesBackAs, timezone, plannedFor }: Recurrence,
  post: PostRecord | null,
): RecurrenceBody {
  return { postId, every, comesBackAs, timezone, plannedFor: toIso(post?.scheduledFor ?? plannedFor) }
}

/** Enough for half a year of weeks. */
const TIMES_SHOWN = 26

export type SeriesBody = NonNullable<ReturnType<typeof seriesBody>>

/** The slots of its account may move each time by a little, which nobody knows before. */
function seriesBody(recurrence: Recurrence, post: PostRecord | null, now: Instant) {
  if (!post) return null
  const at = timeOf(post) ?? recurrence.plannedFor
  const coming: Instant[] = []
  const count = isTimeZone(recurrence.timezone) ? TIMES_SHOWN : 0
  for (let last: Instant | null = at; last !== null && coming.length < count;) {
    last = nextDueAt(rhythmAfter(recurrence, at), { now: Math.max(last, now), wentOutFor: last })
    if (last !== null) coming.push(last)
  }
  return {
    ...recurrenceBody(recurrence, post),
    accountId: post.platformAccountId,
    caption: post.caption,
    isDraft: post.status === 'DRAFT',
    coming: coming.map(toIso),
  }
}

/** Another rhythm begins with the time that the post has now. */
function changeRhythm(known: Recurrence, post: PostRecord, wanted: RecurrenceInputBody): Recurrence {
  const { every, comesBackAs = known.comesBackAs } = wanted
  if (known.every === every) return { ...known, comesBackAs }
  const dueAt = timeOf(post) ?? known.plannedFor
  const dayOfMonth = dayOfMonthOf(dueAt, known.timezone)
  return { ...known, every, comesBackAs, dueAt, plannedFor: dueAt, dayOfMonth }
}

function beginRecurrence(
  post: PostRecord,
  { every, comesBackAs = 'draft' }: RecurrenceInputBody,
  { now, zoneHere }: { readonly now: Instant; readonly zoneHere: string },
): Recurrence {
  if (post.status === 'DRAFT')
    throw new CodedError(
      'INVALID_STATUS',
      'This draft has no time yet. Schedule it first, then make it recur.',
    )
  // A post that was published at once has none that somebody meant.
  const timezone = post.scheduledFor === null ? zoneHere : post.timezone
  if (!isTimeZone(timezone))
    throw new CodedError(
      'INVALID_STATUS',
      `The time of this post cannot be repeated: ${zoneDemand(timezone)}. Give the post its time again, then make it recur.`,
    )
  const at = timeOf(post) ?? now
  return {
    postId: post.id,
    every,
    comesBackAs,
    timezone,
    dayOfMonth: dayOfMonthOf(at, timezone),
    dueAt: at,
    plannedFor: at,
  }
}

function timeOf({ scheduledFor, publishedAt }: PostRecord): Instant | null {
  return scheduledFor ?? publishedAt
}

/** Makes the next draft of each recurring post that has gone out. Each is made once, wherever the process dies. */
async function makeDrafts(deps: RecurrencesDeps): Promise<void> {
  if (deps.hold.current()) return
  for (const recurrence of await deps.recurrences.listDue()) {
    try {
      await makeDraft(deps, recurrence)
    } catch (error) {
      // The others must not wait for it.
      deps.log.error('the draft of a recurring post could not be made', { postId: recurrence.postId, error })
    }
  }
}

async function makeDraft(deps: RecurrencesDeps, recurrence: Recurrence): Promise<void> {
  const { posts, accounts, recurrences, slots, clock, random } = deps
  const post = await posts.get(recurrence.postId)
  if (!post) return
  const accountId = post.platformAccountId
  if (!(await accounts.get(accountId))) return void (await recurrences.remove(post.id))
  const now = clock.now()
  const wentOutFor = timeOf(post) ?? recurrence.plannedFor
  const rhythm = rhythmAfter(recurrence, wentOutFor)
  const next = await nextOf(post.id, rhythm, { now, wentOutFor })
  if (next === null) return void (await recurrences.remove(post.id))
  const plan = (await slots.get(accountId))?.plan ?? null
  const isTaken = await readClashes(deps, accountId, now)
  const plannedFor = plannedTime(next.dueAt, { plan, now, isTaken })
  const content = { ...post, userTags: await tagsToCopy(deps.media, post) }
  // Another one where that was deleted.
  for (const id of [next.id, random.uuid()]) {
    const draft = newPost(content, { id, userId: post.userId, status: 'DRAFT', now })
    if (await recurrences.moveOn(recurrence, draft, { ...recurrence, ...rhythm, postId: id, plannedFor }))
      return
  }
}

interface NextOfSeries {
  readonly id: string
  readonly dueAt: Instant
}

/**
 * Every run of this folder makes the post for a time under the same id, so that one which a lost run has handed to the Worker is not made
 * again. That run may have made each of those in between, too: the id counts them all.
 */
async function nextOf(
  postId: string,
  rhythm: Parameters<typeof nextDueAt>[0],
  { now, wentOutFor }: Parameters<typeof nextDueAt>[1],
): Promise<NextOfSeries | null> {
  let next: NextOfSeries = { id: postId, dueAt: wentOutFor }
  do {
    const dueAt = nextDueAt(rhythm, { now: next.dueAt, wentOutFor: next.dueAt })
    if (dueAt === null) return null
    next = { id: await uuidOfText(`after ${next.id}, for ${dueAt}`), dueAt }
  } while (next.dueAt <= now)
  return next
}

/**
 * Schedules the drafts of series that publish without a person, as a request would. No two runs schedule one twice: scheduling
 * gives a draft another version. One that cannot be scheduled is tried again until its time, and is an entry of attention.
 */
async function scheduleDrafts(deps: RecurrencesDeps): Promise<void> {
  if (deps.hold.current()) return
  for (const recurrence of await deps.recurrences.listToSchedule(deps.clock.now())) {
    try {
      await scheduleAsPlanned(deps, recurrence)
    } catch (error) {
      // Refused for now, as a request would be.
      if (error instanceof CodedError) continue
      deps.log.error('a recurring post could not be scheduled', { postId: recurrence.postId, error })
    }
  }
}

async function scheduleAsPlanned(deps: RecurrencesDeps, { postId: id }: Recurrence): Promise<void> {
  const draft = await deps.posts.get(id)
  const isMeant = draft !== null && draft.updatedAt === draft.createdAt
  if (isMeant)
    await scheduleDraftFor(deps, { id, wanted: onlyVersion(draft.updatedAt) }, () => chooseTime(deps, draft))
}

/** The slot that is planned, or the nearest free one when others took it; the time of the series where there are no slots. */
async function chooseTime(deps: RecurrencesDeps, { id, platformAccountId }: PostRecord): Promise<ChosenTime> {
  const { recurrences, slots, clock } = deps
  const recurrence = (await recurrences.get(id)) ?? throwNone()
  const { plannedFor, timezone } = recurrence
  const now = clock.now()
  requireFuture(plannedFor, now)
  const stored = await slots.get(platformAccountId)
  const isTaken = await readClashes(deps, platformAccountId, now)
  const slot = stored && freeSlotFor(plannedFor, { plan: stored.plan, now, isTaken })
  if (!stored || slot === null) return { scheduledFor: plannedFor, timezone }
  // Recorded first: a post on another day than planned would look as if a person had moved it.
  if (slot !== plannedFor) await recurrences.put({ ...recurrence, plannedFor: slot }, recurrence)
  return { scheduledFor: slot, timezone, slots: stored.version }
}
